import { DiagnosticError } from "../../sdk/framework";
import { invisible, quoted } from "../../prompts";

/** An object as diagnostics name it: by type and id. Names are left out, because they may be sensitive. */
export interface Subject {
  /** For example `outreach_cluster`. */
  readonly type: string;
  readonly id?: string | null;
}

/** Base of the provider's errors. `detail` says what the failure means and what to do next. */
export class ProviderError extends DiagnosticError {
  constructor(summary: string, detail: string, attribute?: string) {
    super({ severity: "error", summary, detail, attribute });
  }
}

export interface StoredSubject extends Subject {
  readonly id: string;
}

/** Throws if the state has no id, for example because a user edited the state. */
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

/** Advice for a resource with a new address: a moved block lets it keep its object. */
export const MOVED_BLOCK = "a moved block (CDKTF: moveFromId)";

/** Returns an import command for each id. The user replaces `NAME`, the unknown name of the resource. */
export function importLines(type: string, ids: readonly string[]): string {
  return ids
    .map((id) => `  terraform import ${type}.NAME ${shellWord(id)}      (CDKTF: importFrom(${quoted(id)}))`)
    .join("\n");
}

/** Text that needs no quotes in a sentence or in a shell. */
const PLAIN = /^[\w.:-]+$/;

/** Returns an id as messages show it. The API document defines no format, so an id may hold any character. */
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

/** Returns the number of linked resources in words (outreach-api.md, section 2.1). Negative is invalid. */
export function linkedTo(count: number): string {
  if (count < 0) return `an unknown number of linked mailboxes and other resources (the API counts ${count})`;
  return count === 1 ? "1 linked mailbox or other resource" : `${count} linked mailboxes and other resources`;
}

export function lossOf(count: number): string {
  return `${linkedTo(count)} ${count === 1 ? "loses its" : "lose their"} cluster`;
}
