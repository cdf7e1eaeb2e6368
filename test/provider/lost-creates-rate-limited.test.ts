import type { FaultEffect } from "../../src/simulator";
import { nothing } from "../sdk/core";
import { itInTurn, KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { atATime, inRange } from "./many";
import { waits } from "./quick-waits";
import { expectOnly, identity, useWorkbench } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(0));

/** A gateway that repeats requests itself passes on the refusal of its last one. */
const afterCommit = (headers: Record<string, string> = {}): FaultEffect => ({
  type: "status",
  status: 429,
  headers,
  when: "after",
});

describe.each(KINDS)("%s, whose create is rejected with 429,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { lose, creates, hide } = losing(bench, kind);
  const patient = (settings = {}) => bench.configured({ max_retries: 4, ...settings });

  const allHeaders: Record<string, string>[] = [{}, { "retry-after": "0" }, { "retry-after": "3" }];
  it.each(allHeaders)("is found if the server has carried it out, with the headers %j", async (headers) => {
    const object = bench.managed(type, await patient());
    bench.fault(operations.create, afterCommit(headers), { times: 3 });
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(creates()).toBe(1);
  });

  it("is looked for some time if it is the only refusal, although lists show it later", async () => {
    const object = bench.managed(type, await patient({ visibility_timeout: 60 }));
    lose(afterCommit());
    hide(3);
    await object.settle(given);
    expect(bench.onlyObject().id).toBe(object.id);
    expect(creates()).toBe(1);
  });

  it("is retried after one list if the server refuses reads, too", async () => {
    const process = await patient({ visibility_timeout: 60 });
    const plan = await bench.managed(type).plan(given);
    bench.fault(operations.list, { type: "throttle" }, { nth: 1 });
    lose({ type: "throttle" });
    const object = bench.managed(type);
    expect((await object.carryOut(given, plan, process)).errors).toEqual([]);
    expect(bench.onlyObject().id).toBe(object.id);
    // The plan, the refused list of the apply and its retry, the list after the refused create, and the last
    // one, which would show an object of the first create.
    expect(bench.simulator.counts()[operations.list]).toBeLessThanOrEqual(5);
  });

  it.each<["read" | "list", "get" | "list"]>([
    ["read", "get"],
    ["list", "list"],
  ])("is looked for until visibility_timeout if a %s has lacked an object of this run", async (late) => {
    const process = await patient({ visibility_timeout: 60 });
    const [first, object] = [bench.managed(type), bench.managed(type)];
    const plans = [await first.plan(changed), await object.plan(given)] as const;
    const hides = (reads: number, nth: number) =>
      bench.fault(operations.create, { type: "hide", reads }, { nth });
    if (late === "read") hides(1, 1);
    expect((await first.carryOut(changed, plans[0], process)).errors).toEqual([]);
    // The server refuses reads, too, so that one list would decide without the lag.
    bench.fault(operations.get, { type: "throttle" }, { nth: 1 });
    await process.refresh(type, first.instance);
    bench.simulator.clearFaults();
    if (late === "list") {
      const effect = { type: "omit", ids: [first.id] } as const;
      bench.fault(operations.list, effect, { nth: 1, times: 1 });
    }
    lose(afterCommit());
    hides(8, 1);
    expect((await object.carryOut(given, plans[1], process)).errors).toEqual([]);
    expect(bench.objects().map(({ id }) => id)).toEqual([first.id, object.id]);
  });

  it("with 503, as the reads before it, is retried after one list", async () => {
    const process = await patient({ visibility_timeout: 60 });
    const [first, object] = [bench.managed(type), bench.managed(type)];
    const plans = [await first.plan(changed), await object.plan(given)] as const;
    expect((await first.carryOut(changed, plans[0], process)).errors).toEqual([]);
    const unavailable = { type: "throttle", status: 503 } as const;
    bench.fault(operations.get, unavailable, { nth: 1, times: 3 });
    await process.refresh(type, first.instance);
    lose(unavailable);
    bench.simulator.clearJournal();
    expect((await object.carryOut(given, plans[1], process)).errors).toEqual([]);
    expect(bench.simulator.counts()).toMatchObject({ [operations.create]: 2, [operations.list]: 2 });
  });

  it("as many others, is reported once, with the setting that avoids the refusals", async () => {
    const process = await patient({ visibility_timeout: 0 });
    const declared = inRange(12, (index) => ({ ...given, name: `Name ${index}` }));
    bench.fault(operations.create, { type: "throttle" }, { nth: 1, times: 10 });
    const create = async (one: (typeof declared)[number]) =>
      process.apply(type, one, nothing, await process.plan(type, one, nothing));
    const first = await Promise.all(declared.slice(0, 10).map(create));
    const tenSecondsLater = performance.now() + 10_000;
    jest.spyOn(performance, "now").mockImplementation(() => tenSecondsLater);
    const outcomes = [...first, await create(declared[10]!), await create(declared[11]!)];
    expect(outcomes.flatMap(({ warnings }) => warnings)).toMatchObject([
      { detail: expect.stringMatching(/Set requests_per_second = \d+ \(OUTREACH_REQ/) as string },
    ]);
  });

  it("is retried, as often as any call and after one list each, if nothing was made", async () => {
    const object = bench.managed(type, await patient());
    bench.fault(operations.create, { type: "throttle" }, { times: 4 });
    await object.settle(given);
    expect(bench.onlyObject().id).toBe(object.id);
    expect(creates()).toBe(5);
  });

  it("is retried at most max_retries times, and is then reported as an object that may exist", async () => {
    const object = bench.managed(type, await patient({ max_retries: 1 }));
    bench.fault(operations.create, { type: "throttle" });
    const { errors } = await object.attempt(given);
    expectOnly(errors, /2 attempts.*so the object may exist/s);
    expect(creates()).toBe(2);
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
    // The create waits, and then the pace of all calls. Until then, only the plan and the apply have listed.
    expect(new Set(lists)).toEqual(new Set([2]));
  });

  it.each([undefined, 1])(
    "with 15 others makes one object each and few lists, with Retry-After %p",
    async (retryAfter) => {
      const effect: FaultEffect = { type: "throttle", ...(retryAfter !== undefined && { retryAfter }) };
      bench.fault(operations.create, effect, { nth: 1, times: 16 });
      const process = await patient({ max_concurrent_requests: 8 });
      const outcomes = await atATime(
        8,
        inRange(16, (index) => async () => {
          const declared = { ...given, name: `Name ${index}` };
          return process.apply(type, declared, nothing, await process.plan(type, declared, nothing));
        }),
      );
      expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
      // At most the warning of the limit.
      expect(outcomes.flatMap(({ warnings }) => warnings).length).toBeLessThan(2);
      expect(new Set(bench.objects().map(({ name }) => name)).size).toBe(16);
      expect(bench.objects()).toHaveLength(16);
      // No list has a second page.
      expect(bench.simulator.counts()[operations.list]).toBeLessThan(12);
    },
  );
});
