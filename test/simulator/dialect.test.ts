import type { OperationName } from "../../src/api";
import { defaultDialect, type Dialect, dialectSettings } from "../../src/simulator";
import {
  call,
  closeAll,
  createCluster,
  createSnippet,
  identity,
  listAll,
  simulate,
  testClock,
} from "./harness";

afterEach(closeAll);

const missing = { clusterId: "nowhere" };

async function withDialect(dialect: Partial<Dialect>) {
  return simulate({ dialect });
}

const message = "There is no cluster with this id in the workspace.";
const anyError = { error: expect.objectContaining({ message: expect.any(String) }) };

it.each<[Partial<Dialect>, OperationName, number, unknown]>([
  [{ errorBody: "error-object" }, "GetCluster", 404, { error: { code: "NotFound", message } }],
  [{ errorBody: "message" }, "GetCluster", 404, { message }],
  [{ errorBody: "error-string" }, "GetCluster", 404, { error: message }],
  [{ errorBody: "errors-list" }, "GetCluster", 404, { errors: [{ code: "NotFound", message }] }],
  [
    { errorBody: "problem" },
    "GetCluster",
    404,
    { type: "about:blank", title: "NotFound", status: 404, detail: message },
  ],
  [{ errorBody: "text" }, "GetCluster", 404, message],
  [{ errorBody: "empty" }, "GetCluster", 404, ""],
  [{ notFound: "400" }, "DeleteCluster", 400, anyError],
  [{ notFound: "200-error" }, "GetCluster", 200, anyError],
  [{ notFound: "200-null" }, "GetCluster", 200, null],
  [{ notFound: "200-empty" }, "DeleteCluster", 200, {}],
  [{ badRequest: "400" }, "CreateCluster", 400, anyError],
  [{ badRequest: "422" }, "CreateCluster", 422, anyError],
  [{ badRequest: "200-error" }, "CreateCluster", 200, anyError],
])("with the setting %j, a refused %s gets %i and %j", async (dialect, operation, status, body) => {
  const simulator = await withDialect(dialect);
  const {
    status: found,
    json,
    text,
  } = await call(simulator, operation, operation === "CreateCluster" ? {} : missing);
  expect([found, json === undefined ? text : json]).toEqual([status, body]);
});

it.each([
  ["401", 401],
  ["403", 403],
  ["400", 400],
  ["404", 404],
  ["200-error", 200],
] as const)(
  "a call with a user id or workspace id that is not accepted gets the status of the setting %s",
  async (unauthorized, status) => {
    const simulator = await simulate({ dialect: { unauthorized }, credentials: [] });
    const answered = await call(simulator, "ListClusters");
    expect([answered.status, answered.json.error.code]).toEqual([status, "Unauthorized"]);
    for (const secret of Object.values(identity)) expect(answered.text).not.toContain(secret);
  },
);

it("an update or delete of a missing object can look like a success, and stores nothing", async () => {
  const simulator = await withDialect({ updateMissing: "success", deleteMissing: "success" });
  const updated = await call(simulator, "UpdateCluster", { ...missing, clusterName: "a" });
  expect([updated.status, updated.json]).toEqual([
    200,
    { workspaceId: identity.workspaceId, clusterId: "nowhere" },
  ]);
  expect((await call(simulator, "DeleteSnippet", { snippetId: "nowhere" })).json).toEqual({});
  expect(simulator.objects()).toEqual([]);
});

it("duplicate names can be rejected for creates and renames, but not an object's own name", async () => {
  const simulator = await withDialect({ duplicateNames: "rejected" });
  const clusterId = await createCluster(simulator, "a");
  await createSnippet(simulator, "a");
  await createCluster(simulator, "b");
  expect((await call(simulator, "CreateCluster", { clusterName: "a" })).status).toBe(409);
  expect((await call(simulator, "UpdateCluster", { clusterId, clusterName: "b" })).status).toBe(409);
  expect((await call(simulator, "UpdateCluster", { clusterId, clusterName: "a" })).status).toBe(200);
  simulator.setDialect({ storedText: "trim-newline" });
  expect((await call(simulator, "CreateCluster", { clusterName: "a\n" })).status).toBe(409);
  simulator.setDialect({ duplicateNames: "allowed" });
  expect((await call(simulator, "CreateCluster", { clusterName: "a" })).status).toBe(200);
});

it.each([
  ["empty-object", 200, "{}"],
  ["identifiers", 200, (id: string) => JSON.stringify({ workspaceId: identity.workspaceId, clusterId: id })],
  ["no-content", 204, ""],
] as const)("the response to the delete of a cluster is %s", async (deleteClusterAnswer, status, body) => {
  const simulator = await withDialect({ deleteClusterAnswer });
  const clusterId = await createCluster(simulator, "a");
  const answered = await call(simulator, "DeleteCluster", { clusterId });
  expect(answered.headers.has("content-length")).toBe(status !== 204);
  expect([answered.status, answered.text]).toEqual([
    status,
    typeof body === "string" ? body : body(clusterId),
  ]);
  const snippetId = await createSnippet(simulator, "a");
  const ofSnippet = await call(simulator, "DeleteSnippet", { snippetId });
  expect([ofSnippet.status, ofSnippet.text]).toEqual([200, "{}"]);
});

