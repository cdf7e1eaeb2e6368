import { Aspects, Lazy, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Construct, Node } from "constructs";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { secondCdktf, stackIn, stackWithProvider, temporaryFolder } from "./stacks";

const outdir = temporaryFolder();

/** The warnings that synth leaves on a construct. */
function warningsOf(stack: TerraformStack, { node }: Construct, testing = Testing): string[] {
  testing.synth(stack, true);
  return node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data as string);
}

/** A stack whose provider gets its known variables after the constructor, which checks their type. */
function stackWithKnown(known: unknown): TerraformStack {
  const stack = stackIn(outdir);
  new OutreachProvider(stack, "outreach").knownVariables = known as string[];
  return stack;
}

const first =
  'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one. In the prompt at line 1, ' +
  'column 4. The model receives this text unchanged: an identifier has only letters, digits, "_", "-" and ".". ' +
  "Write {first_name} if you mean a variable.";

describe("synth", () => {
  it("warns of a text that is nearly a placeholder", () => {
    const stack = stackWithProvider(outdir);
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "Hi {first name}" });
    expect(warningsOf(stack, snippet)).toEqual([first]);
  });

  it("warns of a merge conflict in a composed prompt", () => {
    const stack = stackWithProvider(outdir);
    const prompt = `Intro\n${"<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"}`;
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt });
    expect(warningsOf(stack, snippet)).toEqual([
      'outreach_snippet "Opener": <<<<<<< HEAD begins a merge conflict that is not resolved. In the prompt at line 2, ' +
        "column 1. The model receives both versions and the markers. Remove the markers, and keep only one of the versions.",
    ]);
  });

  it("warns once, even if it runs several times", () => {
    const stack = stackWithProvider(outdir);
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "Hi {first name}" });
    Testing.synth(stack, true);
    expect(warningsOf(stack, snippet)).toHaveLength(1);
  });

  it("checks the final text", () => {
    const stack = stackWithProvider(outdir);
    const late = new OutreachSnippet(stack, "late", { name: "Opener", prompt: "Hi {first_name}" });
    late.prompt = "Hi {first name}";
    const mended = new OutreachSnippet(stack, "mended", { name: "Mended", prompt: "Hi {first name}" });
    mended.prompt = "Hi {first_name}";
    const lazy = new OutreachSnippet(stack, "lazy", {
      name: "Lazy",
      prompt: Lazy.stringValue({ produce: () => "Hi {first name}" }),
    });
    const warnings = [late, mended, lazy].map((snippet) => warningsOf(stack, snippet));
    expect(warnings).toEqual([[first], [], [first.replace("Opener", "Lazy")]]);
  });

  it("checks a text without its null parts", () => {
    const stack = stackWithProvider(outdir);
    const nothing = Lazy.stringValue({ produce: () => null as unknown as undefined });
    const prompt = `Hi {first${nothing} name}${nothing}`;
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt });
    expect(warningsOf(stack, snippet)).toEqual([first]);
  });

  it("checks a lazy text of another copy of cdktf", () => {
    const stack = stackWithProvider(outdir);
    const prompt = secondCdktf().Lazy.stringValue({ produce: () => "Hi {first name}" });
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt });
    expect(warningsOf(stack, snippet)).toEqual([first]);
  });

  it("checks the text after an aspect of the snippet has changed it", () => {
    const stack = stackWithProvider(outdir);
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "Hi {first_name}" });
    Aspects.of(snippet).add({ visit: () => (snippet.prompt = "Hi {first name}") });
    expect(warningsOf(stack, snippet)).toEqual([first]);
  });

  it("warns in an app with another copy of cdktf", () => {
    const copy = secondCdktf();
    const stack = new copy.TerraformStack(copy.Testing.app({ outdir }), "stack");
    new OutreachProvider(stack, "outreach");
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "Hi {first name}" });
    const cluster = new OutreachCluster(stack, "c", { name: " " });
    const warnings = [snippet, cluster].map((object) => warningsOf(stack, object, copy.Testing));
    expect(warnings).toEqual([[first], [expect.stringContaining("its name is empty")]]);
  });

  it("warns of a prompt and of names that are empty or only white space", () => {
    const stack = stackWithProvider(outdir);
    const prompt = new OutreachSnippet(stack, "prompt", { name: "Opener", prompt: "" });
    const both = new OutreachSnippet(stack, "both", { name: "  ", prompt: "\n" });
    const cluster = new OutreachCluster(stack, "cluster", { name: Lazy.stringValue({ produce: () => " " }) });
    const ofPrompt =
      "its prompt is empty. An empty prompt gives the language model no instructions. Write a prompt, or remove the snippet.";
    const ofName =
      "its name is empty. An object without a name cannot be recognised in the user interface. Write a name.";
    expect([prompt, both, cluster].map((object) => warningsOf(stack, object))).toEqual([
      [`outreach_snippet "Opener": ${ofPrompt}`],
      [`outreach_snippet: ${ofName}`, `outreach_snippet: ${ofPrompt}`],
      [`outreach_cluster: ${ofName}`],
    ]);
  });

  it("does not report a reference or an override as an empty text", () => {
    const stack = stackWithProvider(outdir);
    const text = new TerraformVariable(stack, "text", {}).stringValue;
    const overridden = new OutreachCluster(stack, "overridden", { name: "" });
    overridden.addOverride("name", "${var.text}");
    const objects = [
      new OutreachSnippet(stack, "snippet", { name: text, prompt: ` ${text} ` }),
      new OutreachCluster(stack, "cluster", { name: text }),
      overridden,
    ];
    expect(objects.flatMap((object) => warningsOf(stack, object))).toEqual([]);
  });

  it("does not check a text that an override replaces", () => {
    const stack = stackWithProvider(outdir);
    const prompt = new OutreachSnippet(stack, "prompt", { name: "Opener", prompt: "Hi {first name}" });
    prompt.addOverride("prompt", '${file("opener.md")}');
    const name = new OutreachSnippet(stack, "name", { name: "Opener", prompt: "Hi {first name}" });
    name.addOverride("name", "${var.name}");
    expect(warningsOf(stack, prompt)).toEqual([]);
    expect(warningsOf(stack, name)).toEqual([first.replace(' "Opener"', "")]);
  });

  it("does not report a reference as a placeholder, and checks the text beside it", () => {
    const stack = stackWithProvider(outdir, { knownVariables: ["company"] });
    const cluster = new OutreachCluster(stack, "c", { name: "C" });
    const parameter = new TerraformVariable(stack, "tone", {});
    const right = new OutreachSnippet(stack, "right", {
      name: "R",
      prompt: `${cluster.id} {company} ${parameter.stringValue}`,
    });
    const wrong = new OutreachSnippet(stack, "wrong", { name: "W", prompt: `${cluster.id} { company }` });
    expect(warningsOf(stack, right)).toEqual([]);
    expect(warningsOf(stack, wrong)).toEqual([
      expect.stringContaining('outreach_snippet "W": { company } is not'),
    ]);
  });

  it("names no snippet in the warning if only Terraform knows a part of its name", () => {
    const stack = stackWithProvider(outdir);
    const region = new TerraformVariable(stack, "region", {}).stringValue;
    const snippets = [region, `Opener ${region}`].map(
      (name, index) => new OutreachSnippet(stack, `s${index}`, { name, prompt: "Hi {first name}" }),
    );
    const withoutName = first.replace(' "Opener"', "");
    expect(snippets.map((snippet) => warningsOf(stack, snippet))).toEqual([[withoutName], [withoutName]]);
  });

  it("warns of a placeholder that is not a known variable of the snippet's provider", () => {
    const stack = stackWithProvider(outdir, { knownVariables: ["company", "first_name"] });
    const other = new OutreachProvider(stack, "other", { alias: "other", knownVariables: ["name"] });
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{first_nam}" });
    const elsewhere = new OutreachSnippet(stack, "e", { name: "Opener", prompt: "{name}", provider: other });
    expect(warningsOf(stack, snippet)).toEqual([
      'outreach_snippet "Opener": {first_nam} is not a known variable. In the prompt at line 1, column 1. The ' +
        "closest known variable is {first_name}. Write it, or add the variable to known_variables of the provider.",
    ]);
    expect(warningsOf(stack, elsewhere)).toEqual([]);
  });

  it("does not take the known variables from a provider of a nested stack", () => {
    const stack = stackIn(outdir);
    new OutreachProvider(new TerraformStack(stack, "inner"), "outreach", { knownVariables: ["name"] });
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{anything}" });
    expect(warningsOf(stack, snippet)).toEqual([]);
  });

  it("takes the known variables from the newest provider, even if it is made between two synths", () => {
    const stack = stackIn(outdir);
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{anything}" });
    expect(() => Testing.synth(stack, true)).toThrow("without a matching provider");
    new OutreachProvider(new Construct(stack, "inner"), "outreach", { knownVariables: ["name"] });
    expect(warningsOf(stack, snippet)).toEqual([expect.stringContaining("is not a known variable")]);
  });

  it("visits each construct equally often with many snippets and with few", () => {
    const looks = jest.spyOn(Node.prototype, "children", "get");
    const looksOfEach = (snippets: number) => {
      const stack = stackIn(outdir);
      for (let index = 0; index < snippets; index += 1) {
        new OutreachSnippet(new Construct(stack, `c${index}`), "s", { name: "n", prompt: "p" });
      }
      new OutreachProvider(stack, "outreach");
      looks.mockClear();
      Testing.synth(stack, true);
      return looks.mock.calls.length / stack.node.findAll().length;
    };
    const [few, many] = [looksOfEach(10), looksOfEach(100)] as [number, number];
    looks.mockRestore();
    expect(many).toBeCloseTo(few, 0);
  });

  it("does not check variables if known_variables is not a list, which Terraform rejects", () => {
    const stack = stackWithKnown("company,name");
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{anybody}" });
    expect(warningsOf(stack, snippet)).toEqual([]);
  });

  it("does not check variables if one of them is not a text, such as an unset environment variable", () => {
    for (const name of [undefined, 5]) {
      const stack = stackWithKnown(["company", name]);
      const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{anything}" });
      expect(warningsOf(stack, snippet)).toEqual([]);
    }
  });

  it("does not check variables if one of them is known only to Terraform", () => {
    const stack = stackIn(outdir);
    const name = new TerraformVariable(stack, "name", {}).stringValue;
    new OutreachProvider(stack, "outreach", { knownVariables: ["company", name] });
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{anything}" });
    expect(warningsOf(stack, snippet)).toEqual([]);
  });

  it("does not check variables if the provider has none, or only Terraform knows them", () => {
    const stack = stackIn(outdir);
    const names = new TerraformVariable(stack, "names", { type: "list(string)" });
    new OutreachProvider(stack, "outreach", { knownVariables: names.listValue });
    const snippet = new OutreachSnippet(stack, "s", { name: "Opener", prompt: "{anything}" });
    expect(warningsOf(stack, snippet)).toEqual([]);
  });
});
