import { dialectSettings, type Dialect } from "../../src/simulator";
import type { ObjectValue } from "../../src/plugin/values";
import { nothing } from "../plugin/core";
import { answering, KINDS } from "./kinds";
import { atATime, inRange } from "./many";
import { waits } from "./quick-waits";
import { identity, useWorkbench, type Managed, type ProviderProcess } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench({ credentials: [identity] });

type Shape = Pick<Dialect, "errorBody">;

/** Every form in which a server may say no. */
function forms<K extends "notFound" | "unauthorized">(setting: K): (Pick<Dialect, K> & Shape)[] {
  return dialectSettings[setting].values.flatMap((value) =>
    dialectSettings.errorBody.values.map(
      (errorBody) => ({ [setting]: value, errorBody }) as Pick<Dialect, K> & Shape,
    ),
  );
}

async function both(): Promise<[cluster: Managed, snippet: Managed]> {
  const [cluster, snippet] = [bench.cluster(), bench.snippet()];
  await cluster.settle({ name: "Sales", description: "Ours" });
  await snippet.settle({ name: "Opener", prompt: "Hi {first_name}" });
  return [cluster, snippet];
}

const given = {
  outreach_cluster: { name: "Sales", description: "Ours" },
  outreach_snippet: { name: "Opener", prompt: "Hi {first_name}" },
};

describe("an object that was deleted outside", () => {
  it.each(forms("notFound"))("is planned as create where the answer is %p", async (dialect) => {
    bench.simulator.setDialect(dialect);
    for (const managed of await both()) {
      const { id } = managed;
      bench.simulator.delete(id);
      expect(await managed.refresh()).toBeNull();
      expect((await managed.settle(given[managed.type])).action).toBe("create");
      expect(managed.id).not.toBe(id);
    }
    expect(bench.objects()).toMatchObject([given.outreach_cluster, given.outreach_snippet]);
  });

  it.each([...forms("notFound"), { deleteMissing: "success" as const }])(
    "between plan and apply of a destroy is a success where the answer is %p",
    async (dialect) => {
      bench.simulator.setDialect(dialect);
      for (const managed of await both()) {
        const plan = await managed.plan(null);
        bench.simulator.delete(managed.id);
        bench.bystander(managed.type, { ...given[managed.type], name: "Another" });
        const outcome = await managed.carryOut(null, plan);
        expect(outcome).toMatchObject({ errors: [], warnings: [], saved: { state: null } });
      }
    },
  );

  it.each(dialectSettings.notFound.values.map((notFound) => ({ notFound })))(
    "between plan and apply of an update is an error, and a create in the next plan, where the answer is %p",
    async (dialect) => {
      bench.simulator.setDialect(dialect);
      for (const managed of await both()) {
        const changed = { ...given[managed.type], name: "New" };
        const plan = await managed.plan(changed);
        const before = managed.state;
        bench.simulator.delete(managed.id);
        const { errors, saved } = await managed.carryOut(changed, plan);
        expect(errors).toMatchObject([
          {
            summary: `${managed.type} (${managed.id}) has changed since the plan`,
            detail: expect.stringContaining("It was deleted.") as string,
          },
        ]);
        expect(saved.state).toEqual(before);
        expect((await managed.settle(changed)).action).toBe("create");
      }
    },
  );

  it("where an update of it seems to succeed is a warning, and a create in the next plan", async () => {
    bench.simulator.setDialect({ updateMissing: "success" });
    for (const managed of await both()) {
      const changed = { ...given[managed.type], name: "New" };
      const plan = await managed.plan(changed);
      bench.simulator.addFault({ operation: ["UpdateCluster", "UpdateSnippet"], effect: { type: "hold" } });
      const updates = bench.simulator.counts();
      const operation = managed.type === "outreach_cluster" ? "UpdateCluster" : "UpdateSnippet";
      const applying = managed.carryOut(changed, plan);
      await bench.simulator.waitForCall(operation, updates[operation] + 1);
      bench.simulator.delete(managed.id);
      bench.simulator.clearFaults();
      bench.simulator.release();
      const outcome = await applying;
      expect(outcome.errors).toEqual([]);
      expect(outcome.warnings.map(({ summary }) => summary)).toEqual([
        `${managed.type} (${managed.id}) was written but could not be read back`,
      ]);
      expect((await managed.settle(changed)).action).toBe("create");
    }
  });

  it("is looked for on every page before it leaves the state", async () => {
    bench.simulator.setDialect({ pageSize: 1 });
    const [cluster] = await both();
    bench.simulator.create("cluster", workspaceId, { name: "Another" });
    bench.simulator.create("cluster", workspaceId, { name: "One more" });
    bench.simulator.delete(cluster.id);
    bench.simulator.clearJournal();
    expect(await cluster.refresh()).toBeNull();
    expect(bench.simulator.counts().ListClusters).toBe(2);
  });
});

