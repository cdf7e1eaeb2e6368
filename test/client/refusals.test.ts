import { isMaybeMissing, isNotFound, isOutage, isUnauthorized } from "../../src/client";
import { CLUSTER, collect, createClient, failure, json, startServer, USER_ID, useTestServer } from "./server";

const bench = useTestServer();
const { respondWith } = bench;

describe("a denial", () => {
  it.each<[number, unknown]>([
    [401, ""],
    [403, { message: "cluster not found" }],
    [403, "<h1>403 Forbidden</h1>"],
    [400, { error: "Unauthorized" }],
    [400, { message: "You are not authorised to see this, or it does not exist." }],
    [200, { error: { code: "AccessDenied", message: "Access denied" } }],
    [200, '"Unauthorized"'],
    [200, "Unauthorized"],
    [200, { title: "Unauthorized", status: 200, detail: "Not accepted." }],
    [404, { title: "Unauthorized", status: 404, detail: "Not accepted." }],
    [400, { error: "invalid_token", error_description: "Sign in again" }],
  ])(
    "refuses the credentials of a list, and may be about the object of a get: %i %j",
    async (status, body) => {
      respondWith(body, status);
      const error = await failure(bench.client.getCluster("c-1"));
      expect([error.code, isNotFound(error), isOutage(error)]).toEqual(["OUTREACH_DENIED", false, false]);
      expect(await failure(collect(bench.client.listClusters()))).toMatchObject({
        code: "OUTREACH_UNAUTHORIZED",
      });
    },
  );
});

describe("the object of a get", () => {
  const PAGE = "<!doctype html><title>Blocked</title><p>This request was blocked.</p>";

  it.each<[number, unknown]>([
    [404, ""],
    [404, PAGE],
    [410, ""],
    [400, { message: "Something is wrong." }],
    [422, ""],
    [401, ""],
    [403, { message: "Forbidden" }],
    [200, { error: { message: "Something is wrong." } }],
    [200, null],
    [200, "[]"],
    [200, "there is nothing"],
    [200, { statusCode: 404, message: "no" }],
  ])("may be missing after %i %j", async (status, body) => {
    respondWith(body, status);
    expect(isMaybeMissing(await failure(bench.client.getCluster("c-1")))).toBe(true);
    expect(isMaybeMissing(await failure(collect(bench.client.listClusters())))).toBe(false);
  });

  it.each<[number, unknown]>([
    ...[402, 406, 409, 413, 421, 423, 431, 451].map((status): [number, unknown] => [status, ""]),
    [409, { message: "The cluster does not exist in this region any more." }],
    [400, PAGE],
    [403, PAGE],
    [200, PAGE],
    [200, { clusterId: "c-1" }],
    [200, { error: true, statusCode: 423, message: "locked" }],
    [500, ""],
    [429, ""],
  ])("the client does not take it for missing after %i %j", async (status, body) => {
    respondWith(body, status);
    expect(isMaybeMissing(await failure(bench.client.getCluster("c-1")))).toBe(false);
  });
});

