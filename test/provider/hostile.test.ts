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
  ["an error", { type: "status", status: 200, body: { error: { code: "Overloaded", message: "Not now." } } }],
  ["a failure", { type: "status", status: 200, body: { success: false } }],
  ["a sentence", { type: "status", status: 200, body: "Not now." }],
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
