import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { startSimulator } from "../../../src/simulator";
import { doctorBench } from "./doctor-bench";

const bench = doctorBench();

const IDS = { OUTREACH_USER_ID: "user-1", OUTREACH_WORKSPACE_ID: "workspace-1" };
const checkVariables = "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.";

const found = (environment: NodeJS.ProcessEnv) => bench.found("API", { environment });

/** Runs a task with the address of a server that answers every request in one way. */
async function withServer<T>(answer: RequestListener, task: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    return await task(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Returns the findings about a server that sends the same body in every response. */
const foundOf = (body: unknown, date = new Date()) =>
  withServer(
    (_, response) => {
      response.setHeader("date", date.toUTCString());
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    },
    (url) => found({ ...IDS, OUTREACH_BASE_URL: url }),
  );

const clock = expect.stringMatching(
  /^ok: This machine's clock differs from the server's clock by \d s\.$/,
) as string;

test("the credentials of a workspace with objects list both kinds, with one request each", async () => {
  const simulator = await startSimulator({ seed: 1 });
  try {
    for (const name of ["a", "b"]) simulator.create("snippet", "workspace-1", { name, prompt: "p" });
    simulator.create("cluster", "workspace-1", { name: "a" });
    expect(await found({ ...IDS, OUTREACH_BASE_URL: simulator.url })).toEqual([
      "ok: The credentials list clusters.",
      "ok: The credentials list snippets.",
      clock,
    ]);
    const operations = simulator.journal().map(({ operation }) => operation);
    expect(operations.sort()).toEqual(["ListClusters", "ListSnippet"]);
  } finally {
    await simulator.close();
  }
});

const empty = (kind: string) => `ok: The credentials list ${kind}; the list is empty.`;
const unproved = (kind: string) =>
  expect.stringMatching(
    `^warning: The list of ${kind} may lack objects: the field ${kind} is .* If the workspace has ${kind}: ${checkVariables}`,
  ) as string;

test.each([
  [{ clusters: [], snippets: [], nextToken: null }, ["clusters", "snippets"].map(empty)],
  [{ clusters: null, snippets: null, nextToken: null }, ["clusters", "snippets"].map(unproved)],
  [{}, ["clusters", "snippets"].map(unproved)],
  [
    { clusters: [], snippets: "text", nextToken: null },
    [empty("clusters"), expect.stringMatching(/^error: A list fails: .*snippets is a string/) as string],
  ],
])("each kind is judged by its list in the response %j", async (body, lines) => {
  expect(await foundOf(body)).toEqual([...lines, clock]);
});

test("a server that cannot be reached is one error", async () => {
  const url = await withServer(
    () => undefined,
    (address) => Promise.resolve(address),
  );
  expect(await found({ ...IDS, OUTREACH_BASE_URL: url })).toEqual([
    expect.stringMatching(/^error: A list fails: the connection was refused .*\. Check OUTREACH_BASE_URL/),
  ]);
});

test("refused credentials are one error that does not repeat them", async () => {
  const refuse: RequestListener = (_, response) =>
    response.writeHead(401).end('{"message": "no user-1 in workspace-1"}');
  const lines = await withServer(refuse, (url) => found({ ...IDS, OUTREACH_BASE_URL: url }));
  expect(lines).toEqual([
    expect.stringMatching(
      /^error: A list fails: .*401.* if your workspace needs one, OUTREACH_AUTHORIZATION_TOKEN\.$/,
    ),
    clock,
  ]);
  expect(lines.join()).not.toMatch(/user-1|workspace-1/);
});

test("missing variables are a warning that names them", async () => {
  expect(await found({ OUTREACH_USER_ID: "user-1" })).toEqual([
    "warning: Not checked, because OUTREACH_BASE_URL, OUTREACH_WORKSPACE_ID are not set. Set OUTREACH_BASE_URL, " +
      "OUTREACH_WORKSPACE_ID, then run doctor again. If the stacks take their workspaces from TF_VAR_…, set " +
      "OUTREACH_WORKSPACE_ID to the one that doctor should check.",
  ]);
  expect(await found(IDS)).toEqual([
    "warning: Not checked, because OUTREACH_BASE_URL is not set. Set OUTREACH_BASE_URL, then run doctor again.",
  ]);
});

test("an invalid address is an error, also while another variable is missing", async () => {
  const invalid = expect.stringMatching(
    /^error: base_url is not a web address \(from OUTREACH_BASE_URL\)/,
  ) as string;
  expect(await found({ ...IDS, OUTREACH_BASE_URL: "outreach.example" })).toEqual([invalid]);
  expect(await found({ OUTREACH_USER_ID: "u", OUTREACH_BASE_URL: "outreach.example" })).toEqual([
    invalid,
    expect.stringMatching(/^warning: Not checked, because OUTREACH_WORKSPACE_ID is not set/),
  ]);
});

test("a clock that differs from that of the server is a warning", async () => {
  const lines = await foundOf(
    { clusters: [], snippets: [], nextToken: null },
    new Date(Date.now() - 3_600_000),
  );
  expect(lines.at(-1)).toMatch(
    /^warning: This machine's clock differs from the server's clock by 3[56]\d\d s/,
  );
});
