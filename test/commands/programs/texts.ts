/** The lines that no one edits. A text has one line or more after each of the first three. */
const ANCHORS = ["A", "B", "C", "D"] as const;
const BYTE_ORDER_MARK = "\ufeff";
const MARKER = /^(<{7}|={7}|>{7})/;

/** Returns the line that an object has in a slot. No two objects have the same line. */
export function lineOf(uid: number, slot: number, version: number): string {
  return `object ${uid} slot ${slot} version ${version} \u00e9t\u00e9 {first_name}`;
}

/** Returns the first text of an object. */
export function firstText(uid: number): string {
  return `${ANCHORS.map((anchor, slot) => (slot === 3 ? `${anchor}\n` : `${anchor}\n${lineOf(uid, slot, 0)}\n`)).join("")}`;
}

/** A text in its parts: three slots, and what is after the last anchor. */
interface Parts {
  readonly head: string;
  readonly slots: readonly (readonly string[])[];
  readonly lineEnd: string;
  /** The line breaks at the end. */
  readonly end: string;
}

function partsOf(text: string): Parts {
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const body = text.slice(head.length);
  const end = /[\r\n]*$/.exec(body)![0];
  const lines = body
    .slice(0, body.length - end.length)
    .normalize("NFC")
    .split(/\r\n|\n/);
  const at = [...ANCHORS.map((anchor) => lines.indexOf(anchor)), lines.length];
  const slots = ANCHORS.map((_, slot) => lines.slice(at[slot]! + 1, at[slot + 1]));
  return { head, slots, lineEnd: body.includes("\r\n") ? "\r\n" : "\n", end };
}

function textOf({ head, slots, lineEnd, end }: Parts): string {
  const lines = ANCHORS.flatMap((anchor, slot) => [anchor, ...slots[slot]!]);
  return head + lines.join(lineEnd) + end;
}

/** Returns the text with one line in a slot. */
export function withSlot(text: string, slot: number, line: string): string {
  const parts = partsOf(text);
  return textOf({ ...parts, slots: parts.slots.map((lines, at) => (at === slot ? [line] : lines)) });
}

/** Returns the text with one more line at its end. */
export function withLine(text: string, line: string): string {
  const parts = partsOf(text);
  return textOf({ ...parts, slots: parts.slots.map((lines, at) => (at === 3 ? [...lines, line] : lines)) });
}

/** Returns the first line of a slot. */
export function slotOf(text: string, slot: number): string {
  return partsOf(text).slots[slot]![0] ?? "";
}

export function hasMarkers(text: string): boolean {
  return text.split(/\r?\n/).some((line) => MARKER.test(line));
}

/** Returns the text with one side of each conflict, or with another line in its place. */
export function resolved(text: string, by: "file" | "Outreach" | "third", line: string): string {
  const conflict = /^<{7} file\r?\n([^]*?)^={7}\r?\n([^]*?)^>{7} Outreach$(\r?\n)?/gm;
  return text.replace(conflict, (_, ours: string, theirs: string) =>
    by === "third" ? `${line}\n` : by === "file" ? ours : theirs,
  );
}

/** Returns a text for a comparison that ignores line breaks and the Unicode form. */
export function plain(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n");
}

/** Returns the line breaks after the lines that no one edits. */
export function breaksOf(text: string): (string | undefined)[] {
  return ANCHORS.slice(0, 3).map((anchor) => new RegExp(`^${anchor}(\\r\\n?|\\n)`, "m").exec(text)?.[1]);
}

/** Returns a prompt file without its byte order mark. */
export function promptIn(file: string): string {
  return file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file;
}

interface Versions {
  readonly base: string;
  /** The contents of the file. */
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Returns what a merge writes into the file. The anchors separate the slots, so this needs no search for the
 * lines that the texts share, and cannot have the faults of such a search.
 */
export function merged(versions: Versions): { readonly text: string; readonly isConflict: boolean } {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map(partsOf) as [
    Parts,
    Parts,
    Parts,
  ];
  let isConflict = false;
  const slots = ours.slots.map((own, slot) => {
    const [was, other] = [base.slots[slot]!, theirs.slots[slot]!];
    if (isSame(own, was)) return other;
    if (isSame(other, was) || isSame(other, own)) return own;
    isConflict = true;
    return ["<<<<<<< file", ...own, "=======", ...other, ">>>>>>> Outreach"];
  });
  return { text: textOf({ ...ours, slots }), isConflict };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join("\n") === other.join("\n");
}
