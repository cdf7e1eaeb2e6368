import type { OperationName } from "../../src/api";
import { dialectSettings, type FaultEffect } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { expectOnly, identity, useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

const NOT_FOUND = dialectSettings.notFound.values;

describe.each(KINDS)("a delete of %s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, operations } = kind;
  const label = (id: string) => `${type} (${id})`;
  const settled = (settings = {}) => bench.applied(type, given, settings);

  const fault = (effect: FaultEffect) => bench.fault(operations.delete, effect, { nth: 1 });

  // How the response is lost, and how a read then says that the object is missing, meet in one place only.
  const lostThenMissing = NOT_FOUND.map(
    (notFound, row) => [(["reset", "status", "truncate"] as const)[row % 3]!, notFound] as const,
  );
  it.each(lostThenMissing)(
    "is confirmed if its response is lost (%s) and the API reports a missing object as %s",
    async (how, notFound) => {
      const object = await settled();
      bench.simulator.setDialect({ notFound });
      const effects = {
        reset: { type: "reset", when: "after" },
        status: { type: "status", status: 502, when: "after" },
        truncate: { type: "truncate", bytes: 0 },
      } as const;
      fault(effects[how]);
      await object.apply(null);
      expect(object.instance.state).toBeNull();
      expect(bench.objects()).toEqual([]);
    },
  );

  it.each<[string, FaultEffect]>([
    ["the request is lost", { type: "reset" }],
    ["the server responds with 500", { type: "status", status: 500 }],
    ["the server responds with 409", { type: "status", status: 409 }],
    ["the server responds with 404", { type: "status", status: 404 }],
    ["the server responds with 429", { type: "throttle" }],
    [
      "the server responds with 200 with an error",
      { type: "status", status: 200, body: { error: "Not now." } },
    ],
    ["the server responds with 200 but does nothing", { type: "status", status: 200, body: {} }],
  ])("keeps the state if the object still exists and %s", async (_what, effect) => {
    const object = await settled();
    const before = object.state;
    fault(effect);
    const { errors } = await object.attempt(null);
    expectOnly(errors, label(object.id));
    expect(object.state).toEqual(before);
    expect(bench.objects()).toMatchObject([{ id: object.id }]);
    await object.apply(null);
    expect(bench.objects()).toEqual([]);
  });

  it("that was accepted needs no list if a read then gets a 404", async () => {
    const object = await settled();
    bench.simulator.setDialect({ notFound: "404" });
    const plan = await object.plan(null);
    bench.simulator.clearJournal();
    expect((await object.carryOut(null, plan)).errors).toEqual([]);
    expect(bench.simulator.counts()).toMatchObject({ [operations.delete]: 1, [operations.list]: 0 });
  });

  it("that was accepted is waited for if reads show the delete later", async () => {
    const object = await settled({ visibility_timeout: 60 });
    fault({ type: "hide", reads: 2 });
    await object.apply(null);
    expect(bench.simulator.counts()[operations.delete]).toBe(1);
  });

  it.each(NOT_FOUND)(
    "that was accepted is waited for if lists show the delete later and reads get %s",
    async (notFound) => {
      const object = await settled({ visibility_timeout: 60 });
      bench.simulator.setDialect({ notFound });
      bench.fault(operations.list, { type: "stale", writes: 1 }, { times: 2 });
      await object.apply(null);
      expect(bench.simulator.counts()[operations.delete]).toBe(1);
    },
  );

  it.each(["get", "list"] as const)(
    "whose response is lost is waited for if a %s shows the delete later",
    async (lookup) => {
      const object = bench.managed(type, await bench.configured({ visibility_timeout: 60, max_retries: 1 }));
      await object.import(bench.bystander(type, { ...given, createdAt: "2026-01-01T00:00:00Z" }).id);
      bench.simulator.setDialect({ notFound: "404" });
      const plan = await object.plan(null);
      bench.simulator.clearJournal();
      fault({ type: "reset", when: "after" });
      const effect: FaultEffect = { type: "stale", writes: 1 };
      // The first read of the apply comes before the delete.
      bench.fault(operations[lookup], effect, { nth: lookup === "get" ? 2 : 1, times: 2 });
      expect(await object.carryOut(null, plan)).toMatchObject({ errors: [], saved: { state: null } });
      expect(bench.simulator.counts()).toMatchObject({
        [operations.delete]: lookup === "get" ? 2 : 1,
        [operations.list]: lookup === "get" ? 1 : 3,
      });
    },
  );

  it.each([409, 500])("that gets a %d is followed by one read", async (status) => {
    const object = await settled({ visibility_timeout: 60 });
    const plan = await object.plan(null);
    bench.simulator.clearJournal();
    fault({ type: "status", status });
    expect((await object.carryOut(null, plan)).errors).toHaveLength(1);
    // Before the delete, and after it.
    expect(bench.simulator.counts()[operations.get]).toBe(2);
  });

  it("waits for an object that was written a moment ago and is not visible yet", async () => {
    const object = await settled({ visibility_timeout: 60 });
    const plan = await object.plan(null);
    const lookups = [operations.get, operations.list];
    bench.fault(lookups, { type: "stale", writes: 1 }, { times: 2 });
    expect(await object.carryOut(null, plan)).toMatchObject({ errors: [], saved: { state: null } });
    expect(bench.objects()).toEqual([]);
    expect(bench.simulator.counts()[operations.delete]).toBe(1);
  });

  it("does not count an object as deleted that was written a moment ago and becomes visible late", async () => {
    const object = await settled({ visibility_timeout: 60 });
    const plan = await object.plan(null);
    bench.simulator.clearJournal();
    fault({ type: "status", status: 404 });
    bench.fault(operations.get, { type: "stale", writes: 1 }, { nth: 2 });
    bench.fault(operations.list, { type: "stale", writes: 1 }, { nth: 1 });
    const { errors, saved } = await object.carryOut(null, plan);
    expectOnly(errors, `Could not delete ${label(object.id)}`);
    expect(saved.state).toMatchObject(given);
    expect(bench.objects()).toHaveLength(1);
  });

  it("keeps the state if a stop ends the wait for an object that may become visible late", async () => {
    const provider = await bench.configured({ visibility_timeout: 3600 });
    const object = await bench.managed(type, provider).applied(given);
    const plan = await object.plan(null);
    bench.simulator.delete(object.id);
    waits.begun = () => provider.stop();
    const { errors, saved } = await object.carryOut(null, plan, provider);
    expectOnly(errors, "The run was stopped.");
    expect(saved.state).toMatchObject(given);
  });

  it("keeps the state if the time after a stop ends that wait while another call needs its list", async () => {
    const provider = await bench.configured({ visibility_timeout: 3600 });
    const objects = [0, 1, 2].map(() => bench.managed(type, provider));
    for (const [index, object] of objects.entries()) await object.apply({ ...given, name: `Mine ${index}` });
    const [object, ...others] = objects as [Managed, Managed, Managed];
    const plan = await object.plan(null);
    const grace = new AbortController();
    jest.spyOn(AbortSignal, "timeout").mockReturnValue(grace.signal);
    const stop = new AbortController();
    const { delete: remove, get, list } = operations;
    const { simulator } = bench;
    const hold = (operation: OperationName, nth: number) =>
      simulator.addFault({ operation, nth, effect: { type: "hold" } });

    simulator.clearJournal();
    const deleting = hold(remove, 1);
    const applying = provider.apply(type, null, object.instance, plan, stop.signal);
    await simulator.waitForCall(remove, 1);
    // The delete is refused and a list proves the object gone; then a read checks whether it only shows late.
    for (const { id } of objects) simulator.delete(id);
    const looking = hold(get, 2);
    simulator.release(deleting);
    await simulator.waitForCall(get, 3);
    // The other read has one list under way, and both wait for the next.
    const listing = hold(list, 1);
    const gaveUp = new AbortController();
    const reads = others.map(({ instance }) => provider.refresh(type, instance, gaveUp.signal));
    await simulator.waitForCall(list, 2);
    const refusals = () => provider.log.filter((line) => new RegExp(`response .*${get}`).test(line)).length;
    const before = refusals();
    simulator.release(looking);
    while (refusals() === before) await new Promise(setImmediate);
    await new Promise(setImmediate);
    stop.abort();
    grace.abort();
    simulator.release(listing);

    const { errors, saved } = await applying;
    gaveUp.abort();
    await Promise.allSettled(reads);
    expectOnly(errors, "Could not delete");
    expect(saved.state).toEqual(object.state);
  });

  it("that was accepted but never visible is an error, with the way out for an object that is marked as deleted", async () => {
    const object = await settled();
    fault({ type: "hide" });
    const { errors } = await object.attempt(null);
    expectOnly(errors, `${label(object.id)} is still visible after its delete`);
    expect(errors[0]!.detail).toContain("terraform state rm ADDRESS");
    expect(object.state).toMatchObject(given);
  });

  const unclear = NOT_FOUND.filter((dialect) => dialect !== "404");
  it.each(unclear)("is not confirmed by a response of the form %s without a list", async (notFound) => {
    const object = await settled();
    const plan = await object.plan(null);
    bench.simulator.setDialect({ notFound });
    bench.fault(operations.list, 500);
    const { errors } = await object.carryOut(null, plan);
    expect(errors).toHaveLength(1);
    expect(object.state).toMatchObject(given);
    bench.simulator.clearFaults();
    expect(await object.refresh()).toBeNull();
  });

  it.each(dialectSettings.unauthorized.values)(
    "is not confirmed by credentials that are refused afterwards, as %s",
    async (unauthorized) => {
      const object = await settled();
      const plan = await object.plan(null);
      bench.simulator.setDialect({ unauthorized });
      const status = unauthorized === "200-error" ? 200 : Number(unauthorized);
      const body = { error: { code: "Unauthorized", message: "Unknown user id." } };
      const start = () => object.carryOut(null, plan);
      const refuse = () => bench.fault([operations.get, operations.list], { type: "status", status, body });
      const { errors } = await bench.during(operations.delete, start, refuse, { when: "after" });
      expect(errors).toHaveLength(1);
      expect(object.state).toMatchObject(given);
      bench.simulator.clearFaults();
      await object.apply(null);
    },
  );

  it.each<[string, FaultEffect]>([
    ["is lost", { type: "reset" }],
    ["says 404 too", { type: "status", status: 404 }],
    ["says 500", { type: "status", status: 500 }],
  ])("is not confirmed by a 404 to the read after it if its own response %s", async (_what, effect) => {
    const object = await settled();
    const plan = await object.refreshAndPlan(null);
    fault(effect);
    // The reads before and after the delete.
    bench.fault(operations.get, 404, { nth: 2 });
    expect((await object.carryOut(null, plan)).errors).toHaveLength(1);
    expect(object.state).toMatchObject(given);
    expect(bench.objects()).toHaveLength(1);
  });

  it("changes no other object, not even one with the same name and content", async () => {
    const others = [bench.bystander(type, given), bench.bystander(type, given)];
    const object = bench.managed(type);
    await object.attempt(given);
    bench.fault(operations.delete, { type: "reset", when: "after" }, { nth: 1 });
    await object.apply(null);
    expect(bench.objects()).toEqual(others);
  });
});