describe("descriptions", () => {
  it.each([
    ["null", { clusterDescription: null }],
    ["absent", {}],
    ["empty", { clusterDescription: "" }],
  ] as const)("are shown as %s if there are none", async (absentDescription, expected) => {
    const simulator = await withDialect({ absentDescription });
    for (const given of [{}, { clusterDescription: "" }, { clusterDescription: null }]) {
      const clusterId = await createCluster(simulator, "a", given);
      const { json } = await call(simulator, "GetCluster", { clusterId });
      expect("clusterDescription" in json ? { clusterDescription: json.clusterDescription } : {}).toEqual(
        expected,
      );
    }
  });

  it.each([
    ["empty-or-null", true, true],
    ["empty", true, false],
    ["null", false, true],
    ["neither", false, false],
  ] as const)("are cleared by %s", async (clearDescription, byEmpty, byNull) => {
    const simulator = await withDialect({ clearDescription });
    const clears = async (value: string | null | undefined) => {
      const clusterId = await createCluster(simulator, "a", { clusterDescription: "text" });
      await call(simulator, "UpdateCluster", { clusterId, clusterName: "b", clusterDescription: value });
      const { json } = await call(simulator, "GetCluster", { clusterId });
      expect(json.clusterName).toBe("b");
      return json.clusterDescription === null;
    };
    expect([await clears(""), await clears(null), await clears(undefined)]).toEqual([byEmpty, byNull, false]);
  });
});

it.each([
  ["as-sent", "e\u0301\r\nb\r\n\n"],
  ["line-feeds", "e\u0301\nb\n\n"],
  ["trim-newline", "e\u0301\r\nb"],
  ["trim", "e\u0301\r\nb"],
  ["nfc", "\u00e9\r\nb\r\n\n"],
  ["nfd", "e\u0301\r\nb\r\n\n"],
] as const)("a text is stored as %s", async (storedText, expected) => {
  const simulator = await withDialect({ storedText });
  const sent = "e\u0301\r\nb\r\n\n";
  const clusterId = await createCluster(simulator, sent, { clusterDescription: sent });
  const cluster = (await call(simulator, "GetCluster", { clusterId })).json;
  const snippetId = await createSnippet(simulator, "x", "x");
  await call(simulator, "UpdateSnippet", { snippetId, name: sent, prompt: sent });
  const snippet = (await call(simulator, "GetSnippet", { snippetId })).json;
  const stored = [cluster.clusterName, cluster.clusterDescription, snippet.name, snippet.prompt];
  expect(stored).toEqual(Array(4).fill(expected));
});

it.each([
  ["html-escaped", `R&D <b>"it's"</b>`, "R&amp;D &lt;b&gt;&quot;it&#39;s&quot;&lt;/b&gt;"],
  ["smart-quotes", `"It's" said 'he'.`, "\u201cIt\u2019s\u201d said \u2018he\u2019."],
  ["trim", "\u00a0 a  b\t\u2003", "a  b"],
  ["nfd", "\u00e9", "e\u0301"],
  ["nfkc", "\ufb01ne \u2460", "fine 1"],
  ["no-emoji", "Sales \u{1f680}\u{1f44d}\u{1f3fd} EU\u2764\ufe0f", "Sales  EU"],
  ["no-invisible", "Sa\u200bl\u2060es\ufeff", "Sales"],
] as const)("a text with special characters is stored as %s", async (storedText, sent, expected) => {
  const simulator = await withDialect({ storedText });
  await createSnippet(simulator, sent, sent);
  expect(simulator.objects()).toMatchObject([{ name: expected, prompt: expected }]);
});

it.each([
  ["whole", "A name \u{1f680} of 22 letters"],
  ["cut", "A name \u{1f680} of 22 lette"],
  ["ellipsis", "A name \u{1f680} of 22 lett\u2026"],
] as const)("lists show long names %s, and reads show them whole", async (listedNames, listed) => {
  const simulator = await withDialect({ listedNames });
  const [long, short] = ["A name \u{1f680} of 22 letters", "Name of 20 letters.."];
  const clusterId = await createCluster(simulator, long);
  await createCluster(simulator, short);
  const { json } = await call(simulator, "ListClusters");
  const names = (json.clusters as { clusterName: string }[]).map(({ clusterName }) => clusterName);
  expect(names).toEqual([listed, short]);
  expect((await call(simulator, "GetCluster", { clusterId })).json.clusterName).toBe(long);
});