describe("many objects that were deleted outside", () => {
  const HOUR_MS = 3_600_000;
  const anHourAgo = () => new Date(Date.now() - HOUR_MS).toISOString();
  const lists = () => bench.simulator.counts().ListSnippet;
  const refused = () =>
    bench.simulator.addFault({ operation: "GetSnippet", effect: { type: "status", status: 404 } });

  afterEach(() => jest.restoreAllMocks());

  /** So many snippets of the state, of which nothing was written for an hour. */
  async function settled(count: number): Promise<Managed[]> {
    const all = inRange(count, () => bench.snippet());
    for (const [index, snippet] of all.entries()) {
      await snippet.apply({ name: `Opener ${index}`, prompt: "Hi" });
      const { instance, state } = snippet;
      snippet.instance = { ...instance, state: { ...state, last_updated_at: anHourAgo() } };
    }
    bench.simulator.clearJournal();
    return all;
  }

  const refreshIn = (process: ProviderProcess, { type, instance }: Managed) =>
    process.refresh(type, instance);

  it("are gone by a list for those of the first moment, and none for the others", async () => {
    const all = await settled(30);
    const gone = all.slice(5);
    for (const { id } of gone) bench.simulator.delete(id);
    const tasks = all.map((snippet) => () => refreshIn(bench.provider, snippet));
    const found = await atATime(10, tasks);
    expect(found.map(({ state }) => state === null)).toEqual(all.map((snippet) => gone.includes(snippet)));
    // The one that the first refusal begins, and one for those that come while it is under way.
    expect(lists()).toBeLessThanOrEqual(2);
  });

  it("are gone by another list where they went after that one", async () => {
    const [first, second] = await settled(2);
    bench.simulator.delete(first!.id);
    expect((await refreshIn(bench.provider, first!)).state).toBeNull();
    bench.simulator.delete(second!.id);
    expect((await refreshIn(bench.provider, second!)).state).toBeNull();
    expect(lists()).toBe(2);
  });

  it.each<[string, (young: ObjectValue) => ObjectValue]>([
    ["may have been too early to show them", (young) => young],
    [
      "may have been, for all that is known",
      (young) => ({ ...young, created_at: null, last_updated_at: null }),
    ],
  ])("are not gone where the list %s", async (_, known) => {
    const provider = await bench.configured({ visibility_timeout: 60 });
    const [old] = await settled(1);
    bench.simulator.delete(old!.id);
    const young = bench.snippet();
    await young.apply({ name: "Young", prompt: "Hi" });
    young.instance = { ...young.instance, state: known(young.state) };
    bench.simulator.addFault({ operation: "ListSnippet", effect: { type: "stale", writes: 1 }, times: 1 });
    expect((await refreshIn(provider, old!)).state).toBeNull();

    // An hour passes between the list and the read.
    const now = performance.now.bind(performance);
    jest.spyOn(performance, "now").mockImplementation(() => now() + HOUR_MS);
    refused();
    await expect(refreshIn(provider, young)).rejects.toThrow("is listed, but");
  });

  it("are not gone where the run itself has written since the list", async () => {
    const [old] = await settled(1);
    bench.simulator.delete(old!.id);
    expect((await refreshIn(bench.provider, old!)).state).toBeNull();
    const created = bench.snippet();
    const declared = { name: "New", prompt: "Hi" };
    await created.carryOut(declared, await created.plan(declared), bench.provider);
    const { instance, state } = created;
    created.instance = { ...instance, state: { ...state, last_updated_at: anHourAgo() } };
    refused();
    await expect(refreshIn(bench.provider, created)).rejects.toThrow("is listed, but");
  });
});

