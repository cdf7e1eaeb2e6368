import fc from "fast-check";

import { operations, type Operation, type OperationName } from "../../src/api";
import { isErrorObject } from "../../src/client/messages/error-body";
import { isAmbiguous, isNotFound } from "../../src/client";
import { CLUSTER, collect, failure, useAnswers } from "./server";

const bench = useAnswers();
const { answering } = bench;

const without = (field: string) =>
  Object.fromEntries(Object.entries(CLUSTER).filter(([name]) => name !== field));

describe("a time in an answer", () => {
  const readAs = async (createdAt: unknown) => {
    answering({ ...CLUSTER, createdAt, lastUpdatedAt: createdAt });
    const { createdAt: created, lastUpdatedAt: updated } = await bench.client.getCluster("c-1");
    answering({ clusters: [{ ...CLUSTER, createdAt }], nextToken: null });
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
  ])("is taken as it is: %s", async (time) => {
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
  ])("is null where it is another text, which Terraform would keep and print: %j", async (text) => {
    expect(await readAs(text)).toBeNull();
  });
});

describe("an answer with status 2xx", () => {
  it.each([
    ["a missing field", without("clusterName"), "the field clusterName is missing"],
    ["a date that is no text", { ...CLUSTER, createdAt: 7 }, "the field createdAt is a number, not a string"],
    ["a missing id", without("clusterId"), "the field clusterId is missing"],
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
    [
      "an object for a text",
      { ...CLUSTER, clusterName: {} },
      "the field clusterName is an object, not a string",
    ],
    ["a text for a count", { ...CLUSTER, associatedCount: "3" }, "the field associatedCount is a string"],
    ["a fraction for a count", { ...CLUSTER, associatedCount: 1.5 }, "is a number outside the integers"],
    [
      "a count too large to be exact",
      { ...CLUSTER, associatedCount: 2 ** 53 },
      "is a number outside the integers",
    ],
    [
      "a number for the description",
      { ...CLUSTER, clusterDescription: 1 },
      "the field clusterDescription is a number",
    ],
    ["an array", [CLUSTER], "the answer is an array, not an object"],
    ["a text", '"fine"', "the answer is a string, not an object"],
    ["HTML", "<html>sign in</html>", "the answer is not JSON"],
    ["JSON cut short", '{"clusterId": "c-1", "cl', "the answer is not JSON"],
    ["endless nesting", "[".repeat(1_000_000), "the answer is not JSON"],
    [
      "half a surrogate pair",
      { ...CLUSTER, clusterName: "\ud83d" },
      "the field clusterName is not valid Unicode",
    ],
  ])("and %s is an error that names operation and field", async (_title, body, problem) => {
    answering(body);
    const error = await failure(bench.client.getCluster("c-1"));
    expect(error).toMatchObject({
      code: "OUTREACH_RESPONSE",
      operation: "GetCluster",
      status: 200,
      attempts: 1,
    });
    expect(error.message).toContain("GetCluster: the server answered 200, but ");
    expect(error.message).toContain(problem);
    expect(isNotFound(error)).toBe(false);
  });

  it.each(["a\n::error::b", "\u001b[2J", "\u009b2J", "a\0"])(
    "and the id %j is an error: Terraform prints ids as they are",
    async (clusterId) => {
      answering({ ...CLUSTER, clusterId });
      const { code, message } = await failure(bench.client.getCluster(clusterId));
      expect(code).toBe("OUTREACH_RESPONSE");
      expect(message).toContain("the field clusterId holds a control character");
      expect(message).not.toMatch(/\p{Cc}/u);
    },
  );

  it("and bytes that are not UTF-8 is an error, not text with replacement characters", async () => {
    bench.reply = (_seen, response) =>
      void response.end(Buffer.from(JSON.stringify({ ...CLUSTER, clusterName: "\u00e9" }), "latin1"));
    expect((await failure(bench.client.getCluster("c-1"))).message).toContain("the answer is not JSON");
  });

  it("and a body that cannot be unpacked is accepted where the document shows no answer", async () => {
    answering("\u001f", 200, { "content-encoding": "gzip" });
    await expect(bench.client.deleteCluster("c-1")).resolves.toBeUndefined();
  });

  it("may begin with a byte order mark", async () => {
    answering(`\ufeff${JSON.stringify(CLUSTER)}`);
    expect(await bench.client.getCluster("c-1")).toMatchObject({ name: CLUSTER.clusterName });
  });

  it.each([
    ["absent", without("clusterDescription"), null],
    ["null", { ...CLUSTER, clusterDescription: null }, null],
    ["empty", { ...CLUSTER, clusterDescription: "" }, ""],
  ])("may leave the description %s", async (_title, body, description) => {
    answering(body);
    expect(await bench.client.getCluster("c-1")).toHaveProperty("description", description);
  });

  it("may hold unknown fields, which are not copied, whatever their names", async () => {
    answering(
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

  it("does not take inherited names for fields", async () => {
    answering('{"__proto__": {"snippetId": "s-1"}}');
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
  ])("about another object than the one of the %s is an error", async (_title, call, body) => {
    answering(body);
    const error = await failure(call());
    expect(error.code).toBe("OUTREACH_OTHER_OBJECT");
    expect(error.message).toContain("the answer is about another object");
  });

  it.each(["createdAt", "lastUpdatedAt", "workspaceId"])(
    "is complete without %s, on which nothing depends, and with null",
    async (field) => {
      for (const body of [without(field), { ...CLUSTER, [field]: null }]) {
        answering(body);
        expect(await bench.client.getCluster("c-1")).toMatchObject({ [field]: null });
      }
    },
  );

  it.each(["createdAt", "associatedCount"])("lists clusters without %s, and with null", async (field) => {
    for (const entry of [without(field), { ...CLUSTER, [field]: null }]) {
      answering({ clusters: [entry], nextToken: null });
      expect(await collect(bench.client.listClusters())).toMatchObject([{ [field]: null }]);
    }
  });

  it("names the place of a wrong field within a list", async () => {
    answering({ clusters: [CLUSTER, { ...CLUSTER, associatedCount: "3" }], nextToken: null });
    const error = await failure(collect(bench.client.listClusters()));
    expect(error.message).toContain("the field clusters[1].associatedCount is a string, not an integer");
  });

  it.each([
    ["a list of another name", { items: [CLUSTER] }, "the field clusters is missing"],
    ["an object for the list", { clusters: {} }, "the field clusters is an object, not an array"],
    ["an entry that is no object", { clusters: [null] }, "clusters[0] is null, not an object"],
    ["a number as token", { clusters: [], nextToken: 5 }, "the field nextToken is a number, not a string"],
    [
      "a message",
      { message: "busy" },
      'the field clusters is missing (content type application/json): "busy"',
    ],
  ])("and %s is no empty list", async (_title, body, problem) => {
    answering(body);
    const error = await failure(collect(bench.client.listClusters()));
    expect(error.code).toBe("OUTREACH_RESPONSE");
    expect(error.message).toContain(problem);
  });

  it.each([{}, { nextToken: null }, { clusters: null }, { clusters: null, nextToken: "" }])(
    "and the list %j, which leaves out what is empty, has no objects and is noted as no array",
    async (body) => {
      answering(body);
      let unlisted = 0;
      const onUnlisted = () => (unlisted += 1);
      expect(await collect(bench.client.listClusters({ onUnlisted }))).toEqual([]);
      expect(unlisted).toBe(1);
      answering({ clusters: [], nextToken: null });
      expect(await collect(bench.client.listClusters({ onUnlisted }))).toEqual([]);
      expect(unlisted).toBe(1);
    },
  );

  it.each([
    { error: { message: "boom" } },
    { type: "about:blank", title: "Conflict", status: 200, detail: "boom" },
    { errors: { clusterName: ["boom"] } },
  ])("and the error object %j is no empty list either", async (body) => {
    answering(body);
    const error = await failure(collect(bench.client.listClusters()));
    expect(error.code).toBe("OUTREACH_REJECTED");
    expect(error.message).toContain("boom");
  });

  it.each([
    { error: { message: "shard timeout" } },
    { errors: ["shard timeout"] },
    { success: false, message: "shard timeout" },
    { status: "error", message: "shard timeout" },
    { status: "failed", message: "shard timeout" },
    { error: true, message: "shard timeout" },
    { code: "E100", message: "shard timeout" },
    { errorMessage: "shard timeout", errorType: "E100" },
  ])("and a list beside the error %j is none, for it may lack what is there", async (body) => {
    for (const clusters of [[], [CLUSTER]]) {
      answering({ clusters, nextToken: null, ...body });
      const error = await failure(collect(bench.client.listClusters()));
      expect(error.code).toBe("OUTREACH_REJECTED");
      expect(error.message).toContain("shard timeout");
    }
  });

  it.each([
    { error: null, errors: [], success: true, message: "ok" },
    { error: false, code: 0, status: "ok", message: "done" },
    { error: "", code: "0", status: 200, message: "Success" },
    { code: "200", statusCode: 200, message: "Success" },
  ])("and a list beside %j, which only looks like an error, is one", async (body) => {
    answering({ clusters: [CLUSTER], nextToken: null, ...body });
    expect(await collect(bench.client.listClusters())).toHaveLength(1);
  });

  it("quotes a page in place of the answer without its tags, and nothing of an answer that is only wrong in parts", async () => {
    answering("<html><style>p { color: red }</style><h1>Please</h1>\n<p>sign in</p>");
    expect((await failure(bench.client.getCluster("c-1"))).message).toContain(': "Please sign in".');
    answering({ ...CLUSTER, clusterName: 7 });
    expect((await failure(bench.client.getCluster("c-1"))).message).not.toContain("First sends");
  });

  it("that reports an error says so in the server's words", async () => {
    answering({ error: { code: "QUOTA", message: "no more clusters" } });
    const error = await failure(bench.client.createCluster({ name: "n" }));
    expect(error).toMatchObject({
      code: "OUTREACH_REJECTED",
      serverCode: "QUOTA",
      serverMessage: "no more clusters",
      ambiguous: true,
    });
    expect(error.message).toBe(
      'CreateCluster: the server answered 200 with an error in the body: "no more clusters". ' +
        "It is not known whether the server carried it out.",
    );
  });

  it("that reports a failed function of AWS Lambda does so, too", async () => {
    answering({ errorMessage: "name must be unique", errorType: "ValidationError" });
    expect(await failure(bench.client.createSnippet({ name: "n", prompt: "p" }))).toMatchObject({
      code: "OUTREACH_REJECTED",
      serverMessage: "name must be unique",
    });
  });

  it.each([
    ["CreateCluster", () => bench.client.createCluster({ name: "n" })],
    ["UpdateSnippet", () => bench.client.updateSnippet({ id: "s", name: "n", prompt: "p" })],
  ])("to %s that cannot be read leaves the outcome open", async (_title, call) => {
    answering("<html>");
    expect(isAmbiguous(await failure(call()))).toBe(true);
  });

  it("to a read that cannot be read leaves nothing open", async () => {
    answering("<html>");
    expect(isAmbiguous(await failure(bench.client.getCluster("c")))).toBe(false);
  });
});

describe("a delete", () => {
  it.each<[string, string | object | null]>([
    ["nothing", ""],
    ["null", null],
    ["text", "deleted"],
    ["a list", []],
    ["the deleted object", CLUSTER],
    ["a message", { message: "Cluster deleted" }],
    ["a code that says success", { code: "OK", message: "done" }],
  ])("of a cluster is done when a 2xx brings %s", async (_title, body) => {
    answering(body === null ? "null" : body);
    await expect(bench.client.deleteCluster("c-1")).resolves.toBeUndefined();
  });

  it.each([
    { error: "locked" },
    { error: { message: "locked" } },
    { errors: ["locked"] },
    { success: false, message: "locked" },
    { statusCode: 409, message: "locked" },
    { code: "LOCKED", message: "locked" },
  ])("is not done when a 2xx brings %j", async (body) => {
    answering(body);
    for (const call of [bench.client.deleteCluster("c-1"), bench.client.deleteSnippet("s-1")]) {
      expect(await failure(call)).toMatchObject({ code: "OUTREACH_REJECTED", ambiguous: true });
    }
  });

  it("of a snippet is done with an empty object, with unknown fields and with no body", async () => {
    for (const body of ["{}", '{"snippetId":"s-1"}', ""]) {
      answering(body);
      await expect(bench.client.deleteSnippet("s-1")).resolves.toBeUndefined();
    }
    bench.reply = (_seen, response) => void response.writeHead(204).end();
    await expect(bench.client.deleteSnippet("s-1")).resolves.toBeUndefined();
  });

  it("of a snippet is not done with HTML or a list", async () => {
    for (const body of ["<html>", "[]"]) {
      answering(body);
      expect(await failure(bench.client.deleteSnippet("s-1"))).toMatchObject({ code: "OUTREACH_RESPONSE" });
    }
  });

  it("is never taken for an error without a sign of one", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("message", "clusterId", "deleted", "id"), fc.jsonValue()),
        (body) => {
          expect(isErrorObject(body)).toBe(false);
        },
      ),
    );
  });
});

