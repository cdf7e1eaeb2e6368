import type { FaultEffect } from "../../src/simulator";
import { nothing } from "../plugin/core";
import { KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { atATime, inRange } from "./many";
import { waits } from "./quick-waits";
import { identity, useWorkbench } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

/** A gateway that repeats requests itself passes on the refusal of its last one. */
const afterCommit = (headers: Record<string, string> = {}): FaultEffect => ({
  type: "status",
  status: 429,
  headers,
  when: "after",
});

describe.each(KINDS)("%s, whose create is rejected with 429,", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const { bystander, lose } = losing(bench, kind);
  const patient = (settings = {}) => bench.configured({ max_retries: 4, ...settings });

  it.each<Record<string, string>>([{}, { "retry-after": "0" }, { "retry-after": "3" }])(
    "is found if the server has carried it out, with the headers %j",
    async (headers) => {
      const object = bench.managed(type, await patient());
      bench.simulator.addFault({ operation: operations.create, times: 3, effect: afterCommit(headers) });
      await object.settle(given);
      expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
      expect(bench.simulator.counts()[operations.create]).toBe(1);
    },
  );

  it("is waited for if the server has carried it out and lists show it later", async () => {
    const object = bench.managed(type, await patient({ visibility_timeout: 60 }));
    lose(afterCommit());
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 3 } });
    await object.settle(given);
    expect(bench.onlyObject().id).toBe(object.id);
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it("causes an error with its id if the server has carried it out and its read is refused", async () => {
    const object = bench.managed(type, await patient());
    lose(afterCommit());
    bench.simulator.addFault({ operation: operations.get, effect: { type: "status", status: 404 } });
    const { errors } = await object.attempt(given);
    expect(errors).toMatchObject([{ detail: expect.stringContaining(bench.onlyObject().id) as string }]);
  });

  it("is named in a warning if it becomes visible only after a second create", async () => {
    const object = bench.managed(type, await patient());
    lose(afterCommit());
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 1 } });
    const { errors, warnings } = await object.attempt(given);
    expect(errors).toEqual([]);
    const other = bench.objects().find(({ id }) => id !== object.id)!;
    expect(warnings).toMatchObject([{ detail: expect.stringContaining(other.id) as string }]);
  });

  it("is retried, as often as any call and after one list each, if nothing was made", async () => {
    const object = bench.managed(type, await patient());
    bench.simulator.addFault({ operation: operations.create, times: 4, effect: { type: "throttle" } });
    await object.settle(given);
    expect(bench.onlyObject().id).toBe(object.id);
    expect(bench.simulator.counts()[operations.create]).toBe(5);
  });

  it("is retried at most max_retries times, and is then reported as an object that may exist", async () => {
    const object = bench.managed(type, await patient({ max_retries: 1 }));
    bench.simulator.addFault({ operation: operations.create, effect: { type: "throttle" } });
    const { errors } = await object.attempt(given);
    expect(errors).toMatchObject([
      {
        detail: expect.stringMatching(
          /2 attempts.*Although the server refused the create, the object may exist/s,
        ) as string,
      },
    ]);
    expect(bench.simulator.counts()[operations.create]).toBe(2);
  });

  it("is retried equally often after ambiguous results", async () => {
    const object = bench.managed(type, await patient());
    lose({ type: "reset" });
    lose({ type: "reset" }, 2);
    bench.simulator.addFault({
      operation: operations.create,
      nth: 3,
      times: 4,
      effect: { type: "throttle" },
    });
    const { errors } = await object.attempt(given);
    expect(errors).toEqual([]);
    expect(bench.simulator.counts()[operations.create]).toBe(7);
    expect(bench.onlyObject().id).toBe(object.id);
  });

  it("waits before it lists, so that the list is not rejected", async () => {
    const object = bench.managed(type, await patient());
    const plan = await object.plan(given);
    lose({ type: "throttle", retryAfter: 7 });
    const lists: number[] = [];
    waits.begun = (ms) => {
      if (ms > 6_000) lists.push(bench.simulator.counts()[operations.list]);
      return undefined;
    };
    const { errors } = await object.carryOut(given, plan, await patient());
    expect(errors).toEqual([]);
    expect(lists).toHaveLength(1);
    // The list of the plan, and that of the apply.
    expect(lists).toEqual([2]);
  });

  it("is distinguished from an object of another run that appeared meanwhile", async () => {
    const object = bench.managed(type, await patient());
    const plan = await object.plan(given);
    const hold = bench.simulator.addFault({ operation: operations.create, effect: { type: "hold" } });
    lose({ type: "throttle" });
    const applying = object.carryOut(given, plan, await patient());
    await bench.simulator.waitForCall(operations.create, 1);
    const other = bystander(changed);
    bench.simulator.clearFaults(hold);
    bench.simulator.release(hold);
    expect((await applying).errors).toEqual([]);
    expect(object.id).not.toBe(other.id);
    expect(bench.objects()).toHaveLength(2);
  });

  it.each([undefined, 1])(
    "with 15 others makes one object each and few lists, with Retry-After %p",
    async (retryAfter) => {
      const effect: FaultEffect = { type: "throttle", ...(retryAfter !== undefined && { retryAfter }) };
      bench.simulator.addFault({ operation: operations.create, nth: 1, times: 16, effect });
      const process = await patient({ max_concurrent_requests: 8 });
      const outcomes = await atATime(
        8,
        inRange(16, (index) => async () => {
          const declared = { ...given, name: `Name ${index}` };
          return process.apply(type, declared, nothing, await process.plan(type, declared, nothing));
        }),
      );
      expect(outcomes.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
      expect(new Set(bench.objects().map(({ name }) => name)).size).toBe(16);
      expect(bench.objects()).toHaveLength(16);
      // No list has a second page.
      expect(bench.simulator.counts()[operations.list]).toBeLessThan(9);
    },
  );
});
