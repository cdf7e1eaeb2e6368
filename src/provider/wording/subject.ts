import { DiagnosticError } from "../../sdk/framework";
import { invisible, quoted } from "../../prompts";

/** Messages show type and id of an object, but not its name, which may be sensitive. */
export interface Subject {
  readonly type: string;
  readonly id?: string | null;
}

export class ProviderError extends DiagnosticError {
  constructor(summary: string, detail: string, attribute?: string) {
    super({ severity: "error", summary, detail, attribute });
  }
}

export interface StoredSubject extends Subject {
  readonly id: string;
}

/** Throws if the state has no id, for example after an edit of the state. */
export function subjectOf(type: string, { id }: { readonly id: string | null }): StoredSubject {
  // No list contains an empty id, so the object would count as deleted.
  if (id === null || id === "") {
    throw new ProviderError(
      `The state of ${describe({ type })} has no id`,
      "Remove the resource from the state (terraform state rm ADDRESS) and import the object again.",
    );
  }
  return { type, id };
}

export function describe({ type, id }: Subject): string {
  return typeof id === "string" ? `${type} (${shownId(id)})` : type;
}

export function readUnderAnotherName(listed: StoredSubject, advice: string): DiagnosticError {
  return new ProviderError(
    `${describe(listed)} is listed, but a read of it shows another name`,
    `The object may have been renamed a moment ago. ${advice}`,
    "name",
  );
}

export const MOVED_BLOCK = "a moved block (CDKTF: moveFromId)";

/** The user replaces `NAME`, because the name of the resource is unknown. */
export function importLines(type: string, ids: readonly string[]): string {
  return ids
    .map((id) => `  terraform import ${type}.NAME ${shellWord(id)}      (CDKTF: importFrom(${quoted(id)}))`)
    .join("\n");
}

/** Matches texts that need no quotes in a sentence or in a shell. */
const PLAIN = /^[\w.:-]+$/;

/** The API document defines no format of ids, so an id may hold any character. */
export function shownId(id: string): string {
  return PLAIN.test(id) ? id : quoted(id);
}

export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  if (text.search(invisible()) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
      ? `\\x${byte.toString(16).padStart(2, "0")}`
      : String.fromCharCode(byte),
  );
  return `$'${bytes.join("")}'`;
}

/** A negative count is invalid. */
export function linkedTo(count: number): string {
  if (count < 0) return `an unknown number of linked mailboxes and other resources (the API counts ${count})`;
  return count === 1 ? "1 linked mailbox or other resource" : `${count} linked mailboxes and other resources`;
}

export function lossOf(count: number): string {
  return `${linkedTo(count)} ${count === 1 ? "loses its" : "lose their"} cluster`;
}
