import { attributePath, DiagnosticError } from "../../plugin/framework";
import { invisible, quoted } from "../../prompt";
import type { Difference } from "../run/object-kind";

/**
 * An object as diagnostics name it: by type and, once it has one, by id. Not by its name, which may come from a sensitive
 * variable (docs/guides/safety.md, "What a diagnostic shows"); Terraform adds the address of the resource.
 */
export interface Subject {
  /** `outreach_cluster`. */
  readonly type: string;
  readonly id?: string | null;
}

/** An object that is stored somewhere. */
export interface StoredSubject extends Subject {
  readonly id: string;
}

/** A stored object, which has an id unless the state was edited by hand. */
export function subjectOf(type: string, { id }: { readonly id: string | null }): StoredSubject {
  // No list has an empty id, which would count as proof that the object is gone.
  if (id === null || id === "") {
    throw new DiagnosticError({
      severity: "error",
      summary: `The state of ${describe({ type })} has no id`,
      detail: "Remove it from the state (terraform state rm) and import the object again.",
    });
  }
  return { type, id };
}

/** `outreach_cluster (clu_123)`. */
export function describe({ type, id }: Subject): string {
  return typeof id === "string" ? `${type} (${shownId(id)})` : type;
}

/**
 * Of an object that was found by its name in a list, and has another one when it is read. Either answer may be an old one, so it is
 * not surely the object that is meant. `advice` says what to do.
 */
export function readUnderAnotherName(listed: StoredSubject, advice: string): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(listed)} is listed, but a read of it shows another name`,
    detail: `The object may have been renamed a moment ago. ${advice}`,
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

/**
 * What is different, a line for each attribute, from what somebody knew of it. The texts are not quoted: where they differ, and
 * how long they are, leads to the place in the plan, where Terraform hides what is sensitive.
 */
export function inWords(
  changed: readonly Difference[],
  known: "the plan saw" | "the state has" | "the write said",
): string {
  return changed
    .map(({ attribute, declared, found }) => {
      const [before, now] = [declared, found].map(lengthOf);
      return `${attribute}: ${known} ${before}, now it is ${now}; they differ ${whereDifferent(declared, found)}.`;
    })
    .join("\n");
}

function lengthOf(text: string): string {
  const { length } = Array.from(text);
  if (length === 0) return "no text";
  return length === 1 ? "1 character" : `${length} characters`;
}

/** The first place where two texts differ, as it reads after "they differ". Lines and columns count from 1, in characters. */
function whereDifferent(one: string, other: string): string {
  const [a, b] = [one, other].map((text) => Array.from(text)) as [string[], string[]];
  const first = a.findIndex((character, at) => character !== b[at]);
  const before = (first === -1 ? a : a.slice(0, first)).join("").split("\n");
  const place = `from line ${before.length}, column ${Array.from(before.at(-1)!).length + 1} on`;
  const kind = KINDS_OF_DIFFERENCE.find(([, same]) => same(one) === same(other));
  return kind === undefined ? place : `only in ${kind[0]}, ${place}`;
}

const KINDS_OF_DIFFERENCE: readonly (readonly [string, (text: string) => string])[] = [
  ["white space", (text) => text.replace(/\s+/g, "")],
  ["upper and lower case", (text) => text.toLowerCase()],
];

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
