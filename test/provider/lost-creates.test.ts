import type { Dialect, FaultEffect } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { expectOnly, identity, useWorkbench } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

/** Ambiguous results of a create that is carried out. */
const LOST: readonly (readonly [string, FaultEffect])[] = [
  ["the connection is reset", { type: "reset", when: "after" }],
  ["the response breaks off", { type: "truncate" }],
  ["the server responds with 500", { type: "status", status: 500, when: "after" }],
  ["the server responds with 503", { type: "status", status: 503, when: "after" }],
  ["the response is a redirect", { type: "status", status: 302, headers: { location: "/" }, when: "after" }],
  ["the response is empty", { type: "content", content: "empty" }],
  ["the response has no id", { type: "content", content: "empty-object" }],
  [
    "an error comes with status 200",
    { type: "status", status: 200, body: { error: "Not now." }, when: "after" },
  ],
];

/** What a server may do that makes its own object harder to recognise. */
const DIALECTS: readonly Partial<Dialect>[] = [
  { timestamps: "seconds" },
  { timestamps: "offset" },
  { storedText: "nfd" },
  { storedText: "trim-newline" },
  // An even row: only clusters have a description.
  { absentDescription: "empty" },
  { storedText: "trim" },
  { pageSize: 1, listOrder: "id" },
  { createStatus: "201" },
];

describe.each(KINDS)("%s, whose create has an ambiguous result,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { lose, losing: create, creates, hide } = losing(bench, kind);

  it.each(LOST)("is found and recorded if %s", async (_how, effect) => {
    const object = bench.managed(type);
    lose(effect);
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(creates()).toBe(1);
  });

  it.each(DIALECTS)("is found on a server with %j", async (dialect) => {
    bench.simulator.setDialect(dialect);
    const text = {
      ...given,
      [type === "outreach_cluster" ? "description" : "prompt"]: " re\u0301sume\u0301\n",
    };
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    await object.settle(text);
    expect(bench.onlyObject().id).toBe(object.id);
  });

  it("is found if the request times out on the server", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    bench.fault(operations.create, { type: "hold", when: "after" }, { nth: 1 });
    // A second, because the read after the create must end within it, too, on a slow machine.
    const impatient = await bench.configured({ request_timeout: 1 });
    expect((await object.carryOut(given, plan, impatient)).errors).toEqual([]);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
  });

  it("is waited for where lists show it later", async () => {
    const object = bench.managed(type, await bench.configured({ visibility_timeout: 60 }));
    lose({ type: "reset", when: "after" });
    hide(2);
    await object.apply(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(bench.simulator.counts()).toMatchObject({ [operations.create]: 1 });
  });

  it("is created again, once, where nothing was created", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(creates()).toBe(2);
  });

  it("causes an error after three creates that made nothing", async () => {
    const object = bench.managed(type);
    bench.fault(operations.create, { type: "reset" });
    const { errors } = await object.attempt(given);
    expectOnly(errors, `Could not create ${type}`);
    expect(errors[0]!.detail).not.toContain("that was refused");
    expect(object.instance.state).toBeNull();
    expect(bench.objects()).toEqual([]);
    expect(creates()).toBe(3);
  });

  it("does not end the run if all creates made nothing", async () => {
    const process = await bench.configured();
    const [object, other] = [bench.managed(type), bench.managed(type)];
    const plans = [await object.plan(given), await other.plan(changed)] as const;
    bench.fault(operations.create, { type: "reset" }, { times: 3 });
    expect((await object.carryOut(given, plans[0], process)).errors).toHaveLength(1);
    expect((await other.carryOut(changed, plans[1], process)).errors).toEqual([]);
  });

  it.each([
    ["", []],
    [", and cannot be read", [404]],
  ])("is warned of where it shows only after a second one was created%s", async (_what, reads) => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    hide(1);
    for (const status of reads) bench.fault(operations.get, status, { nth: 1 });
    const { errors, warnings } = await object.attempt(given);
    expect(errors).toEqual([]);
    const other = bench.objects().find(({ id }) => id !== object.id)!;
    expectOnly(
      warnings,
      `${type} (${object.id}) may have been created twice`,
      `terraform import ${type}.NAME ${other.id}`,
    );
    expect(bench.objects()).toHaveLength(2);
  });

  it("is recorded if no list shows after the retry whether the first create made an object", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    lose({ type: "reset" });
    bench.fault(operations.list, 500, { nth: 3 });
    expect(await object.carryOut(given, plan)).toMatchObject({ errors: [], warnings: [] });
    expect(bench.simulator.counts()).toMatchObject({ [operations.create]: 2 });
    expect(bench.onlyObject().id).toBe(object.id);
  });

  it.each([
    ["list", { type: "status", status: 500 }],
    ["list", { type: "content", content: "html" }],
    ["list", { type: "truncate" }],
    ["get", { type: "status", status: 500 }],
  ] as const)("is not created again while a %s fails with %j", async (reading, effect) => {
    const fail = () => bench.fault(operations[reading], effect);
    const { object, errors } = await create({ type: "reset", when: "after" }, fail);
    expectOnly(errors, `Could not create ${type}`, "import it then");
    expect(errors[0]!.detail).not.toContain("sent again");
    expect(object.instance.state).toBeNull();
    expect(creates()).toBe(1);

    bench.simulator.clearFaults();
    const { warnings } = await object.refreshAndPlan(given);
    expectOnly(warnings, `terraform import ${type}.NAME ${bench.onlyObject().id}`);
  });
});
