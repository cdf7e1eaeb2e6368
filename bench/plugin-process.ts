import { type ChildProcess, spawn } from "node:child_process";
import { type Certificate, createCertificate } from "../src/sdk/process/certificate";
import { untilTheEnd } from "./scratch";

/** go-plugin hosts set these variables for every provider (terraform-protocol.md, section 2). */
const INVITATION = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
  PLUGIN_PROTOCOL_VERSIONS: "5,6",
  PLUGIN_MIN_PORT: "10000",
  PLUGIN_MAX_PORT: "25000",
};

export interface PluginProcess {
  readonly child: ChildProcess;
  readonly line: string;
  /** Time from the spawn to the handshake line. */
  readonly seconds: number;
}

export const hostCertificate: Certificate = createCertificate();

/** Returns after the handshake. */
async function startPlugin(
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<PluginProcess> {
  const [program, ...args] = command;
  const begin = performance.now();
  const child = spawn(program, args, {
    env: { ...env, ...INVITATION, PLUGIN_CLIENT_CERT: hostCertificate.certificate },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  untilTheEnd(child);
  const line = await new Promise<string>((done, fail) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) done(text.trim());
    });
    child.once("error", fail).once("close", () => fail(new Error(`${program} ended without a handshake.`)));
  });
  return { child, line, seconds: (performance.now() - begin) / 1000 };
}

export async function withPlugin<T>(
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  use: (plugin: PluginProcess) => T | Promise<T>,
): Promise<T> {
  const plugin = await startPlugin(command, env);
  const used = await use(plugin);
  await endPlugin(plugin);
  return used;
}

async function endPlugin({ child }: PluginProcess): Promise<void> {
  const ended = new Promise((done) => child.once("close", done));
  child.kill("SIGTERM");
  await ended;
}
