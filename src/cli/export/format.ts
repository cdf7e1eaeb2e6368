import type { FileToWrite } from "../shared/write-whole";
import type { Kind, WorkspaceObject } from "../workspace/objects";
import type { NamedObject } from "./names";

/** An object that the exported code declares already, from an earlier export or a user's edit. */
export interface DeclaredObject {
  readonly kind: Kind;
  readonly codeId: string;
  /** Null if the code does not give the name as a plain string. */
  readonly name: string | null;
  /** The import id; undefined once it is removed from the code. */
  readonly objectId: string | undefined;
}

/** The code of an export: the objects that it declares, and the files that change it. */
export interface ExportedCode {
  readonly declared: readonly DeclaredObject[];
  /** Returns the files that add objects, prompt files first: a killed run then leaves no broken reference. */
  withObjects(objects: readonly NamedObject<WorkspaceObject>[]): FileToWrite[];
  /** Returns the files that change when the import ids of these objects are removed. */
  settled(objectIds: ReadonlySet<string>): FileToWrite[];
}

/** Returns the path of a snippet's prompt file. Only prompt files of an export end with `.md`. */
export function promptPath(codeId: string): string {
  return `prompts/${codeId}.md`;
}

/** Returns the prompt file of a snippet, with the text that `write` returns; an empty list for a cluster. */
export function promptFileOf(
  { object, codeId }: NamedObject<WorkspaceObject>,
  write: (prompt: string) => string,
): FileToWrite[] {
  return object.kind === "snippet" ? [{ path: promptPath(codeId), contents: write(object.prompt) }] : [];
}
