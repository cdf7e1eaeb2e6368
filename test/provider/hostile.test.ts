import { clusterFields, operations, snippetFields, type Operation, type OperationName } from "../../src/api";
import type { FaultEffect } from "../../src/simulator";
import { kindInTurn, KINDS, type Kind } from "./kinds";
import { expectOnly, credentials, useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench();

const CALLS = ["create", "get", "update", "delete", "list"] as const;
type Call = (typeof CALLS)[number];

/** A list is asked for what no read finds, and then shows another object. */
function loseToOthers({ id, type }: Managed): void {
  bench.simulator.delete(id);
  const { workspace_id } = credentials;
  if (type === "outreach_cluster") bench.simulator.create("cluster", workspace_id, { name: "Theirs" });
  else bench.simulator.create("snippet", workspace_id, { name: "Theirs", prompt: "" });
}

/** Runs with an answer that is hostile from now on; returns what the user reads, as text. */
async function attempt(object: Managed, kind: Kind, call: Call, effect: FaultEffect): Promise<string> {
  const { given, changed, operations: names } = kind;
  if (call !== "create") await object.apply(given);
  if (call === "list") loseToOthers(object);
  bench.fault(names[call], effect);
  try {
    const declared = { create: given, get: given, update: changed, delete: null, list: given }[call];
    const { errors, warnings } = await object.attempt(declared);
    return [...errors, ...warnings].map(({ summary, detail }) => `${summary}\n${detail}`).join("\n");
  } catch (error) {
    return (error as Error).message;
  } finally {
    bench.simulator.clearFaults();
  }
}

function ours() {
  return bench.objects().filter(({ name }) => name !== "Theirs");
}

/**
 * The state is of the one object there is, or of none where there is none; then everything is as declared
 * again.
 */
async function expectSound(object: Managed, { given }: Kind): Promise<void> {
  const ids = ours().map(({ id }) => id);
  const stateId = object.instance.state?.["id"];
  expect(ids.length).toBeLessThanOrEqual(1);
  if (ids.length === 1) expect([undefined, ids[0]]).toContain(stateId);
  if (ids.length === 1 && stateId === undefined) {
    // Nothing forgets it: the next plan says which one it is.
    const fresh = await bench.configured();
    const { warnings } = await fresh.plan(object.type, given, object.instance);
    expectOnly(warnings, ids[0]!);
    await object.import(ids[0]!);
  }
  await object.refresh();
  await object.settle(given);
  expect(ours().map(({ id }) => id)).toEqual([object.id]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

const CONTENTS = [
  "html",
  "text",
  "empty",
  "null",
  "array",
  "empty-object",
  "deep",
  "proto",
  "wrong-types",
  "lone-surrogates",
  "bad-utf8",
] as const;

const EFFECTS: readonly (readonly [string, FaultEffect])[] = [
  ...CONTENTS.map((content) => [content, { type: "content", content }] as const),
  ["huge", { type: "huge", bytes: 16 * 1024 * 1024 }],
  ["truncated", { type: "truncate" }],
  ["truncated before its first byte", { type: "truncate", bytes: 0 }],
];

/** Both kinds decode what an answer has before its fields by the same code. */
const HOSTILE = EFFECTS.flatMap(([title, effect], row) =>
  CALLS.map((call, column) => [title, call, kindInTurn(row + column), effect] as const),
);

describe("a response that is", () => {
  it.each(HOSTILE)("%s leaves one object and a sound state after a %s", async (title, call, kind, effect) => {
    const object = bench.managed(kind.type, await bench.configured({ visibility_timeout: 0.01 }));
    const said = await attempt(object, kind, call, effect);
    const mustFail = (call === "get" || call === "list") && title !== "proto";
    if (call === "list" && title === "empty-object")
      expect(said).toContain("the list of the API does not prove");
    else if (mustFail && !(call === "get" && isNothing(title))) expect(said).toContain(kind.operations[call]);
    await expectSound(object, kind);
  });

  it.each(KINDS)(
    "a list of %s without an end is an error that names it, and the state is kept",
    async (_type, kind) => {
      const object = bench.managed(kind.type);
      const said = await attempt(object, kind, "list", { type: "loop" });
      expect(said).toContain(`${kind.operations.list}: the list does not end`);
      expect(object.instance.state).not.toBeNull();
    },
  );
});

/** What some servers send for a deleted object. A list decides. */
function isNothing(title: string): boolean {
  return ["empty", "null", "empty-object"].includes(title);
}

/** Texts with half of a surrogate pair: after another character, and in the wrong order. */
const BROKEN = ["a\ud800", "\udc00\ud800"] as const;

/** Every text field of every answer, with the broken texts in turn. */
const FIELDS = KINDS.flatMap(([type, kind]) =>
  (["create", "get", "list"] as const).flatMap((call) => {
    const operation: Operation = operations[kind.operations[call] as OperationName];
    const { response } = operation;
    const fields = "item" in response ? response.item : "fields" in response ? response.fields : {};
    return Object.entries(fields)
      .filter(([, field]) => field.type === "string")
      .map(([property, { wire }]) => [type, call, property, wire, kind] as const);
  }),
).map((row, index) => [...row, BROKEN[index % BROKEN.length]!] as const);

/** An object as an operation answers it. */
function answer({ type }: Kind, call: Call, values: Readonly<Record<string, unknown>>): unknown {
  const fields = type === "outreach_cluster" ? clusterFields : snippetFields;
  const body = Object.fromEntries(
    Object.entries(fields).map(([name, { wire }]) => [wire, values[name] ?? "new"]),
  );
  return call === "list" ? { [type === "outreach_cluster" ? "clusters" : "snippets"]: [body] } : body;
}

describe("half of a surrogate pair", () => {
  it.each(FIELDS)(
    "in a response for %s to a %s, as %s, is rejected with the name of the field",
    async (...row) => {
      const [, call, property, wire, kind, broken] = row;
      const object = bench.managed(kind.type, await bench.configured({ visibility_timeout: 0.01 }));
      if (call !== "create") await object.apply(kind.given);
      const body = answer(kind, call, { ...bench.objects()[0], [property]: broken });
      const effect: FaultEffect = { type: "status", status: 200, when: "after", body };
      bench.fault(kind.operations[call], effect);
      if (call === "create") {
        // The object was made: it is found by a list, and the answer that could not be kept harms nobody.
        await object.attempt(kind.given);
        expect(object.id).toBe(bench.onlyObject().id);
        return;
      }
      if (call === "list") bench.simulator.delete(object.id);
      await expect(object.refresh()).rejects.toThrow(new RegExp(`${wire} is not valid Unicode text`));
      expect(object.instance.state).not.toBeNull();
    },
  );
});
