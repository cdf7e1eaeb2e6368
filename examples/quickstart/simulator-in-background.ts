import { spawn } from "node:child_process";

/** Where the simulator listens unless it is told otherwise. */
const ADDRESS = "http://127.0.0.1:4010";

/**
 * Makes `npx cdktf diff` and the rest work in this repository without any set-up: starts a simulator that keeps its
 * objects in a file beside the state and ends after two minutes without a call. Where one runs already, the second
 * ends at once. An app of your own has no such thing: it has a workspace.
 */
export function startSimulatorInBackground(): string {
  const command = [
    "dist/cli/cdktf-outreach.cjs",
    "simulate",
    "--state",
    ".quickstart-workspace",
    "--idle",
    "120",
  ];
  spawn(process.execPath, command, { detached: true, stdio: "ignore" }).unref();
  return ADDRESS;
}