describe("an object that is listed", () => {
  const refused = ["GetCluster", "GetSnippet", "DeleteCluster", "DeleteSnippet"] as const;
  const notFound = { type: "status", status: 404 } as const;

  it("but cannot be read keeps its state, with an error that says so", async () => {
    const [cluster, snippet] = await both();
    bench.simulator.addFault({ operation: refused, effect: notFound });
    const problem = "is listed, but the API answers as if it did not exist";
    await expect(cluster.refresh()).rejects.toThrow(`outreach_cluster (${cluster.id}) ${problem}`);
    await expect(snippet.refresh()).rejects.toThrow(`outreach_snippet (${snippet.id}) ${problem}`);
    // As where a server goes on listing what was deleted.
    await expect(cluster.refresh()).rejects.toThrow("terraform state rm ADDRESS");
    expect([cluster.state, snippet.state]).toMatchObject([{ name: "Sales" }, { name: "Opener" }]);
  });

  it("is told from another whose id has the same letters in upper case", async () => {
    for (const managed of await both()) {
      bench.bystander(managed.type, { ...given[managed.type], id: managed.id.toUpperCase() });
      bench.simulator.addFault({ operation: refused, effect: notFound });
      await expect(managed.refresh()).rejects.toThrow(
        "is listed, but the API answers as if it did not exist",
      );
      bench.simulator.clearFaults();
    }
  });

  it("but cannot be deleted keeps its state, with an error that says so", async () => {
    for (const managed of await both()) {
      const plan = await managed.plan(null);
      const before = managed.state;
      const fault = bench.simulator.addFault({ operation: refused, effect: notFound });
      const { errors, saved } = await managed.carryOut(null, plan);
      bench.simulator.clearFaults(fault);
      expect(errors.map(({ summary }) => summary)).toEqual([expect.stringContaining("is listed, but")]);
      expect(saved.state).toEqual(before);
    }
    expect(bench.objects()).toHaveLength(2);
  });

  it("on the last page only is found there", async () => {
    bench.simulator.setDialect({ pageSize: 1, listOrder: "created-descending" });
    const [cluster] = await both();
    bench.simulator.create("cluster", workspaceId, { name: "Newer" });
    bench.simulator.addFault({ operation: refused, effect: notFound });
    await expect(cluster.refresh()).rejects.toThrow("is listed, but");
  });

  it("keeps the server's own refusal where that does not speak of a missing object", async () => {
    const [cluster] = await both();
    const body = { message: "The cluster is being migrated." };
    bench.simulator.addFault({ operation: refused, effect: { type: "status", status: 409, body } });
    await expect(cluster.refresh()).rejects.toThrow(/Could not read[\s\S]*The cluster is being migrated/);
  });
});

/** Of either kind. */
const LIST_BESIDE_ERROR = { clusters: [], snippets: [], nextToken: null, errors: [{ message: "timeout" }] };

describe("an object whose absence cannot be proven keeps its state", () => {
  it.each([
    ["fails", { type: "status", status: 500 }],
    ["is lost", { type: "reset" }],
    ["does not end", { type: "loop" }],
    ["is no list", { type: "content", content: "html" }],
    ["comes beside an error", { type: "status", status: 200, body: LIST_BESIDE_ERROR }],
  ] as const)("where the list %s", async (_what, effect) => {
    const [cluster, snippet] = await both();
    bench.simulator.setDialect({ pageSize: 1 });
    for (const name of ["One", "Two"]) {
      bench.simulator.create("cluster", workspaceId, { name });
      bench.simulator.create("snippet", workspaceId, { name, prompt: "" });
    }
    bench.simulator.addFault({ operation: ["ListClusters", "ListSnippet"], effect });
    for (const managed of [cluster, snippet]) {
      bench.simulator.delete(managed.id);
      await expect(managed.refresh()).rejects.toThrow(`Could not read ${managed.type}`);
    }
  });
});

/** What both reads promise, of an object that nobody asked for. */
const OTHER = {
  workspaceId,
  clusterId: "OTHER",
  clusterName: "Sales",
  associatedCount: 0,
  snippetId: "OTHER",
  name: "Opener",
  prompt: "Hi {first_name}",
  createdAt: "2026-01-01T00:00:00Z",
  lastUpdatedAt: "2026-01-02T00:00:00Z",
};

