import { resolve } from "node:path";
import { type Finished, type Host, startHost } from "../commands/host";

const CLI = resolve(__dirname, "../../dist/cli/cdktf-outreach.cjs");

let host: Host | undefined;

/** Runs our built command in a process that all commands of the test file share. */
export function runCommand(
  args: readonly string[],
  surroundings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Finished> {
  // As in test/cdktf: without V8's optimising compiler for WebAssembly.
  host ??= startHost(["--liftoff-only"]);
  return host.run({ bundle: CLI, args, ...surroundings });
}

/** Ends the process of the commands, if there is one. */
export async function closeCommands(): Promise<void> {
  await host?.close();
  host = undefined;
}
