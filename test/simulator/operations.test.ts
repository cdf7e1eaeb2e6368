import { type OperationName, operations } from "../../src/api";
import {
  call,
  closeAll,
  createCluster,
  createSnippet,
  identity,
  listAll,
  post,
  request,
  simulate,
  testClock,
} from "./harness";

afterEach(closeAll);

const names = Object.keys(operations) as OperationName[];

describe("the ten operations", () => {
  it("return the fields of the document for clusters", async () => {
    const clock = testClock();
    const simulator = await simulate({ now: clock.now });
    const created = await call(simulator, "CreateCluster", {
      clusterName: "EMEA",
      clusterDescription: "Cold outreach",
    });
    expect(created.status).toBe(200);
    expect(created.headers.get("content-type")).toBe("application/json");
    const { clusterId } = created.json;
    expect(created.json).toEqual({
      workspaceId: identity.workspaceId,
      clusterId: expect.stringMatching(/^\w{16,}$/),
    });

    clock.advance(1000);
    const updated = await call(simulator, "UpdateCluster", { clusterId, clusterName: "EMEA 2" });
    expect(updated.json).toEqual({ workspaceId: identity.workspaceId, clusterId });
    expect((await call(simulator, "GetCluster", { clusterId })).json).toEqual({
      workspaceId: identity.workspaceId,
      clusterId,
      clusterName: "EMEA 2",
      clusterDescription: "Cold outreach",
      associatedCount: 0,
      createdAt: "2026-01-02T03:04:05.678Z",
      lastUpdatedAt: "2026-01-02T03:04:06.678Z",
    });
    expect((await call(simulator, "ListClusters")).json).toEqual({
      clusters: [
        { clusterId, clusterName: "EMEA 2", associatedCount: 0, createdAt: "2026-01-02T03:04:05.678Z" },
      ],
      nextToken: null,
    });

    const described = { clusterId, clusterName: "EMEA 2", clusterDescription: "Warm outreach" };
    await call(simulator, "UpdateCluster", described);
    expect((await call(simulator, "GetCluster", { clusterId })).json).toMatchObject(described);

    expect((await call(simulator, "DeleteCluster", { clusterId })).status).toBe(200);
    expect((await call(simulator, "GetCluster", { clusterId })).status).toBe(404);
    expect((await call(simulator, "ListClusters")).json).toEqual({ clusters: [], nextToken: null });
  });

  it("return the fields of the document for snippets", async () => {
    const clock = testClock();
    const simulator = await simulate({ now: clock.now });
    const created = await call(simulator, "CreateSnippet", { name: "opener", prompt: "Hi {first_name}" });
    const { snippetId } = created.json;
    expect(created.json).toEqual({ snippetId: expect.stringMatching(/^\w{16,}$/) });

    clock.advance(1000);
    const updated = await call(simulator, "UpdateSnippet", { snippetId, name: "opener 2", prompt: "Hey" });
    expect(updated.json).toEqual({ snippetId });
    expect((await call(simulator, "GetSnippet", { snippetId })).json).toEqual({
      snippetId,
      name: "opener 2",
      prompt: "Hey",
      createdAt: "2026-01-02T03:04:05.678Z",
      lastUpdatedAt: "2026-01-02T03:04:06.678Z",
    });
    expect((await call(simulator, "ListSnippet", { sortOrder: "whatever" })).json).toEqual({
      snippets: [{ snippetId, name: "opener 2" }],
      nextToken: null,
    });

    const deleted = await call(simulator, "DeleteSnippet", { snippetId });
    expect([deleted.status, deleted.json]).toEqual([200, {}]);
    expect((await call(simulator, "DeleteSnippet", { snippetId })).status).toBe(404);
  });

  it("keep texts byte for byte, with lone surrogates and names of special keys", async () => {
    const simulator = await simulate();
    const prompt = '${a} %{b} {{c}} "quoted" \\ CRLF\r\n\ttab \u0000 e\u0301 😀 \ud800 __proto__\n';
    const snippetId = await createSnippet(simulator, "__proto__", prompt);
    const { json } = await call(simulator, "GetSnippet", { snippetId });
    expect([json.name, json.prompt]).toEqual(["__proto__", prompt]);
  });
});