describe("an object that the server shows under another id", () => {
  it("keeps its state, with an error that names the other id and says what to do", async () => {
    for (const managed of await both()) {
      const before = managed.state;
      bench.simulator.delete(managed.id);
      const fault = bench.simulator.addFault({
        operation: ["GetCluster", "GetSnippet"],
        effect: { type: "status", status: 200, body: OTHER },
      });
      await expect(managed.refresh()).rejects.toThrow(
        /about another object, OTHER[^]*Run again[^]*terraform state rm/,
      );
      bench.simulator.clearFaults(fault);
      expect(managed.state).toEqual(before);
    }
  });
});

describe.each(KINDS)("%s, of which the list spells the id in other letters,", (_type, kind) => {
  const { type, given: declared, changed, operations } = kind;

  it.each(["refresh", "delete"])("is not gone at a %s", async (step) => {
    const object = bench.managed(type);
    await object.settle(declared);
    const listed = object.id.toUpperCase();
    object.instance = { ...object.instance, state: { ...object.state, id: listed } };
    const { id } = bench.onlyObject();
    const message = `${type} (${listed}) is listed with its id in other upper and lower case (${id})`;
    if (step === "refresh") await expect(object.refresh()).rejects.toThrow(message);
    else {
      const { errors } = await object.carryOut(null, await object.plan(null));
      expect(errors).toMatchObject([
        {
          summary: message,
          detail: expect.stringContaining(`terraform import ${type}.NAME ${id} `) as string,
        },
      ]);
    }
    expect(object.id).toBe(listed);
    expect(bench.onlyObject()).toMatchObject({ id, ...declared });
  });

  it("is not gone after a delete that the API accepts without doing anything", async () => {
    bench.simulator.setDialect({ deleteMissing: "success", notFound: "200-null" });
    const object = bench.managed(type);
    await object.settle(declared);
    const { id } = bench.onlyObject();
    const other = id.toUpperCase();
    object.instance = { ...object.instance, state: { ...object.state, id: other } };
    // The looks of the plan and of the apply.
    bench.simulator.addFault({ operation: operations.get, effect: answering(other, declared), times: 2 });
    const { errors } = await object.carryOut(null, await object.plan(null));
    expect(errors).toMatchObject([
      { summary: expect.stringContaining("still there after its delete") as string },
    ]);
    expect(object.id).toBe(other);
    expect(bench.onlyObject()).toMatchObject({ id });
  });

  it("is not gone by an earlier list of the same plan", async () => {
    const object = bench.managed(type);
    await object.settle(declared);
    const longAgo = { last_updated_at: "2000-01-01T00:00:00Z" };
    const state = { ...object.state, ...longAgo, id: object.id.toUpperCase() };
    object.instance = { ...object.instance, state };
    await bench.provider.run(async (process) => {
      await process.plan(type, changed, nothing);
      const lists = bench.simulator.counts()[operations.list];
      await expect(object.refreshAndPlan(declared, process)).rejects.toThrow("in other upper and lower case");
      expect(bench.simulator.counts()[operations.list]).toBe(lists + 1);
    });
  });
});

