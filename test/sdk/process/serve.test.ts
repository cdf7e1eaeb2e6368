import { status } from "@grpc/grpc-js";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createCertificate } from "../../../src/sdk/process/certificate";
import { chooseSocket } from "../../../src/sdk/process/handshake";
import { runWithFewFiles } from "../../file-limit";
import { cleanUp, serverStream, unary } from "../transport/harness";
import { buildFixture, bundle, folder, Host, removeFixture } from "./harness";

beforeAll(buildFixture);
afterAll(removeFixture);
afterEach(cleanUp);

const nothing = Buffer.alloc(0);
const shutdown = "/plugin.GRPCController/Shutdown";

async function echoes(host: Host): Promise<void> {
  expect((await unary(await host.connect(), "Echo", Buffer.from("hello"))).toString()).toBe("hello");
}

it("opens no inspector at SIGUSR1, from the handshake on", async () => {
  const host = new Host();
  await host.handshake();
  host.child.kill("SIGUSR1");
  const client = await host.connect();
  host.child.kill("SIGUSR1");
  await echoes(host);
  expect((await unary(client, "Inspector", nothing)).toString()).toBe("");
  await unary(client, shutdown, nothing);
  expect(await host.exited).toEqual({ code: 0, signal: null });
  expect(host.stderr.filter((line) => line.includes("Debugger listening"))).toEqual([]);
});

describe("the handshake", () => {
  it("a start without the cookie prints a message for a person and exits with 1", async () => {
    const host = new Host({ environment: { TF_PLUGIN_MAGIC_COOKIE: undefined } });
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(host.stdout).toEqual([]);
    expect(host.stderr.join(" ")).toContain("the Terraform provider registry.terraform.io/test/fixture");
    expect(host.leftovers).toEqual([]);
  });

  it("stdout gets one line of six fields, and nothing else", async () => {
    const host = new Host();
    expect(await host.handshake()).toHaveLength(6);
    const client = await host.connect();
    await unary(client, "Print", nothing);
    await unary(client, shutdown, nothing);
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.stdout).toHaveLength(1);
    expect(host.stdout[0]).toMatch(/^1\|6\|unix\|\/.+\|grpc\|[A-Za-z0-9+/]{200,}$/);
  });
});

describe("the connection", () => {
  it.each([
    ["another certificate", createCertificate()],
    ["no certificate", null],
  ])("rejects a client with %s", async (_, shown) => {
    const host = new Host();
    const stranger = await host.connect(shown);
    const call = unary(stranger, "Echo", nothing);
    await expect(call).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await echoes(host);
  });

  it("speaks plaintext when the host announced no certificate", async () => {
    const host = new Host({ environment: { PLUGIN_CLIENT_CERT: undefined } });
    expect((await host.handshake())[5]).toBe("");
    await echoes(host);
  });

  it("uses a socket in a folder that only this user may enter, and removes both", async () => {
    const host = new Host();
    const [, , , socket] = await host.handshake();
    expect(statSync(dirname(socket as string)).mode & 0o777).toBe(0o700);
    expect(dirname(dirname(socket as string))).toBe(host.temporary);
    await unary(await host.connect(), shutdown, nothing);
    await host.exited;
    expect(host.leftovers).toEqual([]);
  });

  it("removes its socket and folder when no file descriptor is left", () => {
    const directory = folder();
    const program = `
      import { writeFileSync } from "node:fs";
      import { chooseSocket } from "./sdk/process/handshake";
      process.env.TMPDIR = process.argv[2];
      const socket = chooseSocket();
      writeFileSync(socket.path, "");
      openAllFiles();
      socket.remove();`;
    expect(runWithFewFiles(program, directory)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readdirSync(directory)).toEqual([]);
  });

  it("does not interrupt a write when its folder cannot be removed", () => {
    const socket = chooseSocket();
    rmSync(dirname(socket.path!), { recursive: true });
    writeFileSync(dirname(socket.path!), "no folder");
    expect(socket.remove).not.toThrow();
    rmSync(dirname(socket.path!));
  });

  it.each([
    ["a path too long for a socket", "x".repeat(120), true],
    ["a folder that is not there", "missing", false],
  ])("works with TMPDIR %s", async (_kind, name, isThere) => {
    const unusable = join(folder(), name);
    if (isThere) mkdirSync(unusable);
    const host = new Host({ environment: { TMPDIR: unusable } });
    const [, , network, address] = await host.handshake();
    expect(network).toBe("unix");
    expect(Buffer.byteLength(address as string)).toBeLessThan(104);
    await echoes(host);
    await unary(await host.connect(), shutdown, nothing);
    await host.exited;
    if (isThere) expect(readdirSync(unusable)).toEqual([]);
  });
});

