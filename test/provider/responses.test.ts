import type { OperationName } from "../../src/api";
import type { FaultEffect } from "../../src/simulator";
import { kindInTurn, KINDS } from "./kinds";
import { credentials, useWorkbench, type Managed } from "./workbench";

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
const PLAIN_ERRORS: readonly unknown[] = [
  { error: { code: "Overloaded", message: "Not now." } },
  { error: "Not now." },
  { errors: [{ message: "Not now." }] },
  { success: false, message: "Not now." },
  { code: "Overloaded", message: "Not now." },
  { statusCode: 500, message: "Not now." },
];
const OTHER_ERRORS: readonly unknown[] = [{ message: "Not now." }, "Not now.", [], 1, false];

/** Whether a body is an error does not depend on the kind. */
const ERRORS = CALLS.flatMap((call, row) =>
  [...PLAIN_ERRORS, ...(call === "delete" ? [] : OTHER_ERRORS)].map(
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

describe("a response that never ends", () => {
  const reads = (["get", "list"] as const).map((call, row) => [call, kindInTurn(row)] as const);

  it.each(reads)(
    "to a %s is an error that names the operation, and the state is kept",
    async (call, { type, given, operations }) => {
      const operation = operations[call];
      const object = await bench.managed(type).applied(given);
      if (call === "list") bench.simulator.delete(object.id);
      bench.fault(operation, { type: "huge", bytes: 80 * 1024 * 1024 });
      const before = object.state;
      await expect(object.refresh()).rejects.toThrow(operation);
      expect(object.state).toEqual(before);
    },
  );
});

describe("a response that repeats the credentials", () => {
  const everything = Object.values(credentials).join(" ");
  const echoes: readonly (readonly [string, FaultEffect])[] = [
    [
      "error message",
      { type: "status", status: 400, body: { error: { message: everything, code: everything } } },
    ],
    ["error text", { type: "status", status: 409, body: everything }],
    ["web page", { type: "status", status: 502, body: `<p>${everything}</p>` }],
    ["success", { type: "status", status: 200, body: { ...credentials, error: everything } }],
    ["request id", { type: "status", status: 500, body: {}, headers: { "x-request-id": everything } }],
    [
      "redirect",
      { type: "status", status: 302, headers: { location: `https://${credentials.user_id}.example.com` } },
    ],
  ];

  /** What redacts a response does not know the kind. */
  const responses = echoes.flatMap(([where, effect], row) =>
    CALLS.map((call, column) => [where, call, kindInTurn(row + column), effect] as const),
  );

  it.each(responses)("in an %s never shows the credentials at a %s", async (_where, call, kind, effect) => {
    const { type, operations } = kind;
    const errors = await errorsOf(call, operations[call], bench.managed(type), effect);
    expectOne(errors, type);
    for (const secret of Object.values(credentials)) {
      expect(errors[0]!.toLowerCase()).not.toContain(secret);
    }
  });
});
