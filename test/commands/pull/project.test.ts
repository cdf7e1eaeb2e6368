import type { StackConfiguration } from "../../../src/estate/declared/stack-configuration";
import { Project } from "../../../src/commands/pull/project";
import { objectsOfState } from "../../../src/estate/states/state-file";
import type { State } from "../../../src/estate/states/read-states";

type Stack = {
  /** Maps a snippet's name to its file. */
  readonly files?: Readonly<Record<string, string>>;
  /** Maps a place to the file that it contains among other text. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Maps a snippet's name to the files whose content is its prompt. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
  readonly moves?: Readonly<Record<string, string>>;
  readonly declared?: readonly string[];
  /** Maps the address of each object of the state to its workspace. */
  readonly state?: Readonly<Record<string, string | null>>;
};

const address = (name: string) => `outreach_snippet.${name}`;

function configurationOf(name: string, stack: Stack): StackConfiguration {
  const { files = {}, shared = {}, parts = {}, moves = {}, declared } = stack;
  return {
    stack: { name, folder: name, dependencies: [] },
    files: new Map(Object.entries(files).map(([one, file]) => [address(one), `/prompts/${file}`])),
    parts: Object.entries(parts).map(([place, file]) => [place, `/prompts/${file}`] as const),
    shared: new Map(Object.entries(shared).map(([one, found]) => [address(one), found])),
    knownVariables: new Map(),
    composed: new Map(),
    moves: new Map(Object.entries(moves).map(([from, to]) => [address(from), address(to)])),
    declared: declared && new Map(declared.map((one) => [address(one), {}])),
  };
}

function stateOf(name: string, { state = {} }: Stack): State {
  const resources = Object.entries(state).map(([one, workspace_id]) => {
    const [, label, key] = /^(\w+)(?:\[(.+)\])?$/.exec(one)!;
    const instance = {
      attributes: { id: one, workspace_id },
      ...(key && { index_key: JSON.parse(key) as unknown }),
    };
    return { mode: "managed", type: "outreach_snippet", name: label, instances: [instance] };
  });
  const source = { name, file: null };
  const objects = objectsOfState(JSON.stringify({ version: 4, resources }), source);
  return { source, stack: undefined, objects, version: undefined, isMissing: false };
}

/** Where the prompt of the first object of the stack `one` is declared, for the workspace `here`. */
function place(stacks: Readonly<Record<string, Stack>>) {
  const states = Object.entries(stacks).map(([name, stack]) => stateOf(name, stack));
  const configurations = Object.entries(stacks).map(([name, stack]) => configurationOf(name, stack));
  return new Project(configurations, states, "here").placeOf(states[0]!.objects[0]!);
}

const ONE = { files: { a: "a.md" }, state: { a: "here" } };
const FILE = { is: "file", file: "/prompts/a.md" };
const SHARED = { is: "shared file", file: "/prompts/a.md" };

it.each<[string, Readonly<Record<string, Stack>>, object]>([
  ["is its file", { one: ONE }, FILE],
  [
    "is not known if several files have the prompt as their content",
    { one: { shared: { a: ["a.md", "b.md"] }, state: { a: "here" } } },
    { is: "one of several files", files: ["a.md", "b.md"] },
  ],
  ["is code without a file", { one: { state: { a: "here" } } }, { is: "code" }],
  ["is code if the configuration is not fully known", { one: { state: { a: null } } }, { is: "code" }],
  [
    "is nowhere if the code no longer has its resource",
    { one: { declared: ["b"], state: { a: "here" } } },
    { is: "nowhere" },
  ],
  [
    "is the file at its later address",
    { one: { files: { b: "a.md" }, moves: { a: "b" }, declared: ["b"], state: { a: "here" } } },
    FILE,
  ],
  [
    "is not a new resource's file at its earlier address",
    { one: { files: { a: "new.md", b: "a.md" }, moves: { a: "b" }, state: { a: "here" } } },
    FILE,
  ],
  [
    "is shared if another snippet of the code uses the file",
    { one: { files: { a: "a.md", b: "a.md" }, state: { a: "here" } } },
    SHARED,
  ],
  [
    "is shared if another stack of the workspace uses the file",
    { one: ONE, two: { files: { b: "a.md" }, state: { b: "here" } } },
    SHARED,
  ],
  [
    "is shared if another stack that has no state uses the file",
    { one: ONE, two: { files: { b: "a.md" } } },
    SHARED,
  ],
  [
    "is shared if a composed prompt contains the file",
    { one: { ...ONE, parts: { "outreach_snippet.b": "a.md" } } },
    SHARED,
  ],
  [
    "is shared if an override of another stack of the workspace contains the file",
    { one: ONE, two: { parts: { "locals.tone": "a.md" }, state: { c: "here" } } },
    SHARED,
  ],
  [
    "is not shared with an override of a stack of another workspace",
    { one: ONE, two: { parts: { "locals.tone": "a.md" }, state: { c: "other" } } },
    FILE,
  ],
  [
    "is shared if count makes several objects of one snippet",
    { one: { files: { a: "a.md" }, state: { "a[0]": "here", "a[1]": "here" } } },
    SHARED,
  ],
  [
    "is the file of its resource, whatever the key of its instance contains",
    { one: { files: { a: "a.md" }, declared: ["a"], state: { 'a["x\\"]y]"]': "here" } } },
    FILE,
  ],
  [
    "is not shared with a stack of another workspace",
    { one: ONE, two: { files: { a: "a.md" }, state: { a: "other" } } },
    FILE,
  ],
  [
    "is not shared with an unapplied snippet of a stack of another workspace",
    { one: ONE, two: { files: { b: "a.md" }, state: { a: "other" } } },
    FILE,
  ],
  [
    "is shared with an unapplied snippet of a stack of both workspaces",
    { one: ONE, two: { files: { b: "a.md" }, state: { a: "other", c: "here" } } },
    SHARED,
  ],
])("the place of a prompt %s", (_, stacks, expected) => {
  expect(place(stacks)).toEqual(expected);
});

it.each([
  ["a text", "Intro", "Intro"],
  ["escaped templates", "a $${b} %%{c}", "a ${b} %{c}"],
  ["a template", "a ${var.b}", undefined],
  ["a directive", "%{ if true }a%{ endif }", undefined],
  ["no value", undefined, undefined],
])("the declared text of %s is what Terraform stores, or is not known", (_, name, text) => {
  const state = stateOf("one", ONE);
  const declared = new Map([["outreach_snippet.a", { name }]]);
  const project = new Project([{ ...configurationOf("one", ONE), declared }], [state], "here");
  expect(project.declaredText(state.objects[0]!, "name")).toBe(text);
});
