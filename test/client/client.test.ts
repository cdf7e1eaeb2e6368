import type { OutreachClient } from "../../src/client";
import {
  CLUSTER,
  closeOpened,
  collect,
  createClient,
  failure,
  gate,
  inOrder,
  json,
  startServer,
  USER_ID,
  WORKSPACE_ID,
  type Responder,
  type TestServer,
} from "./server";

let server: TestServer;

async function connected(answer: Responder, options: Parameters<typeof createClient>[1] = {}, path = "") {
  server = await startServer(answer);
  return createClient(`${server.url}${path}`, options);
}

afterEach(closeOpened);

const identity = { userId: USER_ID, workspaceId: WORKSPACE_ID };
const snippet = {
  snippetId: "s-1",
  name: "Opener",
  prompt: "Hi {name}",
  createdAt: "2026-01-02",
  lastUpdatedAt: "2026-01-03",
};

describe("OutreachClient", () => {
  // Written out by hand from outreach-api.md, sections 4.2 and 4.3.
  it.each<[string, (client: OutreachClient) => Promise<unknown>, string, object, unknown, unknown]>([
    [
      "lists clusters",
      (client) => collect(client.listClusters({ maxItems: 50 })),
      "/clusters/ListClusters",
      { maxItems: 50 },
      { clusters: [CLUSTER], nextToken: null },
      [{ id: "c-1", name: "Warm-up", associatedCount: 3, createdAt: CLUSTER.createdAt }],
    ],
    [
      "creates a cluster",
      (client) => client.createCluster({ name: "Warm-up", description: "First sends" }),
      "/clusters/CreateCluster",
      { clusterName: "Warm-up", clusterDescription: "First sends" },
      { workspaceId: "w", clusterId: "c-1" },
      { workspaceId: "w", id: "c-1" },
    ],
    [
      "gets a cluster",
      (client) => client.getCluster("c-1"),
      "/clusters/GetCluster",
      { clusterId: "c-1" },
      CLUSTER,
      {
        id: "c-1",
        workspaceId: WORKSPACE_ID,
        name: "Warm-up",
        description: "First sends",
        associatedCount: 3,
        createdAt: CLUSTER.createdAt,
        lastUpdatedAt: CLUSTER.lastUpdatedAt,
      },
    ],
    [
      "updates a cluster",
      (client) => client.updateCluster({ id: "c-1", name: "New", description: "" }),
      "/clusters/UpdateCluster",
      { clusterId: "c-1", clusterName: "New", clusterDescription: "" },
      { workspaceId: "w", clusterId: "c-1" },
      { workspaceId: "w", id: "c-1" },
    ],
    [
      "deletes a cluster",
      (client) => client.deleteCluster("c-1"),
      "/clusters/DeleteCluster",
      { clusterId: "c-1" },
      { anything: true },
      undefined,
    ],
    [
      "lists snippets",
      (client) => collect(client.listSnippets({ sortOrder: "DESC", maxItems: 2 })),
      "/snippets/ListSnippet",
      { sortOrder: "DESC", maxItems: 2 },
      { snippets: [snippet], nextToken: null },
      [{ id: "s-1", name: "Opener" }],
    ],
    [
      "creates a snippet",
      (client) => client.createSnippet({ name: "Opener", prompt: "Hi {name}" }),
      "/snippets/CreateSnippet",
      { name: "Opener", prompt: "Hi {name}" },
      { snippetId: "s-1" },
      { id: "s-1" },
    ],
    [
      "gets a snippet",
      (client) => client.getSnippet("s-1"),
      "/snippets/GetSnippet",
      { snippetId: "s-1" },
      snippet,
      {
        id: "s-1",
        name: "Opener",
        prompt: "Hi {name}",
        createdAt: "2026-01-02",
        lastUpdatedAt: "2026-01-03",
      },
    ],
    [
      "updates a snippet",
      (client) => client.updateSnippet({ id: "s-1", name: "Opener", prompt: "Hello" }),
      "/snippets/UpdateSnippet",
      { snippetId: "s-1", name: "Opener", prompt: "Hello" },
      { snippetId: "s-1" },
      { id: "s-1" },
    ],
    [
      "deletes a snippet",
      (client) => client.deleteSnippet("s-1"),
      "/snippets/DeleteSnippet",
      { snippetId: "s-1" },
      {},
      undefined,
    ],
  ])("%s", async (_title, call, path, fields, answer, expected) => {
    const { client } = await connected((_seen, response) => json(response, answer));
    expect(await call(client)).toEqual(expected);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ path });
    expect(server.requests[0]!.body).toEqual({ ...identity, ...fields });
  });

  it("sends JSON by POST with a user agent, and no Authorization header without a token", async () => {
    const { client } = await connected((_seen, response) => json(response, CLUSTER), {
      authorizationToken: "",
    });
    await client.getCluster("c-1");
    const { headers } = server.requests[0]!;
    expect(headers).toMatchObject({ "content-type": "application/json", "user-agent": "cdktf-outreach" });
    expect(headers).not.toHaveProperty("authorization");
  });

  it("sends a configured token as a bearer token", async () => {
    const { client } = await connected((_seen, response) => json(response, CLUSTER), {
      authorizationToken: "t0ken",
    });
    await client.getCluster("c-1");
    expect(server.requests[0]!.headers.authorization).toBe("Bearer t0ken");
  });

  it.each(["", "/", "/api/v1", "/api/v1/"])("accepts a base URL that ends in %p", async (path) => {
    const { client } = await connected((_seen, response) => json(response, CLUSTER), {}, path);
    await client.getCluster("c-1");
    expect(server.requests[0]!.path).toBe(`${path.replace(/\/$/, "")}/clusters/GetCluster`);
  });

  it("sends text byte for byte", async () => {
    const prompt = 'a\r\nb\t"q" \\ ${x} %{y} {{z}} é 👩‍👩‍👧 \u2028 \u0000';
    const { client } = await connected((seen, response) =>
      json(response, { ...snippet, prompt: seen.body["prompt"] ?? prompt }),
    );
    await client.updateSnippet({ id: "s-1", name: "n", prompt });
    expect(server.requests[0]!.body["prompt"]).toBe(prompt);
    expect((await client.getSnippet("s-1")).prompt).toBe(prompt);
  });

  it("omits undefined fields and sends null and empty texts", async () => {
    const { client } = await connected((_seen, response) =>
      json(response, { workspaceId: "w", clusterId: "c" }),
    );
    await client.createCluster({ name: "n" });
    await client.createCluster({ name: "n", description: null });
    await client.createCluster({ name: "n", description: "" });
    expect(server.requests.map(({ body }) => body)).toEqual([
      { ...identity, clusterName: "n" },
      { ...identity, clusterName: "n", clusterDescription: null },
      { ...identity, clusterName: "n", clusterDescription: "" },
    ]);
  });

  it("waits for a running call when it closes, and refuses new ones", async () => {
    const { promise: arrived, open: arrives } = gate();
    const { promise: mayAnswer, open: answers } = gate();
    const { client } = await connected(async (_seen, response) => {
      arrives();
      await mayAnswer;
      json(response, CLUSTER);
    });
    const call = client.getCluster("c-1");
    await arrived;
    const closed = Promise.all([client.close(), client.close()]);
    expect(await failure(client.getCluster("c-2"))).toMatchObject({ code: "OUTREACH_CLOSED", attempts: 0 });
    answers();
    expect(await call).toMatchObject({ id: "c-1" });
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  it("reports requests, responses, retries and failures in events without secrets", async () => {
    const { client, events } = await connected(
      inOrder(
        (_seen, response) => json(response, { message: USER_ID }, 503),
        (_seen, response) => json(response, CLUSTER),
        (_seen, response) => json(response, { message: WORKSPACE_ID }, 400),
      ),
    );
    await client.getCluster("c-1");
    await failure(client.getCluster("c-1"));
    expect(events).toEqual([
      { type: "request", operation: "GetCluster", attempt: 1 },
      { type: "response", operation: "GetCluster", attempt: 1, status: 503, durationMs: 0 },
      {
        type: "retry",
        operation: "GetCluster",
        attempt: 1,
        code: "OUTREACH_SERVER",
        status: 503,
        waitMs: 500,
      },
      { type: "request", operation: "GetCluster", attempt: 2 },
      { type: "response", operation: "GetCluster", attempt: 2, status: 200, durationMs: 0 },
      { type: "request", operation: "GetCluster", attempt: 1 },
      { type: "response", operation: "GetCluster", attempt: 1, status: 400, durationMs: 0 },
      {
        type: "failed",
        operation: "GetCluster",
        attempt: 1,
        code: "OUTREACH_REJECTED",
        status: 400,
        reason: "permanent",
        ambiguous: false,
      },
    ]);
  });
});