describe("the services of the plugin host", () => {
  it("report that the plugin is healthy", async () => {
    const client = await new Host().connect();
    const check = (name: string) =>
      unary(client, "/grpc.health.v1.Health/Check", Buffer.from([0x0a, name.length, ...Buffer.from(name)]));
    expect(await check("plugin")).toEqual(Buffer.from([0x08, 0x01]));
    expect(await check("")).toEqual(Buffer.from([0x08, 0x01]));
  });

  it.each(["/plugin.GRPCStdio/StreamStdio", "/plugin.GRPCBroker/StartStream"])(
    "keep %s open and silent until the plugin ends",
    async (name) => {
      const host = new Host();
      const client = await host.connect();
      const stream = serverStream(client, name, nothing);
      const received: unknown[] = [];
      stream.on("data", (message) => received.push(message));
      await once(stream, "metadata");
      const ended = once(stream, "end");
      await unary(client, "Print", nothing);
      await unary(client, shutdown, nothing);
      await ended;
      expect(received).toEqual([]);
    },
  );
});

describe("the output of the plugin", () => {
  it("prints become log lines that the host can read", async () => {
    const host = new Host();
    await unary(await host.connect(), "Print", nothing);
    await host.logged("written to stderr");
    const records = host.stderr.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.every((record) => typeof record["@message"] === "string")).toBe(true);
    const messages = records.map((record) => record["@message"]);
    expect(messages).toEqual(
      expect.arrayContaining([
        "printed with console.log",
        "written to stdout",
        '{"@message":5,"@level":"info"}',
        "written to stderr",
      ]),
    );
  });

  it("nothing is written to stderr when logging is off", async () => {
    const host = new Host({ environment: { TF_LOG: undefined } });
    const client = await host.connect();
    await unary(client, "Print", nothing);
    await unary(client, shutdown, nothing);
    await host.exited;
    expect(host.stderr).toEqual([]);
  });

  it.each([
    ["Throw", "thrown"],
    ["Reject", "rejected"],
  ])("a crash (%s) prints a panic without secrets, and exits with 1", async (method, verb) => {
    const host = new Host({ environment: { TF_LOG: undefined } });
    await unary(await host.connect(), method, nothing).catch(() => undefined);
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(host.stderr[0]).toBe(`panic: Error: ${verb} with (sensitive)`);
    expect(host.stderr.join("\n")).toMatch(/\n\| +at /);
    expect(host.stderr.join("\n")).not.toContain("the-secret-of-the-fixture");
    expect(host.leftovers).toEqual([]);
  });
});

describe("the end of the process", () => {
  it("an interrupt of a loaded plugin only stops new work", async () => {
    const host = new Host();
    await echoes(host);
    host.child.kill("SIGINT");
    await host.logged("stopped");
    await echoes(host);
  });

  it("follows the response to a shutdown call, even while a read hangs", async () => {
    const host = new Host();
    const client = await host.connect();
    const hanging = unary(client, "Hang", nothing).catch((error: unknown) => error);
    await unary(client, "Echo", nothing);
    expect(await unary(client, shutdown, nothing)).toHaveLength(0);
    expect(await host.exited).toEqual({ code: 0, signal: null });
    await hanging;
  });

  it.each(["a shutdown", "SIGTERM", "SIGHUP"])(
    "comes after the write in flight has been answered, on %s",
    async (how) => {
      const host = new Host();
      const client = await host.connect();
      const written = unary(client, "Write", Buffer.from("written"));
      await unary(client, "Echo", nothing);
      if (how === "a shutdown") await unary(client, shutdown, nothing);
      else host.child.kill(how as NodeJS.Signals);
      await host.logged("stopped");
      expect(host.child.exitCode).toBeNull();
      // The host may lose its patience with the write, and kill.
      expect(host.leftovers).toEqual([]);
      host.child.kill("SIGUSR2");
      expect((await written).toString()).toBe("written");
      expect(await host.exited).toEqual({ code: 0, signal: null });
      expect(host.leftovers).toEqual([]);
    },
  );

  it("follows at once when the host has ended before the handshake", async () => {
    const starter = `
      const stdio = ["ignore", "pipe", "inherit"];
      const plugin = require("node:child_process").spawn(process.execPath, [${JSON.stringify(bundle)}], { stdio });
      plugin.stdout.destroy();
      plugin.on("exit", (code) => process.exit(code));`;
    const host = new Host({ command: ["-e", starter] });
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.leftovers).toEqual([]);
    // Without this, it would wait a minute for a connection.
  }, 30_000);

  it("follows when the parent is killed, but not before the write in flight has its response", async () => {
    const starter = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(bundle)}], { stdio: "inherit" })`;
    const host = new Host({ command: ["-e", starter] });
    const client = await host.connect();
    const pid = Number(await unary(client, "Pid", nothing));
    const written = unary(client, "Write", Buffer.from("written"));
    await unary(client, "Echo", nothing);
    host.child.kill("SIGKILL");
    await host.logged("Terraform has ended");
    expect(() => process.kill(pid, 0)).not.toThrow();
    process.kill(pid, "SIGUSR2");
    expect((await written).toString()).toBe("written");
    // The pipes close when the last process that holds them has ended.
    await host.exited;
    expect(host.leftovers).toEqual([]);
  });
});