describe("wrong credentials", () => {
  it.each<[number, unknown]>([
    [400, { message: "Invalid userId" }],
    [403, { message: "Invalid userId" }],
    [404, { message: "Workspace not found" }],
    [404, { error: { code: "USER_NOT_FOUND" } }],
    [200, { message: "unknown workspace", code: "E1" }],
    [400, { detail: "Invalid userId" }],
    [400, { errors: [{ message: "workspaceId is invalid" }] }],
  ])("are not reported as a missing object: %i %j", async (status, body) => {
    respondWith(body, status);
    for (const call of [bench.client.getCluster("c-1"), collect(bench.client.listClusters())]) {
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
  ])("are not assumed for a body that may be the object or another page: %s", async (body) => {
    respondWith(body);
    expect(await failure(bench.client.getCluster("c-1"))).toMatchObject({ code: "OUTREACH_RESPONSE" });
  });
});

describe("a refusal of a create or an update", () => {
  const writes = () => [
    bench.client.createSnippet({ name: "n", prompt: "p" }),
    bench.client.updateSnippet({ id: "s-1", name: "n", prompt: "p" }),
  ];

  it.each<[number, unknown]>([
    [400, { message: "The name is not valid in this workspace" }],
    [409, { message: 'A snippet named "Ask for permission" already exists.' }],
    [409, { message: "A snippet named Password authentication reminder exists." }],
    [409, { message: "Conflict with 'Access denied follow-up'. It doesn't differ." }],
    [400, { code: "UNKNOWN_VARIABLE", message: "Unknown variable: user_id" }],
    [422, { message: "Variable user_id not found" }],
    [400, { message: "Invalid: {workspace}" }],
    [400, { error: { code: "INVALID", message: "“Invalid user” is no text" } }],
    [403, "<!doctype html><title>403 Forbidden</title><p>Access denied: rule 941100</p>"],
  ])("about its content is not about the credentials: %i %j", async (status, body) => {
    respondWith(body, status);
    for (const write of writes())
      expect(await failure(write)).toMatchObject({ code: "OUTREACH_REJECTED", status });
  });

  it.each<[number, unknown]>([
    [400, { message: "Invalid userId" }],
    [404, { message: "Workspace not found" }],
    [400, { message: "You do not have permission to create or update snippets." }],
    [200, { error: { message: "User is not authorized to access this resource" } }],
    [400, { code: "AccessDenied", message: "No snippet may be written with this name." }],
    [200, { error: { code: "AccessDenied", message: "Access denied" } }],
    [403, { message: "Forbidden" }],
    [403, ""],
    [401, "<h1>401 Authorization Required</h1>"],
  ])("about the credentials is reported as such: %i %j", async (status, body) => {
    respondWith(body, status);
    for (const write of writes())
      expect((await failure(write)).code).toMatch(/^OUTREACH_(UNAUTHORIZED|DENIED)$/);
  });
});

describe("an error", () => {
  it("has operation, status, attempts, the server's message, request id and body excerpt", async () => {
    respondWith({ code: "TOO_LONG", message: "name too long" }, 400, { "x-amzn-requestid": "r-1" });
    const error = await failure(bench.client.createCluster({ name: "n" }));
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
    expect(error.message).toBe(
      'CreateCluster: the server responded with 400: "name too long" (request id r-1).',
    );
  });

  it.each<[number, unknown, string]>([
    [409, { title: "Conflict", status: 409, detail: "The name is taken." }, "The name is taken."],
    [400, { msg: "name too long" }, "name too long"],
    [400, { errors: { clusterName: ["is too long"] } }, '{"errors":{"clusterName":["is too long"]}}'],
    [400, { reason: { text: "name too long" } }, '{"reason":{"text":"name too long"}}'],
    [
      403,
      "<!doctype html><title>403</title>\n<p>Sorry, you have been <b>blocked</b>: rule 941100</p>",
      "403 Sorry, you have been blocked : rule 941100",
    ],
    [400, `<p>No name for ${USER_ID}</p>`, "No name for (sensitive)"],
  ])("quotes the server's message: %i %j", async (status, body, words) => {
    respondWith(body, status);
    const error = await failure(bench.client.createCluster({ name: "n" }));
    expect(error.message).toBe(`CreateCluster: the server responded with ${status}: "${words}".`);
  });

  it.each(["<".repeat(4_000_000), "<a".repeat(2_000_000), `<script>${"</".repeat(2_000_000)}`])(
    "reads a large page in linear time",
    async (page) => {
      respondWith(page, 502);
      expect(await failure(bench.client.getCluster("c-1"))).toMatchObject({ code: "OUTREACH_SERVER" });
    },
  );

  it.each([301, 302, 303, 307, 308])(
    "of a %i names only the host of the redirect, which is not followed",
    async (status) => {
      const other = await startServer((_seen, response) => json(response, CLUSTER));
      respondWith("", status, { location: `${other.url}/login?user=secret#x` });
      const error = await failure(bench.client.updateCluster({ id: "c-1", name: "n" }));
      expect(error).toMatchObject({ code: "OUTREACH_REDIRECT", status, ambiguous: status < 307 });
      expect(error.message).toContain(`127.0.0.1:${other.port};`);
      expect(JSON.stringify(error) + error.message).not.toMatch(/login|secret/);
      expect(other.requests).toEqual([]);
    },
  );

  it.each<[Record<string, string>, string]>([
    [{ location: "/elsewhere?user=1" }, "a redirect to another path;"],
    [{ location: "mailto:user" }, "a redirect to another path;"],
    [{ location: "//user:pw@portal.example:8080/?user=1" }, "a redirect to portal.example:8080;"],
    [{}, "a redirect to another path;"],
  ])("of a redirect with %j names the host, if there is one, and nothing else", async (headers, words) => {
    respondWith("", 302, headers);
    expect((await failure(bench.client.getCluster("c"))).message).toContain(`responded with 302, ${words}`);
  });

  it("of a transparent proxy says where to set its password, without a retry", async () => {
    respondWith("", 407);
    const { client } = createClient(bench.server.url, { maxRetries: 3 });
    const error = await failure(client.createCluster({ name: "n" }));
    expect(error).toMatchObject({ code: "OUTREACH_UNREACHABLE", status: 407, attempts: 1, ambiguous: false });
    expect(error.message).toContain("Set them in HTTPS_PROXY");
  });
});

it("a 403 that limits the rate refuses no credentials, says nothing about the object, and names the limit", async () => {
  respondWith({ message: "Forbidden" }, 403, { "retry-after": "1" });
  for (const call of [bench.client.getCluster("c-1"), collect(bench.client.listClusters())]) {
    const error = await failure(call);
    expect([error.code, isMaybeMissing(error), isOutage(error), error.retryAfterMs]).toEqual([
      "OUTREACH_RATE_LIMITED",
      false,
      false,
      1_000,
    ]);
    expect(error.message).toContain("the server responded with 403, for the rate of requests");
  }
});
