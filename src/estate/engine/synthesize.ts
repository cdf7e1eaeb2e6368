import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isObject, parseJson } from "../../util/json";
import { isWindows } from "../../util/is-windows";
import { statusLine } from "../../util/status-line";
import { runEngine } from "./run-engine";
import { synthesizedFolder } from "./stacks";

/**
 * Runs the app that cdktf.json names, as `cdktf synth` does. Returns false without cdktf.json, and if it names no app.
 * @throws Error with the output of the app if it fails or writes no stacks
 */
export async function synthesize(signal: AbortSignal, stderr: NodeJS.WriteStream): Promise<boolean> {
  const { app, context = {} } = readProject();
  if (typeof app !== "string" || app.trim() === "") return false;
  const output = synthesizedFolder();
  const manifest = join(output, "manifest.json");
  const before = writtenAt(manifest);
  const show = statusLine(stderr);
  show("Synthesizing the app");
  const [shell, ...args] = isWindows() ? ["cmd", "/d", "/s", "/c", app] : ["sh", "-c", app];
  const env = { CDKTF_OUTDIR: output, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  const outcome = await runEngine(shell!, args, { folder: ".", signal, env }).finally(() => show(""));
  signal.throwIfAborted();
  if (outcome.status === 0 && writtenAt(manifest) !== before) return true;
  const problem =
    outcome.status === 0 ? `wrote no ${manifest}` : `ended with status ${outcome.status ?? "none"}`;
  const said = `${outcome.stdout}\n${outcome.stderr}`.trim();
  throw new Error(`The app of cdktf.json (${app}) ${problem}, so nothing is reviewed.\n${said}`.trim());
}

function readProject(): { readonly app?: unknown; readonly context?: unknown } {
  if (!existsSync("cdktf.json")) return {};
  const value = parseJson(readFileSync("cdktf.json", "utf8"))?.value;
  // `synthesizedFolder` explains what is wrong with the file.
  return isObject(value) ? value : {};
}

/** Returns when a file was last written, in nanoseconds; undefined without the file. */
function writtenAt(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}
