import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { changedFiles, currentCommit, digestOfFile, SYNTH_RECORD, type SynthRecord } from "../../install";
import { isObject, parseJson } from "../../shared/json";
import { count } from "../shared/text";
import type { Stack } from "./stacks";

type Synthesized = Pick<Stack, "name" | "folder">;

/**
 * Returns the commit that stacks were synthesized from; null if synth did not record one.
 * @throws Error if a source, the commit that is checked out, or a file of that commit has changed since
 */
export function synthesizedCommit(stacks: readonly Synthesized[]): string | null {
  const records = stacks.flatMap((stack) => {
    const record = readRecord(stack);
    return record === undefined ? [] : [{ stack, record }];
  });
  for (const { stack, record } of records) refuseChangedSources(stack, record);
  const commits = [...new Set(records.map(({ record }) => record.commit))];
  const [commit = null] = commits;
  const current = commit === null ? null : currentCommit(process.cwd());
  const [synthesized, checkedOut] = [commit, current].map((one) => one?.replace(/-dirty$/, ""));
  if (commits.length > 1 || (checkedOut !== undefined && checkedOut !== synthesized))
    throw outdated(
      `${stacks[0]!.name} was synthesized from the commit ${commit}, and another one is checked out`,
    );
  if (commit === synthesized && current !== checkedOut) refuseChangedFiles(stacks[0]!);
  return commit;
}

/**
 * Throws if tracked files were changed since a synth of a clean commit. They may be data that the app reads. What
 * synth wrote does not count.
 */
function refuseChangedFiles({ name, folder }: Synthesized): void {
  const output = relative(process.cwd(), join(folder, "../..")) + sep;
  const [file] = changedFiles(process.cwd()).filter((path) => !path.startsWith(output));
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

/** A folder that was moved here without the project has nothing to be compared with. */
function refuseChangedSources({ name, folder }: Synthesized, { sources }: SynthRecord): void {
  const now = Object.keys(sources).map((path) => ({ path, digest: digestOfFile(join(folder, path)) }));
  if (now.every(({ digest }) => digest === undefined)) return;
  const changed = now.filter(({ path, digest }) => digest !== sources[path]);
  if (changed.length === 0) return;
  const others = changed.length === 1 ? "" : ` and ${count(changed.length - 1, "other file")}`;
  const verb = changed.length === 1 ? "has" : "have";
  throw outdated(
    `${join(folder, changed[0]!.path)}${others} ${verb} changed since the stack ${name} was synthesized`,
  );
}

function outdated(problem: string): Error {
  return new Error(`${problem}. Run cdktf synth, or leave out --skip-synth and --cdktf-out.`);
}
