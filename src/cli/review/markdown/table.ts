import { LOUD } from "../model/danger-order";
import type { Entry } from "../model/entries";
import { lossesOf } from "../wording/dangers";
import { originWords } from "../wording/base";
import { lineWords } from "../wording/entries";
import { titleOf } from "../wording/objects";
import { verbOfEntry } from "../wording/pairs";
import { plural } from "./entry";
import { codeSpan } from "./escape";
import type { Piece } from "./fit";
import { kindSpan } from "./identity";

/** Numbers of rows of the shorter tables. The last one stays until the details of the entries are left out. */
const SHORTER = [100, 30, 10, 10, 10] as const;

/** Returns a table with a row for each entry, the most dangerous first. */
export function tablePiece(entries: readonly Entry[], isOneOfMany: boolean): Piece {
  const rows = entries.map((entry) => rowOf(entry, isOneOfMany));
  const head = ["action", "object", ...(isOneOfMany ? ["stack"] : []), "lines", "lost"];
  const table = (most: number) => {
    const left = entries.slice(most).reduce((sum, { members }) => sum + members.length, 0);
    const more = left === 0 ? [] : [["…", `${left} more below`, ...head.slice(2).map(() => "")]];
    const all = [
      head,
      head.map((name) => (name === "lines" ? "--:" : "---")),
      ...rows.slice(0, most),
      ...more,
    ];
    return all.map((row) => `| ${row.join(" | ")} |`).join("\n");
  };
  return { versions: [table(Infinity), ...SHORTER.map(table), ""], importance: 8.5, objects: 0 };
}

function rowOf(entry: Entry, isOneOfMany: boolean): string[] {
  const { change, members, danger, lines } = entry;
  const own = verbOfEntry(entry);
  const { words, placeholders } = lossesOf(change);
  const verb = LOUD.has(danger) ? `**${own}**` : own;
  const forced = change.forcedBy.map(cellCode).join(", ");
  const marks = [
    forced && `forced by ${forced}`,
    change.warnings.length > 0 ? "⚠️" : "",
    danger === "outlier" ? "unlike the others" : "",
    originWords(change) ?? "",
  ];
  const object =
    members.length === 1 ? `${kindSpan(change)} ${cellCode(titleOf(change))}` : plural(entry, cellCode);
  return [
    [verb, ...marks].filter((part) => part !== "").join(", "),
    object,
    ...(isOneOfMany ? [stacksOf(entry)] : []),
    // A no-break space: both numbers stay in one line.
    lineWords(lines).replace(" ", "\u00a0"),
    [...words.map((one) => `**${one}**`), placeholders.map(cellCode).join(", ")].filter(Boolean).join("; "),
  ];
}

function stacksOf({ members }: Entry): string {
  const names = [...new Set(members.map(({ stack }) => stack.name))];
  return names.length > 2 ? `${names.length} stacks` : names.map(cellCode).join(", ");
}

/** Returns a text for a table cell. A `|` would end the cell even within a code span. */
export function cellCode(text: string): string {
  return codeSpan(text.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}
