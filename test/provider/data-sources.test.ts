import type { Value } from "../../src/sdk/values";
import { unknown } from "../../src/sdk/values";
import { Refused } from "../sdk/core";
import { credentials, useWorkbench } from "./workbench";

const bench = useWorkbench();
const { workspace_id: workspaceId } = credentials;

const create = {
  outreach_cluster: (name: string) => bench.simulator.create("cluster", workspaceId, { name }),
  outreach_snippet: (name: string) => bench.simulator.create("snippet", workspaceId, { name, prompt: "{x}" }),
};

async function refusal(reading: Promise<unknown>) {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refused);
  const { diagnostics } = error as Refused;
  expect(diagnostics).toHaveLength(1);
  return diagnostics[0]!;
}

describe("data outreach_cluster", () => {
  it.each([
    ["Ours", "Ours"],
    [null, null],
    ["", null],
  ])("reads every value of the API, a description %p as %p", async (description, read) => {
    bench.simulator.setDialect({ absentDescription: description === "" ? "empty" : "absent" });
    const cluster = bench.simulator.create("cluster", workspaceId, {
      name: "Sales",
      description,
      associatedCount: 3,
    });
    expect(await bench.provider.readDataSource("outreach_cluster", { id: cluster.id })).toEqual({
      id: cluster.id,
      name: "Sales",
      description: read,
      workspace_id: workspaceId,
      associated_count: 3,
      created_at: cluster.createdAt,
      last_updated_at: cluster.lastUpdatedAt,
    });
  });
});

describe("data outreach_snippet", () => {
  it("reads every value of the API, and the variables", async () => {
    const prompt = "Hi {last_name} {first_name}";
    const snippet = bench.simulator.create("snippet", workspaceId, { name: "Opener", prompt });
    expect(await bench.provider.readDataSource("outreach_snippet", { id: snippet.id })).toEqual({
      id: snippet.id,
      name: "Opener",
      prompt,
      variables: ["first_name", "last_name"],
      workspace_id: workspaceId,
      created_at: snippet.createdAt,
      last_updated_at: snippet.lastUpdatedAt,
    });
  });
});

describe.each(["outreach_cluster", "outreach_snippet"] as const)("data %s", (type) => {
  const read = (given: Readonly<Record<string, Value>>) => bench.provider.readDataSource(type, given);

  it("finds an object by its exact name on any page", async () => {
    bench.simulator.setDialect({ pageSize: 2 });
    for (const name of ["sales", "Sales ", " Sales", "Sales EU"]) create[type](name);
    const { id } = create[type]("Sales");
    expect(await read({ name: "Sales" })).toMatchObject({ id, name: "Sales" });
  });

  it("finds a name that the server stores in another normal form", async () => {
    const { id } = create[type]("Vertrieb Zu\u0308rich");
    expect(await read({ name: "Vertrieb Z\u00fcrich" })).toMatchObject({ id });
  });

  it("finds further names in the list of the first look-up", async () => {
    bench.simulator.setDialect({ pageSize: 2 });
    const names = ["North", "South", "West"];
    const made = names.map((name) => create[type](name));
    for (const [index, name] of names.entries())
      expect(await read({ name })).toMatchObject({ id: made[index]!.id });
    const { ListClusters, ListSnippet } = bench.simulator.counts();
    expect(ListClusters + ListSnippet).toBe(2);
  });

  it("lists again for a name that is new, or that another object has now", async () => {
    const [first, second] = [create[type]("North"), create[type]("South")];
    expect(await read({ name: "North" })).toMatchObject({ id: first.id });
    const third = create[type]("West");
    expect(await read({ name: "West" })).toMatchObject({ id: third.id });
    bench.simulator.update(second.id, { name: "East" });
    bench.simulator.update(first.id, { name: "South" });
    expect(await read({ name: "South" })).toMatchObject({ id: first.id });
    bench.simulator.delete(third.id);
    const another = create[type]("West");
    expect(await read({ name: "West" })).toMatchObject({ id: another.id });
  });

  it.each([
    ["name", "ListSnippet"],
    ["name", "GetSnippet"],
    ["id", "GetSnippet"],
  ] as const)(
    "by %s waits in an apply until %s shows an object that was created in it",
    async (by, operation) => {
      const provider = await bench.configured({ visibility_timeout: 60 });
      const snippet = bench.snippet();
      const declared = { name: "Opener", prompt: "Hi" };
      const plan = await snippet.plan(declared);
      await snippet.carryOut(declared, plan, provider);
      bench.fault(operation, { type: "stale", writes: 1 }, { times: 2 });
      const pointer: Record<string, Value> = by === "id" ? { id: snippet.id } : { name: "Opener" };
      const found = await provider.readDataSource("outreach_snippet", pointer);
      expect(found).toMatchObject({ id: snippet.id, prompt: "Hi" });
    },
  );

  it.each([
    ["Sales", "Sales\n"],
    ["North\r\nSouth", "North\nSouth"],
  ])("rejects a name that differs only in its line breaks: %j for %j", async (name, other) => {
    create[type](other);
    expect((await refusal(read({ name }))).summary).toBe(`No ${type} of this name in the workspace`);
    const { id } = create[type](name);
    expect(await read({ name })).toMatchObject({ id, name });
  });

  it("rejects an object that the list still shows with its old name", async () => {
    const { id } = create[type]("Sales");
    bench.simulator.update(id, { name: "Marketing" });
    const effect = { type: "stale", writes: 1 } as const;
    bench.fault(["ListClusters", "ListSnippet"], effect);
    expect(await refusal(read({ name: "Sales" }))).toMatchObject({
      summary: `${type} (${id}) is listed, but a read of it shows another name`,
      detail: expect.stringContaining("may have been renamed a moment ago") as string,
    });
  });

  it.each<[string, Readonly<Record<string, Value>>, string, string | undefined]>([
    ["a name that no object has", { name: "Marketing" }, `No ${type} of this name in the workspace`, "name"],
    ["an id that no object has", { id: "missing" }, `Could not read ${type} (missing)`, undefined],
    [
      "an id together with a name",
      { id: "1", name: "Sales" },
      `${type} takes an id or a name, not both`,
      "name",
    ],
    ["neither id nor name", {}, `${type} needs an id or a name`, undefined],
  ])(
    "rejects %s, without a request if the configuration is wrong",
    async (_what, given, summary, attribute) => {
      create[type]("Sales");
      const found = await refusal(read(given));
      expect([found.summary, found.attribute]).toEqual([summary, attribute]);
      const isWrong = summary.startsWith(type);
      expect(bench.simulator.journal().length === 0).toBe(isWrong);
    },
  );

  it.each(["", " in the list of an earlier look-up"])(
    "rejects a name that several objects have%s, and lists their ids",
    async (earlier) => {
      bench.simulator.setDialect({ pageSize: 1 });
      const ids = ["Sales", "Sales", "Sales"].map((name) => create[type](name).id);
      create[type]("North");
      if (earlier !== "") await read({ name: "North" });
      expect(await refusal(read({ name: "Sales" }))).toMatchObject({
        summary: `3 ${type} of this name in the workspace`,
        detail: expect.stringContaining(ids.join(", ")) as string,
        attribute: "name",
      });
    },
  );

  it.each([
    [{ id: unknown }],
    [{ name: unknown }],
    [{ id: unknown, name: unknown }],
    [{ id: unknown, name: "Sales" }],
    [{ id: "1", name: unknown }],
  ])("accepts %p at validation", async (given) => {
    expect(await bench.provider.validateDataSource(type, given)).toEqual([]);
  });

  it("fails if the list or the read fails", async () => {
    create[type]("Sales");
    const effect = { type: "status", status: 500 } as const;
    const fault = bench.simulator.addFault({ effect });
    expect((await refusal(read({ name: "Sales" }))).summary).toBe(`Could not list ${type}`);
    bench.simulator.clearFaults(fault);
    bench.simulator.addFault({ nth: 2, effect });
    expect((await refusal(read({ name: "Sales" }))).summary).toContain(`Could not read ${type}`);
  });
});

