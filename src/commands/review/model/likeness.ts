import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { AttributeChange, LineCount, ObjectChange } from "./review";
import { shownDiff } from "../../../render/diff/display";
import type { DiffLine, DiffRow, TextDiff } from "../../../render/diff/rows";

/**
 * Returns a key that two changes share if they are alike: the same action, the same edits at places with the same meaning
 * (`editsInPlace`), and the same warnings. `attributes` are those that the formats list.
 */
export function likenessOf(change: ObjectChange, attributes: readonly AttributeChange[]): string {
  const { importId, previousAddress, warnings, lostEdit } = change;
  return JSON.stringify({
    ...change,
    ...{ address: null, name: null, id: null, updatedAt: null, source: null, origin: null },
    attributes: attributes.map(likenessOfAttribute),
    lostEdit: lostEdit?.map(likenessOfAttribute) ?? null,
    warnings: warnings.map((one) => withoutObject(one, change)),
    // Formats show an unknown import id in other words, and list the known ids.
    importId: importId === null || importId === "" ? importId : "known",
    previousAddress: previousAddress === null,
  });
}

function likenessOfAttribute({ diff, ...attribute }: AttributeChange): unknown {
  if (diff === null) return attribute;
  const { path, forcesReplace, before, after } = attribute;
  return [path, forcesReplace, before.kind, after.kind, diff.of, editsInPlace(diff)];
}

/** The texts of a diagnostic that formats show. */
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

export function editedLines(diff: TextDiff): { readonly removed: string[]; readonly added: string[] } {
  const { rows } = shownDiff(diff);
  return {
    removed: rows.flatMap((row) => removedBy(row).map(textOf)),
    added: rows.flatMap((row) => addedBy(row).map(textOf)),
  };
}

function removedBy(row: DiffRow): DiffLine[] {
  return row.kind === "changed" || row.kind === "removed" ? [row.before] : [];
}

function addedBy(row: DiffRow): DiffLine[] {
  return row.kind === "changed" || row.kind === "added" ? [row.after] : [];
}

/** Number of unchanged lines on each side that belong to an edit: as many as the formats show. */
const BESIDE = 2;

/**
 * Returns the edits of a diff, each with what decides about its meaning: the unchanged lines beside it as far as the
 * next empty line, and what it stands under. So edits of the same lines at places with another meaning differ.
 */
export function editsInPlace(diff: TextDiff): readonly object[] {
  const { rows, unended } = shownDiff(diff);
  // No line contains a line break, so it marks the line that lacks one at the end of the text.
  const marked = (line: DiffLine) => textOf(line) + (line === unended ? "\n" : "");
  const unchangedAt = (index: number) => {
    const row = rows[index];
    return row?.kind === "same" ? textOf(row.after) : "";
  };
  const beside = (first: number, step: 1 | -1) => {
    const lines = Array.from({ length: BESIDE }, (_, i) => unchangedAt(first + i * step));
    const stop = lines.findIndex((line) => line.trim() === "");
    return stop < 0 ? lines : lines.slice(0, stop);
  };
  const place = new Place(diff.of);
  const edits = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    while (end < rows.length && rows[end]!.kind !== "same") end += 1;
    const changed = rows.slice(start, end);
    const [removed, added] = [changed.flatMap(removedBy).map(marked), changed.flatMap(addedBy).map(marked)];
    if (changed.length > 0) {
      const first = [...added, ...removed].find((line) => line.trim() !== "") ?? "";
      edits.push([removed, added, beside(start - 1, -1), beside(end, 1), place.above(first)]);
    }
    if (end < rows.length) place.pass(unchangedAt(end));
    end += 1;
  }
  return edits;
}

/** The place in a text: the last heading, and the lines that contain the next line by their indentation. */
class Place {
  readonly #around: string[] = [];
  #heading = "";
  #last = "";

  constructor(readonly of: TextDiff["of"]) {}

  pass(line: string): void {
    const around = this.#around;
    if (line.trim() === "") {
      // The paragraph above an empty line contains no list below it.
      if (!isItem(around.at(-1) ?? "")) around.pop();
    } else {
      while (around.length > 0 && depthOf(around.at(-1)!) >= depthOf(line)) around.pop();
      around.push(line);
      if (this.of === "text" && isHeading(line)) this.#heading = line;
      if (/^(?:={3,}|-{3,})\s*$/.test(line)) this.#heading = this.#last;
    }
    this.#last = line;
  }

  above(line: string): string[] {
    return [this.#heading, ...this.#around.filter((one) => depthOf(one) < depthOf(line))];
  }
}

/** Reports whether a line looks like a heading: by Markdown, a colon, emphasis, a tag, or capital letters. */
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

/** Returns the indentation. An item of a list is below the line of text that has the same indentation. */
function depthOf(line: string): number {
  return 2 * (line.length - line.trimStart().length) + Number(isItem(line));
}

export function textOf({ spans }: DiffLine): string {
  return spans.map(({ text }) => text).join("");
}

/** Returns how many lines a change adds and removes. A value without a diff counts as one line. */
export function countLines(attributes: readonly AttributeChange[]): LineCount {
  let [added, removed] = [0, 0];
  for (const { diff, before, after } of attributes) {
    const lines = diff === null ? undefined : editedLines(diff);
    removed += lines?.removed.length ?? Number(before.kind !== "absent");
    added += lines?.added.length ?? Number(after.kind !== "absent");
  }
  return { added, removed };
}
