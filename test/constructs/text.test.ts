import { App, Fn, Lazy, TerraformOutput, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { fc } from "../fast-check";
import { join } from "node:path";
import {
  DataOutreachSnippet,
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
  promptVariables,
} from "../../src/constructs";
import { MAX_TEXT_BYTES } from "../../src/prompts";
import { secondCdktf, stackIn, synth, temporaryFolder } from "./stacks";
import { evaluateTemplate } from "./template";

const folder = temporaryFolder();

/** The prompt of a snippet as it stands in the synthesized stack. */
function synthesizedPrompt(prompt: string): string {
  const stack = stackIn(folder);
  new OutreachSnippet(stack, "snippet", { name: "n", prompt });
  return synth(stack).resource["outreach_snippet"]?.["snippet"]?.["prompt"] as string;
}

const hostileText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        "$",
        "%",
        "{",
        "}",
        "${",
        "%{",
        "$${",
        "{{",
        '"',
        "\\",
        "\r\n",
        "\r",
        "\n",
        "~",
        "if x",
        "\ufeff",
        "🙂",
        " ",
      ),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
    maxLength: 20,
  })
  .filter((text) => !text.includes("TfToken["));

describe("literal text", () => {
  test.each([
    ["a template", "lit ${x} and ${1+1}", "lit $${x} and $${1+1}"],
    ["a directive", "%{ if true }y%{ endif }", "%%{ if true }y%%{ endif }"],
    [
      "a byte order mark, of which Terraform would drop the first",
      "\ufeff\ufeffa\ufeff",
      '${"\\ufeff"}\ufeffa\ufeff',
    ],
    [
      "a carriage return alone, after which Terraform reads expressions as text",
      "a\rb\r\n",
      'a${"\\r"}b\r\n',
    ],
    ["quotes, backslashes and line ends", 'a "b" \\ \r\n\tc\n', 'a "b" \\ \r\n\tc\n'],
  ])("%s reaches Terraform unchanged", (_, text, expected) => {
    expect(synthesizedPrompt(text)).toBe(expected);
  });

  test("any text reaches Terraform unchanged", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(evaluateTemplate(synthesizedPrompt(text), new Map())).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  // A search that takes the square of the length would take hours.
  test.each([
    ["lines without a final line break", `${"Be kind.\n".repeat(200_000)}Bye.`],
    ["percent signs", `${"%".repeat(300_000)}\r`],
    ["hyphens", "-".repeat(300_000)],
  ])("a text of very many %s reaches Terraform unchanged, in JSON and in HCL", (_, text) => {
    const stack = stackIn(folder);
    new OutreachSnippet(stack, "snippet", { name: "n", prompt: text });
    const written = (template: string) =>
      template.replace(/\$\{"([%-]*(?:\\r)?)"\}/g, "$1").replace("\\r", "\r");
    expect(written(synth(stack).resource["outreach_snippet"]?.["snippet"]?.["prompt"] as string)).toBe(text);
    const hcl = /^prompt = "(.*)"$/m.exec(Testing.synthHcl(stack))?.[1];
    expect(written(hcl!).replaceAll("\\n", "\n")).toBe(text);
  });

  test.each([
    ["plain", "x".repeat(MAX_TEXT_BYTES), false],
    ["lazy", "${x}".repeat(MAX_TEXT_BYTES / 4), true],
  ])("a %s text that no response could hold is rejected", (_, text, isLate) => {
    const prompt = isLate ? Lazy.stringValue({ produce: () => text }) : text;
    expect(() => synthesizedPrompt(prompt)).toThrow(
      "The prompt of stack/snippet has 7.9 MiB as JSON. With more than 7.9 MiB, its object could be created, but no response",
    );
  });

  test("text is escaped in values that are set later, in every string argument, in data sources and in the provider", () => {
    const stack = stackIn(folder);
    const provider = new OutreachProvider(stack, "outreach", { baseUrl: "https://${host}" });
    provider.alias = "second";
    provider.knownVariables = Lazy.listValue({
      produce: () => ["${v}", Lazy.stringValue({ produce: () => "%{w}" })],
    });
    const snippet = new OutreachSnippet(stack, "snippet", { name: "n", prompt: "p" });
    snippet.name = "${name}";
    snippet.prompt = "%{prompt}";
    const cluster = new OutreachCluster(stack, "cluster", { name: "${a}", description: "%{b}" });
    cluster.description = "%{c}";
    new DataOutreachSnippet(stack, "found", { name: "${d}" });

    const { resource, data, provider: providers } = synth(stack);
    expect(resource["outreach_snippet"]?.["snippet"]).toMatchObject({
      name: "$${name}",
      prompt: "%%{prompt}",
    });
    expect(resource["outreach_cluster"]?.["cluster"]).toMatchObject({ name: "$${a}", description: "%%{c}" });
    expect(data["outreach_snippet"]?.["found"]).toMatchObject({ name: "$${d}" });
    const known_variables = ["$${v}", "%%{w}"];
    expect(providers["outreach"]).toEqual([
      { alias: "second", base_url: "https://$${host}", known_variables },
    ]);
  });
});

describe("references in a text", () => {
  interface Piece {
    readonly written: string;
    readonly read: string;
  }

  /** Runs a property over one stack's references; `build` gets what can stand between literal pieces. */
  function referencesOf(stack: ReturnType<typeof stackIn>): { pieces: Piece[]; values: Map<string, string> } {
    const cluster = new OutreachCluster(stack, "cluster", { name: "c" });
    const company = new TerraformVariable(stack, "company", { type: "string" });
    const values = new Map([
      ["outreach_cluster.cluster.id", "<id>"],
      ["outreach_cluster.cluster.associated_count", "<count>"],
      ["upper(outreach_cluster.cluster.id)", "<upper>"],
      ["var.company", "<company>"],
    ]);
    const pieces = [
      { written: cluster.id, read: "<id>" },
      { written: `${cluster.associatedCount}`, read: "<count>" },
      { written: Fn.upper(cluster.id), read: "<upper>" },
      { written: company.stringValue, read: "<company>" },
      { written: Lazy.stringValue({ produce: () => `\${lazy} ${cluster.id}` }), read: "${lazy} <id>" },
      { written: Lazy.stringValue({ produce: () => "$" }), read: "$" },
      { written: Lazy.stringValue({ produce: () => "{late}%" }), read: "{late}%" },
    ];
    return { pieces, values };
  }

  test("any mix of text and references resolves to the text with the references' values", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileText, fc.nat({ max: 6 })), { maxLength: 8 }), (parts) => {
        const stack = stackIn(folder);
        const { pieces, values } = referencesOf(stack);
        const mixed = parts.map((part) =>
          typeof part === "string" ? { written: part, read: part } : (pieces[part] as Piece),
        );
        new OutreachSnippet(stack, "snippet", {
          name: "n",
          prompt: mixed.map(({ written }) => written).join(""),
        });
        const prompt = synth(stack).resource["outreach_snippet"]?.["snippet"]?.["prompt"] as string;
        expect(evaluateTemplate(prompt, values)).toBe(mixed.map(({ read }) => read).join(""));
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ["a dollar sign in front", (id: string) => `costs $${id}`, 'costs ${"$"}${outreach_cluster.cluster.id}'],
    [
      "an opened brace in front, which CDKTF alone takes for an expression",
      (id: string) => `\${ ${id} }`,
      "$${ ${outreach_cluster.cluster.id} }",
    ],
  ])("%s does not disturb it", (_, prompt, expected) => {
    const stack = stackIn(folder);
    const cluster = new OutreachCluster(stack, "cluster", { name: "c" });
    new OutreachSnippet(stack, "snippet", { name: "n", prompt: prompt(cluster.id) });
    expect(synth(stack).resource["outreach_snippet"]?.["snippet"]?.["prompt"]).toBe(expected);
  });

  test("a lazy text of another copy of cdktf, as linked packages bring it, counts as text", () => {
    const copy = secondCdktf();
    expect(copy.Lazy).not.toBe(Lazy);
    const late = copy.Lazy.stringValue({ produce: () => "Price: ${price}" });
    expect(synthesizedPrompt(late)).toBe("Price: $${price}");
  });

  test("an undefined lazy value adds nothing to a text, as in CDKTF", () => {
    const nothing = Lazy.stringValue({ produce: () => undefined });
    expect(synthesizedPrompt(`Hi${nothing}, costs $${nothing}{x}`)).toBe("Hi, costs $${x}");
    expect([nothing, `${nothing}${nothing}`].map(synthesizedPrompt)).toEqual([undefined, undefined]);
  });

  test("a null adds nothing to a text", () => {
    const nothing = Lazy.stringValue({ produce: () => null as never });
    expect(synthesizedPrompt(`Hi${nothing}, costs $${Token.asString(null)}{x}`)).toBe("Hi, costs $${x}");
    expect([nothing, `${nothing}${nothing}`].map(synthesizedPrompt)).toEqual([null, null]);
  });

  test.each([
    ["in other letters", (id: string) => `Hi ${id.toUpperCase()}`],
    ["cut off", (id: string) => `Hi ${id.slice(0, 10)}`],
    ["split", (id: string) => `Hi ${id.split(".").join(" ")}`],
    ["without its signs", (id: string) => `Hi ${id.replace(/\W+/g, "-").toLowerCase()}`],
  ])("a reference %s is rejected, because only its name would be written", (_, written) => {
    const stack = stackIn(folder);
    const cluster = new OutreachCluster(stack, "cluster", { name: "c" });
    new OutreachSnippet(stack, "snippet", { name: "n", prompt: written(cluster.id) });
    const refused =
      /The prompt of stack\/snippet holds a reference that code has cut or changed, .*Use Fn\.substr/;
    expect(() => Testing.synth(stack)).toThrow(refused);
    expect(() => Testing.synthHcl(stack)).toThrow(refused);
  });

  test("a reference to an object of another stack resolves in a text", () => {
    const app = new App({ outdir: join(folder, "two-stacks"), skipValidation: true });
    const cluster = new OutreachCluster(new TerraformStack(app, "first"), "cluster", { name: "c" });
    const second = new TerraformStack(app, "second");
    new OutreachCluster(second, "cluster", { name: "has the same address" });
    new OutreachSnippet(second, "snippet", { name: "n", prompt: `\${x} ${cluster.id}` });
    // Each call of a lazy value makes a new reference.
    const late = Lazy.stringValue({ produce: () => `\${x} ${cluster.id}` });
    new OutreachSnippet(second, "lazy", {
      name: Lazy.stringValue({ produce: () => Fn.upper(cluster.id) }),
      prompt: late,
    });
    app.synth();
    const { snippet, lazy } = synth(second).resource["outreach_snippet"]!;
    expect(snippet?.["prompt"]).toMatch(
      /^\$\$\{x\} \$\{data\.terraform_remote_state\.[\w-]+\.outputs\.[\w-]+\}$/,
    );
    expect(lazy?.["prompt"]).toBe(snippet?.["prompt"]);
    expect(lazy?.["name"]).toMatch(/^\$\{upper\(data\.terraform_remote_state\./);
  });
});

test("promptVariables calls the provider function with texts and references, in JSON and in HCL", () => {
  const stack = stackIn(folder);
  const topic = new TerraformVariable(stack, "topic", { type: "string" }).stringValue;
  const late = Lazy.stringValue({ produce: () => `late ${topic}` });
  const value = promptVariables(`"{a}" \${x} \\ ${topic}\n${late}`);
  new TerraformOutput(stack, "mixed", { value });
  new TerraformOutput(stack, "count", { value: Fn.lengthOf(promptVariables(topic)) });
  const call = (prompt: string) => `provider::outreach::prompt_variables(${prompt})`;
  const mixed = call('"\\"{a}\\" $${x} \\\\ ${var.topic}\\nlate ${var.topic}"');
  const count = `length(${call('"${var.topic}"')})`;
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    output: { mixed: { value: `\${${mixed}}` }, count: { value: `\${${count}}` } },
  });
  const hcl = Testing.synthHcl(stack);
  expect(hcl).toContain(`value = "\${${mixed}}"\n`);
  expect(hcl).toContain(`value = "\${${count}}"\n`);
});

test("promptVariables refuses what is no text, and half of an emoji", () => {
  expect(() => promptVariables(undefined as never)).toThrow("The prompt of promptVariables is undefined");
  const stack = stackIn(folder);
  new TerraformOutput(stack, "cut", { value: promptVariables("\u{1f642}".slice(0, 1)) });
  expect(() => Testing.synth(stack)).toThrow("The prompt of promptVariables holds half of a character");
});
