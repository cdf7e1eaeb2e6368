import { sourcesIn } from "../../../src/commands/pull/decide";
import { rowsOf } from "../../../src/estate/rows";
import type { StackConfiguration } from "../../../src/estate/declared/stack-configuration";
import type { PromptUse } from "../../../src/placing/records";
import { parseState } from "../../../src/estate/states/state-file";

type Stack = {
  /** Maps a snippet's name to its file. */
  readonly files?: Readonly<Record<string, string>>;
  /** Maps a place to the file that it contains among other text. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Maps a snippet's name to the files whose content is its prompt. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
  readonly moves?: Readonly<Record<string, string>>;
  /** The other snippets of the code. */
  readonly others?: readonly string[];
  /** Maps the address of each object of the state to its workspace. */
  readonly state?: Readonly<Record<string, string | null>>;
};

const address = (name: string) => `outreach_snippet.${name}`;

function configurationOf(name: string, stack: Stack): StackConfiguration {
  const { files = {}, shared = {}, parts = {}, moves = {}, others = [] } = stack;
  const names = [...Object.keys({ ...files, ...shared }), ...others];
  const use = (is: PromptUse["is"], place: string, file: string) => ({ place, file: `/prompts/${file}`, is });
  return {
    stack: { name, folder: name, dependencies: [] },
    uses: [
      ...Object.entries(files).map(([one, file]) => use("whole", address(one), file)),
      ...Object.entries(parts).map(([place, file]) => use("part", place, file)),
      ...Object.entries(shared).flatMap(([one, found]) =>
        found.map((file) => use("one of several", address(one), file)),
      ),
    ],
    knownVariables: new Map(),
    moves: new Map(Object.entries(moves).map(([from, to]) => [address(from), address(to)])),
    declared: new Map(names.map((one) => [address(one), {}])),
  };
}

function objectsIn(name: string, { state = {} }: Stack) {
  const resources = Object.entries(state).map(([one, workspace_id]) => {
    const [, label, key] = /^(\w+)(?:\[(.+)\])?$/.exec(one)!;
    const instance = {
      attributes: { id: one, workspace_id },
      ...(key && { index_key: JSON.parse(key) as unknown }),
    };
    return { mode: "managed", type: "outreach_snippet", name: label, instances: [instance] };
  });
  return parseState(JSON.stringify({ version: 4, resources }), { name, file: null });
}

const ONE = { files: { a: "a.md" }, state: { a: "here" } };

it.each<[string, Readonly<Record<string, Stack>>, string]>([
  ["has its file", { one: ONE }, "file"],
  [
    "has one of several files if they have the prompt as their content",
    { one: { shared: { a: ["a.md", "b.md"] }, state: { a: "here" } } },
    "one of several files",
  ],
  ["comes from code without a file", { one: { others: ["a"], state: { a: "here" } } }, "code"],
  [
    "comes from nowhere if the code no longer has its resource",
    { one: { others: ["b"], state: { a: "here" } } },
    "nowhere",
  ],
  [
    "has the file of its later address",
    { one: { files: { b: "a.md" }, moves: { a: "b" }, state: { a: "here" } } },
    "file",
  ],
  [
    "has no file of a new resource at its earlier address",
    { one: { files: { a: "new.md", b: "a.md" }, moves: { a: "b" }, state: { a: "here" } } },
    "file",
  ],
  [
    "shares its file with another snippet of the code",
    { one: { files: { a: "a.md", b: "a.md" }, state: { a: "here" } } },
    "shared file",
  ],
  [
    "shares its file with another stack of the workspace",
    { one: ONE, two: { files: { b: "a.md" }, state: { b: "here" } } },
    "shared file",
  ],
  [
    "shares its file with another stack that has no state",
    { one: ONE, two: { files: { b: "a.md" } } },
    "shared file",
  ],
  [
    "shares its file with a composed prompt",
    { one: { ...ONE, parts: { "outreach_snippet.b": "a.md" } } },
    "shared file",
  ],
  [
    "shares its file with an override of another stack of the workspace",
    { one: ONE, two: { parts: { "locals.tone": "a.md" }, state: { c: "here" } } },
    "shared file",
  ],
  [
    "shares no file with an override of a stack of another workspace",
    { one: ONE, two: { parts: { "locals.tone": "a.md" }, state: { c: "other" } } },
    "file",
  ],
  [
    "shares its file with the other objects of one snippet with count",
    { one: { files: { a: "a.md" }, state: { "a[0]": "here", "a[1]": "here" } } },
    "shared file",
  ],
  [
    "has the file of its resource, whatever the key of its instance contains",
    { one: { files: { a: "a.md" }, state: { 'a["x\\"]y]"]': "here" } } },
    "file",
  ],
  [
    "shares no file with a stack of another workspace",
    { one: ONE, two: { files: { a: "a.md" }, state: { a: "other" } } },
    "file",
  ],
  [
    "shares no file with an unapplied snippet of a stack of another workspace",
    { one: ONE, two: { files: { b: "a.md" }, state: { a: "other" } } },
    "file",
  ],
  [
    "shares its file with an unapplied snippet of a stack of both workspaces",
    { one: ONE, two: { files: { b: "a.md" }, state: { a: "other", c: "here" } } },
    "shared file",
  ],
])("a prompt %s", (_, stacks, expected) => {
  const rows = Object.entries(stacks).flatMap(([name, stack]) =>
    rowsOf(configurationOf(name, stack), objectsIn(name, stack)),
  );
  const { place, declared, sharedWith } = sourcesIn(rows, "here", () => undefined)(rows[0]!.held!);
  expect(place).toBe(expected);
  if (expected.endsWith("file")) expect(declared.wholeFile).toBe("/prompts/a.md");
  const users = Object.keys(stacks).filter((name) => name !== "one");
  expect(sharedWith).toEqual(users);
});
