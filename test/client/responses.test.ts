import { isAmbiguous, isNotFound } from "../../src/client";
import { CLUSTER, collect, failure, useTestServer } from "./server";

const bench = useTestServer();
const { respondWith } = bench;

const without = (field: string) =>
  Object.fromEntries(Object.entries(CLUSTER).filter(([name]) => name !== field));

describe("a time in a response", () => {
  const readAs = async (createdAt: unknown) => {
    respondWith({ ...CLUSTER, createdAt, lastUpdatedAt: createdAt });
    const { createdAt: created, lastUpdatedAt: updated } = await bench.client.getCluster("c-1");
    respondWith({ clusters: [{ ...CLUSTER, createdAt }], nextToken: null });
    const [listed] = await collect(bench.client.listClusters());
    expect([updated, listed!.createdAt]).toEqual([created, created]);
    return created;
  };

  it.each([
    "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.678901Z",
    "2026-01-02T03:04:05,678+01:00",
    "2026-01-02t03:04:05-0530",
    "2026-01-02 03:04:05 UTC",
    "2026-01-02T03:04",
    "2026-01-02",
  ])("keeps the text of an ISO 8601 time: %s", async (time) => {
    expect(await readAs(time)).toBe(time);
  });

  it.each([
    "usr-4711",
    "",
    "20260102",
    "2026-01-02T03:04:05Z\n::error::forged",
    "\u001b[31m2026-01-02T03:04:05Z",
    " 2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05Z usr-4711",
    "2026-13-02T03:04:05Z",
    "Fri, 02 Jan 2026 03:04:05 GMT",
    `2026-01-02T03:04:05.${"1".repeat(40)}Z`,
    "\ud83d",
  ])("a text that is no time becomes null: %j", async (text) => {
    expect(await readAs(text)).toBeNull();
  });
});

