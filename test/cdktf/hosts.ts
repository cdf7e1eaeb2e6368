import { join } from "node:path";
import { type Host, startHost } from "../cli/host";

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
  runApp(surroundings: Surroundings) {
    this.#apps ??= startHost([], join(__dirname, "app-host.cjs"));
    return this.#apps.run(surroundings);
  }

  /** Runs a program of ours in CommonJS with arguments. */
  runCommand(bundle: string, args: readonly string[], surroundings: Surroundings) {
    // As `COMMAND` in harness.ts, whose parser of HCL stays loaded.
    this.#commands ??= startHost(["--liftoff-only"]);
    return this.#commands.run({ bundle, args, ...surroundings });
  }

  async close(): Promise<void> {
    await Promise.all([this.#apps?.close(), this.#commands?.close()]);
  }
}
