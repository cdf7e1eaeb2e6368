import { join } from "node:path";
import { type Finished, type Host, startHost } from "../commands/host";
import type { CommandOutcome } from "./harness";

/** What runs in a host: a folder, and the whole environment. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The processes in which a test file runs apps and commands, one after the other. Each starts when it is first
 * needed. A process for each app costs 0.4 s of CPU time, and one for each command 0.2 s.
 */
export class Hosts {
  #apps: Host | undefined;
  #commands: Host | undefined;

  /** Runs main.js of a folder, as `node main.js` does. Only CommonJS. */
  runApp(surroundings: Surroundings): Promise<CommandOutcome> {
    this.#apps ??= startHost([], join(__dirname, "app-host.cjs"));
    return outcomeOf(this.#apps.run(surroundings));
  }

  /** Runs a program of ours in CommonJS with arguments. */
  runCommand(bundle: string, args: readonly string[], surroundings: Surroundings): Promise<CommandOutcome> {
    // As `COMMAND` in harness.ts.
    this.#commands ??= startHost(["--liftoff-only"]);
    return outcomeOf(this.#commands.run({ bundle, args, ...surroundings }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#apps?.close(), this.#commands?.close()]);
  }
}

/** Leaves out the signal: in a host, nothing is killed. */
async function outcomeOf(finished: Promise<Finished>): Promise<CommandOutcome> {
  const { status, stdout, stderr } = await finished;
  return { status, stdout, stderr };
}
