import { Aspects, Lazy, type TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Construct, Node } from "constructs";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { stackIn, stackWithProvider, temporaryFolder, warningsOf } from "./stacks";

const outdir = temporaryFolder();

/** The warnings that synth leaves on a construct. */
function warned(stack: TerraformStack, construct: Construct, testing = Testing): string[] {
  testing.synth(stack, true);
  return warningsOf(construct);
}

function snippet(stack: TerraformStack, prompt: string, name = "Opener"): OutreachSnippet {
  return new OutreachSnippet(stack, "s", { name, prompt });
}

/** A snippet whose provider gets its known variables after the constructor, which checks their type. */
function snippetWithKnown(stack: TerraformStack, prompt: string, known: unknown): OutreachSnippet {
  (stack.node.findChild("outreach") as OutreachProvider).knownVariables = known as string[];
  return snippet(stack, prompt);
}

function overriding<T extends OutreachCluster | OutreachSnippet>(resource: T, path: string): T {
  resource.addOverride(path, "${var.text}");
  return resource;
}

const text = (stack: TerraformStack) => new TerraformVariable(stack, "text", {}).stringValue;
const late = (value: string | null) => Lazy.stringValue({ produce: () => value as string });

const WRONG = "Hi {first name}";
const FIRST =
  'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one. In the prompt at line 1, ' +
  'column 4. The model receives such text unchanged: an identifier has only letters, digits, "_", "-" and ".". ' +
  "Write {first_name} if you mean a variable.";
const NAMELESS = FIRST.replace(' "Opener"', "");
const EMPTY_PROMPT =
  "its prompt is empty. An empty prompt gives the language model no instructions. Write a prompt, or remove the snippet.";
const EMPTY_NAME =
  "its name is empty. An object without a name cannot be recognised in the user interface. Write a name.";

type Declare = (stack: TerraformStack) => OutreachCluster | OutreachSnippet;

it.each<[string, Declare, unknown[]]>([
  ["a text that is nearly a placeholder", (stack) => snippet(stack, WRONG), [FIRST]],
  [
    "a merge conflict in a composed prompt",
    (stack) => snippet(stack, `Intro\n${"<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"}`),
    [
      'outreach_snippet "Opener": <<<<<<< HEAD begins a merge conflict that is not resolved. In the prompt at line 2, ' +
        "column 1. The model receives both versions and the markers. Remove the markers, and keep only one of the versions.",
    ],
  ],
  [
    "a prompt that is set later",
    (stack) => Object.assign(snippet(stack, "Hi {first_name}"), { prompt: WRONG }),
    [FIRST],
  ],
  ["a lazy prompt", (stack) => snippet(stack, late(WRONG)), [FIRST]],
  [
    "a prompt with null parts, without them",
    (stack) => snippet(stack, `Hi {first${late(null)} name}${late(null)}`),
    [FIRST],
  ],
  [
    "a prompt that an aspect of the snippet has changed",
    (stack) => {
      const made = snippet(stack, "Hi {first_name}");
      Aspects.of(made).add({ visit: () => (made.prompt = WRONG) });
      return made;
    },
    [FIRST],
  ],
  ["a snippet whose name an override sets", (stack) => overriding(snippet(stack, WRONG), "name"), [NAMELESS]],
  ["a snippet whose name only Terraform knows", (stack) => snippet(stack, WRONG, text(stack)), [NAMELESS]],
  [
    "a snippet of whose name only Terraform knows a part",
    (stack) => snippet(stack, WRONG, `a ${text(stack)}`),
    [NAMELESS],
  ],
  [
    "a text beside a reference",
    (stack) => snippet(stack, `${text(stack)} { company }`),
    [expect.stringContaining('outreach_snippet "Opener": { company } is not')],
  ],
  ["an empty prompt", (stack) => snippet(stack, ""), [`outreach_snippet "Opener": ${EMPTY_PROMPT}`]],
  [
    "a name and a prompt of white space",
    (stack) => snippet(stack, "\n", "  "),
    [`outreach_snippet: ${EMPTY_NAME}`, `outreach_snippet: ${EMPTY_PROMPT}`],
  ],
  [
    "an empty name of a cluster, also a lazy one",
    (stack) => new OutreachCluster(stack, "c", { name: late(" ") }),
    [`outreach_cluster: ${EMPTY_NAME}`],
  ],
  [
    "a placeholder that is not a known variable of the snippet's provider",
    (stack) => snippetWithKnown(stack, "{first_nam}", ["company", "first_name"]),
    [
      'outreach_snippet "Opener": {first_nam} is not a known variable. In the prompt at line 1, column 1. The ' +
        "closest known variable is {first_name}. Write it, or add the variable to known_variables of the provider.",
    ],
  ],
])("synth warns once of %s", (_, declare, warnings) => {
  const stack = stackWithProvider(outdir);
  const construct = declare(stack);
  Testing.synth(stack, true);
  expect(warned(stack, construct)).toEqual(warnings);
});

it.each(
  Object.entries<Declare>({
    "references as empty texts": (stack) => {
      const reference = text(stack);
      return snippet(stack, ` ${reference} `, reference);
    },
    "a reference as an empty name": (stack) => new OutreachCluster(stack, "c", { name: text(stack) }),
    "an empty name that an override replaces": (stack) =>
      overriding(new OutreachCluster(stack, "c", { name: "" }), "name"),
    "a prompt that an override replaces": (stack) => overriding(snippet(stack, WRONG), "prompt"),
    "known variables beside references": (stack) =>
      snippetWithKnown(stack, `${text(stack)} {company}`, ["company"]),
    "a known variable of the provider that the snippet names": (stack) => {
      const provider = new OutreachProvider(stack, "other", { alias: "other", knownVariables: ["name"] });
      return Object.assign(snippetWithKnown(stack, "{name}", ["company"]), { provider });
    },
    "any variable if known_variables is not a list, which Terraform rejects": (stack) =>
      snippetWithKnown(stack, "{a}", "b,c"),
    "any variable if a known variable is not a text, such as an unset environment variable": (stack) =>
      snippetWithKnown(stack, "{a}", ["b", undefined]),
    "any variable if only Terraform knows one of them": (stack) =>
      snippetWithKnown(stack, "{a}", ["b", text(stack)]),
    "any variable if only Terraform knows the list": (stack) =>
      snippetWithKnown(stack, "{a}", new TerraformVariable(stack, "names", {}).listValue),
  }),
)("synth does not warn of %s", (_, declare) => {
  const stack = stackWithProvider(outdir);
  expect(warned(stack, declare(stack))).toEqual([]);
});

it("the known variables are those of the newest provider, even if it is made between two synths", () => {
  const stack = stackIn(outdir);
  const made = snippet(stack, "{anything}");
  expect(() => Testing.synth(stack, true)).toThrow("without a matching provider");
  new OutreachProvider(new Construct(stack, "inner"), "outreach", { knownVariables: ["name"] });
  expect(warned(stack, made)).toEqual([expect.stringContaining("is not a known variable")]);
});

it("synth visits each construct equally often with many snippets and with few", () => {
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
