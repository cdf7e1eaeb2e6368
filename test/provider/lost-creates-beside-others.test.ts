import type { FaultEffect } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { expectOnly, identity, useWorkbench, type Given } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench({ credentials: [identity] });

describe.each(KINDS)("%s, whose create has an ambiguous result,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { bystander, lose, losing: create, together } = losing(bench, kind);

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

  /** Another client creates an object while the create is under way. `effect` is how the create fails. */
  const meanwhile = async (content: Given, effect: FaultEffect) => {
    const { made: other, ...outcome } = await create(effect, () => bystander(content));
    return { other, ...outcome };
  };

  it.each<[string, Given]>([
    ["a new object with other content", { ...changed, name: given["name"]! }],
    [
      "an older identical object that was not listed before",
      { ...given, createdAt: "2020-01-01T00:00:00.000Z" },
    ],
  ])("is distinguished from %s", async (_what, content) => {
    const { object, other, errors } = await meanwhile(content, { type: "reset", when: "after" });
    expect(errors).toEqual([]);
    expect(object.id).not.toBe(other.id);
    expect(bench.objects()).toHaveLength(2);
    expect(bench.objects()).toContainEqual(other);
  });

  it("causes an error that lists the candidates if an identical object appeared meanwhile", async () => {
    const { object, errors } = await meanwhile(given, { type: "reset", when: "after" });
    const imports = bench.objects().map(({ id }) => `terraform import ${type}.NAME ${id}`);
    expect(imports).toHaveLength(2);
    expectOnly(errors, `${type}: 2 objects may be the one that was created`, ...imports);
    expect(object.instance.state).toBeNull();
  });

  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const others: [string, Given][] = [
    ["the same content, dated 2.5 s before the call", { ...given, createdAt: ago(2_500) }],
    ["the same content, dated 21 s before the call", { ...given, createdAt: ago(21_000) }],
    ["other content", { ...changed, name: given["name"]! }],
    ["an earlier date", { ...given, createdAt: "2020-01-01T00:00:00.000Z" }],
    ["the name in other letters", { ...given, name: (given["name"] as string).toUpperCase() }],
  ];
  it.each(others)(
    "is not created again beside an object that appeared meanwhile with %s",
    async (_what, content) => {
      const { object, other, errors } = await meanwhile(content, { type: "reset" });
      expectOnly(
        errors,
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

  it.each([0, 1, 2, 3])(
    "shares no object with same-named ones that are created beside it (the first %i responses lost)",
    async (lost) => {
      const sameNamed = await together([given, given, given, given], () =>
        bench.fault(operations.create, { type: "reset", when: "after" }, { nth: 1, times: lost + 1 }),
      );
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
    lose({ type: "status", status: 503 });
    const start = () => object.carryOut(given, plan);
    const appear = () => bystander({ ...given, createdAt: ago(-10_000) });
    const { errors, warnings } = await bench.during(operations.list, start, appear, { nth: 2 });
    const { id } = bench.onlyObject();
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
});
