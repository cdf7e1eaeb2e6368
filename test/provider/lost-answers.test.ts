import type { Dialect, FaultEffect } from "../../src/simulator";
import { KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { credentials, useWorkbench, type Given } from "./workbench";

const { user_id: userId, workspace_id: workspaceId } = credentials;
const bench = useWorkbench({ credentials: [{ userId, workspaceId }] });

/** Ways in which a create is carried out and its answer lost. */
const LOST: readonly (readonly [string, FaultEffect])[] = [
  ["the connection is reset", { type: "reset", when: "after" }],
  ["the answer breaks off", { type: "truncate" }],
  ["the answer breaks off at once", { type: "truncate", bytes: 0 }],
  ["the server answers 500", { type: "status", status: 500, when: "after" }],
  ["a gateway answers 502", { type: "status", status: 502, body: "<html>", when: "after" }],
  ["the server answers 503", { type: "status", status: 503, when: "after" }],
  ["a gateway answers 504", { type: "status", status: 504, when: "after" }],
  ["a redirect is answered", { type: "status", status: 302, headers: { location: "/" }, when: "after" }],
  ["the answer is empty", { type: "content", content: "empty" }],
  ["the answer names no id", { type: "content", content: "empty-object" }],
  [
    "an error is answered with status 200",
    { type: "status", status: 200, body: { error: "Not now." }, when: "after" },
  ],
];

/** What a server may do that makes its own object harder to recognise. */
const DIALECTS: readonly Partial<Dialect>[] = [
  { timestamps: "seconds" },
  { timestamps: "offset" },
  { storedText: "nfd" },
  { storedText: "trim-newline" },
  { absentDescription: "empty" },
  { pageSize: 1, listOrder: "id" },
  { createStatus: "201" },
];

describe.each(KINDS)("%s, of which the answer to a create is lost,", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const bystander = (content: Given = given) => bench.bystander(type, content);
  const lose = (effect: FaultEffect, nth = 1) =>
    bench.simulator.addFault({ operation: operations.create, nth, effect });

  it.each(LOST)("is found and recorded where %s", async (_how, effect) => {
    const object = bench.managed(type);
    lose(effect);
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it.each(DIALECTS)("is found by a provider of a server with %j", async (dialect) => {
    bench.simulator.setDialect(dialect);
    const text = {
      ...given,
      [type === "outreach_cluster" ? "description" : "prompt"]: "re\u0301sume\u0301\n",
    };
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    await object.settle(text);
    expect(bench.onlyObject().id).toBe(object.id);
  });

  it("is found by a name that the server normalises", async () => {
    bench.simulator.setDialect({ storedText: "trim-newline" });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    await object.settle({ ...given, name: "Two\r\nlines\n" });
    expect(bench.onlyObject().id).toBe(object.id);
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it("is found where the request times out at the server's side", async () => {
    const object = bench.managed(type, await bench.configured({ request_timeout: 0.2 }));
    bench.simulator.addFault({
      operation: operations.create,
      nth: 1,
      effect: { type: "hold", when: "after" },
    });
    await object.apply(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
  });

  it("is waited for where lists show it later", async () => {
    const object = bench.managed(type, await bench.configured({ visibility_timeout: 60 }));
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 2 } });
    await object.apply(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(bench.simulator.counts()).toMatchObject({ [operations.create]: 1 });
  });

  it("is created again, once, where nothing was created", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(bench.simulator.counts()[operations.create]).toBe(2);
  });

  it("is an error after three creates that all came to nothing", async () => {
    const object = bench.managed(type);
    bench.simulator.addFault({ operation: operations.create, effect: { type: "reset" } });
    const { errors } = await object.attempt(given);
    expect(errors.map(({ summary }) => summary)).toEqual([
      `Could not create ${type} ${JSON.stringify(given["name"])}`,
    ]);
    expect(errors[0]!.detail).not.toContain("that was refused");
    expect(object.instance.state).toBeNull();
    expect(bench.objects()).toEqual([]);
    expect(bench.simulator.counts()[operations.create]).toBe(3);
  });

  it("leaves the run to others where all creates came to nothing", async () => {
    const process = await bench.configured();
    const [object, other] = [bench.managed(type), bench.managed(type)];
    const plans = [await object.plan(given), await other.plan(changed)] as const;
    bench.simulator.addFault({ operation: operations.create, times: 3, effect: { type: "reset" } });
    expect((await object.carryOut(given, plans[0], process)).errors).toHaveLength(1);
    expect((await other.carryOut(changed, plans[1], process)).errors).toEqual([]);
  });

  it("is warned of where it shows only after a second one was created", async () => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 1 } });
    const { errors, warnings } = await object.attempt(given);
    expect(errors).toEqual([]);
    const other = bench.objects().find(({ id }) => id !== object.id)!;
    expect(warnings).toMatchObject([
      {
        summary: `${type} ${JSON.stringify(given["name"])} (${object.id}) may have been created twice`,
        detail: expect.stringContaining(`terraform import ${type}.NAME ${other.id}`) as string,
      },
    ]);
    expect(bench.objects()).toHaveLength(2);
  });

  it("is warned of where it shows only after a second one was created, and cannot be read", async () => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 1 } });
    bench.simulator.addFault({ operation: operations.get, nth: 1, effect: { type: "status", status: 404 } });
    const { errors, warnings } = await object.attempt(given);
    expect(errors).toEqual([]);
    const other = bench.objects().find(({ id }) => id !== object.id)!;
    expect(warnings.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`terraform import ${type}.NAME ${other.id}`),
    ]);
  });

  it("is recorded where nothing tells after a second one whether the first came to something", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    lose({ type: "reset" });
    bench.simulator.addFault({ operation: operations.list, nth: 3, effect: { type: "status", status: 500 } });
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
    const object = bench.managed(type);
    const plan = await object.plan(given);
    lose({ type: "reset", when: "after" });
    const before = bench.simulator.addFault({ operation: operations.create, effect: { type: "hold" } });
    const applying = object.carryOut(given, plan);
    await bench.simulator.waitForCall(operations.create, 1);
    bench.simulator.addFault({ operation: operations[reading], effect });
    bench.simulator.clearFaults(before);
    bench.simulator.release(before);
    const { errors } = await applying;
    expect(errors).toMatchObject([
      {
        summary: `Could not create ${type} ${JSON.stringify(given["name"])}`,
        detail: expect.stringContaining("import it then") as string,
      },
    ]);
    expect(errors[0]!.detail).not.toContain("sent again");
    expect(object.instance.state).toBeNull();
    expect(bench.simulator.counts()[operations.create]).toBe(1);

    bench.simulator.clearFaults();
    const { warnings } = await object.refreshAndPlan(given);
    expect(warnings.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`terraform import ${type}.NAME ${bench.onlyObject().id}`),
    ]);
  });

  it("is never mistaken for objects that were there before, whatever they hold", async () => {
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

  it("is not created over a bystander where nothing was created", async () => {
    const before = bystander();
    const object = bench.managed(type);
    lose({ type: "reset" });
    const { errors } = await object.attempt(given);
    expect(errors).toEqual([]);
    expect(object.id).not.toBe(before.id);
    expect(bench.objects()).toHaveLength(2);
    expect(bench.objects()).toContainEqual(before);
  });

  /** Somebody else creates an object while the create is under way. */
  const meanwhile = async (content: Given) => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const hold = bench.simulator.addFault({ operation: operations.create, effect: { type: "hold" } });
    lose({ type: "reset", when: "after" });
    const applying = object.carryOut(given, plan);
    await bench.simulator.waitForCall(operations.create, 1);
    const other = bystander(content);
    bench.simulator.clearFaults(hold);
    bench.simulator.release(hold);
    return { object, other, outcome: await applying };
  };

  it("is told from one of other content that appeared meanwhile", async () => {
    const { object, other, outcome } = await meanwhile({ ...changed, name: given["name"]! });
    expect(outcome.errors).toEqual([]);
    expect(object.id).not.toBe(other.id);
    expect(bench.objects()).toContainEqual(other);
  });

  it("is an error that lists the candidates where another one just like it appeared meanwhile", async () => {
    const { object, outcome } = await meanwhile(given);
    const ids = bench.objects().map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(outcome.errors).toMatchObject([
      { summary: `${type} ${JSON.stringify(given["name"])}: 2 objects may be the one that was created` },
    ]);
    for (const id of ids) {
      expect(outcome.errors[0]!.detail).toContain(`terraform import ${type}.NAME ${id}`);
    }
    expect(object.instance.state).toBeNull();
  });

  it.each([1_500, 20_000])(
    "is not created again where one just like it appeared that the server dates %i ms before the call",
    async (before) => {
      const object = bench.managed(type);
      const plan = await object.plan(given);
      const hold = bench.simulator.addFault({ operation: operations.create, effect: { type: "hold" } });
      lose({ type: "reset" });
      const applying = object.carryOut(given, plan);
      await bench.simulator.waitForCall(operations.create, 1);
      const { id } = bystander({ ...given, createdAt: new Date(Date.now() - before - 1_000).toISOString() });
      bench.simulator.clearFaults(hold);
      bench.simulator.release(hold);
      const { errors } = await applying;
      expect(errors).toMatchObject([
        { summary: `${type} ${JSON.stringify(given["name"])}: 1 object may be the one that was created` },
      ]);
      expect(errors[0]!.detail).toContain(`terraform import ${type}.NAME ${id}`);
      expect(object.instance.state).toBeNull();
      expect(bench.simulator.counts()[operations.create]).toBe(1);
    },
  );

  /** Nothing comes of the create, and somebody else creates an object while it is under way. */
  const nothingBut = async (content: Given) => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const hold = bench.simulator.addFault({ operation: operations.create, effect: { type: "hold" } });
    lose({ type: "reset" });
    const applying = object.carryOut(given, plan);
    await bench.simulator.waitForCall(operations.create, 1);
    const other = bystander(content);
    bench.simulator.clearFaults(hold);
    bench.simulator.release(hold);
    return { object, other, outcome: await applying };
  };

  it.each<[string, Given]>([
    ["other content", { ...changed, name: given["name"]! }],
    ["an earlier date", { ...given, createdAt: "2020-01-01T00:00:00.000Z" }],
    ["an earlier date with an offset", { ...given, createdAt: "2020-01-01T02:00:00+02:00" }],
    ["an earlier date in small letters", { ...given, createdAt: "2020-01-01t00:00:00z" }],
    ["the name in other letters", { ...given, name: (given["name"] as string).toUpperCase() }],
    ["spaces around the name", { ...given, name: ` ${given["name"] as string}  ` }],
  ])("is not created again beside an object that appeared meanwhile with %s", async (_what, content) => {
    const { object, other, outcome } = await nothingBut(content);
    expect(outcome.errors).toMatchObject([
      {
        summary: `${type} ${JSON.stringify(given["name"])}: 1 object may be the one that was created`,
        detail: expect.stringContaining(`terraform import ${type}.NAME ${other.id}`) as string,
      },
    ]);
    expect(object.instance.state).toBeNull();
    expect(bench.onlyObject()).toEqual(other);
  });

  it.each(["2020-01-01", "2020-01-01T00:00Z", "2020-01-01T00:00:00", "01 Jan 2020 00:00:00"])(
    "is recognised where the server dates it %p, which tells no instant",
    async (createdAt) => {
      const { object, other } = await nothingBut({ ...given, createdAt });
      expect(object.id).toBe(other.id);
    },
  );

  it.each<FaultEffect>([
    { type: "status", status: 404 },
    { type: "status", status: 400 },
    { type: "content", content: "empty-object" },
    { type: "content", content: "wrong-types" },
    { type: "content", content: "html" },
  ])("is not created again where it is listed but a read of it brings %j", async (effect) => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({ operation: operations.get, effect });
    const { errors } = await object.attempt(given);
    expect(errors).toMatchObject([
      { detail: expect.stringContaining(`terraform import ${type}.NAME ${bench.onlyObject().id}`) as string },
    ]);
    expect(object.instance.state).toBeNull();
  });

  it("is found where a second create is refused because of it", async () => {
    bench.simulator.setDialect({ duplicateNames: "rejected" });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 1 } });
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(bench.simulator.counts()[operations.create]).toBe(2);
  });

  it("is told of as one that may exist where it does not show and a second create is refused", async () => {
    bench.simulator.setDialect({ duplicateNames: "rejected" });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide" } });
    const { errors } = await object.attempt(given);
    expect(errors).toMatchObject([
      { detail: expect.stringContaining("The answer was lost, so the object may exist.") as string },
    ]);
    expect(bench.simulator.counts()[operations.create]).toBe(2);
    bench.simulator.release();
    expect((await object.plan(given)).warnings).toMatchObject([
      { summary: expect.stringContaining(bench.onlyObject().id) as string },
    ]);
  });

  it("is told of as one that may exist where the credentials expire before a second create", async () => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    lose({ type: "status", status: 401 }, 2);
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide" } });
    const { errors } = await object.attempt(given);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.detail).toContain("It was sent again, and that was refused.");
    expect(errors[0]!.detail).toContain("the server answered 401");
    expect(errors[0]!.detail).toContain("The answer was lost, so the object may exist.");
  });

  it("is not sent again where it is answered with a redirect, and is told of as one that may exist, with the reason", async () => {
    const object = bench.managed(type);
    const effect = {
      type: "status",
      status: 302,
      headers: { location: "https://elsewhere.example/" },
    } as const;
    bench.simulator.addFault({ operation: operations.create, effect });
    const { errors } = await object.attempt(given);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.detail).toContain("a redirect to elsewhere.example");
    expect(bench.simulator.counts()[operations.create]).toBe(1);
    expect(errors[0]!.detail).toContain("The answer was lost, so the object may exist.");
  });

  it("is told of as one that may exist, with the reason why that is not known", async () => {
    const process = await bench.configured();
    const [object, other] = [bench.managed(type), bench.managed(type)];
    const plans = [await object.plan(given), await other.plan(changed)] as const;
    lose({ type: "reset", when: "after" });
    bench.simulator.addFault({
      operation: operations.list,
      nth: 2,
      times: 2,
      effect: { type: "status", status: 401 },
    });
    const { errors } = await object.carryOut(given, plans[0], process);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.detail).toContain("The look for its object failed, too.");
    expect(errors[0]!.detail).toContain("the server answered 401");
    expect(errors[0]!.detail).toContain("The answer was lost, so the object may exist.");
    expect((await other.carryOut(changed, plans[1], process)).errors).toMatchObject([
      { detail: "Another error of this run says why. Fix that and run again." },
    ]);
  });

  it("is not told of as sent again where a stop comes before a second create", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    lose({ type: "reset" });
    const applying = await bench.configured({ requests_per_second: 1 });
    let turns = 0;
    // After the first list, these wait for their turn: the create, the look for its object, and the second create.
    waits.begun = () => (++turns === 3 ? applying.stop() : undefined);
    const { errors } = await object.carryOut(given, plan, applying);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.detail).not.toContain("sent again");
    expect(errors[0]!.detail).toContain("The answer was lost, so the object may exist.");
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it("leaves the run to others where it is found after a second create that the credentials refuse", async () => {
    const process = await bench.configured();
    const [object, other] = [bench.managed(type), bench.managed(type)];
    const plan = await object.plan(given);
    lose({ type: "reset", when: "after" });
    lose({ type: "status", status: 401 }, 2);
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 1 } });
    expect((await object.carryOut(given, plan, process)).errors).toEqual([]);
    expect((await other.carryOut(changed, await other.plan(changed), process)).errors).toEqual([]);
  });

  it("is not created again where a list has shown one that may be it, and a later list does not", async () => {
    const process = await bench.configured({ visibility_timeout: 1 });
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const hold = bench.simulator.addFault({ operation: operations.create, effect: { type: "hold" } });
    lose({ type: "reset" });
    const applying = object.carryOut(given, plan, process);
    await bench.simulator.waitForCall(operations.create, 1);
    const { id } = bystander({ ...changed, name: given["name"]! });
    bench.simulator.clearFaults(hold);
    waits.begun = async () => {
      waits.begun = () => undefined;
      bench.simulator.delete(id);
    };
    bench.simulator.release(hold);
    const { errors } = await applying;
    expect(errors).toMatchObject([{ detail: expect.stringContaining(id) as string }]);
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it("is told from what had its name before by the plan that follows a second one", async () => {
    bystander();
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.attempt(given);
    const told = () =>
      bench.provider.run(async (process) => {
        await process.refresh(type, object.instance);
        return process.said.map(({ detail }) => detail);
      });
    expect(await told()).toEqual([]);
    const { id } = bystander();
    const details = await told();
    expect(details).toHaveLength(1);
    expect(details[0]!.match(/terraform import/g)).toHaveLength(1);
    expect(details[0]).toContain(id);
  });

  it("is named by the first plan that can list, and fails none that cannot", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.apply(given);
    const { id } = bystander();
    const told = () =>
      bench.provider.run(async (process) => {
        object.instance = await process.refresh(type, object.instance);
        return process.said.map(({ detail }) => detail);
      });
    bench.simulator.addFault({ operation: operations.list, effect: { type: "status", status: 500 } });
    expect(await told()).toEqual([]);
    bench.simulator.clearFaults();
    expect(await told()).toEqual([expect.stringContaining(id)]);
  });

  it("is looked for by no plan where it was sent once", async () => {
    const object = bench.managed(type);
    await object.apply(given);
    bench.simulator.clearJournal();
    await object.refresh();
    expect(bench.simulator.counts()).toMatchObject({ [operations.get]: 1, [operations.list]: 0 });
  });

  it("is looked for by a plan that tells of an outage all the same", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.apply(given);
    bench.simulator.addFault({ operation: operations.list, effect: { type: "status", status: 401 } });
    await expect(object.refresh()).rejects.toThrow("Check user_id");
  });

  it("is named by the next plan where it is carried out after a second one, and only then", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.apply(given);
    const told = () =>
      bench.provider.run(async (process) => {
        object.instance = await process.refresh(type, object.instance);
        return process.said;
      });
    const { instance } = object;
    expect(await told()).toEqual([]);
    object.instance = instance;
    const { id } = bystander();
    expect(await told()).toMatchObject([
      {
        summary: `${type} ${JSON.stringify(given["name"])} (${object.id}) may have been created twice`,
        detail: expect.stringContaining(`terraform import ${type}.NAME ${id}`) as string,
      },
    ]);
    expect(await told()).toEqual([]);
  });

  it("is told from one just like it that is older and was not listed before", async () => {
    const { object, other, outcome } = await meanwhile({ ...given, createdAt: "2020-01-01T00:00:00.000Z" });
    expect(outcome.errors).toEqual([]);
    expect(object.id).not.toBe(other.id);
    expect(bench.objects()).toHaveLength(2);
  });

  it.each([0, 1, 2, 3])(
    "shares no object with twins that are created beside it (the first %i lost)",
    async (lost) => {
      const twins = Array.from({ length: 4 }, () => bench.managed(type));
      const plans = await Promise.all(twins.map((twin) => twin.plan(given)));
      bench.simulator.addFault({
        operation: operations.create,
        nth: 1,
        times: lost + 1,
        effect: { type: "reset", when: "after" },
      });
      const process = await bench.configured();
      const outcomes = await Promise.all(
        twins.map((twin, index) => twin.carryOut(given, plans[index]!, process)),
      );
      expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
      expect(new Set(twins.map(({ id }) => id)).size).toBe(4);
      expect(bench.objects()).toHaveLength(4);
    },
  );

  it("shares no object with twins under any mixture of lost answers and requests", async () => {
    for (const effect of [
      { type: "reset" },
      { type: "reset", when: "after" },
      { type: "truncate" },
    ] as const) {
      bench.simulator.addFault({ operation: operations.create, probability: 0.3, effect });
    }
    const twins = Array.from({ length: 12 }, () => bench.managed(type));
    const process = await bench.configured();
    const outcomes = await Promise.all(
      twins.map(async (twin) => twin.carryOut(given, await twin.refreshAndPlan(given, process), process)),
    );
    const created = twins.filter(({ instance }) => instance.state !== null);
    expect(new Set(created.map(({ id }) => id)).size).toBe(created.length);
    expect(created).toHaveLength(outcomes.filter(({ errors }) => errors.length === 0).length);
    expect(bench.objects()).toHaveLength(created.length);
  });

  it("is warned of where it is dated after the create had failed", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    const hold = bench.simulator.addFault({ operation: operations.list, nth: 2, effect: { type: "hold" } });
    lose({ type: "status", status: 503 });
    const applying = object.carryOut(given, plan);
    await bench.simulator.waitForCall(operations.list, 3);
    const { id } = bystander({ ...given, createdAt: new Date(Date.now() + 10_000).toISOString() });
    bench.simulator.release(hold);
    const { errors, warnings } = await applying;
    expect(errors).toEqual([]);
    expect(warnings.map(({ summary }) => summary)).toEqual([
      `${type} ${JSON.stringify(given["name"])} (${id}) is dated after its create had failed`,
    ]);
    expect(object.id).toBe(id);
  });

  it("is taken where the server answers with the id of the object that it replaces", async () => {
    const object = bench.managed(type);
    await object.settle(given);
    const { id } = object;
    const replacing = await bench.configured();
    await object.carryOut(null, await object.plan(null), replacing);
    const body = { clusterId: id, snippetId: id, workspaceId };
    bench.simulator.addFault({ operation: operations.create, effect: { type: "status", status: 200, body } });
    const plan = await bench.managed(type).plan(given);
    bystander({ ...given, id });
    const { errors } = await object.carryOut(given, plan, replacing);
    expect(errors).toEqual([]);
    expect(object.id).toBe(id);
  });

  it("is refused where the server answers with an object that exists already", async () => {
    const other = bystander();
    const object = bench.managed(type);
    const body = { clusterId: other.id, snippetId: other.id, workspaceId };
    bench.simulator.addFault({
      operation: operations.create,
      effect: { type: "status", status: 200, body },
    });
    const { errors } = await object.attempt(given);
    expect(errors.map(({ summary }) => summary)).toEqual([
      expect.stringContaining(`the API answered a create with an object that exists already (${other.id})`),
    ]);
    expect(object.instance.state).toBeNull();
    expect(bench.objects()).toEqual([other]);
  });
});
