import { App, Fn, TerraformOutput, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { fc } from "../fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DataOutreachCluster,
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
  promptFile,
} from "../../src/constructs";
import { stackIn, stackWithProvider, synth, temporaryFolder } from "./stacks";
import { evaluateTemplate } from "./template";

const folder = temporaryFolder();

function textOfFile(text: string): string {
  const file = join(folder, "prompt.md");
  writeFileSync(file, text);
  return promptFile(file);
}

/**
 * A stack whose sensitive variable and cluster have tokens, and what a file could hold to name each of them.
 */
function stackWithSecrets() {
  const stack = stackIn(folder);
  const secret = new TerraformVariable(stack, "secret", { type: "string", sensitive: true });
  const cluster = new OutreachCluster(stack, "cluster", { name: "c" });
  const [list] = new TerraformVariable(stack, "list", { type: "list(string)" }).listValue;
  const number = String(new TerraformVariable(stack, "number", { type: "number" }).numberValue);
  const markers = [
    secret.stringValue,
    cluster.id,
    list as string,
    number,
    number.replace("e+", "e"),
    number.replace(/^-8\.(\d+)e\+298$/, (_, digits: string) => `-8${digits}e${298 - digits.length}`),
    Object.keys(Token.asStringMap({ resolve: () => ({}), creationStack: [] }))[0] as string,
  ];
  return { stack, cluster, markers };
}

function promptOf(stack: TerraformStack, prompt: string): string {
  new OutreachSnippet(stack, "snippet", { name: "n", prompt });
  return synth(stack).resource["outreach_snippet"]?.["snippet"]?.["prompt"] as string;
}

const NONE: ReadonlyMap<string, string> = new Map();

describe("text from a file", () => {
  test("arrives byte for byte even if it spells an existing token of a text, a list, a map or a number", () => {
    const kinds = stackWithSecrets().markers.length;
    for (let kind = 0; kind < kinds; kind++) {
      const { stack, markers } = stackWithSecrets();
      const marker = markers[kind] as string;
      const texts = [marker, `Hi $${marker} and \${${marker}}, "${marker}"\n`, marker.toLowerCase()];
      for (const [index, text] of texts.entries()) {
        const prompt = promptOf(new TerraformStack(stack, `with-${index}`), textOfFile(text));
        expect(evaluateTemplate(prompt, NONE)).toBe(text);
      }
    }
  });

  test("arrives byte for byte even if two files, or a file and the text before it, complete a token", () => {
    const { stack, markers } = stackWithSecrets();
    let count = 0;
    for (const marker of markers) {
      for (let cut = 0; cut <= marker.length; cut++) {
        const [first, second] = [marker.slice(0, cut), marker.slice(cut)];
        // A file whose first signs are what opens a template in the text before it.
        const before = first === "$" ? "$" : textOfFile(first);
        const scope = new TerraformStack(stack, `cut-${count++}`);
        const prompt = promptOf(scope, `${before}${textOfFile(second)}`);
        expect(evaluateTemplate(prompt, NONE)).toBe(marker);
      }
    }
  });

  test("any mix of such texts and references in one prompt gives the texts and the references' values", () => {
    const { markers } = stackWithSecrets();
    const piece = fc.oneof(
      fc.constantFrom(...markers, "$", "%", "{", "${", "{TfT", "-8.1", "e+298", "TOKEN.0]}", "\n", '"'),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), fc.array(piece, { maxLength: 5 }), (one, two) => {
        const { stack, cluster } = stackWithSecrets();
        const [first, second] = [one.join("").replace(/^\ufeff/, ""), two.join("").replace(/^\ufeff/, "")];
        const prompt = promptOf(stack, `${textOfFile(first)}${cluster.id}${textOfFile(second)}`);
        const values = new Map([["outreach_cluster.cluster.id", "<id>"]]);
        expect(evaluateTemplate(prompt, values)).toBe(`${first}<id>${second}`);
      }),
      { numRuns: 80 },
    );
  });

  test("stays a string that code can process, but a token that code has changed is rejected", () => {
    const { stack, markers } = stackWithSecrets();
    const text = textOfFile(`Dear NAME, say ${markers[0]}!\n`);
    const prompt = promptOf(stack, text.replace("NAME", "{first_name}").trim());
    expect(evaluateTemplate(prompt, NONE)).toBe(`Dear {first_name}, say ${markers[0]}!`);
    expect(() => promptOf(new TerraformStack(stack, "other"), text.toUpperCase())).toThrow(/cut or changed/);
  });

  test("stays text in functions and outputs of CDKTF", () => {
    const { stack, markers } = stackWithSecrets();
    const text = textOfFile(`Hi ${markers[0]}`);
    new TerraformOutput(stack, "plain", { value: text });
    new TerraformOutput(stack, "upper", { value: Fn.upper(text) });
    const { output } = JSON.parse(Testing.synth(stack)) as { output: Record<string, { value: string }> };
    const rest = `${markers[0]}`.slice("${TfToken[".length);
    expect(output["plain"]?.value).toBe(`Hi \${"$\${TfToken["}${rest}`);
    expect(output["upper"]?.value).toBe(`\${upper("Hi \${"$\${TfToken["}${rest}")}`);
  });
});

