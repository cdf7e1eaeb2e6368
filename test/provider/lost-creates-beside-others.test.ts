import type { FaultEffect } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { expectOnly, identity, useWorkbench, type Given } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench({ credentials: [identity] });

describe.each(KINDS)("%s, whose create has an ambiguous result,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { bystander, lose } = losing(bench, kind);

  it("is never confused with objects that existed before, whatever their content", async () => {
    const before = [
      bystander(),
      bystander({ ...given, createdAt: "2999-01-01T00:00:00.000Z" }),
      bystander({ ...given, createdAt: "01 Jan 2020 00:00:00" }),
      bystander({ ...changed, name: given["name"]! }),
    ];
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    const { errors } = await object.attempt(given);
    expect(errors).toEqual([]);
    expect(before.map(({ id }) => id)).not.toContain(object.id);
    expect(bench.objects()).toEqual([...before, bench.objects().find(({ id }) => id === object.id)]);
  });

  it("does not become a new object of other content if nothing was created", async () => {
    const before = bystander();
    const object = bench.managed(type);
    lose({ type: "reset" });
    const { errors } = await object.attempt(given);
    expect(errors).toEqual([]);
    expect(object.id).not.toBe(before.id);
    expect(bench.objects()).toHaveLength(2);
    expect(bench.objects()).toContainEqual(before);
  });

  /** Another client creates an object while the create is under way. `effect` is how the create fails. */
  const meanwhile = async (content: Given, effect: FaultEffect) => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const hold = bench.fault(operations.create, { type: "hold" });
    lose(effect);
    const applying = object.carryOut(given, plan);
    await bench.simulator.waitForCall(operations.create, 1);
    const other = bystander(content);
    bench.simulator.clearFaults(hold);
    bench.simulator.release(hold);
    return { object, other, outcome: await applying };
  };

  it("is distinguished from a new object with other content", async () => {
    const { object, other, outcome } = await meanwhile(
      { ...changed, name: given["name"]! },
      { type: "reset", when: "after" },
    );
    expect(outcome.errors).toEqual([]);
    expect(object.id).not.toBe(other.id);
    expect(bench.objects()).toContainEqual(other);
  });

  it("causes an error that lists the candidates if an identical object appeared meanwhile", async () => {
    const { object, outcome } = await meanwhile(given, { type: "reset", when: "after" });
    const ids = bench.objects().map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expectOnly(outcome.errors, `${type}: 2 objects may be the one that was created`);
    for (const id of ids) {
      expect(outcome.errors[0]!.detail).toContain(`terraform import ${type}.NAME ${id}`);
    }
    expect(object.instance.state).toBeNull();
  });

  it.each([1_500, 20_000])(
    "is not created again if an identical object appeared, dated %i ms before the call",
    async (before) => {
      const object = bench.managed(type);
      const plan = await object.plan(given);
      const hold = bench.fault(operations.create, { type: "hold" });
      lose({ type: "reset" });
      const applying = object.carryOut(given, plan);
      await bench.simulator.waitForCall(operations.create, 1);
      const { id } = bystander({ ...given, createdAt: new Date(Date.now() - before - 1_000).toISOString() });
      bench.simulator.clearFaults(hold);
      bench.simulator.release(hold);
      const { errors } = await applying;
      expectOnly(errors, `${type}: 1 object may be the one that was created`);
      expect(errors[0]!.detail).toContain(`terraform import ${type}.NAME ${id}`);
      expect(object.instance.state).toBeNull();
      expect(bench.simulator.counts()[operations.create]).toBe(1);
    },
  );

  const others: [string, Given][] = [
    ["other content", { ...changed, name: given["name"]! }],
    ["an earlier date", { ...given, createdAt: "2020-01-01T00:00:00.000Z" }],
    ["an earlier date with an offset", { ...given, createdAt: "2020-01-01T02:00:00+02:00" }],
    ["an earlier date in small letters", { ...given, createdAt: "2020-01-01t00:00:00z" }],
    ["the name in other letters", { ...given, name: (given["name"] as string).toUpperCase() }],
    [
      "the name in other letters and spaces around it",
      { ...given, name: ` ${(given["name"] as string).toUpperCase()}  ` },
    ],
  ];
  it.each(others)(
    "is not created again beside an object that appeared meanwhile with %s",
    async (_what, content) => {
      const { object, other, outcome } = await meanwhile(content, { type: "reset" });
      expectOnly(
        outcome.errors,
        `${type}: 1 object may be the one that was created`,
        `terraform import ${type}.NAME ${other.id}`,
      );
      expect(object.instance.state).toBeNull();
      expect(bench.onlyObject()).toEqual(other);
    },
  );

  const dates = ["2020-01-01", "2020-01-01T00:00Z", "2020-01-01T00:00:00", "01 Jan 2020 00:00:00"];
  it.each(dates)("is recognised if the server dates it %p, which is no instant", async (createdAt) => {
    const { object, other } = await meanwhile({ ...given, createdAt }, { type: "reset" });
    expect(object.id).toBe(other.id);
  });

  const unread: FaultEffect[] = [
    { type: "status", status: 404 },
    { type: "status", status: 400 },
    { type: "content", content: "empty-object" },
    { type: "content", content: "wrong-types" },
    { type: "content", content: "html" },
  ];
  it.each(unread)("is not created again where it is listed but a read of it brings %j", async (effect) => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    bench.fault(operations.get, effect);
    const { errors } = await object.attempt(given);
    expectOnly(errors, `terraform import ${type}.NAME ${bench.onlyObject().id}`);
    expect(object.instance.state).toBeNull();
  });

  it("is distinguished from an older identical object that was not listed before", async () => {
    const { object, other, outcome } = await meanwhile(
      { ...given, createdAt: "2020-01-01T00:00:00.000Z" },
      { type: "reset", when: "after" },
    );
    expect(outcome.errors).toEqual([]);
    expect(object.id).not.toBe(other.id);
    expect(bench.objects()).toHaveLength(2);
  });

  it.each([0, 1, 2, 3])(
    "shares no object with same-named ones that are created beside it (the first %i responses lost)",
    async (lost) => {
      const sameNamed = Array.from({ length: 4 }, () => bench.managed(type));
      const plans = await Promise.all(sameNamed.map((one) => one.plan(given)));
      bench.fault(operations.create, { type: "reset", when: "after" }, { nth: 1, times: lost + 1 });
      const process = await bench.configured();
      const outcomes = await Promise.all(
        sameNamed.map((one, index) => one.carryOut(given, plans[index]!, process)),
      );
      expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
      expect(new Set(sameNamed.map(({ id }) => id)).size).toBe(4);
      expect(bench.objects()).toHaveLength(4);
    },
  );

  it("shares no object with same-named ones under any mixture of lost responses and requests", async () => {
    for (const effect of [
      { type: "reset" },
      { type: "reset", when: "after" },
      { type: "truncate" },
    ] as const) {
      bench.fault(operations.create, effect, { probability: 0.3 });
    }
    const sameNamed = Array.from({ length: 12 }, () => bench.managed(type));
    const process = await bench.configured();
    const outcomes = await Promise.all(
      sameNamed.map(async (one) => one.carryOut(given, await one.refreshAndPlan(given, process), process)),
    );
    const created = sameNamed.filter(({ instance }) => instance.state !== null);
    expect(new Set(created.map(({ id }) => id)).size).toBe(created.length);
    expect(created).toHaveLength(outcomes.filter(({ errors }) => errors.length === 0).length);
    expect(bench.objects()).toHaveLength(created.length);
  });

  it("causes a warning if it is dated after the failure of the create", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const hold = bench.fault(operations.list, { type: "hold" }, { nth: 2 });
    lose({ type: "status", status: 503 });
    const applying = object.carryOut(given, plan);
    await bench.simulator.waitForCall(operations.list, 3);
    const { id } = bystander({ ...given, createdAt: new Date(Date.now() + 10_000).toISOString() });
    bench.simulator.release(hold);
    const { errors, warnings } = await applying;
    expect(errors).toEqual([]);
    expectOnly(warnings, `${type} (${id}) was created after its create request had failed`);
    expect(object.id).toBe(id);
  });

  it("is accepted if the server responds with the id of the object that it replaces", async () => {
    const object = await bench.managed(type).settled(given);
    const { id } = object;
    const replacing = await bench.configured();
    await object.carryOut(null, await object.plan(null), replacing);
    const body = { clusterId: id, snippetId: id, workspaceId };
    bench.fault(operations.create, { type: "status", status: 200, body });
    const plan = await bench.managed(type).plan(given);
    bystander({ ...given, id });
    const { errors } = await object.carryOut(given, plan, replacing);
    expect(errors).toEqual([]);
    expect(object.id).toBe(id);
  });

  it("is rejected if the server responds with the id of another existing object", async () => {
    const other = bystander();
    const object = bench.managed(type);
    const body = { clusterId: other.id, snippetId: other.id, workspaceId };
    bench.fault(operations.create, { type: "status", status: 200, body });
    const { errors } = await object.attempt(given);
    expectOnly(errors, `the API responded to a create with the id of an existing object (${other.id})`);
    expect(object.instance.state).toBeNull();
    expect(bench.objects()).toEqual([other]);
  });
});
