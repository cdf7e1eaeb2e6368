import { type Kind, kindOfType } from "../../objects/kinds";
import { MIN_CUT_LENGTH } from "../../objects/listing";
import { readTextFile } from "../../util/files/read-file";
import { inParallel } from "../../util/lists";
import { nameFilter } from "../../util/name-filter";
import type { Connection } from "./connection";
import { type ListedObject, readObject } from "./workspace";

/**
 * Ignore files have the format of driftctl: one `TYPE.ID` a line, `*` and `?` in the id, comments with `#`.
 */
export function readIgnored(files: readonly string[]): (object: ListedObject) => boolean {
  const patterns: Record<Kind, string[]> = { cluster: [], snippet: [] };
  for (const file of files) {
    for (const [index, text] of readTextFile("ignore file", file).split(/\r?\n/).entries()) {
      // `trim` also removes a byte order mark.
      const line = text.trim();
      if (line === "" || line.startsWith("#")) continue;
      const [, type = "", id = ""] = /^([^.]*)\.(.+)$/.exec(line) ?? [];
      const kind = kindOfType(type);
      if (kind === undefined)
        throw new Error(
          `${file}, line ${index + 1} names no object to ignore. Write outreach_cluster.ID or outreach_snippet.ID; * stands for any characters.`,
        );
      patterns[kind].push(id);
    }
  }
  const isKept = { cluster: nameFilter([], patterns.cluster), snippet: nameFilter([], patterns.snippet) };
  return ({ kind, id }) => !isKept[kind](id);
}

/** Names of the same length as cut names may be whole, so at most this many objects are read. */
const MAX_READS = 3;

export const OTHER_NAMES =
  "The list shows other names than the objects have, so --match and --exclude may select wrong objects.";

/** Returns true if a read of an object with a possibly cut name fails or shows another name. */
export async function mayShowOtherNames(
  { client, concurrency }: Connection,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): Promise<boolean> {
  const longest = objects.reduce((length, { name }) => Math.max(length, name.length), MIN_CUT_LENGTH);
  const first = objects.filter(({ name }) => name.length === longest).slice(0, MAX_READS);
  const isOther = await inParallel(first, concurrency, async (object) => {
    try {
      return (await readObject(client, object, signal)).name !== object.name;
    } catch {
      signal.throwIfAborted();
      return true;
    }
  });
  return isOther.includes(true);
}
