import { request as rawRequest } from "node:http";
import { operations } from "../../src/api";
import type { Simulator } from "../../src/simulator";
import { closeAll, createCluster, identity, post, simulate } from "./harness";

afterEach(closeAll);

interface Raw {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

/** The status of a request; `fetch` may not set Host or Origin. */
function raw({ url }: Simulator, { path, headers, method = "POST", body }: Raw): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = rawRequest(`${url}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end(body);
  });
}

const json = { "content-type": "application/json" };
const DELETE = operations.DeleteCluster.path;

describe("a request", () => {
  it.each([
    ["another site's origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["another port's origin", { origin: "http://127.0.0.1:1" }],
    ["a name that was rebound to loopback", { host: "evil.example:4010" }],
    ["such a name with its own origin", { host: "evil.example", origin: "http://evil.example" }],
    ["a name that begins like loopback", { host: "127.0.0.1.evil.example" }],
  ])("with %s reaches neither the API nor the control interface", async (_, headers) => {
    const simulator = await simulate();
    const clusterId = await createCluster(simulator, "a");
    simulator.clearJournal();
    const post = (path: string, body?: object) =>
      raw(simulator, { path, headers: { ...json, ...headers }, body: JSON.stringify(body) });
    expect(await post("/__simulator/reset")).toBe(403);
    expect(await post(DELETE, { ...identity, clusterId })).toBe(403);
    expect(await post("/no/such/path")).toBe(403);
    for (const path of ["/__simulator/journal", "/__simulator/", operations.ListClusters.path]) {
      expect(await raw(simulator, { path, headers, method: "GET" })).toBe(403);
    }
    expect(simulator.objects()).toHaveLength(1);
    // They are in the journal, and count as no call.
    expect(simulator.journal().map(({ operation, status }) => [operation, status])).toEqual(
      Array(3).fill([null, 403]),
    );
    expect(simulator.counts().DeleteCluster).toBe(0);
  });

  it("of the simulator's page or a client succeeds by every loopback name", async () => {
    const simulator = await simulate();
    const { host, port } = new URL(simulator.url);
    const names = [host, `localhost:${port}`, `[::1]:${port}`];
    for (const name of names) {
      const headers = { ...json, host: name, origin: `http://${name}` };
      const clusterId = await createCluster(simulator, "a");
      const body = JSON.stringify({ ...identity, clusterId });
      expect(await raw(simulator, { path: DELETE, headers, body })).toBe(200);
      expect(await raw(simulator, { path: "/__simulator/reset", headers })).toBe(200);
      expect(
        await raw(simulator, { path: "/__simulator/health", headers: { host: name }, method: "GET" }),
      ).toBe(200);
    }
  });

  it("with the content type of a form gets 415", async () => {
    const { url } = await simulate();
    for (const path of ["/__simulator/reset", DELETE]) {
      expect((await post(`${url}${path}`, "{}", { "content-type": "text/plain" })).status).toBe(415);
    }
  });
});