describe("an object that was written a moment ago", () => {
  const stale = (times: number) =>
    bench.simulator.addFault({
      operation: ["GetCluster", "ListClusters", "GetSnippet", "ListSnippet"],
      effect: { type: "stale", writes: 1 },
      times,
    });

  it("is not gone where reads and lists do not know of it yet", async () => {
    const provider = await bench.configured({ visibility_timeout: 60 });
    for (const managed of [bench.cluster(provider), bench.snippet(provider)]) {
      await managed.settle(given[managed.type]);
      stale(4);
      expect(await managed.refresh()).toMatchObject(given[managed.type]);
    }
  });

  it("is taken as it is read where that stays from before the write", async () => {
    const provider = await bench.configured({ visibility_timeout: 1 });
    for (const managed of [bench.cluster(provider), bench.snippet(provider)]) {
      await managed.apply(given[managed.type]);
      await managed.apply({ ...given[managed.type], name: "New" });
      stale(Number.MAX_SAFE_INTEGER);
      expect(await managed.refresh()).toMatchObject(given[managed.type]);
      bench.simulator.clearFaults();
    }
  });

  it.each<[string, (state: ObjectValue) => ObjectValue]>([
    [
      "by its creation, where the server tells no other time",
      (state) => ({ ...state, last_updated_at: null }),
    ],
    [
      "by a time without an offset",
      (state) => ({ ...state, last_updated_at: (state["last_updated_at"] as string).replace("Z", "") }),
    ],
    [
      "by a time in small letters",
      (state) => ({ ...state, last_updated_at: (state["last_updated_at"] as string).toLowerCase() }),
    ],
  ])("is known %s", async (_, dated) => {
    const snippet = bench.snippet(await bench.configured({ visibility_timeout: 60 }));
    await snippet.settle(given.outreach_snippet);
    snippet.instance = { ...snippet.instance, state: dated(snippet.state) };
    stale(4);
    expect(await snippet.refresh()).toMatchObject(given.outreach_snippet);
  });

  it.each(KINDS)("of the type %s is known where a stop let nobody read it", async (type, { operations }) => {
    const settings = { visibility_timeout: 60 };
    const object = bench.managed(type, await bench.configured(settings));
    const plan = await object.plan(given[type]);
    const applying = await bench.configured(settings);
    bench.simulator.addFault({ operation: operations.create, nth: 1, effect: { type: "hide", reads: 4 } });
    waits.begun = () => applying.stop();
    const { warnings } = await object.carryOut(given[type], plan, applying);
    expect(warnings).toMatchObject([
      { summary: expect.stringContaining("was written but could not be read back") as string },
    ]);
    expect(object.state).toMatchObject({ created_at: null, last_updated_at: null });
    waits.begun = () => undefined;
    expect((await object.refreshAndPlan(given[type])).action).toBe("no-op");
    expect(object.state).toMatchObject({ created_at: expect.any(String) as string });
    expect(bench.objects()).toHaveLength(1);
  });

  it("keeps its state where a stop ends the wait", async () => {
    const provider = await bench.configured({ visibility_timeout: 3600 });
    const cluster = bench.cluster(provider);
    await cluster.settle(given.outreach_cluster);
    const { instance } = cluster;
    bench.simulator.delete(cluster.id);
    waits.begun = () => provider.stop();
    await expect(provider.refresh(cluster.type, instance)).rejects.toThrow("The run was stopped");
  });

  it("keeps its state where its read is given up while the list that proves it goes on for another", async () => {
    const objects = [bench.snippet(), bench.snippet(), bench.snippet()] as const;
    for (const [index, snippet] of objects.entries())
      await snippet.apply({ name: `Opener ${index}`, prompt: "Hi" });
    for (const { id } of objects) bench.simulator.delete(id);
    bench.simulator.clearJournal();
    bench.simulator.addFault({ operation: "ListSnippet", nth: 1, effect: { type: "hold" } });
    const givenUp = new AbortController();
    const refresh = ({ type, instance }: Managed, signal?: AbortSignal) =>
      bench.provider.refresh(type, instance, signal);

    const first = refresh(objects[0]);
    await bench.simulator.waitForCall("ListSnippet", 1);
    // Both wait for the next list.
    const others = [refresh(objects[1], givenUp.signal), refresh(objects[2])];
    const refusals = () => bench.provider.log.filter((line) => /response .*GetSnippet/.test(line));
    while (refusals().length < 3) await new Promise(setImmediate);
    await new Promise(setImmediate);
    givenUp.abort();
    bench.simulator.release();
    expect((await first).state).toBeNull();
    const [unsure, gone] = await Promise.all(others);
    expect(unsure!.state).toEqual(objects[1].state);
    expect(gone!.state).toBeNull();
    expect(bench.simulator.counts().ListSnippet).toBe(2);
  });

  it("is gone where that lasts, and at once where the time in which writes show is over", async () => {
    const provider = await bench.configured({ visibility_timeout: 1 });
    const cluster = bench.cluster(provider);
    await cluster.settle(given.outreach_cluster);
    const { instance } = cluster;
    bench.simulator.delete(cluster.id);
    expect(await cluster.refresh()).toBeNull();
    expect(bench.simulator.counts().ListClusters).toBeGreaterThan(1);

    const last_updated_at = new Date(Date.now() - 3_600_000).toISOString();
    cluster.instance = { ...instance, state: { ...instance.state, last_updated_at } };
    bench.simulator.clearJournal();
    expect(await cluster.refresh()).toBeNull();
    expect(bench.simulator.counts()).toMatchObject({ GetCluster: 1, ListClusters: 1 });
  });
});

