import { readFileSync } from "node:fs";
import { type Kind, kindOfType } from "../../objects/kinds";
import { messageOf } from "../../shared/message-of";
import { nameFilter } from "../shared/name-filter";
import type { ListedObject } from "../workspace/objects";

/**
 * Reads ignore files, in driftctl's form: one `TYPE.ID` a line, with `*` and `?` in the id, and comments that
 * begin with `#`. Returns a function that reports whether a line names an object.
 * @throws Error naming the file and the line
 */
export function readIgnored(files: readonly string[]): (object: ListedObject) => boolean {
  const patterns: Record<Kind, string[]> = { cluster: [], snippet: [] };
  for (const file of files) {
    textOf(file)
      .split(/\r?\n/)
      .forEach((text, index) => {
        const line = text.trim();
        if (line === "" || line.startsWith("#")) return;
        const [, type = "", id = ""] = /^([^.]*)\.(.+)$/.exec(line) ?? [];
        const kind = kindOfType(type);
        if (kind === undefined)
          throw new Error(
            `${file}, line ${index + 1} names no object to ignore. Write outreach_cluster.ID or outreach_snippet.ID; * stands for any characters.`,
          );
        patterns[kind].push(id);
      });
  }
  const filters = { cluster: ignoring(patterns.cluster), snippet: ignoring(patterns.snippet) };
  return ({ kind, id }) => filters[kind](id);
}

function ignoring(patterns: readonly string[]): (id: string) => boolean {
  return patterns.length === 0 ? () => false : nameFilter(patterns, []);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (cause) {
    throw new Error(`The ignore file ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}
