import type { Client } from "@grpc/grpc-js";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Plugin } from "../../../src/sdk/process/plugin";
import { startReattach } from "../../../src/sdk/process/reattach";
import { createHost } from "../../../src/sdk/process/serve";
import type { Method } from "../../../src/sdk/transport/method";
import { cleanUp, gate, grpcClient, onCleanUp, slowEcho, unary } from "../transport/harness";
import { buildFixture, bundle, Host, removeFixture, type Entry } from "./harness";

beforeAll(buildFixture);
afterAll(removeFixture);
afterEach(cleanUp);

const address = "registry.terraform.io/test/fixture";

/** A client as Terraform makes one where it attaches. */
function clientOf({ Addr: { Network: network, String: path } }: Entry) {
  return grpcClient({ address: { network, address: path } });
}

/** Attaches to plugins that `load` makes. */
async function attached(load: () => Plugin) {
  const started = await startReattach(address, load, createHost());
  onCleanUp(() => started.close());
  const entry = (JSON.parse(started.environmentValue) as Record<string, Entry>)[address] as Entry;
  return { started, entry, connect: () => clientOf(entry) };
}

async function reattach(methods: Record<string, Method>, busy = () => false) {
  const stop = jest.fn();
  const plugin: Plugin = {
    methods: new Map(Object.entries(methods).map(([name, method]) => [`/test.Service/${name}`, method])),
    stop,
    busy,
    close: () => Promise.resolve(),
  };
  return { ...(await attached(() => plugin)), stop };
}

const echo: Method = (request) => request;

describe("a plugin that Terraform attaches to", () => {
  it("describes its address in the form that Terraform reads", async () => {
    const { entry } = await reattach({ Echo: echo });
    expect(entry).toEqual({
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: "unix", String: expect.stringMatching(/^\/.+\/s$/) as string },
    });
  });

  it("serves plaintext to one client after another, and survives their shutdown", async () => {
    const { connect } = await reattach({ Echo: echo });
    for (const run of ["validate", "plan", "apply"]) {
      const client = connect();
      expect((await unary(client, "Echo", Buffer.from(run))).toString()).toBe(run);
      await unary(client, "/plugin.GRPCController/Shutdown", Buffer.alloc(0));
      client.close();
    }
  });

  it("each connection loads a plugin, which is closed after the connection ends and its last write returns", async () => {
    const released = gate<{ number: number; timesAsked: number }>();
    let made = 0;
    const load = (): Plugin => {
      made += 1;
      const number = made;
      let timesAsked = 0;
      return {
        methods: new Map([["/test.Service/Number", () => Buffer.from(`${number}`)]]),
        stop: () => undefined,
        // Writing until the third look.
        busy: () => (timesAsked += 1) < 3,
        close: async () => released.open({ number, timesAsked }),
      };
    };
    const { connect } = await attached(load);
    const ask = async (client: Client) => (await unary(client, "Number", Buffer.alloc(0))).toString();
    const [first, second] = [connect(), connect()];
    expect([await ask(first), await ask(second), await ask(first)]).toEqual(["1", "2", "1"]);
    first.close();
    expect(await released.opened).toEqual({ number: 1, timesAsked: 3 });
    expect(await ask(second)).toBe("2");
  });

  it("lets a call in flight finish when it is closed, and leaves no files", async () => {
    const { method: slow, started, finish } = slowEcho();
    const listeners = process.listenerCount("exit");
    const plugin = await reattach({ Slow: slow });
    const answer = unary(plugin.connect(), "Slow", Buffer.from("done"));
    await started.opened;
    const closed = plugin.started.close();
    expect(plugin.stop).toHaveBeenCalledTimes(1);
    finish.open();
    expect((await answer).toString()).toBe("done");
    await closed;
    expect(existsSync(dirname(plugin.entry.Addr.String))).toBe(false);
    expect(process.listenerCount("exit")).toBe(listeners);
  });
});

it("the close of a plugin that Terraform attaches to waits until the plugin has released its connections", async () => {
  const closing = gate();
  const released = gate();
  const close = () => {
    closing.open();
    return released.opened;
  };
  const methods = new Map([["/test.Service/Echo", (request: Uint8Array) => request]] as const);
  const load = (): Plugin => ({ methods, stop: () => undefined, busy: () => false, close });
  const { started, connect } = await attached(load);
  await unary(connect(), "Echo", Buffer.alloc(0));
  let isClosed = false;
  const closed = started.close().then(() => (isClosed = true));
  await closing.opened;
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  released.open();
  await closed;
});

describe("a plugin that is started with --debug", () => {
  /** Started, with a write in flight. */
  async function writing() {
    const host = new Host({ command: [bundle, "--debug"] });
    const client = clientOf((await host.reattach())[address]!);
    const written = unary(client, "Write", Buffer.from("written"));
    await unary(client, "Echo", Buffer.alloc(0));
    return { host, written };
  }

  it.each([["SIGHUP"], ["SIGTERM", "SIGTERM"], ["SIGINT", "SIGTERM"]] as const)(
    "ends after the write in flight, at one signal or more: %s %s",
    async (...signals) => {
      const { host, written } = await writing();
      for (const signal of signals) {
        host.child.kill(signal);
        await host.logged("stopped");
      }
      host.child.kill("SIGUSR2");
      expect((await written).toString()).toBe("written");
      expect(await host.exited).toEqual({ code: 0, signal: null });
      expect(host.leftovers).toEqual([]);
    },
  );

  it("a crash reports the reason without secrets, and leaves no socket", async () => {
    const host = new Host({ command: [bundle, "--debug"] });
    const client = clientOf((await host.reattach())[address]!);
    await unary(client, "Throw", Buffer.alloc(0)).catch(() => undefined);
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(host.stderr).toContain("panic: Error: thrown with (sensitive)");
    expect(host.stderr.join("\n")).not.toContain("the-secret-of-the-fixture");
    expect(host.leftovers).toEqual([]);
  });
});
