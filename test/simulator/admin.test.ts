import type { Simulator } from "../../src/simulator";
import { call, closeAll, createCluster, identity, request, simulate } from "./harness";

afterEach(closeAll);

const { workspaceId } = identity;

async function admin(simulator: Simulator, method: string, path: string, body?: unknown) {
  return request(`${simulator.url}/__simulator${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
}

describe("the control interface", () => {
  it("seeds, lists, changes and deletes objects without revealing workspace ids", async () => {
    const simulator = await simulate();
    const seeded = await admin(simulator, "POST", "/seed", {
      workspaceId,
      clusters: [
        { id: "c1", name: "EMEA", description: "d", associatedCount: 3, createdAt: "2020-01-01T00:00:00Z" },
      ],
      snippets: [{ id: "s1", name: "opener", prompt: "p", lastUpdatedAt: "2020-01-02T00:00:00Z" }],
    });
    expect(seeded.status).toBe(200);
    await admin(simulator, "POST", "/seed", { workspaceId: "other", clusters: [{ name: "elsewhere" }] });
    const listed = await admin(simulator, "POST", "/objects", { workspaceId });
    expect(listed.json).toEqual(seeded.json);
    expect(listed.json.objects[0]).toEqual({
      kind: "cluster",
      id: "c1",
      name: "EMEA",
      description: "d",
      associatedCount: 3,
      createdAt: "2020-01-01T00:00:00Z",
      lastUpdatedAt: "2020-01-01T00:00:00Z",
    });
    expect(listed.json.objects[1]).toMatchObject({ id: "s1", lastUpdatedAt: "2020-01-02T00:00:00Z" });
    expect((await admin(simulator, "POST", "/objects", {})).json.objects).toHaveLength(3);
    expect(listed.text + seeded.text).not.toContain(workspaceId);

    const updated = await admin(simulator, "POST", "/update", { id: "c1", changes: { description: null } });
    expect(updated.json.object).toMatchObject({ name: "EMEA", description: null });
    const renamed = await admin(simulator, "POST", "/update", { id: "s1", changes: { name: "closer" } });
    expect(renamed.json.object).toMatchObject({ name: "closer", prompt: "p" });
    const counted = await admin(simulator, "POST", "/associated-count", { id: "c1", count: 12 });
    expect(counted.json.object).toMatchObject({
      associatedCount: 12,
      lastUpdatedAt: updated.json.object.lastUpdatedAt,
    });
    expect((await call(simulator, "GetCluster", { clusterId: "c1" })).json.associatedCount).toBe(12);
    expect((await admin(simulator, "POST", "/delete", { id: "s1" })).json).toEqual({});
    expect((await call(simulator, "GetSnippet", { snippetId: "s1" })).status).toBe(404);
  });

  it("fills a snippet with values, redacts identities in the text, and neither stores nor records values", async () => {
    const simulator = await simulate();
    simulator.create("snippet", workspaceId, { id: "s1", name: "a", prompt: "{a} {b} {c}" });
    const filled = await admin(simulator, "POST", "/fill", {
      id: "s1",
      values: { a: `in ${workspaceId}`, b: "", d: "x" },
    });
    expect(filled.json).toEqual({ text: "in (sensitive)  {c}", missing: ["c"], empty: ["b"], unused: ["d"] });
    expect(simulator.objects()).toMatchObject([{ prompt: "{a} {b} {c}" }]);
    expect(simulator.journal()).toEqual([]);
  });

  it.each([
    [{ id: "none", values: {} }, 'There is no snippet with the id "none".'],
    [{ id: "c1", values: {} }, 'There is no snippet with the id "c1".'],
    [{ id: "s1" }, "body.values is missing."],
    [{ id: "s1", values: [] }, "body.values is not an object of texts."],
    [{ id: "s1", values: { a: 1 } }, "body.values is not an object of texts."],
  ])("refuses to fill a snippet with %.40j", async (body, problem) => {
    const simulator = await simulate();
    simulator.create("snippet", workspaceId, { id: "s1", name: "a", prompt: "{a}" });
    simulator.create("cluster", workspaceId, { id: "c1", name: "a" });
    const refused = await admin(simulator, "POST", "/fill", body);
    expect(refused).toMatchObject({ status: 400, json: { error: expect.stringContaining(problem) } });
  });

  it("adds faults, changes the dialect, releases calls and resets", async () => {
    const simulator = await simulate({ dialect: { pageSize: 7 } });
    const rule = { operation: "CreateCluster", effect: { type: "hide" } };
    expect((await admin(simulator, "POST", "/faults", rule)).json).toEqual({ id: "fault-1" });
    await createCluster(simulator, "a");
    expect((await admin(simulator, "GET", "/faults")).json).toEqual({
      faults: [{ id: "fault-1", rule, matched: 1, struck: 1 }],
    });
    const visible = async () => (await call(simulator, "ListClusters")).json.clusters.length;
    expect(await visible()).toBe(0);
    await admin(simulator, "POST", "/release", { id: "fault-1" });
    expect(await visible()).toBe(1);
    await admin(simulator, "DELETE", "/faults", { id: "fault-1" });
    expect(simulator.faults()).toEqual([]);

    const dialect = await admin(simulator, "POST", "/dialect", { notFound: "200-null" });
    expect(dialect.json).toMatchObject({ notFound: "200-null", pageSize: 7 });
    expect((await admin(simulator, "GET", "/dialect")).json).toEqual(dialect.json);
    expect((await admin(simulator, "GET", "/health")).json).toEqual({ status: "ok", objects: 1 });
    await admin(simulator, "POST", "/faults", rule);
    await admin(simulator, "POST", "/reset", {});
    expect([simulator.objects(), simulator.faults(), simulator.journal()]).toEqual([[], [], []]);
    expect(simulator.dialect.notFound).toBe("404");
  });

  it("returns the filtered journal without secrets, and clears it", async () => {
    const simulator = await simulate();
    await createCluster(simulator, "a");
    await call(simulator, "CreateCluster", { clusterName: 1 });
    await request(`${simulator.url}/nowhere`);
    const journal = (query: string) => admin(simulator, "GET", `/journal${query}`);
    const numbers = async (query: string) =>
      (await journal(query)).json.entries.map(({ number }: { number: number }) => number);
    expect(await numbers("")).toEqual([1, 2, 3]);
    expect(await numbers("?operation=CreateCluster&status=400")).toEqual([2]);
    expect(await numbers("?after=1&unmatched=false")).toEqual([2]);
    expect(await numbers("?unmatched=true")).toEqual([3]);
    const { text, json } = await journal("");
    expect(json.counts.CreateCluster).toBe(2);
    for (const secret of Object.values(identity)) expect(text).not.toContain(secret);
    await admin(simulator, "DELETE", "/journal");
    expect(await numbers("")).toEqual([]);
    expect((await journal("?operation=Create")).status).toBe(400);
    for (const query of ["?after=x", "?unmatched=maybe", "?statu=400"])
      expect((await journal(query)).status).toBe(400);
  });

  it.each([
    ["POST", "/seed", { workspaceId: "" }, "seed.workspaceId is not a non-empty text."],
    ["POST", "/seed", { workspaceId, clusters: [{ name: "x", id: "" }] }, "seed.clusters[0].id is not"],
    ["POST", "/update", { id: "nowhere", changes: {} }, 'no object with the id "nowhere"'],
    ["POST", "/update", { id: "s1", changes: { description: "d" } }, 'changes has the key "description"'],
    ["POST", "/reset", { workspaceId }, 'body has the key "workspaceId", although it takes none.'],
    ["POST", "/delete", {}, "body.id is missing."],
    ["POST", "/associated-count", { id: "c1", count: -1 }, "body.count is not a whole number from 0."],
    ["POST", "/associated-count", { id: "s1", count: 1 }, "is a snippet"],
    ["POST", "/faults", { effect: {} }, "rule.effect.type is none of"],
    [
      "POST",
      "/faults",
      { operation: "GetSnippet", match: { name: "a" }, effect: { type: "hold" } },
      "They have: userId, workspaceId, id.",
    ],
    ["POST", "/dialect", { a: 1 }, 'dialect has the key "a", which is none of errorBody,'],
    ["POST", "/objects", [], "body is not an object."],
  ])("refuses %s %s with the body %j", async (method, path, body, message) => {
    const simulator = await simulate();
    simulator.seed({
      workspaceId,
      clusters: [{ id: "c1", name: "a" }],
      snippets: [{ id: "s1", name: "a", prompt: "" }],
    });
    await call(simulator, "ListClusters");
    const before = [simulator.objects(), simulator.journal()];
    const { status, json } = await admin(simulator, method, path, body);
    expect([status, json.error]).toEqual([400, expect.stringContaining(message)]);
    expect([simulator.objects(), simulator.journal()]).toEqual(before);
  });

  it("returns a rule for a user or a workspace without their ids", async () => {
    const simulator = await simulate();
    const { userId } = identity;
    const rule = { match: { userId, workspaceId, name: "a" }, effect: { type: "delay", ms: 1 } };
    await admin(simulator, "POST", "/faults", rule);
    const { json, text } = await admin(simulator, "GET", "/faults");
    expect(json.faults[0].rule.match).toEqual({
      userId: "(sensitive)",
      workspaceId: "(sensitive)",
      name: "a",
    });
    const page = await request(`${simulator.url}/__simulator/`);
    expect(page.text).toContain("delay");
    for (const secret of [userId, workspaceId]) expect(text + page.text).not.toContain(secret);
    await call(simulator, "ListClusters");
    expect(simulator.faults()).toMatchObject([{ rule, matched: 0 }]);
  });

  it("stores all objects of a seed or none", async () => {
    const simulator = await simulate();
    const [a, b] = [
      { name: "a", id: "i" },
      { name: "b", id: "j" },
    ];
    const twice = await admin(simulator, "POST", "/seed", { workspaceId, clusters: [a, { ...b, id: "i" }] });
    expect([twice.status, twice.json.error]).toEqual([
      400,
      'The id "i" exists already, or occurs twice in the seed.',
    ]);
    expect(simulator.objects()).toEqual([]);
    simulator.seed({ workspaceId, clusters: [b] });
    const taken = await admin(simulator, "POST", "/seed", { workspaceId, clusters: [a, b] });
    expect([taken.status, taken.json.error]).toEqual([
      400,
      'The id "j" exists already, or occurs twice in the seed.',
    ]);
    expect(simulator.objects()).toHaveLength(1);
  });

  it("refuses a body that is too large", async () => {
    const simulator = await simulate();
    simulator.seed({ workspaceId, clusters: [{ name: "a" }] });
    const { status, json, headers } = await admin(simulator, "POST", "/objects", {
      workspaceId: "x".repeat(11_000_000),
    });
    expect([status, json.error]).toEqual([
      413,
      "The body must not be larger than 10485760 bytes. Send it in parts.",
    ]);
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  it("never creates an object with the id of a seeded one", async () => {
    const earlier = await simulate({ seed: 7 });
    const [first, second] = [await createCluster(earlier, "first"), await createCluster(earlier, "second")];
    const names = ({ objects }: Simulator) => objects().map(({ name }) => name);

    const simulator = await simulate({ seed: 7 });
    await admin(simulator, "POST", "/seed", {
      workspaceId: "w2",
      snippets: [{ id: second, name: "s", prompt: "" }],
    });
    const created = [await createCluster(simulator, "a"), await createCluster(simulator, "b")];
    expect(created).not.toContain(second);
    expect(names(simulator)).toEqual(["s", "a", "b"]);

    const atOnce = await simulate({ seed: 7 });
    const clusters = [{ name: "a" }, { id: first, name: "b" }];
    await admin(atOnce, "POST", "/seed", { workspaceId, clusters });
    expect(names(atOnce)).toEqual(["a", "b"]);
  });
});

describe("the page", () => {
  it("shows objects, calls and faults as text, without loading anything and without secrets", async () => {
    const simulator = await simulate();
    const attack = `<script>alert("1")</script><img src=x onerror='alert(1)'>&amp;`;
    const elsewhere = "workspace-3333-cccc";
    await createCluster(simulator, attack, { clusterDescription: attack });
    simulator.addFault({ operation: "GetCluster", effect: { type: "status", status: 503, body: attack } });
    simulator.seed({ workspaceId: elsewhere, snippets: [{ name: "s", prompt: attack }] });
    for (const path of ["", "/"]) {
      const { text, headers } = await admin(simulator, "GET", path);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
      );
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(text.match(/<script>/g)).toHaveLength(1);
      expect(text).not.toMatch(/<(img|link|iframe)/i);
      expect(text).not.toMatch(/\b(src|href|on\w+)=["']?\w+:/);
      expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(4);
      for (const secret of [...Object.values(identity), elsewhere]) expect(text).not.toContain(secret);
    }
  });

  it("redacts an identity value in an object's text, and has no editor for it", async () => {
    const simulator = await simulate();
    simulator.seed({ workspaceId, snippets: [{ name: "s", prompt: `In ${workspaceId}` }] });
    const { text } = await admin(simulator, "GET", "/");
    expect(text).toContain("In (sensitive)");
    expect(text).toContain("This object contains an identity value, so it cannot be edited here.");
    expect(text).not.toContain(workspaceId);
  });
});
