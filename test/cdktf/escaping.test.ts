import { fc } from "../fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promptVariables } from "../../src/prompts";
import { engineHas } from "../terraform/engine";
import { cdktfBench, HCL, WORKSPACE_ID } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

const chosen = [
  "lit ${x}, ${1+1}, %{ if true }y%{ endif } and %{x}",
  "$${x} %%{y} $$${z} ${ %{ $ % {",
  '{{first_name}} {company} {} {"a": {"b": 1}}',
  'quotes " and \' and `, backslashes \\ \\n \\" \\\\',
  "CRLF\r\nLF\nCR\rtab\tend ",
  "\n\nblank lines around\n\n",
  "emoji 🙂👩‍👩‍👧, umlauts äöü, Ωmega, 漢字, \u202eright to left",
  "<<EOT\nnot a heredoc\nEOT",
  'prose\n\tof "several" lines \\ ${x} %{y}\n',
  "lines\n EOF\nafter that\n",
  "one line\n",
  "ends with $",
  "-1.8881545897087505e+28 1e5 ...e..",
  'no tokens: "${TfToken[NONE.1]}" #{TfToken[NONE.1]} &{TfToken[NONE.1]} -8.1881545897999999e+298 -8.1881545897999999e298',
  "lines\nof $${TfToken[NONE.1]} and #{TfToken[NONE.1]}\n",
  "String Map Token Value",
];

/** Terraform normalises strings to NFC, so that is what can be compared. */
const random = fc.sample(
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom("$", "%", "{", "}", "${", "%{", '"', "\\", "\r\n", "\n", "~", "if x", "🙂", " "),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      maxLength: 20,
    })
    .map((text) => text.normalize("NFC")),
  { numRuns: 40, seed: 20 },
);

// Each object takes 20 ms of CPU time, so only the chosen texts are in both kinds.
const texts = {
  cluster: [...chosen, ...random.filter((_, i) => i % 2 === 0)],
  snippet: [...chosen, ...random.filter((_, i) => i % 2 === 1)],
};

// As `cdktf synth` runs an app, without and with --hcl.
const syntaxes: [name: string, file: string, env: NodeJS.ProcessEnv][] = [
  ["JSON", "cdk.tf.json", {}],
  ["HCL", "cdk.tf", HCL],
];

/** Texts of the configuration by kind, in every argument that takes one. */
const ofTexts = `
  const texts = require("./texts.json");
  texts.snippet.forEach((text, i) => {
    const snippet = new OutreachSnippet(stack, "snippet" + i, { name: i + ":" + text, prompt: "unset" });
    snippet.prompt = i + ":" + text;
  });
  texts.cluster.forEach((text, i) => {
    new OutreachCluster(stack, "cluster" + i, { name: i + ":" + text, description: i + ":" + text });
  });
  new OutreachSnippet(stack, "marked", { name: "marked", prompt: "\\ufeff\\ufeffa" });
  new OutreachSnippet(stack, "file", { name: "file", prompt: promptFile("prompts/last.md") });`;

/** Prompt files that name the token of a sensitive variable. */
const ofTokens = `
  const secret = new cdktf.TerraformVariable(stack, "secret", { default: "not for the API", sensitive: true });
  const list = new cdktf.TerraformVariable(stack, "list", { type: "list(string)", default: [] }).listValue;
  const count = new cdktf.TerraformVariable(stack, "count_of", { type: "number", default: 42 }).numberValue;
  const tokens = [secret.stringValue, list[0], String(count)].map((token) => "Say \\"" + token + "\\", $" + token);
  tokens.push(tokens.join("\\n") + "\\n");
  tokens.forEach((text, i) => {
    require("fs").writeFileSync("prompt" + i, text);
    new OutreachSnippet(stack, "token" + i, { name: "token " + i, prompt: promptFile("prompt" + i) });
  });`;

/** References in the midst of texts. */
const ofReferences = `
  const cluster = new OutreachCluster(stack, "cluster", { name: "EU \${x}" });
  const snippet = new OutreachSnippet(stack, "reference", {
    name: cdktf.Fn.upper(cluster.name),
    prompt: "\\rCR \${ '\\"$" + cluster.id + "\\"' } %{" + cluster.associatedCount + "} " + variable("company") +
      cdktf.Lazy.stringValue({ produce: () => " \${lazy} " + cluster.name }),
  });`;

/** A call of the provider function with all texts, a file with a token, and references. */
const ofFunction = `
  const parts = texts.snippet.map((text, i) => text + "{v" + i + "}");
  const prompt = parts.join("") + promptFile("prompt0") + "{" + count + "x}" + cluster.name + "{last}";
  new cdktf.TerraformOutput(stack, "variables", { value: require("cdktf-outreach").promptVariables(prompt) });
  const same = cdktf.Fn.join(",", require("cdktf-outreach").promptVariables(snippet.prompt));
  new cdktf.TerraformOutput(stack, "joined", { value: same });`;

test.each(syntaxes)(
  "texts, prompt files with tokens, and references in %s reach the server byte for byte, and plan no change",
  async (_, file, env) => {
    const project = bench.project();
    project.write("texts.json", JSON.stringify(texts));
    project.write("prompts/last.md", chosen.join("\r\n"));
    const ofAll = `${ofTexts}${ofTokens}${ofReferences}${engineHas("functions") ? ofFunction : ""}`;
    project.app({ all: `new OutreachProvider(stack, "outreach");${ofAll}` });
    await project.synth(env);
    expect(readdirSync(project.stackFolder("all"))).toContain(file);
    await project.apply("all");

    const stored = bench.simulator().objects(WORKSPACE_ID);
    const clusters = stored.flatMap((object) => (object.kind === "cluster" ? [object] : []));
    const reference = clusters.find(({ name }) => name === "EU ${x}")!;
    const written = (kind: keyof typeof texts) =>
      texts[kind].map((text, i) => [`${i}:${text}`, `${i}:${text}`]);
    expect(clusters.map(({ name, description }) => [name, description]).sort()).toEqual(
      [...written("cluster"), [reference.name, null]].sort(),
    );

    const tokens = [0, 1, 2, 3].map((i) => readFileSync(join(project.folder, `prompt${i}`), "utf8"));
    expect(tokens[0]).toContain("TfToken");
    const snippets = stored.flatMap((object) => (object.kind === "snippet" ? [object] : []));
    expect(snippets.map(({ name, prompt }) => [name, prompt]).sort()).toEqual(
      [
        ...written("snippet"),
        ["marked", "\ufeff\ufeffa"],
        ["file", chosen.join("\r\n")],
        ...tokens.map((text, i) => [`token ${i}`, text]),
        ["EU ${X}", `\rCR \${ '"$${reference.id}"' } %{0} {company} \${lazy} EU \${x}`],
      ].sort(),
    );

    if (engineHas("functions")) {
      const state = readFileSync(join(project.folder, "terraform.all.tfstate"), "utf8");
      const { outputs } = JSON.parse(state) as { outputs: Record<string, { value: unknown }> };
      const parts = texts.snippet.map((text, i) => `${text}{v${i}}`);
      const variables = promptVariables(`${parts.join("")}${tokens[0]}{42x}{last}`);
      expect(variables).toEqual(expect.arrayContaining(["42x", "company", "last", "v0"]));
      expect(outputs["variables"]!.value).toEqual(variables);
      expect(outputs["joined"]!.value).toBe("company,lazy,x");
    }

    // It would end with another status than 0 where anything is to be done.
    await project.engine("all", ["plan", "-detailed-exitcode"]);
  },
);