describe("a response with status 2xx", () => {
  it.each([
    ["a missing field", without("clusterName"), "the field clusterName is missing"],
    ["a date that is no text", { ...CLUSTER, createdAt: 7 }, "the field createdAt is a number, not a string"],
    ["an empty id", { ...CLUSTER, clusterId: "" }, "the field clusterId is empty"],
    [
      "an id that Terraform would bring into another form",
      { ...CLUSTER, clusterId: "cafe\u0301" },
      "the field clusterId is not in Unicode normal form C",
    ],
    [
      "a number for a text",
      { ...CLUSTER, clusterName: 7 },
      "the field clusterName is a number, not a string",
    ],
    ["null for a text", { ...CLUSTER, clusterName: null }, "the field clusterName is null, not a string"],
    ["a text for a count", { ...CLUSTER, associatedCount: "3" }, "the field associatedCount is a string"],
    ["a fraction for a count", { ...CLUSTER, associatedCount: 1.5 }, "is a number, not an integer"],
    [
      "a count too large to be exact",
      { ...CLUSTER, associatedCount: 2 ** 53 },
      "is a number, not an integer",
    ],
    ["an array", [CLUSTER], "the response is an array, not an object"],
    ["a text", '"fine"', "the response is a string, not an object"],
    ["HTML", "<html>sign in</html>", "the response is not JSON"],
    ["JSON cut short", '{"clusterId": "c-1", "cl', "the response is not JSON"],
    ["endless nesting", "[".repeat(1_000_000), "the response is not JSON"],
    [
      "half a surrogate pair",
      { ...CLUSTER, clusterName: "\ud83d" },
      "the field clusterName is not valid Unicode",
    ],
  ])("with %s is an error that names operation and field", async (_title, body, problem) => {
    respondWith(body);
    const error = await failure(bench.client.getCluster("c-1"));
    expect(error).toMatchObject({
      code: "OUTREACH_RESPONSE",
      operation: "GetCluster",
      status: 200,
      attempts: 1,
    });
    expect(error.message).toContain("GetCluster: the server responded with 200, but ");
    expect(error.message).toContain(problem);
    expect(isNotFound(error)).toBe(false);
  });

  it.each(["a\n::error::b", "\u001b[2J", "\u009b2J", "a\0"])(
    "with the id %j is an error, because Terraform prints ids unchanged",
    async (clusterId) => {
      respondWith({ ...CLUSTER, clusterId });
      const { code, message } = await failure(bench.client.getCluster(clusterId));
      expect(code).toBe("OUTREACH_RESPONSE");
      expect(message).toContain("the field clusterId has a control character");
      expect(message).not.toMatch(/\p{Cc}/u);
    },
  );

  it("with bytes that are not UTF-8 is an error, not a text with replacement characters", async () => {
    bench.responder = (_seen, response) =>
      void response.end(Buffer.from(JSON.stringify({ ...CLUSTER, clusterName: "\u00e9" }), "latin1"));
    expect((await failure(bench.client.getCluster("c-1"))).message).toContain("the response is not JSON");
  });

  it.each([
    ["absent", without("clusterDescription"), null],
    ["null", { ...CLUSTER, clusterDescription: null }, null],
    ["empty", { ...CLUSTER, clusterDescription: "" }, ""],
  ])("the client accepts a description that is %s", async (_title, body, description) => {
    respondWith(body);
    expect(await bench.client.getCluster("c-1")).toHaveProperty("description", description);
  });

  it("the client drops unknown fields, whatever their names", async () => {
    respondWith(
      JSON.stringify({ ...CLUSTER, error: "x", toString: 1 }).replace(
        "{",
        '{"__proto__": {"polluted": true}, "constructor": 1,',
      ),
    );
    const cluster = await bench.client.getCluster("c-1");
    expect(Object.keys(cluster).sort()).toEqual(
      ["associatedCount", "createdAt", "description", "id", "lastUpdatedAt", "name", "workspaceId"].sort(),
    );
    expect(cluster).not.toHaveProperty("polluted");
    expect({}).not.toHaveProperty("polluted");
  });

  it("has no field that it only inherits through __proto__", async () => {
    respondWith('{"__proto__": {"snippetId": "s-1"}}');
    expect(await failure(bench.client.createSnippet({ name: "n", prompt: "p" }))).toMatchObject({
      code: "OUTREACH_RESPONSE",
    });
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ["get", () => bench.client.getCluster("c-2"), CLUSTER],
    ["update", () => bench.client.updateCluster({ id: "c-2", name: "n" }), CLUSTER],
    [
      "snippet's update",
      () => bench.client.updateSnippet({ id: "s-2", name: "n", prompt: "p" }),
      { snippetId: "s-1" },
    ],
  ])("about another object than the requested one of a %s is an error", async (_title, call, body) => {
    respondWith(body);
    const error = await failure(call());
    expect(error.code).toBe("OUTREACH_OTHER_OBJECT");
    expect(error.message).toContain("the response is about another object");
  });

  it.each(["createdAt", "lastUpdatedAt", "workspaceId"])(
    "the client accepts a body without %s, and with null",
    async (field) => {
      for (const body of [without(field), { ...CLUSTER, [field]: null }]) {
        respondWith(body);
        expect(await bench.client.getCluster("c-1")).toMatchObject({ [field]: null });
      }
    },
  );

  it("an error quotes a page without tags, and no body of which only one field is wrong", async () => {
    respondWith("<html><style>p { color: red }</style><h1>Please</h1>\n<p>sign in</p>");
    expect((await failure(bench.client.getCluster("c-1"))).message).toContain(': "Please sign in".');
    respondWith({ ...CLUSTER, clusterName: 7 });
    expect((await failure(bench.client.getCluster("c-1"))).message).not.toContain("First sends");
  });

  it("with an error in the body is an error with the server's message", async () => {
    respondWith({ error: { code: "QUOTA", message: "no more clusters" } });
    const error = await failure(bench.client.createCluster({ name: "n" }));
    expect(error).toMatchObject({
      code: "OUTREACH_REJECTED",
      serverCode: "QUOTA",
      serverMessage: "no more clusters",
      ambiguous: true,
    });
    expect(error.message).toBe(
      'CreateCluster: the server responded with 200 and an error in the body: "no more clusters". ' +
        "The server may have carried out the request.",
    );
  });

  it("that cannot be read leaves an ambiguous result of a write, but not of a read", async () => {
    respondWith("<html>");
    const { client } = bench;
    const writes = [client.createCluster({ name: "n" }), client.updateCluster({ id: "c", name: "n" })];
    for (const call of writes) expect(isAmbiguous(await failure(call))).toBe(true);
    expect(isAmbiguous(await failure(client.getCluster("c")))).toBe(false);
  });
});
