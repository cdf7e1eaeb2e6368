import { spawnSync } from "node:child_process";

/**
 * Starts a simulator if none runs, so that `npx cdktf diff` works in this repository without any setup. The
 * simulator keeps its objects in a file beside the state, and ends after two minutes without a call. Your own
 * app needs no simulator, because it has a workspace.
 */
export function startSimulatorInBackground(): string {
  const script = "examples/quickstart/background-simulator.mjs";
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${stderr}Run npm run setup, or set OUTREACH_BASE_URL to the address of an API.`);
}
