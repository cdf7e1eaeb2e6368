import { gzipSync } from "node:zlib";

import fc from "fast-check";

import { isErrorObject } from "../../src/client/error-body";
import { isAmbiguous, isNotFound, isUnauthorized, type OutreachClient } from "../../src/client";
import {
  CLUSTER,
  closeOpened,
  collect,
  createClient,
  failure,
  json,
  startServer,
  USER_ID,
  type Answer,
  type TestServer,
} from "./server";

let reply: Answer;
let server: TestServer;
let client: OutreachClient;

beforeAll(async () => {
  server = await startServer((seen, response, index) => reply(seen, response, index));
  client = createClient(server.url, { maxRetries: 0 }).client;
});

afterAll(closeOpened);

function answering(body: unknown, status = 200, headers: Record<string, string> = {}) {
  reply = (_seen, response) => json(response, body, status, headers);
}

const without = (field: string) =>
  Object.fromEntries(Object.entries(CLUSTER).filter(([name]) => name !== field));

describe("an answer with status 2xx", () => {
  it.each([
    ["a missing field", without("associatedCount"), "the field associatedCount is missing"],
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
    const error = await failure(client.getCluster("c-1"));
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

  it("and bytes that are not UTF-8 is an error, not text with replacement characters", async () => {
    reply = (_seen, response) =>
      void response.end(Buffer.from(JSON.stringify({ ...CLUSTER, clusterName: "\u00e9" }), "latin1"));
    expect((await failure(client.getCluster("c-1"))).message).toContain("the answer is not JSON");
  });

  it("and a compressed body is an error, because compression was not asked for", async () => {
    answering("\u001f", 200, { "content-encoding": "gzip" });
    expect((await failure(client.getCluster("c-1"))).message).toContain("compressed");
    expect(server.requests.at(-1)!.headers["accept-encoding"]).toBe("identity");
  });

  it("and a compressed body is accepted where the document shows no answer", async () => {
    answering("\u001f", 200, { "content-encoding": "gzip" });
    await expect(client.deleteCluster("c-1")).resolves.toBeUndefined();
  });

  it.each([
    ["absent", without("clusterDescription"), null],
    ["null", { ...CLUSTER, clusterDescription: null }, null],
    ["empty", { ...CLUSTER, clusterDescription: "" }, ""],
  ])("may leave the description %s", async (_title, body, description) => {
    answering(body);
    expect(await client.getCluster("c-1")).toHaveProperty("description", description);
  });

  it("may hold unknown fields, which are not copied, whatever their names", async () => {
    answering(
      JSON.stringify({ ...CLUSTER, error: "x", toString: 1 }).replace(
        "{",
        '{"__proto__": {"polluted": true}, "constructor": 1,',
      ),
    );
    const cluster = await client.getCluster("c-1");
    expect(Object.keys(cluster).sort()).toEqual(
      ["associatedCount", "createdAt", "description", "id", "lastUpdatedAt", "name", "workspaceId"].sort(),
    );
    expect(cluster).not.toHaveProperty("polluted");
    expect({}).not.toHaveProperty("polluted");
  });

  it("does not take inherited names for fields", async () => {
    answering('{"__proto__": {"snippetId": "s-1"}}');
    expect(await failure(client.createSnippet({ name: "n", prompt: "p" }))).toMatchObject({
      code: "OUTREACH_RESPONSE",
    });
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ["get", () => client.getCluster("c-2"), CLUSTER],
    ["update", () => client.updateCluster({ id: "c-2", name: "n" }), CLUSTER],
    [
      "snippet's update",
      () => client.updateSnippet({ id: "s-2", name: "n", prompt: "p" }),
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
        expect(await client.getCluster("c-1")).toMatchObject({ [field]: null });
      }
    },
  );

  it.each(["createdAt", "associatedCount"])("lists clusters without %s, and with null", async (field) => {
    for (const entry of [without(field), { ...CLUSTER, [field]: null }]) {
      answering({ clusters: [entry], nextToken: null });
      expect(await collect(client.listClusters())).toMatchObject([{ [field]: null }]);
    }
  });

  it("names the place of a wrong field within a list", async () => {
    answering({ clusters: [CLUSTER, { ...CLUSTER, associatedCount: "3" }], nextToken: null });
    const error = await failure(collect(client.listClusters()));
    expect(error.message).toContain("the field clusters[1].associatedCount is a string, not an integer");
  });

  it.each([
    ["no list", {}, "the field clusters is missing"],
    ["null for the list", { clusters: null }, "the field clusters is null, not an array"],
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
    const error = await failure(collect(client.listClusters()));
    expect(error.code).toBe("OUTREACH_RESPONSE");
    expect(error.message).toContain(problem);
  });

  it.each([
    { error: { message: "boom" } },
    { type: "about:blank", title: "Conflict", status: 200, detail: "boom" },
    { errors: { clusterName: ["boom"] } },
  ])("and the error object %j is no empty list either", async (body) => {
    answering(body);
    const error = await failure(collect(client.listClusters()));
    expect(error.code).toBe("OUTREACH_REJECTED");
    expect(error.message).toContain("boom");
  });

  it.each([
    { error: { message: "shard timeout" } },
    { errors: ["shard timeout"] },
    { success: false, message: "shard timeout" },
    { status: "error", message: "shard timeout" },
    { error: true, message: "shard timeout" },
    { code: "E100", message: "shard timeout" },
  ])("and a list beside the error %j is none, for it may lack what is there", async (body) => {
    for (const clusters of [[], [CLUSTER]]) {
      answering({ clusters, nextToken: null, ...body });
      const error = await failure(collect(client.listClusters()));
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
    expect(await collect(client.listClusters())).toHaveLength(1);
  });

  it("quotes a page in place of the answer without its tags, and nothing of an answer that is only wrong in parts", async () => {
    answering("<html><style>p { color: red }</style><h1>Please</h1>\n<p>sign in</p>");
    expect((await failure(client.getCluster("c-1"))).message).toContain(': "Please sign in".');
    answering({ ...CLUSTER, clusterName: 7 });
    expect((await failure(client.getCluster("c-1"))).message).not.toContain("First sends");
  });

  it("that reports an error says so in the server's words", async () => {
    answering({ error: { code: "QUOTA", message: "no more clusters" } });
    const error = await failure(client.createCluster({ name: "n" }));
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

  it.each([
    ["CreateCluster", () => client.createCluster({ name: "n" })],
    ["UpdateSnippet", () => client.updateSnippet({ id: "s", name: "n", prompt: "p" })],
  ])("to %s that cannot be read leaves the outcome open", async (_title, call) => {
    answering("<html>");
    expect(isAmbiguous(await failure(call()))).toBe(true);
  });

  it("to a read that cannot be read leaves nothing open", async () => {
    answering("<html>");
    expect(isAmbiguous(await failure(client.getCluster("c")))).toBe(false);
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
    await expect(client.deleteCluster("c-1")).resolves.toBeUndefined();
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
    for (const call of [client.deleteCluster("c-1"), client.deleteSnippet("s-1")]) {
      expect(await failure(call)).toMatchObject({ code: "OUTREACH_REJECTED", ambiguous: true });
    }
  });

  it("of a snippet is done with an empty object, with unknown fields and with no body", async () => {
    for (const body of ["{}", '{"snippetId":"s-1"}', ""]) {
      answering(body);
      await expect(client.deleteSnippet("s-1")).resolves.toBeUndefined();
    }
    reply = (_seen, response) => void response.writeHead(204).end();
    await expect(client.deleteSnippet("s-1")).resolves.toBeUndefined();
  });

  it("of a snippet is not done with HTML or a list", async () => {
    for (const body of ["<html>", "[]"]) {
      answering(body);
      expect(await failure(client.deleteSnippet("s-1"))).toMatchObject({ code: "OUTREACH_RESPONSE" });
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
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_NOT_FOUND", status });
    expect(isNotFound(error)).toBe(true);
  });

  it.each<[string, number, unknown]>([
    ["400 that says so", 400, { error: { code: "ClusterNotFound", message: "No such cluster" } }],
    ["400 with only a code", 400, { code: "RESOURCE_NOT_FOUND" }],
    ["400 in prose", 400, "The cluster doesn\u2019t exist"],
    ["422 that says so", 422, { errors: [{ message: "cluster does not exist" }] }],
    ["200 with such an error", 200, { error: "cluster not found" }],
    ["200 with null", 200, "null"],
    ["200 with an empty object", 200, {}],
    ["200 with nothing", 200, ""],
    ["200 with all fields null", 200, Object.fromEntries(Object.keys(CLUSTER).map((name) => [name, null]))],
  ])("is suspected by %s", async (_title, status, body) => {
    answering(body, status);
    for (const call of [client.getCluster("c-1"), client.updateCluster({ id: "c-1", name: "n" })]) {
      const error = await failure(call);
      expect(error).toMatchObject({ code: "OUTREACH_MAYBE_NOT_FOUND", status });
      expect(isNotFound(error)).toBe(true);
    }
  });

  it.each<[string, number, unknown]>([
    ["400 about something else", 400, { message: "clusterName is too long" }],
    ["409", 409, { message: "cluster not found" }],
    ["500", 500, { message: "cluster not found" }],
    ["200 with another error", 200, { error: "locked" }],
    ["200 with half the object", 200, { clusterId: "c-1" }],
  ])("is not suspected by %s", async (_title, status, body) => {
    answering(body, status);
    expect(isNotFound(await failure(client.getCluster("c-1")))).toBe(false);
  });

  it.each(["/clusters/CreateCluster", "/clusters/ListClusters"])(
    "is not what a 404 to %s means",
    async (path) => {
      answering("", 404);
      const call = path.endsWith("ListClusters")
        ? collect(client.listClusters())
        : client.createCluster({ name: "n" });
      const error = await failure(call);
      expect(error.code).toBe(path.endsWith("ListClusters") ? "OUTREACH_NO_API" : "OUTREACH_REJECTED");
      expect(error.message).toContain("check the base URL");
    },
  );

  it.each([200, 400])("is not what a create or a list is told by %i with such an error", async (status) => {
    answering({ error: "cluster not found" }, status);
    for (const call of [client.createCluster({ name: "n" }), collect(client.listClusters())])
      expect((await failure(call)).code).toBe("OUTREACH_REJECTED");
  });
});

describe("wrong credentials", () => {
  it.each<[number, unknown]>([
    [401, ""],
    [403, { message: "cluster not found" }],
    [400, { message: "Invalid userId" }],
    [400, { error: "Unauthorized" }],
    [404, { message: "Workspace not found" }],
    [404, { error: { code: "USER_NOT_FOUND" } }],
    [200, { error: { code: "AccessDenied", message: "Access denied" } }],
    [200, { message: "unknown workspace", code: "E1" }],
    [200, { message: "Unauthorized" }],
    [200, '"Unauthorized"'],
    [200, "Unauthorized"],
    [200, { title: "Unauthorized", status: 200, detail: "Not accepted." }],
    [400, { title: "Unauthorized", status: 400, detail: "Not accepted." }],
    [404, { title: "Unauthorized", status: 404, detail: "Not accepted." }],
    [400, { detail: "Invalid userId" }],
    [400, { error: "invalid_token", error_description: "Sign in again" }],
    [400, { errors: { workspaceId: ["is invalid"] } }],
    [400, { message: "Validation failed", errors: { userId: ["is unknown"] } }],
  ])("are told from a missing object: %i %j", async (status, body) => {
    answering(body, status);
    for (const call of [client.getCluster("c-1"), collect(client.listClusters())]) {
      const error = await failure(call);
      expect(error.code).toBe("OUTREACH_UNAUTHORIZED");
      expect(isUnauthorized(error)).toBe(true);
      expect(isNotFound(error)).toBe(false);
    }
  });

  it.each([
    '{"clusterName": "Unauthorized',
    "<p>Unauthorized</p>",
    '{"clusterId": "c-1", "message": "Unauthorized"}',
  ])("are not read in what may be the object or another page: %s", async (body) => {
    answering(body);
    expect(await failure(client.getCluster("c-1"))).toMatchObject({ code: "OUTREACH_RESPONSE" });
  });
});

describe("a refusal of what a create or an update sends", () => {
  const writes = () => [
    client.createSnippet({ name: "n", prompt: "p" }),
    client.updateSnippet({ id: "s-1", name: "n", prompt: "p" }),
  ];

  it.each<[number, unknown]>([
    [400, { message: "The name is not valid in this workspace" }],
    [409, { message: 'A snippet named "Ask for permission" already exists.' }],
    [409, { message: "A snippet named Password authentication reminder exists." }],
    [409, { message: "Conflict with 'Access denied follow-up'. It doesn't differ." }],
    [400, { message: "Invalid prompt: unknown variable {user_name}" }],
    [400, { code: "UNKNOWN_VARIABLE", message: "Unknown variable: user_id" }],
    [422, { message: "Variable user_id not found" }],
    [400, { message: "Name 'Workspace intro' is invalid" }],
    [400, { message: "Invalid: {workspace}" }],
    [400, { error: { code: "INVALID", message: "“Invalid user” is no text" } }],
  ])("is not about the credentials: %i %j", async (status, body) => {
    answering(body, status);
    for (const write of writes())
      expect(await failure(write)).toMatchObject({ code: "OUTREACH_REJECTED", status });
  });

  it.each<[number, unknown]>([
    [400, { message: "Invalid userId" }],
    [400, { error: "Unauthorized" }],
    [400, { message: "You don't have permission, so this user can't do that" }],
    [404, { message: "Workspace not found" }],
    [400, { message: "You do not have permission to create or update snippets." }],
    [200, { error: { message: "User is not authorized to access this resource" } }],
    [400, { code: "AccessDenied", message: "No snippet may be written with this name." }],
    [200, { error: { code: "AccessDenied", message: "Access denied" } }],
  ])("is told from one of the credentials: %i %j", async (status, body) => {
    answering(body, status);
    for (const write of writes())
      expect(await failure(write)).toMatchObject({ code: "OUTREACH_UNAUTHORIZED" });
  });
});

describe("an error", () => {
  it("carries operation, status, attempts, the server's words, request id and body excerpt", async () => {
    answering({ code: "TOO_LONG", message: "name too long" }, 400, { "x-amzn-requestid": "r-1" });
    const error = await failure(client.createCluster({ name: "n" }));
    expect(error).toMatchObject({
      name: "OutreachError",
      code: "OUTREACH_REJECTED",
      operation: "CreateCluster",
      status: 400,
      attempts: 1,
      serverCode: "TOO_LONG",
      serverMessage: "name too long",
      requestId: "r-1",
      bodyExcerpt: '{"code":"TOO_LONG","message":"name too long"}',
      retryable: false,
      ambiguous: false,
    });
    expect(error.message).toBe('CreateCluster: the server answered 400: "name too long" (request id r-1).');
  });

  it("quotes nothing of a compressed body, and a text that only claims to be one", async () => {
    reply = (_seen, response) => {
      response.writeHead(500, { "content-encoding": "gzip" });
      response.end(gzipSync('{"message":"boom"}'));
    };
    expect((await failure(client.getCluster("c-1"))).message).toBe("GetCluster: the server answered 500.");
    answering({ message: "boom" }, 500, { "content-encoding": "gzip" });
    expect((await failure(client.getCluster("c-1"))).message).toContain('"boom"');
  });

  it("keeps the excerpt short and on one line", async () => {
    answering(`{"a":\n\u001b[31m${"x".repeat(5_000)}`, 400);
    const { bodyExcerpt } = await failure(client.getCluster("c-1"));
    expect(bodyExcerpt).toMatch(/^\{"a":\\n\\u\{1b\}\[31mx+…$/);
    expect(bodyExcerpt!.length).toBeLessThan(520);
  });

  it.each<[number, unknown, string]>([
    [409, { title: "Conflict", status: 409, detail: "The name is taken." }, "The name is taken."],
    [400, { msg: "name too long" }, "name too long"],
    [400, { errors: { clusterName: ["is too long"] } }, "clusterName: is too long"],
    [400, { detail: [{ loc: ["body", "name"], msg: "too long" }] }, "body.name: too long"],
    [400, { reason: { text: "name too long" } }, '{"reason":{"text":"name too long"}}'],
    [
      403,
      "<!doctype html><title>403</title>\n<p>Sorry, you have been <b>blocked</b>: rule 941100</p>",
      "403 Sorry, you have been blocked : rule 941100",
    ],
    [400, `<p>No name for ${USER_ID}</p>`, "No name for (sensitive)"],
  ])("quotes what a server says: %i %j", async (status, body, words) => {
    answering(body, status);
    const error = await failure(client.createCluster({ name: "n" }));
    expect(error.message).toBe(`CreateCluster: the server answered ${status}: "${words}".`);
  });

  it.each(["<".repeat(4_000_000), "<a".repeat(2_000_000), `<script>${"</".repeat(2_000_000)}`])(
    "reads a page of any kind once",
    async (page) => {
      answering(page, 502);
      expect(await failure(client.getCluster("c-1"))).toMatchObject({ code: "OUTREACH_SERVER" });
    },
  );

  it.each([301, 302, 303, 307, 308])(
    "%i is never followed and names only the host it leads to",
    async (status) => {
      const other = await startServer((_seen, response) => json(response, CLUSTER));
      answering("", status, { location: `${other.url}/login?user=secret#x` });
      const error = await failure(client.updateCluster({ id: "c-1", name: "n" }));
      expect(error).toMatchObject({ code: "OUTREACH_REDIRECT", status, ambiguous: status < 307 });
      expect(error.message).toContain(`127.0.0.1:${other.port};`);
      expect(JSON.stringify(error) + error.message).not.toMatch(/login|secret/);
      expect(other.requests).toEqual([]);
    },
  );

  it.each(["/elsewhere?user=1", "login", "http://[", "mailto:user", ""])(
    "names no host for a redirect without a readable one: %j",
    async (location) => {
      answering("", 302, { location });
      expect((await failure(client.getCluster("c"))).message).toContain("another path of the same server");
    },
  );

  it("names the host of a redirect that keeps the scheme", async () => {
    answering("", 301, { location: "//portal.example:8080/?user=1" });
    expect((await failure(client.getCluster("c"))).message).toContain("a redirect to portal.example:8080;");
  });

  it("speaks of no redirect where there is none", async () => {
    answering("", 304);
    expect((await failure(client.getCluster("c"))).message).toBe(
      "GetCluster: the server answered 304, which is no answer to this call. Check the base URL.",
    );
  });
});
