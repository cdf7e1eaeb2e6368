import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { leftoversOf, type RunningProvider } from "./running-provider";
import { withoutSettings } from "./project";

const PROVIDER = resolve(__dirname, "../../dist/provider/provider.cjs");
/** A provider with --debug runs until a signal. If this process is killed, it cannot send one. */
const END_WITH_PARENT = ["--require", resolve(__dirname, "end-with-parent.cjs")] as const;

export interface AttachedProvider extends RunningProvider {
  /** What the provider has written to stderr so far. */
  log(): string;
}

/**
 * Starts the built provider in one process, to which each command of the engine connects. If the engine starts the
 * provider, a command takes three or four processes of 0.2 s of CPU time each.
 */
export async function startAttached(settings: NodeJS.ProcessEnv): Promise<AttachedProvider> {
  const child = spawn(process.execPath, [...END_WITH_PARENT, PROVIDER, "--debug"], {
    env: { ...withoutSettings(process.env), ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const output = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const reattach = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
      const value = /TF_REATTACH_PROVIDERS='(.+)'/.exec(output.stdout)?.[1];
      if (value !== undefined) done(value);
    });
    closed.then(() => fail(new Error(`The provider has ended: ${output.stdout}${output.stderr}`)), fail);
  });
  return {
    reattach,
    setEnvironment(wanted) {
      for (const name of new Set([...Object.keys(settings), ...Object.keys(wanted)])) {
        if (name.startsWith("OUTREACH_") && wanted[name] !== settings[name])
          throw new Error(`The attached provider keeps the ${name} with which it was started.`);
      }
    },
    async close() {
      child.kill("SIGTERM");
      await closed;
    },
    leftovers: leftoversOf(reattach),
    log: () => output.stderr,
  };
}
