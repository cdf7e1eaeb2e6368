import { existsSync } from "node:fs";
import { join } from "node:path";
import { currentCommit } from "../../install";
import { plainStack, type Stack, synthesizedFolder } from "../engine/stacks";
import { synthesizedCommit } from "../engine/synthesized-from";
import { configurationFiles } from "../shared/configuration-files";
import { existingFolder } from "../shared/folder-argument";
import { realPath } from "../shared/real-path";
import { UsageError } from "../usage-error";

/** Returns the folders of `--dir` as stacks, each once. Throws UsageError for a folder without configuration. */
export function foldersToPlan(named: readonly string[]): Stack[] {
  const folders = new Map(
    named.map((one) => existingFolder("--dir", one)).map((one) => [realPath(one), one] as const),
  );
  return Array.from(folders.values(), (folder) => {
    if (configurationFiles(folder).length > 0) return plainStack(folder);
    throw new UsageError(`${folder} has no .tf file. Name the folder of a configuration with --dir.`);
  });
}

/**
 * Returns the commit of the folders; null without a commit, or if they are of different ones. The engine reads
 * the files themselves, so they are as new as the plan, except those that synth wrote.
 * @throws Error if synth wrote a folder, and a source has changed since
 */
export function commitOf(stacks: readonly Stack[]): string | null {
  const synthesized = synthesizedCommit(stacks);
  if (synthesized !== null) return synthesized;
  const [commit = null, ...others] = new Set(stacks.map(({ folder }) => currentCommit(folder)));
  return others.length === 0 ? commit : null;
}

/** Throws if nothing is synthesized, but the working directory has `.tf` files, which need `--dir`. */
export function refusePlainFolder(): void {
  const manifest = join(synthesizedFolder(), "manifest.json");
  const [file] = configurationFiles(".");
  if (file === undefined || existsSync(manifest)) return;
  throw new Error(
    `${manifest} is missing, and this folder has ${file}. Run cdktf synth first, or review the .tf files of this ` +
      "folder with --dir .",
  );
}
