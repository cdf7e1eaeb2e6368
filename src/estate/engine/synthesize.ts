import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import {
  changedFiles,
  commitIn,
  commitOfRun,
  digestOfFile,
  SYNTH_RECORD,
  type SynthRecord,
} from "../../placing/records";
import { isWindows, statusLine } from "../../util/process";
import { isObject, parseJson } from "../../util/json";
import { runEngine } from "./run-program";
import { projectSettings, type Stack, synthesizedFolder } from "./stacks";

/**
 * Runs the app of cdktf.json, as `cdktf synth` does. Returns false if no cdktf.json names an app.
 * @throws Error with the app's output if the app fails or writes no stacks
 */
export async function synthesize(signal: AbortSignal, stderr: NodeJS.WriteStream): Promise<boolean> {
  const { app, context } = projectSettings();
  if (typeof app !== "string" || app.trim() === "") return false;
  const output = synthesizedFolder();
  const manifest = join(output, "manifest.json");
  const writtenAt = () => statSync(manifest, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  const before = writtenAt();
  const show = statusLine(stderr);
  show("Synthesizing the app");
  const [shell, ...args] = isWindows() ? ["cmd", "/d", "/s", "/c", app] : ["sh", "-c", app];
  const env = { CDKTF_OUTDIR: output, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  const outcome = await runEngine(shell!, args, { folder: ".", signal, env }).finally(() => show(""));
  signal.throwIfAborted();
  if (outcome.status === 0 && writtenAt() !== before) return true;
  const ended = outcome.status === 0 ? `wrote no ${manifest}` : `ended with status ${outcome.status}`;
  const said = `${outcome.stdout}\n${outcome.stderr}`.trim();
  throw new Error(`The app of cdktf.json (${app}) ${ended}, so nothing is reviewed.\n${said}`.trim());
}

type Synthesized = Pick<Stack, "name" | "folder">;

/**
 * Returns the commit from which the stacks were synthesized; null if synth recorded no commit. `isFresh`:
 * this process has just synthesized the stacks.
 * @throws Error if a source or the checked-out commit has changed since synth, or if nothing proves that they
 * are unchanged
 */
export function synthesizedCommit(stacks: readonly Synthesized[], isFresh = false): string | null {
  const records = stacks.flatMap((stack) => {
    const record = readRecord(stack);
    return record === undefined ? [] : [{ stack, record }];
  });
  const [first] = records;
  if (first === undefined) return null;
  const { name } = first.stack;
  const areSourcesHere = records.map(({ stack, record }) => refuseChangedSources(stack, record));
  const commits = [...new Set(records.map(({ record }) => record.commit))];
  const [commit = null] = commits;
  const now = commitIn(process.cwd());
  const current = now.commit ?? (commit === null ? null : (commitOfRun(process.env) ?? null));
  if (!isFresh) {
    const why = now.refusal === undefined ? "" : ` (${now.refusal})`;
    if (commit === null && (current !== null || now.refusal !== undefined))
      throw outdated(`${name} was synthesized where git did not say the commit${why}`);
    if (commit !== null && current === null)
      throw outdated(
        `${name} was synthesized from the commit ${commit}, and git does not say which one is checked out${why}. ` +
          "Set GITHUB_SHA or CI_COMMIT_SHA to it",
      );
    if (commit === null && areSourcesHere.includes(false))
      throw outdated(`none of the files that the stack ${name} was synthesized from is here`);
  }
  const cleanOf = (one: string | null) => one?.replace(/-dirty$/, "");
  if (commits.length > 1 || (commit !== null && current !== null && cleanOf(current) !== cleanOf(commit)))
    throw outdated(`${name} was synthesized from the commit ${commit}, and another one is checked out`);
  if (commit?.endsWith("-dirty") === false && current?.endsWith("-dirty")) refuseChangedFiles(first.stack);
  return commit;
}

/** The app may read any tracked file as data. Files that synth wrote do not count. */
function refuseChangedFiles({ name, folder }: Synthesized): void {
  const output = relative(process.cwd(), join(folder, "../..")) + sep;
  const changed = changedFiles(process.cwd());
  if (changed === undefined)
    throw outdated(`git does not say which files have changed since the stack ${name} was synthesized`);
  const [file] = changed.filter((path) => !path.startsWith(output));
  if (file !== undefined) throw outdated(`${file} has changed since the stack ${name} was synthesized`);
}

function readRecord({ folder }: Synthesized): SynthRecord | undefined {
  const file = join(folder, SYNTH_RECORD);
  if (!existsSync(file)) return undefined;
  const value = parseJson(readFileSync(file, "utf8"))?.value;
  if (isObject(value) && value["version"] === 1 && isObject(value["sources"]))
    return value as unknown as SynthRecord;
  throw outdated(`${file} was not written by this version of cdktf-outreach`);
}

function refuseChangedSources({ name, folder }: Synthesized, { sources }: SynthRecord): boolean {
  const now = Object.keys(sources).map((path) => ({ path, digest: digestOfFile(join(folder, path)) }));
  if (now.every(({ digest }) => digest === undefined)) return false;
  const changed = now.find(({ path, digest }) => digest !== sources[path]);
  if (changed === undefined) return true;
  throw outdated(`${join(folder, changed.path)} has changed since the stack ${name} was synthesized`);
}

function outdated(problem: string): Error {
  return new Error(`${problem}. Run cdktf synth, or leave out --skip-synth and --cdktf-out.`);
}
