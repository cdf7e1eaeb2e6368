import type { FileToWrite } from "../shared/write-whole";
import type { Kind, WorkspaceObject } from "../workspace/objects";
import type { NamedObject } from "./names";

/** An object that the exported code declares already, from an earlier export or a user's edit. */
export interface DeclaredObject {
  readonly kind: Kind;
  readonly codeId: string;
  /** Null if the code does not give the name as a plain string. */
  readonly name: string | null;
  /** The import id; undefined after the import id was removed from the code. */
  readonly objectId: string | undefined;
}

/** The code of an export: which objects it declares, and which files to write to change it. */
export interface ExportedCode {
  readonly declared: readonly DeclaredObject[];
  /** Returns the files that add objects, prompt files first. So a killed run leaves no broken reference. */
  withObjects(objects: readonly NamedObject<WorkspaceObject>[]): FileToWrite[];
  /** Returns the files that change when the import ids of these objects are removed. */
  settled(objectIds: ReadonlySet<string>): FileToWrite[];
}

/** Returns the path of a snippet's prompt file. Only prompt files of an export end with `.md`. */
export function promptPath(codeId: string): string {
  return `prompts/${codeId}.md`;
}

/** Returns a snippet's prompt file, which contains the result of `write`; an empty list for a cluster. */
export function promptFileOf(
  { object, codeId }: NamedObject<WorkspaceObject>,
  write: (prompt: string) => string,
): FileToWrite[] {
  return object.kind === "snippet" ? [{ path: promptPath(codeId), contents: write(object.prompt) }] : [];
}
