import type { FileToWrite } from "../../util/files/write-whole";
import type { Kind, WorkspaceObject } from "../../estate/workspace/objects";
import type { NamedObject } from "./names";
import type { ObjectsFile, Row, Rows } from "./objects-file";
import type { WorkspaceMark } from "./workspace-mark";

/** An object that the code declares already, from an earlier export or by hand. */
export interface DeclaredObject {
  readonly kind: Kind;
  readonly codeId: string;
  /** Null if the code does not give the name as a plain string. */
  readonly name: string | null;
  /** The id at the server; undefined if the code does not show it. */
  readonly objectId: string | undefined;
  /** Whether the code imports the object. If it does not, the object is the business of a state. */
  readonly isImported: boolean;
}

/** The code of an export: which objects it declares, and which files to write to change it. */
export interface ExportedCode {
  readonly data: ObjectsFile;
  /** The rows of the data file that the rest of the code still uses. */
  readonly rows: Rows;
  readonly declared: readonly DeclaredObject[];
  /** Maps the earlier address of each `moved` block to the later one. */
  readonly moves: ReadonlyMap<string, string>;
  /** What could not be read. If there is any, the code may declare more objects than `declared`. */
  readonly gaps: readonly string[];
  /** What the user still has to write by hand. */
  readonly advice: readonly string[];
  rowFor(object: NamedObject<WorkspaceObject>): Row;
  /**
   * Returns the files to write for these rows, in the order of writing: after a kill at any point, no plan
   * creates an object that exists. `added` are the new objects among the rows.
   */
  filesFor(
    rows: Rows,
    added: readonly NamedObject<WorkspaceObject>[],
    workspace: WorkspaceMark,
  ): FileToWrite[];
}

/** Returns what the row of a new object contains in each format. */
export function rowOf({ object, codeId }: NamedObject): Row {
  const { kind, id: objectId, name } = object;
  return { id: codeId, name, ...(kind === "snippet" && { file: promptPath(codeId) }), objectId };
}

export function isImported({ objectId, settled }: Row): boolean {
  return objectId !== undefined && settled !== true;
}

/**
 * Returns the address of a resource. In HCL, the id of an object that is imported into a module is its whole
 * address. CDKTF removes some characters of ASCII from an id.
 */
export function addressOf(
  { kind, codeId }: Pick<DeclaredObject, "kind" | "codeId">,
  format: "cdktf" | "hcl",
): string {
  if (format === "hcl") return codeId.includes(".") ? codeId : `outreach_${kind}.${codeId}`;
  return `outreach_${kind}.${/[^ -~]/.test(codeId) ? codeId : codeId.replace(/[^\w-]/g, "")}`;
}

/** Returns the path of a snippet's prompt file. Only prompt files of an export end with `.md`. */
export function promptPath(codeId: string): string {
  return `prompts/${codeId}.md`;
}

/** Returns the new prompt files of the snippets among the objects, with the results of `write`. */
export function promptFilesOf(
  objects: readonly NamedObject<WorkspaceObject>[],
  write: (prompt: string) => string,
): FileToWrite[] {
  return objects.flatMap(({ object, codeId }) =>
    object.kind === "snippet"
      ? { path: promptPath(codeId), contents: write(object.prompt), expected: null }
      : [],
  );
}
