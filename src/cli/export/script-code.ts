import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type WorkspaceObject } from "../workspace/objects";
import { type ExportedCode, type FileToWrite, promptPath } from "./format";
import { scriptLiteral } from "./literals";
import type { NamedObject } from "./names";
import { rowsOf, TABLES } from "./script-rows";
import { indexModule, objectsModule, type ScriptOptions } from "./script-modules";
import { endOfTable, withRows } from "./table";

/** Reads the code for CDKTF or CDK Terrain in a folder, which may be missing. */
export function scriptCode(folder: string, options: ScriptOptions): ExportedCode {
  const tableFile = `objects.${options.language}`;
  const path = join(folder, tableFile);
  const table = existsSync(path) ? readFileSync(path, "utf8") : objectsModule(options);
  for (const name of Object.values(TABLES)) {
    if (endOfTable(table, name) === undefined) {
      throw new Error(
        `${path} has no table \`${name}\`. Put it back, or export into another folder with --out.`,
      );
    }
  }
  const rows = KINDS.flatMap((kind) => rowsOf(table, kind));
  return {
    declared: rows,
    withObjects: (objects) => [
      ...objects.flatMap(promptFileOf),
      ...(existsSync(join(folder, `index.${options.language}`)) ? [] : [indexModule(options)]),
      { path: tableFile, contents: withObjects(table, objects) },
    ],
    settled(objectIds) {
      const contents = withoutImports(table, rows, objectIds);
      return contents === table ? [] : [{ path: tableFile, contents }];
    },
  };
}

/** `promptFile` takes one byte order mark off a file, so a prompt that begins with one gets another. */
function promptFileOf({ object, codeId }: NamedObject<WorkspaceObject>): FileToWrite[] {
  if (object.kind !== "snippet") return [];
  const { prompt } = object;
  return [{ path: promptPath(codeId), contents: prompt.startsWith("\ufeff") ? `\ufeff${prompt}` : prompt }];
}

function withObjects(table: string, objects: readonly NamedObject<WorkspaceObject>[]): string {
  let script = table;
  for (const kind of KINDS) {
    const rows = objects.filter(({ object }) => object.kind === kind).map(rowOf);
    if (rows.length > 0) script = withRows(script, endOfTable(script, TABLES[kind])!, rows);
  }
  return script;
}

function rowOf({ object, codeId }: NamedObject<WorkspaceObject>): string {
  const properties = {
    id: codeId,
    name: object.name,
    ...(object.kind === "snippet" && { file: promptPath(codeId) }),
    ...(object.kind === "cluster" && object.description !== null && { description: object.description }),
    objectId: object.id,
  };
  const written = Object.entries(properties).map(([key, value]) => `${key}: ${scriptLiteral(value)}`);
  return `{ ${written.join(", ")} }`;
}

function withoutImports(
  table: string,
  rows: ReturnType<typeof rowsOf>,
  objectIds: ReadonlySet<string>,
): string {
  const ranges = rows
    .filter(({ objectId }) => objectId !== undefined && objectIds.has(objectId))
    .map(({ importProperty }) => importProperty!)
    .sort((a, b) => b.start - a.start);
  return ranges.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), table);
}
