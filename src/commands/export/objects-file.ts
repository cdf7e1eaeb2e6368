import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { isObject, type JsonObject } from "../../util/json";
import { parseLossless } from "../../util/lossless-json";
import type { FileToWrite } from "../../util/files/write-whole";
import { type Kind, KINDS } from "../../estate/workspace/objects";
import { withVisibleEscapes } from "./literals";
import type { WorkspaceMark } from "./workspace-mark";

/** An exported object. Further properties belong to the user: an export keeps them. */
export interface Row extends JsonObject {
  /** Id of the construct, or name of the HCL resource. */
  readonly id: string;
  /** The name at the server, for HCL as of the export. */
  readonly name: string;
  readonly description?: string;
  /** Path of the prompt file of a snippet, relative to the folder of this file. */
  readonly file?: string;
  /** Whether the prompt of a snippet holds conflict markers, which `promptFile` otherwise refuses. */
  readonly allowConflictMarkers?: boolean;
  /** Id of the object at the server; undefined if the user has removed it. */
  readonly objectId?: string;
  /** Whether a state holds the object. If so, the code no longer imports it. */
  readonly settled?: boolean;
}

export type Rows = Readonly<Record<Kind, readonly Row[]>>;

/** The data file of an export: `objects.json` for CDKTF, `outreach-export.json` for HCL. */
export interface ObjectsFile {
  readonly path: string;
  /** The contents that were read; null if the file does not exist. */
  readonly bytes: Buffer | null;
  /** The workspace of the export; undefined if the file does not name it. */
  readonly workspace: WorkspaceMark | undefined;
  readonly rows: Rows;
  /** The whole value of the file, with properties of the user. */
  readonly value: JsonObject;
}

const VERSION = 1;

/** The properties of a row, and whether a row needs them. */
const PROPERTIES = { id: true, name: true, description: false, file: false, objectId: false } as const;

/**
 * Reads the data file of an export, which may be missing.
 * @throws Error naming the file and the place of what is wrong
 */
export function readObjectsFile(path: string): ObjectsFile {
  if (!existsSync(path)) {
    return { path, bytes: null, workspace: undefined, rows: { cluster: [], snippet: [] }, value: {} };
  }
  const shown = relative(process.cwd(), path);
  if (!statSync(path).isFile()) throw new Error(`${shown} is not a file. Move it away.`);
  const bytes = readFileSync(path);
  const value = parseLossless(shown, bytes);
  const wrong = (place: string) => new Error(`${shown}: ${place}. Correct it, or restore the file.`);
  if (!isObject(value)) throw wrong("the value is not an object");
  if (value["version"] !== VERSION) throw wrong(`"version" is not ${VERSION}, which this release reads`);
  const workspace = workspaceIn(value, wrong);
  const rows = { cluster: rowsIn(value, "cluster", wrong), snippet: rowsIn(value, "snippet", wrong) };
  return { path, bytes, workspace, rows, value };
}

type Wrong = (place: string) => Error;

function workspaceIn({ workspace }: JsonObject, wrong: Wrong): WorkspaceMark | undefined {
  if (workspace === undefined) return undefined;
  const { salt, digest } = isObject(workspace) ? workspace : {};
  if (typeof salt === "string" && typeof digest === "string") return { salt, digest };
  throw wrong('"workspace" is not an object with the texts "salt" and "digest"');
}

function rowsIn(value: JsonObject, kind: Kind, wrong: Wrong): Row[] {
  const list = value[`${kind}s`];
  if (!Array.isArray(list)) throw wrong(`"${kind}s" is not a list`);
  const rows = list.map((row: unknown, index) =>
    rowOf(row, kind, (place) => wrong(`${kind}s[${index}]${place}`)),
  );
  for (const property of ["id", "objectId"] as const) {
    const first = new Map<string, number>();
    for (const [index, { [property]: id }] of rows.entries()) {
      if (id === undefined) continue;
      const other = first.get(id);
      if (other !== undefined)
        throw wrong(`${kind}s[${other}] and ${kind}s[${index}] have the same "${property}"`);
      first.set(id, index);
    }
  }
  return rows;
}

function rowOf(row: unknown, kind: Kind, wrong: Wrong): Row {
  if (!isObject(row)) throw wrong(" is not an object");
  for (const [property, isNeeded] of Object.entries(PROPERTIES)) {
    const value = row[property];
    const isMissing = value === undefined && !isNeeded && !(property === "file" && kind === "snippet");
    if (!isMissing && typeof value !== "string") throw wrong(`.${property} is not a text`);
  }
  if (row["id"] === "") throw wrong(".id is empty");
  for (const property of ["allowConflictMarkers", "settled"]) {
    const isFlag = ["undefined", "boolean"].includes(typeof row[property]);
    if (!isFlag) throw wrong(`.${property} is not true or false`);
  }
  return row as Row;
}

/** Returns the data file with other rows; an empty list if nothing changes. */
export function changedData(data: ObjectsFile, rows: Rows, workspace: WorkspaceMark): FileToWrite[] {
  const { path, bytes, value } = data;
  const isSame = JSON.stringify(rows) === JSON.stringify(data.rows);
  if (isSame && (bytes === null || data.workspace !== undefined)) return [];
  const lists = Object.fromEntries(KINDS.map((kind) => [`${kind}s`, rows[kind]]));
  const json = JSON.stringify({ version: VERSION, ...value, workspace, ...lists }, null, 2);
  const lineEnd = bytes?.includes("\r\n") === true ? "\r\n" : "\n";
  const contents = `${withVisibleEscapes(json)}\n`.replaceAll("\n", lineEnd);
  return [{ path: basename(path), contents, expected: bytes }];
}
