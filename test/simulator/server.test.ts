import { connect } from "node:net";
import { InvalidInput, startSimulator } from "../../src/simulator";
import { call, closeAll, request, simulate } from "./harness";

afterEach(closeAll);

it("the simulator listens on loopback only", async () => {
  for (const host of ["0.0.0.0", "::", "192.168.0.1", "example.com", ""]) {
    await expect(startSimulator({ host })).rejects.toThrow(/loopback only/);
  }
  const byName = await simulate({ host: "localhost" });
  expect((await call(byName, "ListClusters")).status).toBe(200);
});

it("a start on a port in use is an error that says so", async () => {
  const { url } = await simulate();
  const port = Number(new URL(url).port);
  const second = startSimulator({ port });
  await expect(second).rejects.toThrow(InvalidInput);
  await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
});

it.each([65_536, -1, 0.5, Number.NaN])("the port %p is refused", async (port) => {
  const start = startSimulator({ port });
  await expect(start).rejects.toThrow(InvalidInput);
  await expect(start).rejects.toThrow(`A port is a whole number from 0 to 65535, not ${port}.`);
});

it("a misspelt option is refused with all known ones, and leaves the port free", async () => {
  const earlier = await startSimulator();
  await earlier.close();
  const port = Number(new URL(earlier.url).port);
  const start = startSimulator({ prot: 4010, port } as never);
  await expect(start).rejects.toThrow(
    'options has the key "prot", which is none of port, host, stateFile, dialect, seed, now, credentials, latencyMs, lagMs, like.',
  );
  await (await startSimulator({ port })).close();
});

it("names and values that JavaScript callers misspell are refused", async () => {
  const simulator = await simulate();
  const cluster = simulator.create("cluster", "w", { name: "a" });
  const misspelt = [
    () => simulator.waitForCall("CreateSnippets" as never, 1),
    () => simulator.waitForCall("ListClusters", 1, "commited" as never),
    () => simulator.waitForCall("ListClusters", undefined as never),
    () => simulator.waitForCall("ListClusters", simulator.counts()["ListCluster" as never] + 1),
    async () => simulator.setDialect(null as never),
    async () => simulator.seed({ workspaceId: "w", snippets: [{ nmae: "x", prompt: "" } as never] }),
    async () => simulator.create("snippet", "w", { nmae: "x", prompt: "" } as never),
    async () => simulator.create("snipet" as never, "w", { name: "x", prompt: "" }),
    async () => simulator.update("c1", { nmae: "x" } as never),
    async () => simulator.setAssociatedCount(cluster.id, -1),
    async () => simulator.setAssociatedCount(cluster.id, 1.5),
    async () => simulator.addFault({ effect: { type: "hodl" } as never }),
    async () => simulator.journal({ operation: "CreateSnippets" as never }),
    async () => simulator.journal({ statu: 200 } as never),
    () => startSimulator({ latencyMs: "100" as never }),
    () => startSimulator({ latencyMs: -1 }),
    () => startSimulator({ stateFile: "" }),
    () => startSimulator({ now: 5 as never }),
  ];
  for (const attempt of misspelt) await expect(attempt()).rejects.toThrow(InvalidInput);
  expect((await call(simulator, "ListClusters")).status).toBe(200);
  expect(simulator.objects()).toEqual([cluster]);
});

it("close ends the simulator, and a second close has no effect", async () => {
  const simulator = await simulate();
  await call(simulator, "ListClusters");
  await Promise.all([simulator.close(), simulator.close()]);
  await simulator.close();
  await expect(request(simulator.url)).rejects.toThrow();
});

it("the simulator continues when a caller closes the connection within its body", async () => {
  const simulator = await simulate();
  const { hostname, port } = new URL(simulator.url);
  const caller = connect(Number(port), hostname);
  caller.write("POST /clusters/ListClusters HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
  while (simulator.idleMs() > 0) await request(`${simulator.url}/__simulator/health`);
  caller.destroy();
  while (simulator.idleMs() === 0) await request(`${simulator.url}/__simulator/health`);
  expect((await call(simulator, "ListClusters")).status).toBe(200);
  expect(simulator.journal()).toHaveLength(1);
});

it("idleMs measures the time since the last request, to the control interface too", async () => {
  const simulator = await simulate();
  const id = simulator.addFault({ operation: "ListClusters", effect: { type: "hold" } });
  const held = call(simulator, "ListClusters");
  await simulator.waitForCall("ListClusters", 1);
  const other = await call(simulator, "ListSnippet");
  expect([other.status, simulator.idleMs()]).toEqual([200, 0]);

  const before = performance.now();
  simulator.release(id);
  await held;
  expect(simulator.idleMs()).toBeLessThanOrEqual(performance.now() - before);
  const again = performance.now();
  await request(`${simulator.url}/__simulator/journal`, { method: "DELETE" });
  expect(simulator.idleMs()).toBeLessThanOrEqual(performance.now() - again);
});
