import type { FaultEffect } from "../../src/simulator";
import type { Refused } from "../sdk/core";
import { itInTurn, KINDS, type Kind } from "./kinds";
import { atATime } from "./many";
import { copiesOf } from "./copies";
import { identity, useWorkbench, type Given, type Managed, type ProviderProcess } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

const WRITES = ["create", "update", "delete"] as const;

const SAID_BEFORE = "Another error of this run reports the reason. Fix the reason, then run again.";

/** Resources of which each has a write planned, and but for a create an object of its own. */
function plannedMany(object: Managed, count: number, write: string, declared: Given | null) {
  const targets = copiesOf(object, count).map((instance) => {
    const target = bench.managed(object.type);
    if (write !== "create") target.instance = instance;
    return target;
  });
  return Promise.all(targets.map(async (target) => ({ target, plan: await target.plan(declared) })));
}

/** What each write declares. */
const declaredFor = (write: (typeof WRITES)[number], { given, changed }: Kind) =>
  ({ create: { ...given, name: "New" }, update: changed, delete: null })[write];

/** The details of the errors that carrying out a plan gives, or the plan that an apply begins with. */
async function detailsOf(
  target: Managed,
  declared: Given | null,
  plan: Awaited<ReturnType<Managed["plan"]>>,
  process: ProviderProcess,
): Promise<string[]> {
  const errors = await target.carryOut(declared, plan, process).then(
    (outcome) => outcome.errors,
    (refused: Refused) => refused.diagnostics,
  );
  return errors.map(({ detail }) => detail);
}

