import { spawnSync } from "node:child_process";

/**
 * Returns the address of a simulator that keeps its objects in a file beside the state and ends after two
 * minutes without a call, and starts it if it does not run: so `npx cdktf diff` and the rest work in this
 * repository without any set-up. An app of your own has no such thing: it has a workspace.
 */
export function startSimulatorInBackground(): string {
  const script = "examples/quickstart/background-simulator.mjs";
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${stderr}Run npm run setup, or set OUTREACH_BASE_URL to the address of an API.`);
}