it.each([
  ["touched", "2026-01-02T03:04:06.678Z"],
  ["untouched", "2026-01-02T03:04:05.678Z"],
] as const)("an update without a change leaves the object %s", async (noOpUpdate, lastUpdatedAt) => {
  const clock = testClock();
  const simulator = await simulate({ dialect: { noOpUpdate }, now: clock.now });
  const snippetId = await createSnippet(simulator, "a", "p");
  clock.advance(1000);
  await call(simulator, "UpdateSnippet", { snippetId, name: "a", prompt: "p" });
  expect((await call(simulator, "GetSnippet", { snippetId })).json.lastUpdatedAt).toBe(lastUpdatedAt);
  await call(simulator, "UpdateSnippet", { snippetId, name: "a", prompt: "q" });
  expect((await call(simulator, "GetSnippet", { snippetId })).json).toMatchObject({
    prompt: "q",
    lastUpdatedAt: "2026-01-02T03:04:06.678Z",
  });
});

it.each([
  ["milliseconds", "2026-01-02T03:04:05.678Z"],
  ["seconds", "2026-01-02T03:04:05Z"],
  ["offset", "2026-01-02T03:04:05.678+00:00"],
] as const)("timestamps have the form %s", async (timestamps, createdAt) => {
  const simulator = await simulate({ dialect: { timestamps }, now: testClock().now });
  await createCluster(simulator, "a");
  expect((await call(simulator, "ListClusters")).json.clusters[0].createdAt).toBe(createdAt);
});

it("the Authorization header is checked if the dialect requires it", async () => {
  const credentials = [
    { ...identity, token: "the-token" },
    { userId: "u2", workspaceId: "w2" },
  ];
  const simulator = await simulate({ dialect: { authorization: "required" }, credentials });
  const status = async (authorization: string | undefined, body = {}) =>
    (await call(simulator, "ListClusters", body, authorization === undefined ? {} : { authorization }))
      .status;
  expect(await status(undefined)).toBe(401);
  expect(await status("Bearer wrong")).toBe(401);
  expect(await status("Basic the-token")).toBe(401);
  expect(await status("Bearer the-token and-more")).toBe(401);
  expect(await status("Bearer the-token")).toBe(200);
  expect(await status("Bearer any", { userId: "u2", workspaceId: "w2" })).toBe(200);
  expect(await status(undefined, { userId: "u2", workspaceId: "w2" })).toBe(401);
  simulator.setDialect({ authorization: "ignored" });
  expect(await status("Bearer wrong")).toBe(200);
});

describe("the list of a dialect", () => {
  const order = async (dialect: Partial<Dialect>, body = {}) => {
    const simulator = await simulate({ dialect: { pageSize: 2, ...dialect }, seed: 1 });
    const snippets = ["b", "a", "c", "a"].map((name, index) => ({ name, prompt: "", id: `id-${3 - index}` }));
    simulator.seed({ workspaceId: identity.workspaceId, snippets });
    const items = await listAll(simulator, "ListSnippet", body);
    return items.map(({ name, snippetId }) => `${String(name)}${String(snippetId).at(-1)}`).join(" ");
  };

  it("has the order of its setting: by creation, by descending creation, by name or by id", async () => {
    expect(await order({ listOrder: "created" })).toBe("b3 a2 c1 a0");
    expect(await order({ listOrder: "created-descending" })).toBe("a0 c1 a2 b3");
    expect(await order({ listOrder: "name" })).toBe("a2 a0 b3 c1");
    expect(await order({ listOrder: "id" })).toBe("a0 c1 a2 b3");
  });

  it("has the sort order of the request if the dialect supports it", async () => {
    expect(await order({ sortOrder: "by-name" }, { sortOrder: "ASC" })).toBe("a2 a0 b3 c1");
    expect(await order({ sortOrder: "by-name" }, { sortOrder: "desc" })).toBe("c1 b3 a0 a2");
    expect(await order({ sortOrder: "by-creation" }, { sortOrder: "Desc" })).toBe("a0 c1 a2 b3");
    expect(await order({ sortOrder: "by-name" })).toBe("b3 a2 c1 a0");
    const simulator = await withDialect({ sortOrder: "by-name" });
    expect((await call(simulator, "ListSnippet", { sortOrder: "up" })).status).toBe(400);
  });
});

describe("settings", () => {
  it("have a default and a line of documentation each", () => {
    expect(Object.keys(defaultDialect)).toEqual(Object.keys(dialectSettings));
    for (const { doc } of Object.values(dialectSettings)) {
      expect(doc).toMatch(/^[A-Z].*\.$/);
      // `simulate --help` shows it to people who do not have the API's document.
      expect(doc).not.toMatch(/section/i);
    }
  });
});
