import type { OperationName } from "../../src/api";
import type { FaultEffect } from "../../src/simulator";
import { kindInTurn, KINDS } from "./kinds";
import { useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench();

type Call = "create" | "get" | "update" | "delete" | "list";

/** The errors of a run in which the API answers one operation like this, and everything else as it should. */
async function errorsOf(call: Call, operation: OperationName, object: Managed, effect: FaultEffect) {
  const { given, changed } = KINDS.find(([type]) => type === object.type)![1];
  if (call !== "create") await object.apply(given);
  const before = object.instance.state;
  if (call === "list") bench.simulator.delete(object.id);
  bench.fault(operation, effect);
  if (call === "get" || call === "list") {
    const failed = await object.refresh().then(
      () => "success",
      (error: Error) => error.message,
    );
    expect(object.instance.state).toEqual(before);
    return [failed];
  }
  const { errors } = await object.attempt({ create: given, update: changed, delete: null }[call]);
  expect(object.instance.state).toEqual(before);
  return errors.map(({ summary, detail }) => `${summary}\n${detail}`);
}

const CALLS = ["create", "get", "update", "delete", "list"] as const;

function expectOne(errors: readonly string[], type: string, operation = ""): void {
  expect(errors).toEqual([expect.stringContaining(type)]);
  expect(errors[0]).toContain(operation);
}

/** A delete is promised nothing, so that only a plain error counts against it. */
const BODIES: readonly unknown[] = [
  { error: { code: "Overloaded", message: "Not now." } },
  { success: false },
  "Not now.",
  [],
];

/** Whether a body is an error does not depend on the kind. */
const ERRORS = CALLS.flatMap((call, row) =>
  BODIES.slice(0, call === "delete" ? 2 : undefined).map(
    (body, column) => [call, body, kindInTurn(row + column)] as const,
  ),
);

it.each(ERRORS)("a 200 with an error in the body is an error at a %s as %j", async (call, body, kind) => {
  const { type, operations } = kind;
  const effect: FaultEffect = { type: "status", status: 200, body };
  const errors = await errorsOf(call, operations[call], bench.managed(type), effect);
  expectOne(errors, type, operations[call]);
});

describe.each(KINDS)("a response that breaks the contract, for %s,", (_type, kind) => {
  const { type, operations } = kind;

  it("is reported with the advice to look for a newer provider if a field has changed", async () => {
    const effect: FaultEffect = { type: "content", content: "wrong-types" };
    const [error] = await errorsOf("get", operations.get, bench.managed(type), effect);
    expect(error).toMatch(/the field \w+ is .*look for a newer version of the provider/s);
  });
});
