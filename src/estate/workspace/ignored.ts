import { type Kind, kindOfType } from "../../objects/kinds";
import { readTextFile } from "../../util/files/read-file";
import { nameFilter } from "../../util/name-filter";
import type { ListedObject } from "./objects";

/**
 * Reads ignore files, in driftctl's form: one `TYPE.ID` a line, with `*` and `?` in the id, and comments that
 * begin with `#`. Returns a function that reports whether a line names an object.
 * @throws Error naming the file and the line
 */
export function readIgnored(files: readonly string[]): (object: ListedObject) => boolean {
  const patterns: Record<Kind, string[]> = { cluster: [], snippet: [] };
  for (const file of files) {
    for (const [index, text] of readTextFile("ignore file", file).split(/\r?\n/).entries()) {
      // This also removes a byte order mark.
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
