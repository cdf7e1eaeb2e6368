import type { FileToWrite } from "../shared/write-whole";
import type { Kind, WorkspaceObject } from "../workspace/objects";
import type { NamedObject } from "./names";

/** An object that the exported code declares already, from an earlier export or a user's edit. */
export interface DeclaredObject {
  readonly kind: Kind;
  readonly codeId: string;
  /** Null if it is no plain text. */
  readonly name: string | null;
  /** Undefined once its import id was removed. */
  readonly objectId: string | undefined;
}

/** The code of an export: what the folder holds, and how it grows. */
export interface ExportedCode {
  readonly declared: readonly DeclaredObject[];
  /** The file that refers to prompt files is last: a killed run leaves no reference to a missing file. */
  withObjects(objects: readonly NamedObject<WorkspaceObject>[]): FileToWrite[];
  /** Without the import ids of these objects. Only the files that change. */
  settled(objectIds: ReadonlySet<string>): FileToWrite[];
}

/** Returns the file of a snippet's prompt. Its ending keeps it apart from everything else. */
export function promptPath(codeId: string): string {
  return `prompts/${codeId}.md`;
}

/** Returns the file of a snippet's prompt, with the prompt as `write` returns it; none for a cluster. */
export function promptFileOf(
  { object, codeId }: NamedObject<WorkspaceObject>,
  write: (prompt: string) => string,
): FileToWrite[] {
  return object.kind === "snippet" ? [{ path: promptPath(codeId), contents: write(object.prompt) }] : [];
}