describe("a marker whose token does not exist", () => {
  const unknown = [
    "${TfToken[NONE.999999]}",
    "#{TfToken[NONE.999999]}",
    "&{TfToken[NONE.999999]}",
    "-8.1881545897999999e+298",
    "-8.1881545897999999e298",
  ];

  test.each(unknown)("stays text in every argument of every construct: %s", (text) => {
    const app = new App({ outdir: join(folder, "unknown") });
    const stack = new TerraformStack(app, "stack");
    const config = { baseUrl: text, userId: text, workspaceId: text, knownVariables: [text] };
    new OutreachProvider(stack, "outreach", config);
    new OutreachCluster(stack, "cluster", { name: text, description: `Say ${text}` });
    new OutreachSnippet(stack, "snippet", { name: text, prompt: text });
    new DataOutreachCluster(stack, "found", { name: text });
    app.synth();
    Testing.synthHcl(stack);
    const { resource, data, provider } = synth(stack);
    const read = (template: unknown) => evaluateTemplate(template as string, NONE);
    expect(read(resource["outreach_snippet"]?.["snippet"]?.["prompt"])).toBe(text);
    expect(read(resource["outreach_cluster"]?.["cluster"]?.["description"])).toBe(`Say ${text}`);
    expect(read(data["outreach_cluster"]?.["found"]?.["name"])).toBe(text);
    const [written] = provider["outreach"] as [Record<string, string & string[]>];
    expect(read(written["workspace_id"])).toBe(text);
    expect(written["known_variables"]?.map(read)).toEqual([text]);
  });
});

describe("a number that code has calculated from a reference", () => {
  const calculate: [name: string, calculate: (number: number) => number][] = [
    ["a product", (number) => number * 2],
    ["a quotient", (number) => number / 3],
    ["a negative number", (number) => -number],
    ["a sum", (number) => number + number],
  ];

  test.each(calculate)("makes synth fail in a text: %s", (_, calculated) => {
    const stack = stackWithProvider(folder);
    const { associatedCount } = new OutreachCluster(stack, "c", { name: "n" });
    const description = `of ${calculated(associatedCount)}`;
    new OutreachCluster(stack, "d", { name: "n", description });
    const refused = "The description of stack/d holds a number that code has calculated from a reference";
    expect(() => Testing.synth(stack)).toThrow(refused);
  });

  test("stays text if it comes from a file", () => {
    const text = "of -1.6376309179599998e+299 and 2.7293848632666665e+298\n";
    expect(evaluateTemplate(promptOf(stackIn(folder), textOfFile(text)), NONE)).toBe(text);
  });
});

describe("half of a character", () => {
  const half = "🙂".slice(0, 1);

  test.each(
    Object.entries<(stack: TerraformStack) => unknown>({
      "name of stack/c": (stack) => new OutreachCluster(stack, "c", { name: `Hi ${half}` }),
      "description of stack/c": (stack) => new OutreachCluster(stack, "c", { name: "n", description: half }),
      "prompt of stack/s": (stack) => {
        const { id } = new OutreachCluster(stack, "c", { name: "n" });
        return new OutreachSnippet(stack, "s", { name: "n", prompt: `${id} ${half} ${id}` });
      },
      "name of stack/d": (stack) => new DataOutreachCluster(stack, "d", { name: half }),
      "workspaceId of stack/p": (stack) =>
        new OutreachProvider(stack, "p", { workspaceId: half, alias: "p" }),
      "knownVariables of stack/p": (stack) =>
        new OutreachProvider(stack, "p", { knownVariables: ["a", half], alias: "p" }),
    }),
  )("in the %s is an error at synth that names both", (place, make) => {
    const stack = stackWithProvider(folder);
    make(stack);
    const refused = `The ${place} holds half of a character`;
    expect(() => Testing.synth(stack)).toThrow(refused);
    expect(() => Testing.synthHcl(stack)).toThrow(refused);
  });
});