describe.each(KINDS)("writes of many resources of the type %s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  let object: Managed;

  beforeEach(async () => {
    object = bench.managed(type);
    await object.apply(given);
    bench.simulator.clearJournal();
  });

  const failures: [string, FaultEffect][] = [
    ["no response comes", { type: "hold" }],
    ["every connection is reset", { type: "reset" }],
    ["every call gets a 503", { type: "status", status: 503 }],
  ];
  it.each(failures)(
    "are created no further once %s, and those under way are reported as what may exist",
    async (_what, effect) => {
      jest.spyOn(Math, "random").mockReturnValue(0);
      const declared = Array.from({ length: 15 }, (_, index) => ({ ...given, name: `New ${index}` }));
      const targets = declared.map((one) => ({ one, target: bench.managed(type) }));
      const plans = await Promise.all(targets.map(({ one, target }) => target.plan(one)));
      const process = await bench.configured({ request_timeout: 0.3, max_retries: 1 });
      await targets[0]!.target.carryOut(declared[0]!, plans[0]!, process);
      bench.simulator.clearJournal();
      bench.simulator.addFault({ effect });
      const creates = targets.map(
        ({ one, target }, index) =>
          () =>
            detailsOf(target, one, plans[index]!, process),
      );
      const details = (await atATime(10, creates.slice(1))).flat();
      expect(details).toHaveLength(14);
      // It takes two failed lists to show an outage. One of the first ten creates may end before the second.
      const created = bench.simulator.counts()[operations.create];
      expect(details.filter((detail) => detail.includes("so the object may exist"))).toHaveLength(created);
      expect(created).toBeLessThanOrEqual(11);
    },
  );

  it.each(WRITES)(
    "cause one full error and then short ones if the credentials expire before a %s",
    async (write) => {
      const declared = declaredFor(write, kind);
      const many = await plannedMany(object, 15, write, declared);
      const before = many.map(({ target }) => target.instance.state);
      const process = await bench.configured();
      // A list has been made by the time that they expire: it is what a create begins with.
      await bench.managed(type).refreshAndPlan({ ...given, name: "New" }, process);
      bench.simulator.addFault({ effect: { type: "status", status: 401 } });
      const outcomes = await Promise.all(
        many.map(({ target, plan }) => target.carryOut(declared, plan, process)),
      );
      const errors = outcomes.flatMap((outcome) => outcome.errors);
      expect(errors).toHaveLength(15);
      const full = errors.filter(({ detail }) => detail !== SAID_BEFORE);
      expect(full).toMatchObject([{ detail: expect.stringContaining("Check user_id") as string }]);
      expect(bench.simulator.counts()[operations[write]]).toBeLessThanOrEqual(10);
      expect(outcomes.map(({ saved }) => saved.state)).toEqual(before);
      expect(bench.objects()).toMatchObject([given]);
    },
  );

  it.each([
    ["a list shows nothing", []],
    ["no list tells", [500]],
  ])(
    "are not created further if credentials expire between two creates of one and %s",
    async (_what, failing) => {
      const [one, other, process] = [bench.managed(type), bench.managed(type), await bench.configured()];
      const another = { ...given, name: "New" };
      const [plan, otherPlan] = [await one.plan(changed), await other.plan(another)];
      const { create, list } = operations;
      bench.fault(create, { type: "reset" }, { nth: 1 });
      bench.fault(create, 401, { nth: 2 });
      // One before the creates, and one after each.
      for (const status of failing) bench.fault(list, status, { nth: 3 });
      expect(await detailsOf(one, changed, plan, process)).toHaveLength(1);
      expect(await detailsOf(other, another, otherPlan, process)).toEqual([SAID_BEFORE]);
      expect(bench.simulator.counts()[create]).toBe(2);
    },
  );

  it.each(WRITES)(
    "cause one full error, and no more calls than run at a time, if the host is down before a %s",
    async (write) => {
      const declared = declaredFor(write, kind);
      const many = await plannedMany(object, 20, write, declared);
      const down = await bench.configured({ base_url: "http://127.0.0.1:1", max_retries: 2 });
      const tasks = many.map(
        ({ target, plan }) =>
          () =>
            detailsOf(target, declared, plan, down),
      );
      const details = await atATime(10, tasks);
      expect(details.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 1));
      const full = details.flat().filter((detail) => detail !== SAID_BEFORE);
      expect(full).toEqual([expect.stringContaining("Check base_url")]);
      const requests = down.log.filter((line) => line.includes("Outreach API request"));
      expect(requests.length).toBeLessThanOrEqual(10 * 3);
    },
  );

  it.each(WRITES)(
    "cause ten full errors, and then short ones, if reads succeed and every %s fails",
    async (write) => {
      jest.spyOn(Math, "random").mockReturnValue(0);
      const names = Array.from({ length: 16 }, (_, index) => `New ${index}`);
      const process = await bench.configured();
      const targets = names.map((name) => ({ name, target: bench.managed(type, process) }));
      if (write !== "create") for (const { name, target } of targets) await target.apply({ ...given, name });
      const applying = await bench.configured();
      const tasks = targets.map(({ name, target }) => async () => {
        const declared = write === "delete" ? null : { ...(write === "create" ? given : changed), name };
        return detailsOf(target, declared, await target.plan(declared), applying);
      });
      bench.fault(operations[write], 503);
      const details = (await atATime(5, tasks)).flat();
      expect(details).toHaveLength(16);
      const full = details.filter((detail) => detail !== SAID_BEFORE);
      // Four more may be under way.
      expect(full.length).toBeGreaterThanOrEqual(10);
      expect(full.length).toBeLessThanOrEqual(14);
    },
  );

  it("are all created if a create succeeds now and then", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    const applying = await bench.configured();
    for (let index = 1; index <= 20; index += 1) {
      const isRefused = index % 10 !== 0;
      const declared = { ...given, name: `New ${index}` };
      const lost = { operation: operations.create, match: { name: declared.name } };
      if (isRefused) bench.simulator.addFault({ ...lost, effect: { type: "status", status: 503 } });
      const target = bench.managed(type);
      const details = await detailsOf(target, declared, await target.plan(declared), applying);
      expect(details).toEqual(isRefused ? [expect.stringContaining("so the object may exist")] : []);
    }
  });
});
