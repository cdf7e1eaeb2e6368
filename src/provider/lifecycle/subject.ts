import { attributePath, DiagnosticError } from "../../plugin/framework";
import { invisible, quoted } from "../../prompt";
import type { Difference } from "./object-kind";

/** An object as diagnostics name it: type, name and id as far as they are known. */
export interface Subject {
  /** `outreach_cluster`. */
  readonly type: string;
  readonly name?: string | null;
  readonly id?: string | null;
}

/** An object that is stored somewhere. */
export interface StoredSubject extends Subject {
  readonly id: string;
}

/** A stored object, which has an id unless the state was edited by hand. */
export function subjectOf(
  type: string,
  state: { readonly id: string | null; readonly name: string | null },
): StoredSubject {
  const { id, name } = state;
  // No list has an empty id, which would count as proof that the object is gone.
  if (id === null || id === "") {
    throw new DiagnosticError({
      severity: "error",
      summary: `The state of ${describe({ type, name })} has no id`,
      detail: "Remove it from the state (terraform state rm) and import the object again.",
    });
  }
  return { type, name, id };
}

/** `outreach_cluster "Sales EU" (clu_123)`. */
export function describe({ type, name, id }: Subject): string {
  const parts = [type];
  if (typeof name === "string") parts.push(quoted(name));
  if (typeof id === "string") parts.push(`(${shownId(id)})`);
  return parts.join(" ");
}

/**
 * Of an object that was found by its name in a list, and has the name `read` when it is read. Either answer may be an old one, so it
 * is not surely the object that is meant. `advice` says what to do.
 */
export function readUnderAnotherName(listed: StoredSubject, read: string, advice: string): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(listed)} is listed, but a read of it shows another name`,
    detail: `The read says ${quoted(read)}. The object may have been renamed a moment ago. ${advice}`,
    path: attributePath("name"),
  });
}

/** How a resource under a new address keeps its object. CDKTF has no blocks to write. */
export const MOVED_BLOCK = "a moved block (CDKTF: moveFromId)";

/** How to bring existing objects under management, a line for each. The provider does not know its resources' addresses. */
export function importLines(type: string, ids: readonly string[]): string {
  return ids
    .map((id) => `  terraform import ${type}.NAME ${shellWord(id)}      (CDKTF: importFrom(${quoted(id)}))`)
    .join("\n");
}

/** What needs no quotes, neither in a sentence nor in a shell. */
const PLAIN = /^[\w.:-]+$/;

/** An id as a text shows it. The API document gives ids no format, so a server may put anything into one. */
export function shownId(id: string): string {
  return PLAIN.test(id) ? id : quoted(id);
}

/** What is different, a line for each attribute, from what somebody knew of it. */
export function inWords(
  changed: readonly Difference[],
  known: "the plan saw" | "the state has" | "the write said",
): string {
  return changed
    .map(
      ({ attribute, declared, found }) =>
        `${attribute}: ${known} ${short(declared)}, now it is ${short(found, declared)}.`,
    )
    .join("\n");
}

/** Long texts are told by their length: plans show them in full. One that is as long as the `other` must not read as the same. */
function short(text: string, other?: string): string {
  if (text.length <= 80) return quoted(text);
  return text.length === other?.length ? `${text.length} other characters` : `${text.length} characters`;
}

/** One word of a command line of bash or zsh. */
function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  if (text.search(invisible()) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
      ? `\\x${byte.toString(16).padStart(2, "0")}`
      : String.fromCharCode(byte),
  );
  return `$'${bytes.join("")}'`;
}
