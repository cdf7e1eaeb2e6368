import type { FaultEffect } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("%s, whose create gets a 200 with an error,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, operations } = kind;
  const refuse = (nth: number, body: unknown) =>
    bench.fault(operations.create, { type: "status", status: 200, body }, { nth });

  it.each([
    { error: { code: "Invalid", message: "name too long" } },
    { code: "Invalid", message: "name too long" },
    { success: false, message: "name too long" },
    { title: "Invalid", status: 200, detail: "name too long" },
  ])("is looked for and not retried, and the server's words are reported: %j", async (body) => {
    refuse(1, body);
    const object = bench.managed(type);
    const plan = await object.plan(given);
    bench.simulator.clearJournal();
    const { errors } = await object.carryOut(given, plan);
    expectOnly(errors, 'and an error in the body: "name too long"', "Declare values that the server accepts");
    expect(object.instance.state).toBeNull();
    const counts = bench.simulator.counts();
    expect(counts).toMatchObject({ [operations.create]: 1 });
    // One before the create, and one after it.
    expect(counts[operations.list]).toBeGreaterThanOrEqual(2);
  });
});

describe.each(KINDS)("%s, whose create is answered as done and without its id,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, operations } = kind;

  it.each([
    [202, { operationId: "op-1", status: "pending" }],
    [201, {}],
    [204, ""],
    [200, "<html>"],
  ])("is looked for and not retried, as it may show later: %i with %j", async (status, body) => {
    bench.fault(operations.create, { type: "status", status, body });
    const { errors } = await bench.managed(type).attempt(given);
    expectOnly(errors, "If it does, the next plan shows its id: import it then.");
    const counts = bench.simulator.counts();
    expect(counts).toMatchObject({ [operations.create]: 1 });
    expect(counts[operations.list]).toBeGreaterThanOrEqual(2);
  });
});

describe.each(KINDS)("%s, whose create gets a 503 with Retry-After,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, operations } = kind;
  const unavailable = (seconds: number, when: "before" | "after" = "before") =>
    bench.fault(
      operations.create,
      { type: "status", status: 503, headers: { "retry-after": String(seconds) }, when },
      { nth: 1 },
    );
  /** The waits of a test, which take no time. */
  const record = () => {
    const begun: number[] = [];
    waits.scale = 0;
    waits.begun = (ms) => void begun.push(ms);
    return begun;
  };

  it("is retried after that time", async () => {
    const begun = record();
    unavailable(50);
    const object = await bench.managed(type).settled(given);
    expect(begun).toEqual([expect.any(Number)]);
    expect(begun[0]).toBeGreaterThan(30_000);
    expect(begun[0]).toBeLessThanOrEqual(50_000);
    expect(bench.onlyObject().id).toBe(object.id);
    expect(bench.simulator.counts()[operations.create]).toBe(2);
  });

  it("is found if it is visible by the end of that time", async () => {
    record();
    unavailable(50, "after");
    bench.fault(operations.create, { type: "hide", reads: 1 }, { nth: 1 });
    const object = await bench.managed(type).settled(given);
    expect(bench.onlyObject().id).toBe(object.id);
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it("is not retried if that time is longer than the provider waits", async () => {
    const begun = record();
    unavailable(121);
    const object = bench.managed(type);
    const { errors } = await object.attempt(given);
    expectOnly(errors, "The server asks for a wait of 121 s; this client waits 120 s at most.");
    expect(begun).toEqual([]);
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it("is not retried if a stop ends the wait", async () => {
    unavailable(50);
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const applying = await bench.configured();
    waits.begun = () => applying.stop();
    const { errors } = await object.carryOut(given, plan, applying);
    expectOnly(errors, "so the object may exist.");
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });
});

describe.each(KINDS)("%s, created while the API is overloaded,", (_type, kind) => {
  const { type, given, operations } = kind;
  const it = itInTurn(kind);
  it.each([0, "0", { inSeconds: -5 }, "soon", "-1", undefined])(
    "is created once after a 429 with Retry-After %p",
    async (retryAfter) => {
      jest.spyOn(Math, "random").mockReturnValue(0);
      const object = bench.managed(type, await bench.configured({ max_retries: 1 }));
      const effect: FaultEffect = { type: "throttle", ...(retryAfter !== undefined && { retryAfter }) };
      bench.fault(operations.create, effect, { nth: 1 });
      await object.apply(given);
      expect(bench.onlyObject().id).toBe(object.id);
    },
  );

  it.each([86_400, 1e15, { inSeconds: 86_400 }])(
    "causes an error if a 429 has an unreasonably long Retry-After, %p",
    async (retryAfter) => {
      const object = bench.managed(type, await bench.configured({ max_retries: 4 }));
      bench.fault(operations.create, { type: "throttle", retryAfter });
      const { errors } = await object.attempt(given);
      expectOnly(errors, /The server asks for a wait of \d+ s; this client waits/);
      expect(bench.objects()).toEqual([]);
      expect(bench.simulator.counts()[operations.create]).toBe(1);
    },
  );
});
