import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { type Kind, KINDS, type WorkspaceObject } from "../../estate/workspace/workspace";
import { workspaceDigest, type WorkspaceIdentity } from "../../objects/kinds";
import type { FileToWrite } from "../../util/files/write-whole";
import { type JsonObject, parseLossless } from "../../util/json";
import { flag, having, is, listOf, type Shape, ShapeError, text, textLike } from "../../util/shape";
import { withVisibleEscapes } from "./literals";
import type { NamedObject } from "./names";

/** Exports keep other properties, which belong to the user. */
export interface Row extends JsonObject {
  readonly id: string;
  /** The object's name at the server; in HCL, the name at the time of the export. */
  readonly name: string;
  readonly description?: string;
  readonly file?: string;
  /** True if the prompt contains conflict markers, which `promptFile` otherwise rejects. */
  readonly allowConflictMarkers?: boolean;
  readonly objectId?: string;
  /** True if a state holds the object. The code then no longer imports the object. */
  readonly settled?: boolean;
}

export type Named = NamedObject<WorkspaceObject>;

export type Rows = Readonly<Record<Kind, readonly Row[]>>;

export function rowOf(
  { object: { kind, id: objectId, name }, codeId }: NamedObject,
  texts: object = {},
): Row {
  return { id: codeId, name, ...(kind === "snippet" && { file: promptPath(codeId) }), ...texts, objectId };
}

export function isImported({ objectId, settled }: Row): boolean {
  return objectId !== undefined && settled !== true;
}

export function promptPath(codeId: string): string {
  return `prompts/${codeId}.md`;
}

export function promptFilesOf(objects: readonly Named[], write: (prompt: string) => string): FileToWrite[] {
  return objects.flatMap(({ object: one, codeId }) =>
    one.kind === "snippet" ? { path: promptPath(codeId), contents: write(one.prompt), expected: null } : [],
  );
}

/** Hexadecimal texts that identify a workspace in committed files without its id, which is a credential. */
export interface WorkspaceMark {
  readonly salt: string;
  readonly digest: string;
}

export function markOf(identity: WorkspaceIdentity): WorkspaceMark {
  const salt = randomBytes(16).toString("hex");
  return { salt, digest: workspaceDigest(identity, salt).toString("hex") };
}

export function isMarkOf({ salt, digest }: WorkspaceMark, identity: WorkspaceIdentity): boolean {
  const [recorded, own] = [Buffer.from(digest, "hex"), workspaceDigest(identity, salt)];
  return recorded.length === own.length && timingSafeEqual(recorded, own);
}

export interface ObjectsFile {
  readonly path: string;
  readonly bytes: Buffer | null;
  readonly workspace: WorkspaceMark | undefined;
  readonly rows: Rows;
  readonly value: JsonObject;
}

export interface DeclaredObject {
  readonly kind: Kind;
  readonly codeId: string;
  /** The name in the code; null if the name is no plain string. */
  readonly name: string | null;
  readonly objectId: string | undefined;
  readonly isImported: boolean;
}

export interface ExportedCode {
  readonly data: ObjectsFile;
  readonly rows: Rows;
  readonly declared: readonly DeclaredObject[];
  readonly moves: ReadonlyMap<string, string>;
  /** Reasons why the code may declare further objects that are not in `declared`. */
  readonly gaps: readonly string[];
  rowFor(object: Named): Row;
  /**
   * Files in the order of writing: even if export is killed between two files, no plan creates a duplicate.
   */
  filesFor(rows: Rows, added: readonly Named[], workspace: WorkspaceMark): FileToWrite[];
}

const VERSION = 1;

const optional =
  (shape: Shape): Shape =>
  (value, place) =>
    value === undefined ? value : shape(value, place);

const row = {
  ...{ id: textLike("an id", /./s), name: text, description: optional(text), objectId: optional(text) },
  ...{ file: optional(text), allowConflictMarkers: optional(flag), settled: optional(flag) },
};
const file = having({
  version: is(`${VERSION}, which this release reads`, (one) => one === VERSION),
  workspace: optional(having({ salt: text, digest: text })),
  clusters: listOf(having(row)),
  snippets: listOf(having({ ...row, file: text })),
});

/** Returns no rows for a missing file. Errors name the wrong member. */
export function readObjectsFile(path: string): ObjectsFile {
  if (!existsSync(path))
    return { path, bytes: null, workspace: undefined, rows: { cluster: [], snippet: [] }, value: {} };
  const shown = relative(process.cwd(), path);
  const bytes = readFileSync(path);
  const parsed = parseLossless(shown, bytes);
  try {
    const value = file(parsed, "");
    const { workspace, clusters: cluster, snippets: snippet } = value as Checked;
    for (const [list, rows] of Object.entries({ clusters: cluster, snippets: snippet }))
      for (const key of ["id", "objectId"])
        refuseTwice(
          list,
          rows.map((one) => one[key]),
        );
    return { path, bytes, workspace, rows: { cluster, snippet }, value };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new Error(`${shown}: ${error.message}. Correct it, or restore the file.`, { cause: error });
  }
}

type Checked = Pick<ObjectsFile, "workspace"> & Readonly<Record<"clusters" | "snippets", readonly Row[]>>;

function refuseTwice(list: string, ids: readonly unknown[]): void {
  const seen = new Set<unknown>();
  const twice = ids.find((id) => id !== undefined && seen.size === seen.add(id).size);
  if (twice !== undefined) throw new ShapeError(`${list} has ${JSON.stringify(twice)} twice`);
}

export function changedData(data: ObjectsFile, rows: Rows, workspace: WorkspaceMark): FileToWrite[] {
  const { path, bytes, value } = data;
  const isSame = JSON.stringify(rows) === JSON.stringify(data.rows);
  if (isSame && (bytes === null || data.workspace !== undefined)) return [];
  const lists = Object.fromEntries(KINDS.map((kind) => [`${kind}s`, rows[kind]]));
  const json = JSON.stringify({ version: VERSION, ...value, workspace, ...lists }, null, 2);
  return [{ path: basename(path), contents: `${withVisibleEscapes(json)}\n`, expected: bytes }];
}
