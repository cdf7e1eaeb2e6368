import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { AttributeChange, Group, ObjectChange } from "./review";
import type { DiffLine, DiffRow, TextDiff } from "../../../render/diff/rows";

export function likenessOf(change: ObjectChange, attributes: readonly AttributeChange[]): string {
  const { importId, previousAddress, warnings, lostEdit } = change;
  return JSON.stringify({
    ...change,
    ...{ address: null, name: null, id: null, updatedAt: null, source: null, origin: null, preview: null },
    attributes: attributes.map(likenessOfAttribute),
    lostEdit: lostEdit?.map(likenessOfAttribute) ?? null,
    warnings: warnings.map((one) => withoutObject(one, change)),
    // Formats list known import ids, so changes with known ids are alike. For an unknown id, formats have
    // other words.
    importId: importId === null || importId === "" ? importId : "known",
    previousAddress: previousAddress === null,
  });
}

function likenessOfAttribute({ diff, ...attribute }: AttributeChange): unknown {
  if (diff === null) return attribute;
  const { path, forcesReplace, before, after } = attribute;
  return [path, forcesReplace, before.kind, after.kind, diff.of, editsInPlace(diff)];
}

export type Texts = Pick<Diagnostic, "severity" | "summary" | "detail">;

export function withoutObject(
  { severity, summary, detail, prompt }: Diagnostic,
  { address, name, id }: { readonly [K in "address" | "name" | "id"]: string | null },
): Texts {
  if (prompt !== null) {
    const listed = prompt.texts.length > 1 ? `${prompt.texts.join(", ")}. ` : "";
    return { severity, summary: prompt.what, detail: `${listed}${prompt.advice}` };
  }
  const own: [string | null, string][] = [
    [name && ` ${JSON.stringify(name)}`, ""],
    [id && ` (${id})`, ""],
    [address, "…"],
  ];
  const bare = (text: string) =>
    own.reduce((rest, [part, instead]) => (part ? rest.replaceAll(part, instead) : rest), text);
  return { severity, summary: bare(summary), detail: bare(detail) };
}

export function withoutAddress(message: Diagnostic): Texts {
  return withoutObject(message, { address: message.address, name: null, id: null });
}

export function editedLines({ rows }: TextDiff): { readonly removed: string[]; readonly added: string[] } {
  return {
    removed: rows.flatMap((row) => removedBy(row).map(textOf)),
    added: rows.flatMap((row) => addedBy(row).map(textOf)),
  };
}

const removedBy = (row: DiffRow) => (row.kind === "changed" || row.kind === "removed" ? [row.before] : []);
const addedBy = (row: DiffRow) => (row.kind === "changed" || row.kind === "added" ? [row.after] : []);

/** Number of unchanged lines above and below that belong to an edit: as many as the formats show. */
const BESIDE = 2;

/** The lines next to an edit, up to an empty line, and the place of the edit decide its meaning. */
function editsInPlace({ of, rows }: TextDiff): readonly object[] {
  const unchanged = rows.map((row) => (row.kind === "same" ? textOf(row.after) : ""));
  const upToEmpty = (lines: readonly string[]) => {
    const stop = lines.findIndex((line) => line.trim() === "");
    return stop < 0 ? lines : lines.slice(0, stop);
  };
  const edits = [];
  for (let start = 0, end = 0; start < rows.length; start = end + 1) {
    end = start;
    while (end < rows.length && rows[end]!.kind !== "same") end += 1;
    if (end === start) continue;
    const changed = rows.slice(start, end);
    const [removed, added] = [changed.flatMap(removedBy).map(textOf), changed.flatMap(addedBy).map(textOf)];
    const first = [...added, ...removed].find((line) => line.trim() !== "") ?? "";
    const above = unchanged.slice(0, start);
    const beside = [above.slice(-BESIDE).reverse(), unchanged.slice(end, end + BESIDE)].map(upToEmpty);
    edits.push([removed, added, beside, placeOf(first, above, of)]);
  }
  return edits;
}

/**
 * Returns the last heading above the line, and the less indented lines above, such as the items of an outer
 * list.
 */
function placeOf(line: string, above: readonly string[], of: TextDiff["of"]): unknown[] {
  const containing: string[] = [];
  let isBelowEmpty = false;
  for (const one of above.toReversed()) {
    const isOutside = depthOf(one) < depthOf(containing.at(-1) ?? line);
    if (one.trim() === "") isBelowEmpty = true;
    // A paragraph above an empty line does not contain the list below the empty line.
    else if (isOutside && (!isBelowEmpty || isItem(one))) containing.push(one);
  }
  const isUnderlined = (i: number) => /^(?:={3,}|-{3,})\s*$/.test(above[i + 1] ?? "");
  const heading = above.findLast((one, i) => of === "text" && (isHeading(one) || isUnderlined(i)));
  return [heading, containing];
}

/** Lines that look like headings: Markdown, a colon, emphasis, a tag or capital letters. */
function isHeading(line: string): boolean {
  const text = line.trim();
  const isMarked = /^#{1,6}\s|[:\uFF1A][*_]*$|^<[^>]+>$|^\[[^\]]+\]$/.test(text);
  return (
    isMarked || /^([*_]{1,3})\S.*\1$/.test(text) || (/\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text))
  );
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+•]|\d+[.)])\s/.test(line);
}

/** A list item counts as deeper than a line of text with the same indentation. */
function depthOf(line: string): number {
  return 2 * (line.length - line.trimStart().length) + Number(isItem(line));
}

export function textOf({ spans }: DiffLine): string {
  return spans.map(({ text }) => text).join("");
}

export function countLines(attributes: readonly AttributeChange[]): Group["lines"] {
  let [added, removed] = [0, 0];
  for (const { diff, before, after } of attributes) {
    const lines = diff === null ? undefined : editedLines(diff);
    removed += lines?.removed.length ?? Number(before.kind !== "absent");
    added += lines?.added.length ?? Number(after.kind !== "absent");
  }
  return { added, removed };
}