describe("data outreach_clusters", () => {
  it("lists every cluster, of all pages, in the order of the API", async () => {
    bench.simulator.setDialect({ pageSize: 2, listOrder: "created-descending" });
    const clusters = ["a", "b", "c", "d", "e"].map((name, index) =>
      bench.simulator.create("cluster", workspaceId, { name, associatedCount: index }),
    );
    create.outreach_snippet("no cluster");
    bench.simulator.create("cluster", "wsp-elsewhere", { name: "not ours" });
    expect(await bench.provider.readDataSource("outreach_clusters", {})).toEqual({
      clusters: clusters.reverse().map(({ id, name, createdAt }, index) => ({
        id,
        name,
        associated_count: 4 - index,
        created_at: createdAt,
      })),
    });
    expect(bench.simulator.counts().ListClusters).toBe(3);
  });
});

describe("data outreach_snippets", () => {
  it("lists every snippet, of all pages, in the order of the API", async () => {
    bench.simulator.setDialect({ pageSize: 2 });
    const snippets = ["e", "d", "c", "b", "a"].map(create.outreach_snippet);
    expect(await bench.provider.readDataSource("outreach_snippets", {})).toEqual({
      sort_order: null,
      snippets: snippets.map(({ id, name }) => ({ id, name })),
    });
  });

  it("passes the sort order through, with every page", async () => {
    bench.simulator.setDialect({ pageSize: 2, sortOrder: "by-name" });
    for (const name of ["b", "c", "a"]) create.outreach_snippet(name);
    const { sort_order, snippets } = await bench.provider.readDataSource("outreach_snippets", {
      sort_order: "DESC",
    });
    expect(sort_order).toBe("DESC");
    expect(snippets).toMatchObject([{ name: "c" }, { name: "b" }, { name: "a" }]);
    expect(bench.sent("ListSnippet")).toMatchObject([{ sortOrder: "DESC" }, { sortOrder: "DESC" }]);
  });
});

it("the lists of an empty workspace are empty", async () => {
  expect(await bench.provider.readDataSource("outreach_clusters", {})).toEqual({ clusters: [] });
  expect(await bench.provider.readDataSource("outreach_snippets", {})).toMatchObject({ snippets: [] });
});
