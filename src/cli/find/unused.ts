import { readdirSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { messageOf } from "../../shared/message-of";
import { realPath } from "../shared/real-path";
import { UsageError } from "../usage-error";
import type { Place } from "./places";

/**
 * Returns the prompt files that no place uses, sorted: of the given files, else of those beside the prompt files
 * that places use. The paths are absolute.
 * @throws Error if no place uses a prompt file and no file is given, because then nothing says which files are prompts
 */
export function unusedFiles(places: readonly Place[], given: readonly string[]): string[] {
  const used = new Set(places.flatMap(({ files }) => files));
  const candidates = given.length > 0 ? given.map(existing) : filesBeside([...used]);
  return [...new Set(candidates)].filter((file) => !used.has(file)).sort();
}

function existing(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return realPath(resolve(file));
  throw new UsageError(`${file} is no file. Pass files, such as prompts/*.md.`);
}

/** Lists the files with the same ending in the folders of prompt files, and below them. */
function filesBeside(used: readonly string[]): string[] {
  if (used.length === 0)
    throw new Error(
      "No stack names a prompt file, so no folder is known to hold prompts. Pass the files, such as cdktf-outreach find --unused prompts/*.md.",
    );
  const endings = new Set(used.map(extname));
  return [...new Set(used.map(dirname))].flatMap((folder) =>
    entriesOf(folder).filter((file) => endings.has(extname(file))),
  );
}

/** Does not go below the project's own folder, which holds more than prompts. */
function entriesOf(folder: string): string[] {
  const recursive = relative(folder, realPath(process.cwd())).split(sep)[0] === "..";
  try {
    const entries = readdirSync(folder, { recursive, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (cause) {
    const shown = relative("", folder);
    throw new Error(
      `The folder ${shown} of prompt files cannot be read: ${messageOf(cause)}. Run cdktf synth again, or pass the files.`,
      { cause },
    );
  }
}