describe("a list of nothing", () => {
  const nothing = (type: string) => `The API lists no ${type} at all`;

  it("that proves objects gone is warned of, once for each kind", async () => {
    const objects = [bench.cluster(), bench.cluster(), bench.snippet()];
    for (const [index, object] of objects.entries()) {
      await object.settle({ ...given[object.type], name: `${index}` });
      bench.simulator.delete(object.id);
    }
    const { said } = await bench.provider.run(async (process) => {
      for (const { type, instance } of objects)
        expect((await process.refresh(type, instance)).state).toBeNull();
      return process;
    });
    expect(said.map(({ summary }) => summary.split(",")[0])).toEqual(
      ["outreach_cluster", "outreach_snippet"].map(nothing),
    );
  });

  it("that lets an apply forget what it was to delete is warned of, once", async () => {
    const objects = [bench.cluster(), bench.cluster()];
    const plans = [];
    for (const [index, object] of objects.entries()) {
      await object.settle({ name: `${index}` });
      plans.push(await object.plan(null));
    }
    const applying = await bench.configured();
    for (const { id } of objects) bench.simulator.delete(id);
    const warnings = [];
    for (const [index, object] of objects.entries())
      warnings.push(...(await object.carryOut(null, plans[index]!, applying)).warnings);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.summary).toContain(nothing("outreach_cluster"));
    expect(warnings[0]!.detail).toMatch(/^Nothing was deleted.*check user_id \(OUTREACH_USER_ID\)/);
  });

  it("is warned of where the same apply has created one since", async () => {
    const [gone, created] = [bench.cluster(), bench.cluster()];
    await gone.settle({ name: "Sales" });
    const plans = [await gone.plan(null), await created.plan({ name: "Marketing" })] as const;
    const applying = await bench.configured();
    bench.simulator.delete(gone.id);
    expect((await created.carryOut({ name: "Marketing" }, plans[1], applying)).warnings).toEqual([]);
    const { warnings } = await gone.carryOut(null, plans[0], applying);
    expect(warnings.map(({ summary }) => summary.split(",")[0])).toEqual([nothing("outreach_cluster")]);
  });

  it("is not, where the apply has emptied it itself", async () => {
    const [kept, gone] = [bench.cluster(), bench.cluster()];
    await kept.settle({ name: "Sales" });
    await gone.settle({ name: "Marketing" });
    const plans = [await kept.plan(null), await gone.plan(null)] as const;
    const applying = await bench.configured();
    bench.simulator.delete(gone.id);
    expect((await kept.carryOut(null, plans[0], applying)).warnings).toEqual([]);
    expect(await gone.carryOut(null, plans[1], applying)).toMatchObject({ errors: [], warnings: [] });
  });

  it("is not, where others are listed", async () => {
    const cluster = bench.cluster();
    await cluster.settle(given.outreach_cluster);
    bench.simulator.delete(cluster.id);
    bench.bystander("outreach_cluster", { name: "Another" });
    const { said } = await bench.provider.run(async (process) => {
      await process.refresh(cluster.type, cluster.instance);
      return process;
    });
    expect(said).toEqual([]);
  });
});

describe("wrong credentials", () => {
  const intruder = () => bench.configured({ user_id: "usr-somebody-else" });

  it.each(forms("unauthorized"))("never make an object gone where the answer is %p", async (dialect) => {
    bench.simulator.setDialect(dialect);
    for (const managed of await both()) {
      const provider = await intruder();
      await expect(provider.refresh(managed.type, managed.instance)).rejects.toThrow(
        `Could not read ${managed.type}`,
      );
    }
  });

  it.each(forms("unauthorized"))("never make a delete a success where the answer is %p", async (dialect) => {
    bench.simulator.setDialect(dialect);
    for (const managed of await both()) {
      const plan = await managed.plan(null);
      const provider = await intruder();
      const { errors, saved } = await provider.apply(managed.type, null, managed.instance, plan);
      expect(errors.map(({ summary }) => summary)).toEqual([
        expect.stringContaining(`Could not read ${managed.type}`),
      ]);
      expect(saved.state).toEqual(managed.state);
    }
    expect(bench.objects()).toHaveLength(2);
  });

  it("end with where to correct them", async () => {
    const [cluster] = await both();
    const provider = await intruder();
    await expect(provider.refresh(cluster.type, cluster.instance)).rejects.toThrow(
      "Check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID)",
    );
  });
});
