import { Journal } from "../../src/simulator/journal";
import { Redactor } from "../../src/simulator/redact";
import { call, closeAll, createCluster, identity, post, request, simulate, testClock } from "./harness";

afterEach(closeAll);

it("the journal records calls with their responses, and redacts identity values and tokens everywhere", async () => {
  const simulator = await simulate({ now: testClock().now });
  const token = "secret-token-3333";
  const { userId, workspaceId } = identity;
  await call(
    simulator,
    "CreateCluster",
    { clusterName: `team ${userId} ${userId}`, nested: [{ workspaceId: "short", [workspaceId]: token }] },
    { authorization: `Bearer ${token}`, "user-agent": `agent ${token}` },
  );
  expect(simulator.journal()).toEqual([
    {
      number: 1,
      at: "2026-01-02T03:04:05.678Z",
      method: "POST",
      path: "/clusters/CreateCluster",
      operation: "CreateCluster",
      userAgent: "agent (sensitive)",
      authorization: true,
      body: {
        userId: "(sensitive)",
        workspaceId: "(sensitive)",
        clusterName: "team (sensitive) (sensitive)",
        nested: [{ workspaceId: "(sensitive)", "(sensitive)": "(sensitive)" }],
      },
      faults: [],
      outcome: "answered",
      status: 400,
      durationMs: expect.any(Number) as number,
    },
  ]);
});

it("the journal redacts identity values in fields with another spelling", async () => {
  const simulator = await simulate();
  const [userID, workspace] = ["user-secret-0001", "workspace-secret-0001"];
  const body = {
    userID,
    workspace_id: workspace,
    nested: { "Workspace-Id": "w", note: `${userID} ${workspace}` },
  };
  await post(`${simulator.url}/clusters/ListClusters`, JSON.stringify(body));
  expect(simulator.journal()[0]?.body).toEqual({
    userID: "(sensitive)",
    workspace_id: "(sensitive)",
    nested: { "Workspace-Id": "(sensitive)", note: "(sensitive) (sensitive)" },
  });
});

it("the journal redacts known identity values of requests, options and seeds in any request", async () => {
  const credentials = [
    { userId: "user-of-options", workspaceId: "workspace-of-options", token: "token-of-options" },
  ];
  const simulator = await simulate({ credentials });
  simulator.seed({ workspaceId: "workspace-of-seed" });
  simulator.addFault({ match: { userId: "user-of-fault" }, effect: { type: "hold" } });
  await call(simulator, "ListClusters", {}, { authorization: "Bearer token-of-call" });
  const secrets = [...Object.values(identity), ...Object.values(credentials[0]!), "token-of-call"];
  for (const secret of [...secrets, "workspace-of-seed", "user-of-fault"]) {
    await post(`${simulator.url}/users/${secret}`, JSON.stringify({ user: secret }));
    expect(simulator.journal().at(-1)).toMatchObject({
      path: "/users/(sensitive)",
      body: { user: "(sensitive)" },
    });
  }
});

it("the redactor keeps the 1,000 secrets that it learned last", () => {
  const redactor = new Redactor();
  for (let index = 0; index < 1_000; index += 1) redactor.learn(`secret-${index}`);
  redactor.learn("secret-0");
  redactor.learn("secret-1000");
  const texts = ["secret-0", "secret-1", "secret-2", "secret-1000"];
  expect(texts.map((text) => redactor.text(text))).toEqual([
    "(sensitive)",
    "secret-1",
    "(sensitive)",
    "(sensitive)",
  ]);
});

it("the journal records requests that are no operation of the API, without an operation", async () => {
  const simulator = await simulate();
  await createCluster(simulator, "a");
  await request(`${simulator.url}/clusters/GetCluster?workspaceId=${identity.workspaceId}`);
  await post(`${simulator.url}/${identity.userId}`, JSON.stringify(identity));
  await post(`${simulator.url}/clusters/GetCluster`, "not JSON");
  const shape = simulator
    .journal()
    .map(({ operation, method, path, body }) => [operation, method, path, body]);
  expect(shape.slice(1)).toEqual([
    [null, "GET", "/clusters/GetCluster", null],
    [null, "POST", "/(sensitive)", { userId: "(sensitive)", workspaceId: "(sensitive)" }],
    ["GetCluster", "POST", "/clusters/GetCluster", null],
  ]);
  expect(simulator.journal({ unmatched: true })).toMatchObject([
    { number: 2, outcome: "answered", status: 405 },
    { number: 3, outcome: "answered", status: 404 },
  ]);
  expect(simulator.journal({ unmatched: false }).map(({ number }) => number)).toEqual([1, 4]);
});

const arrival = {
  method: "POST",
  path: "/",
  operation: "ListSnippet",

  headers: {},
  body: {},
} as const;

it("the journal drops the oldest requests, but keeps the counts", () => {
  const journal = new Journal(testClock().now, new Redactor());
  for (let index = 0; index < 10_100; index += 1) journal.open({ ...arrival, size: 100 });
  expect(journal.list()).toHaveLength(10_000);
  expect(journal.list()[0]?.number).toBe(101);
  expect(journal.counts().ListSnippet).toBe(10_100);
});

it("a write that the simulator cannot carry out does not reach the stage committed", async () => {
  let runs = true;
  const now = () => (runs ? new Date() : new Date(Number.NaN));
  const simulator = await simulate({ now });
  simulator.addFault({ operation: "CreateCluster", times: 1, effect: { type: "hold" } });
  let committed = 0;
  void simulator.waitForCall("CreateCluster", 1, "committed").then(() => (committed += 1));
  const failing = call(simulator, "CreateCluster", { clusterName: "a" });
  await simulator.waitForCall("CreateCluster", 1);
  runs = false;
  simulator.release();
  expect((await failing).status).toBe(500);
  expect(committed).toBe(0);
  expect(simulator.objects()).toEqual([]);
  expect(simulator.journal()).toMatchObject([{ outcome: "answered", status: 500, faults: ["fault-1"] }]);
  runs = true;
  await createCluster(simulator, "b");
  expect(committed).toBe(1);
});

it("waitForCall resolves with the nth call, and at once if that call was earlier", async () => {
  const simulator = await simulate();
  let woken = false;
  const second = simulator.waitForCall("ListSnippet", 2).then(() => (woken = true));
  await call(simulator, "ListSnippet");
  expect(woken).toBe(false);
  await call(simulator, "ListSnippet");
  await second;
  await simulator.waitForCall("ListSnippet", 2, "answered");

  simulator.addFault({ effect: { type: "reset", when: "after" } });
  let answered = false;
  const third = simulator.waitForCall("ListSnippet", 3, "answered").then(() => (answered = true));
  await expect(call(simulator, "ListSnippet")).rejects.toThrow();
  await simulator.waitForCall("ListSnippet", 3, "committed");
  expect(answered).toBe(false);
  simulator.clearFaults();
  await call(simulator, "ListSnippet");
  await third;
});
