import { nothing } from "../sdk/core";
import { both, forms, formsInTurn, oneInTurn } from "./both-kinds";
import { answering, KINDS } from "./kinds";
import { expectOnly, identity, useWorkbench } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench({ credentials: [identity] });

describe("an object that is listed", () => {
  const refused = ["GetCluster", "GetSnippet", "DeleteCluster", "DeleteSnippet"] as const;
  const notFound = { type: "status", status: 404 } as const;

  it("but cannot be read keeps its state, with an error", async () => {
    const [cluster, snippet] = await both(bench);
    bench.fault(refused, notFound);
    const problem = "is listed, but a read does not find it";
    await expect(cluster.refresh()).rejects.toThrow(`outreach_cluster (${cluster.id}) ${problem}`);
    await expect(snippet.refresh()).rejects.toThrow(`outreach_snippet (${snippet.id}) ${problem}`);
    // Some servers go on listing deleted objects.
    await expect(cluster.refresh()).rejects.toThrow("terraform state rm ADDRESS");
    expect([cluster.state, snippet.state]).toMatchObject([{ name: "Sales" }, { name: "Opener" }]);
  });

  it("but cannot be deleted keeps its state, with an error", async () => {
    for (const managed of await both(bench)) {
      const plan = await managed.plan(null);
      const before = managed.state;
      const fault = bench.fault(refused, notFound);
      const { errors, saved } = await managed.carryOut(null, plan);
      bench.simulator.clearFaults(fault);
      expectOnly(errors, "is listed, but");
      expect(saved.state).toEqual(before);
    }
    expect(bench.objects()).toHaveLength(2);
  });

  it("keeps its state, with the server's words, if a refusal does not mean a missing object", async () => {
    const [cluster] = await both(bench);
    const body = { message: "The cluster is being migrated." };
    bench.fault(refused, { type: "status", status: 409, body });
    await expect(cluster.refresh()).rejects.toThrow(/Could not read[\s\S]*The cluster is being migrated/);
  });
});

/** The body of a list of either kind. */
const LIST_BESIDE_ERROR = { clusters: [], snippets: [], nextToken: null, errors: [{ message: "timeout" }] };

const UNREADABLE_LIST = { clusters: [null], snippets: [null], nextToken: null };

describe("an object whose absence cannot be proven keeps its state", () => {
  it.each([
    ["fails", { type: "status", status: 500 }],
    ["is lost", { type: "reset" }],
    ["does not end", { type: "loop" }],
    ["is no list", { type: "content", content: "html" }],
    ["has an entry that cannot be read", { type: "status", status: 200, body: UNREADABLE_LIST }],
    ["comes beside an error", { type: "status", status: 200, body: LIST_BESIDE_ERROR }],
  ] as const)("if the list %s", async (_what, effect) => {
    const [cluster, snippet] = await both(bench);
    bench.simulator.setDialect({ pageSize: 1 });
    for (const name of ["One", "Two"]) {
      bench.simulator.create("cluster", workspaceId, { name });
      bench.simulator.create("snippet", workspaceId, { name, prompt: "" });
    }
    bench.fault(["ListClusters", "ListSnippet"], effect);
    for (const managed of [cluster, snippet]) {
      bench.simulator.delete(managed.id);
      await expect(managed.refresh()).rejects.toThrow(`Could not read ${managed.type}`);
    }
  });
});

/** The body of a read of either kind, about another object than the requested one. */
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
  it("keeps its state, with an error that names the other id and the next step", async () => {
    for (const managed of await both(bench)) {
      const before = managed.state;
      bench.simulator.delete(managed.id);
      const fault = bench.fault(["GetCluster", "GetSnippet"], { type: "status", status: 200, body: OTHER });
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

  it.each(["refresh", "delete"])("does not count as deleted at a %s", async (step) => {
    const object = await bench.managed(type).applied(declared);
    const listed = object.id.toUpperCase();
    object.alter({ id: listed });
    const { id } = bench.onlyObject();
    const message = `${type} (${listed}) is listed as ${id}, but a read does not find it`;
    if (step === "refresh") await expect(object.refresh()).rejects.toThrow(message);
    else {
      const { errors } = await object.carryOut(null, await object.plan(null));
      expectOnly(errors, message);
    }
    expect(object.id).toBe(listed);
    expect(bench.onlyObject()).toMatchObject({ id, ...declared });
  });

  it("does not count as deleted after a delete that the API accepts without effect", async () => {
    bench.simulator.setDialect({ deleteMissing: "success", notFound: "200-null" });
    const object = await bench.managed(type).applied(declared);
    const { id } = bench.onlyObject();
    const other = id.toUpperCase();
    object.alter({ id: other });
    // The reads of the plan and of the apply.
    bench.fault(operations.get, answering(other, declared), { times: 2 });
    const { errors } = await object.carryOut(null, await object.plan(null));
    expectOnly(errors, "still visible after its delete");
    expect(object.id).toBe(other);
    expect(bench.onlyObject()).toMatchObject({ id });
  });

  it("is not confirmed deleted by an earlier list of the same plan", async () => {
    const object = await bench.managed(type).applied(declared);
    const longAgo = { last_updated_at: "2000-01-01T00:00:00Z" };
    const state = { ...object.state, ...longAgo, id: object.id.toUpperCase() };
    object.instance = { ...object.instance, state };
    await bench.provider.run(async (process) => {
      await process.plan(type, changed, nothing);
      const lists = bench.simulator.counts()[operations.list];
      await expect(object.refreshAndPlan(declared, process)).rejects.toThrow("but a read does not find it");
      expect(bench.simulator.counts()[operations.list]).toBe(lists + 1);
    });
  });
});

describe("wrong credentials", () => {
  const intruder = () => bench.configured({ user_id: "usr-somebody-else" });

  const rows = forms("unauthorized").map((dialect, row) => [dialect, row] as const);

  it.each(rows)("never make an object count as deleted if the response is %p", async (dialect, row) => {
    bench.simulator.setDialect(dialect);
    const managed = await oneInTurn(bench, row);
    const provider = await intruder();
    const refresh = provider.refresh(managed.type, managed.instance);
    await expect(refresh).rejects.toThrow(`Could not read ${managed.type}`);
  });

  it.each(formsInTurn("unauthorized"))(
    "never make a delete a success if the response is %p",
    async (dialect) => {
      bench.simulator.setDialect(dialect);
      for (const managed of await both(bench)) {
        const plan = await managed.plan(null);
        const provider = await intruder();
        const { errors, saved } = await provider.apply(managed.type, null, managed.instance, plan);
        expectOnly(errors, `Could not read ${managed.type}`);
        expect(saved.state).toEqual(managed.state);
      }
      expect(bench.objects()).toHaveLength(2);
    },
  );
});