describe("an object that is gone", () => {
  it.each<[string, number, unknown]>([
    ["404", 404, "<html>"],
    ["404 with a text", 404, { message: "Cluster c-1 not found in this workspace" }],
    ["410", 410, ""],
  ])("is proven by %s", async (_title, status, body) => {
    answering(body, status);
    const error = await failure(bench.client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_NOT_FOUND", status });
    expect(isNotFound(error)).toBe(true);
  });

  it.each<[string, number, unknown]>([
    ["400 that says so", 400, { error: { code: "ClusterNotFound", message: "No such cluster" } }],
    ["400 with only a code", 400, { code: "RESOURCE_NOT_FOUND" }],
    ["400 in prose", 400, "The cluster doesn\u2019t exist"],
    ["400 that names nothing", 400, { message: "Not found" }],
    ["422 that says so", 422, { errors: [{ message: "cluster does not exist" }] }],
    ["200 with such an error", 200, { error: "cluster not found" }],
    ["200 with null", 200, "null"],
    ["200 with an empty object", 200, {}],
    ["200 with nothing", 200, ""],
    ["200 with all fields null", 200, Object.fromEntries(Object.keys(CLUSTER).map((name) => [name, null]))],
  ])("is suspected by %s", async (_title, status, body) => {
    answering(body, status);
    for (const call of [
      bench.client.getCluster("c-1"),
      bench.client.updateCluster({ id: "c-1", name: "n" }),
    ]) {
      const error = await failure(call);
      expect(error).toMatchObject({ code: "OUTREACH_MAYBE_NOT_FOUND", status });
      expect(isNotFound(error)).toBe(true);
    }
  });

  const ofOneObject = Object.entries<Operation>(operations).filter(([, { required }]) => "id" in required);
  it.each(ofOneObject)("is suspected where %s is told that it is unknown", async (name, { kind }) => {
    answering({ message: `Unknown ${kind}.` }, 400);
    const request = { id: "o-1", name: "n", prompt: "p" };
    const error = await failure(bench.client.call(name as OperationName, request));
    expect(error.code).toBe("OUTREACH_MAYBE_NOT_FOUND");
  });

  it.each<[string, number, unknown]>([
    ["400 about something else", 400, { message: "clusterName is too long" }],
    ["409", 409, { message: "cluster not found" }],
    ["500", 500, { message: "cluster not found" }],
    ["200 with another error", 200, { error: "locked" }],
    ["200 with half the object", 200, { clusterId: "c-1" }],
  ])("is not suspected by %s", async (_title, status, body) => {
    answering(body, status);
    expect(isNotFound(await failure(bench.client.getCluster("c-1")))).toBe(false);
  });

  it.each(["/clusters/CreateCluster", "/clusters/ListClusters"])(
    "is not what a 404 to %s means",
    async (path) => {
      answering("", 404);
      const call = path.endsWith("ListClusters")
        ? collect(bench.client.listClusters())
        : bench.client.createCluster({ name: "n" });
      const error = await failure(call);
      expect(error.code).toBe(path.endsWith("ListClusters") ? "OUTREACH_NO_API" : "OUTREACH_REJECTED");
      expect(error.message).toContain("check the base URL");
    },
  );

  it.each([200, 400])("is not what a create or a list is told by %i with such an error", async (status) => {
    answering({ error: "cluster not found" }, status);
    for (const call of [bench.client.createCluster({ name: "n" }), collect(bench.client.listClusters())])
      expect((await failure(call)).code).toBe("OUTREACH_REJECTED");
  });
});