describe("an operation", () => {
  it.each(names)("refuses other methods than POST: %s", async (name) => {
    const simulator = await simulate();
    const url = simulator.url + operations[name].path;
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await request(url, { method });
      expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  it.each(["/clusters/listclusters", "/snippets/ListSnippets", "/clusters/GetCluster/", "/"])(
    "gets 404 by the path %s, and the error lists the paths",
    async (path) => {
      const simulator = await simulate();
      const { status, json } = await post(simulator.url + path, JSON.stringify(identity));
      expect(status).toBe(404);
      expect(json.error.message).toContain("Paths are case-sensitive: /clusters/");
    },
  );

  it.each([
    ["nothing", ""],
    ["broken JSON", '{"userId":'],
    ["an array", "[]"],
    ["null", "null"],
    ["bytes that are not UTF-8", Buffer.from('{"userId":"\xff","workspaceId":"w"}', "latin1")],
    ["bytes that end within a character", Buffer.from([0x22, 0xe2, 0x82])],
  ])("refuses a body that is %s, and accepts the next one", async (_, body) => {
    const simulator = await simulate();
    const url = `${simulator.url}/clusters/ListClusters`;
    expect((await post(url, body)).status).toBe(400);
    expect((await post(url, JSON.stringify(identity))).status).toBe(200);
  });

  it.each([
    ["ListClusters", { userId: undefined }, "userId is required."],
    ["ListClusters", { workspaceId: 7 }, "workspaceId must be a string."],
    ["CreateCluster", {}, "clusterName is required."],
    ["CreateCluster", { clusterName: null }, "clusterName must be a string."],
    ["CreateCluster", { clusterName: "a", clusterDescription: 1 }, "clusterDescription must be a string."],
    ["CreateSnippet", { name: "a" }, "prompt is required."],
    ["UpdateSnippet", { snippetId: "a", name: "a" }, "prompt is required."],
    ["GetCluster", { clusterId: ["a"] }, "clusterId must be a string."],
    ["ListSnippet", { maxItems: "5" }, "maxItems must be an integer."],
    ["ListSnippet", { maxItems: 1.5 }, "maxItems must be an integer."],
    ["ListSnippet", { maxItems: null }, "maxItems must be an integer."],
    ["ListClusters", { sortOrder: "asc" }, 'does not take "sortOrder"'],
    ["GetSnippet", { snippetId: "a", ["__proto__"]: 1 }, 'does not take "__proto__"'],
  ] as const)("refuses wrong fields by name: %s with %j", async (operation, body, message) => {
    const simulator = await simulate();
    const { status, json } = await call(simulator, operation, body);
    expect([status, json.error.code]).toEqual([400, "BadRequest"]);
    expect(json.error.message).toContain(message);
  });
});

describe("workspaces", () => {
  it("accept only the configured users, each in the own workspace", async () => {
    const credentials = [
      { userId: "u1", workspaceId: "w1" },
      { userId: "u2", workspaceId: "w2" },
    ];
    const simulator = await simulate({ credentials });
    const status = async (userId: string, workspaceId: string) =>
      (await call(simulator, "ListClusters", { userId, workspaceId })).status;
    expect(await status("u1", "w1")).toBe(200);
    expect(await status("u2", "w2")).toBe(200);
    expect(await status("u1", "w2")).toBe(401);
    expect(await status("u3", "w1")).toBe(401);
  });

  it("refuse an empty user or workspace", async () => {
    const simulator = await simulate();
    expect((await call(simulator, "ListClusters", { userId: "" })).status).toBe(401);
    expect((await call(simulator, "ListClusters", { workspaceId: "" })).status).toBe(401);
  });
});

describe("pages", () => {
  const seeds = Array.from({ length: 23 }, (_, index) => ({ name: `s${index}`, prompt: "" }));

  it("have the requested number of items, up to the maximum, and end with a null token", async () => {
    const simulator = await simulate({ dialect: { pageSize: 4, maximumPageSize: 9 } });
    simulator.seed({ workspaceId: identity.workspaceId, snippets: seeds });
    const size = async (maxItems?: number) =>
      (await call(simulator, "ListSnippet", { maxItems })).json.snippets.length;
    expect([await size(), await size(2), await size(9), await size(500)]).toEqual([4, 2, 9, 9]);
    expect((await call(simulator, "ListSnippet", { maxItems: 0 })).status).toBe(400);
    simulator.setDialect({ maximumPageSize: 3 });
    expect(await size()).toBe(3);
    const all = await listAll(simulator, "ListSnippet");
    expect(all.map(({ name }) => name)).toEqual(seeds.map(({ name }) => name));
  });

  it("neither skip nor repeat objects that stay during creates and deletes", async () => {
    const simulator = await simulate({ dialect: { pageSize: 5 } });
    const objects = simulator.seed({ workspaceId: identity.workspaceId, snippets: seeds });
    const first = (await call(simulator, "ListSnippet")).json;
    for (const index of [0, 3, 4, 5, 11]) simulator.delete(objects[index]!.id);
    await createSnippet(simulator, "new");
    const rest = await listAllFrom(simulator, first.nextToken);
    expect(rest).toEqual(["s6", "s7", "s8", "s9", "s10", ...seeds.slice(12).map(({ name }) => name), "new"]);
  });

  it("refuse a token of another list, workspace or order, and an invented one", async () => {
    const simulator = await simulate({ dialect: { pageSize: 1, sortOrder: "by-name" } });
    const clusters = [{ name: "c1" }, { name: "c2" }];
    for (const workspaceId of [identity.workspaceId, "w2"])
      simulator.seed({ workspaceId, clusters, snippets: seeds });
    const { nextToken } = (await call(simulator, "ListSnippet")).json;
    expect(nextToken).not.toContain(identity.workspaceId);
    expect((await call(simulator, "ListSnippet", { nextToken })).status).toBe(200);
    expect((await call(simulator, "ListClusters", { nextToken })).status).toBe(400);
    expect((await call(simulator, "ListSnippet", { nextToken, workspaceId: "w2" })).status).toBe(400);
    expect((await call(simulator, "ListSnippet", { nextToken, sortOrder: "desc" })).status).toBe(400);
    for (const made of ["", "x", "x.y", `${nextToken}.`, nextToken.toUpperCase()]) {
      expect((await call(simulator, "ListSnippet", { nextToken: made })).status).toBe(400);
    }
  });

  async function listAllFrom(simulator: { url: string }, token: string): Promise<string[]> {
    const found: string[] = [];
    for (let nextToken: string | null = token; nextToken !== null;) {
      const { json }: { json: { snippets: { name: string }[]; nextToken: string | null } } = await call(
        simulator,
        "ListSnippet",
        { nextToken },
      );
      found.push(...json.snippets.map(({ name }) => name));
      nextToken = json.nextToken;
    }
    return found;
  }
});

describe("ids", () => {
  const ids = async (seed?: number) => {
    const simulator = await simulate({ seed });
    return [
      await createCluster(simulator, "a"),
      await createSnippet(simulator, "a"),
      await createCluster(simulator, "b"),
    ];
  };

  it("are the same for the same seed and calls, and differ otherwise", async () => {
    expect(await ids(7)).toEqual(await ids(7));
    expect(await ids(7)).not.toEqual(await ids(8));
    expect(await ids()).not.toEqual(await ids());
    expect(new Set(await ids(7)).size).toBe(3);
  });

  it("are not reused, not even after a reset", async () => {
    const simulator = await simulate({ seed: 7 });
    const before = await createCluster(simulator, "a");
    const deleted = await createCluster(simulator, "b");
    await call(simulator, "DeleteCluster", { clusterId: deleted });
    await call(simulator, "UpdateCluster", { clusterId: before, clusterName: "a2" });
    expect(await createCluster(simulator, "c")).not.toBe(deleted);
    simulator.reset();
    expect(await createCluster(simulator, "a")).not.toBe(before);
  });
});
