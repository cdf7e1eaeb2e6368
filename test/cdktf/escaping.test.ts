import fc from "fast-check";
import { readdirSync } from "node:fs";
import { cdktfBench, WORKSPACE_ID } from "./harness";

const bench = cdktfBench();

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

// As `cdktf synth` runs an app, without and with --hcl.
const syntaxes: [name: string, file: string, env: NodeJS.ProcessEnv][] = [
  ["JSON", "cdk.tf.json", {}],
  ["HCL", "cdk.tf", { SYNTH_HCL_OUTPUT: "true" }],
];

test.each(syntaxes)(
  "texts in %s reach the server byte for byte, and plan no change",
  async (_, file, env) => {
    const texts = [...chosen, ...random];
    const project = bench.project();
    project.write("texts.json", JSON.stringify(texts));
    project.write("prompts/last.md", chosen.join("\r\n"));
    project.app({
      texts: `
      new OutreachProvider(stack, "outreach");
      require("./texts.json").forEach((text, i) => {
        const snippet = new OutreachSnippet(stack, "snippet" + i, { name: i + ":" + text, prompt: "unset" });
        snippet.prompt = i + ":" + text;
        new OutreachCluster(stack, "cluster" + i, { name: i + ":" + text, description: i + ":" + text });
      });
      new OutreachSnippet(stack, "marked", { name: "marked", prompt: "\\ufeff\\ufeffa" });
      new OutreachSnippet(stack, "file", { name: "file", prompt: promptFile("prompts/last.md") });`,
    });
    await project.synth(env);
    expect(readdirSync(project.stackFolder("texts"))).toContain(file);
    await project.apply("texts");

    const stored = bench.simulator().objects(WORKSPACE_ID);
    const written = texts.map((text, i) => `${i}:${text}`).sort();
    const clusters = stored.flatMap((object) => (object.kind === "cluster" ? [object] : []));
    const snippets = stored.flatMap((object) => (object.kind === "snippet" ? [object] : []));
    expect(clusters.map(({ name }) => name).sort()).toEqual(written);
    expect(clusters.map(({ description }) => description).sort()).toEqual(written);
    expect(snippets.map(({ prompt }) => prompt).sort()).toEqual(
      [...written, "\ufeff\ufeffa", chosen.join("\r\n")].sort(),
    );
    expect(snippets.map(({ name }) => name).sort()).toEqual([...written, "file", "marked"].sort());

    // It would end with another status than 0 where anything is to be done.
    await project.engine("texts", ["plan", "-detailed-exitcode"]);
  },
);

test.each(syntaxes)("references resolve in the midst of such text in %s", async (_, file, env) => {
  const project = bench.project();
  project.app({
    references: `
      new OutreachProvider(stack, "outreach");
      const cluster = new OutreachCluster(stack, "cluster", { name: "EU \${x}" });
      new OutreachSnippet(stack, "snippet", {
        name: cdktf.Fn.upper(cluster.name),
        prompt: "\${ '\\"$" + cluster.id + "\\"' } %{" + cluster.associatedCount + "} " + variable("company") +
          cdktf.Lazy.stringValue({ produce: () => " \${lazy} " + cluster.name }),
      });`,
  });
  await project.synth(env);
  expect(readdirSync(project.stackFolder("references"))).toContain(file);
  await project.apply("references");

  const [cluster, snippet] = bench.simulator().objects(WORKSPACE_ID);
  expect(cluster?.name).toBe("EU ${x}");
  expect(snippet).toMatchObject({
    name: "EU ${X}",
    prompt: `\${ '"$${cluster?.id}"' } %{0} {company} \${lazy} EU \${x}`,
  });
  await project.engine("references", ["plan", "-detailed-exitcode"]);
});
