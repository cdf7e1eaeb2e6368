import { useApprovals } from "./approving";
import { itInTurn, KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { expectOnly, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench();

beforeEach(() => {
  jest.spyOn(Math, "random").mockReturnValue(0.9);
  waits.scale = 1 / 1_000;
});

/** Seconds of the Retry-After, and a wait in milliseconds that no back-off takes. */
const RETRY_AFTER = 20;
const LONG_MS = 19_000;

const REFUSED = { type: "throttle", retryAfter: RETRY_AFTER } as const;

const patient = (settings: Given = {}) => bench.configured({ max_retries: 4, ...settings });

/** Changes the world once, when a wait of at least so many milliseconds begins. Returns how often it did. */
function duringWait(atLeastMs: number, change: () => void): () => number {
  let times = 0;
  waits.begun = (ms) => {
    if (ms < atLeastMs || times > 0) return undefined;
    times += 1;
    change();
    return undefined;
  };
  return () => times;
}

describe("the delete of a cluster that the server refuses for the rate", () => {
  const given = { name: "Sales", description: "Ours" };
  const { approve } = useApprovals(bench, "outreach_cluster");

  it.each([
    ["without force_destroy", given, "is in use by 7"],
    ["with force_destroy", { ...given, force_destroy: true }, "since the plan"],
    ["with an approval that saw no mailbox", { ...given, force_destroy: true }, "Nothing was deleted"],
  ])("is not retried after mailboxes were linked during the wait, %s", async (title, declared, said) => {
    const cluster = await bench.cluster(await patient()).settled(declared);
    if (title.includes("approval")) approve({ action: "delete", id: cluster.id, before: declared });
    const plan = await cluster.refreshAndPlan(null);
    bench.fault("DeleteCluster", REFUSED, { nth: 1 });
    const changes = duringWait(LONG_MS, () => bench.simulator.setAssociatedCount(cluster.id, 7));
    const { errors } = await cluster.carryOut(null, plan);
    expect(changes()).toBe(1);
    expect(errors.map(({ summary, detail }) => summary + detail)).toEqual([expect.stringContaining(said)]);
    expect(bench.onlyObject()).toMatchObject({ id: cluster.id, associatedCount: 7 });
    expect(bench.simulator.counts().DeleteCluster).toBe(1);
  });

  it("looks again if the list with the number of mailboxes had to wait", async () => {
    bench.simulator.setDialect({ associatedCount: "list-only" });
    const cluster = await bench.cluster().settled(given);
    const plan = await cluster.refreshAndPlan(null);
    waits.scale = 1 / 10;
    bench.fault("ListClusters", REFUSED, { nth: 1 });
    const changes = duringWait(LONG_MS, () => bench.simulator.update(cluster.id, { description: "Theirs" }));
    const applying = await patient();
    const { errors } = await cluster.carryOut(null, plan, applying);
    expect(changes()).toBe(1);
    expectOnly(errors, "has changed since the plan");
    expect(bench.onlyObject()).toMatchObject({ description: "Theirs" });
  });

  it("looks again before its first request if the refusal of another delete makes it wait", async () => {
    const process = await patient();
    const [first, second] = [bench.cluster(process), bench.cluster(process)];
    await first.settle(given);
    await second.settle({ ...given, name: "Marketing" });
    const plans = [await first.refreshAndPlan(null), await second.refreshAndPlan(null)] as const;
    const applying = await patient();
    const match = { id: second.id };
    const hold = bench.fault("GetCluster", { type: "hold", when: "after" }, { match, nth: 1 });
    bench.fault("DeleteCluster", REFUSED, { match: { id: first.id }, nth: 1 });
    const reads = bench.simulator.counts().GetCluster;
    const deleting = second.carryOut(null, plans[1], applying);
    await bench.simulator.waitForCall("GetCluster", reads + 1, "committed");
    let isLinked = false;
    const linked = new Promise<void>((resolve) => {
      waits.begun = (ms) => {
        if (ms < LONG_MS) return undefined;
        // The first wait is that of the refused delete; the other delete then joins it.
        if (isLinked) {
          bench.simulator.setAssociatedCount(second.id, 7);
          resolve();
        }
        bench.simulator.release(hold);
        isLinked = true;
        return isLinked ? linked : undefined;
      };
    });
    const [, { errors }] = await Promise.all([first.carryOut(null, plans[0], applying), deleting]);
    expectOnly(errors, "is in use by 7");
    expect(bench.onlyObject().id).toBe(second.id);
  });
});

describe.each(KINDS)("%s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations, text } = kind;
  const { approve } = useApprovals(bench, type);

  it.each([
    ["429", "warn", false],
    ["429", "fail", false],
    ["429", "warn", true],
    ["429", "fail", true],
    ["503", "fail", false],
    ["reset", "warn", true],
  ] as const)(
    "whose update meets %s and that is edited during the wait, keeps the edit (outside_edits = %s, approved: %p)",
    async (fault, outsideEdits, isApproved) => {
      const object = await bench.managed(type, await patient({ outside_edits: outsideEdits })).settled(given);
      if (isApproved) approve({ action: "update", id: object.id, before: given, after: changed });
      const plan = await object.refreshAndPlan(changed);
      const effect =
        fault === "429"
          ? REFUSED
          : fault === "503"
            ? ({ type: "status", status: 503, headers: { "retry-after": `${RETRY_AFTER}` } } as const)
            : ({ type: "reset" } as const);
      bench.fault(operations.update, effect, { nth: 1 });
      const atLeast = fault === "reset" ? 400 : LONG_MS;
      const changes = duringWait(atLeast, () => bench.simulator.update(object.id, { [text]: "Theirs" }));
      const { errors } = await object.carryOut(changed, plan);
      expect(changes()).toBe(1);
      expectOnly(errors, `${type} (${object.id}) has changed since the plan`, /may have carried out/);
      expect(bench.onlyObject()).toMatchObject({ ...given, [text]: "Theirs" });
      expect(bench.simulator.counts()[operations.update]).toBe(1);
    },
  );

  it("whose update meets 429 is updated after the wait if nothing else has changed", async () => {
    const object = await bench.managed(type, await patient()).settled(given);
    bench.fault(operations.update, REFUSED, { nth: 1, times: 3 });
    await object.settle(changed);
    expect(bench.simulator.counts()[operations.update]).toBe(4);
  });

  it("whose update meets 429 after the server has carried it out is not updated twice", async () => {
    const object = await bench.managed(type, await patient()).settled(given);
    const effect = { type: "status", status: 429, when: "after" } as const;
    bench.fault(operations.update, effect);
    await object.settle(changed);
    expect(bench.simulator.counts()[operations.update]).toBe(1);
  });

  it.each(["429", "reset"] as const)(
    "whose delete is carried out and answered with %s is not deleted again after its id belongs to another object",
    async (fault) => {
      const object = await bench.managed(type, await patient()).settled(given);
      const plan = await object.refreshAndPlan(null);
      const effect =
        fault === "429"
          ? ({ type: "status", status: 429, headers: { "retry-after": "20" }, when: "after" } as const)
          : ({ type: "reset", when: "after" } as const);
      bench.fault(operations.delete, effect, { nth: 1 });
      const changes = duringWait(fault === "429" ? LONG_MS : 400, () =>
        bench.bystander(type, {
          ...given,
          id: object.id,
          createdAt: new Date(Date.now() - 5_000).toISOString(),
        }),
      );
      const { errors } = await object.carryOut(null, plan);
      expect(changes()).toBe(1);
      expectOnly(errors, `${type} (${object.id}) is another object now`, /may have carried out/);
      expect(bench.onlyObject().id).toBe(object.id);
      expect(bench.simulator.counts()[operations.delete]).toBe(1);
    },
  );

  it("whose delete meets 429 and that another run deletes during the wait, is deleted", async () => {
    const object = await bench.managed(type, await patient()).settled(given);
    const plan = await object.refreshAndPlan(null);
    bench.fault(operations.delete, REFUSED, { nth: 1 });
    duringWait(LONG_MS, () => bench.simulator.delete(object.id));
    expect(await object.carryOut(null, plan)).toMatchObject({ errors: [], warnings: [] });
    expect(bench.simulator.counts()[operations.delete]).toBe(1);
  });

  it("that is to be adopted is left alone if it is renamed while the adoption waits", async () => {
    const settings = { existing_name: "adopt" };
    const { id } = bench.bystander(type, { ...given, [text]: "Old" });
    const object = bench.managed(type, await patient(settings));
    const plan = await object.plan(given);
    bench.fault(operations.update, REFUSED, { nth: 1 });
    const changes = duringWait(LONG_MS, () => bench.simulator.update(id, { name: "Theirs" }));
    const { errors } = await object.carryOut(given, plan);
    expect(changes()).toBe(1);
    expectOnly(errors, `${type} (${id}) has changed since the plan`);
    expect(object.instance.state).toBeNull();
    expect(bench.onlyObject()).toMatchObject({ name: "Theirs", [text]: "Old" });
  });

  it("whose create meets 429 uses its approval only once", async () => {
    const object = bench.managed(type, await patient());
    approve({ action: "create", after: given });
    bench.fault(operations.create, REFUSED, { nth: 1, times: 2 });
    await object.settle(given);
  });
});
