import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type WorkspaceObject } from "../workspace/objects";
import { type ExportedCode, promptFileOf, promptPath } from "./format";
import { scriptLiteral } from "./literals";
import type { NamedObject } from "./names";
import { indexModule, objectsModule, type ScriptOptions } from "./script-modules";
import { rowsOf, tableIn, withRows } from "./table";

/** Reads the code for CDKTF or CDK Terrain in a folder, which may be missing. */
export function scriptCode(folder: string, options: ScriptOptions): ExportedCode {
  const tableFile = `objects.${options.language}`;
  const path = join(folder, tableFile);
  const table = existsSync(path) ? readFileSync(path, "utf8") : objectsModule(options);
  for (const kind of KINDS) {
    if (tableIn(table, kind) !== undefined) continue;
    throw new Error(
      `${path} has no table \`${kind}s\`. Put it back, or export into another folder with --out.`,
    );
  }
  const rows = KINDS.flatMap((kind) => rowsOf(table, kind));
  return {
    declared: rows,
    withObjects: (objects) => [
      // `promptFile` removes one byte order mark, so a prompt with a byte order mark gets a second one.
      ...objects.flatMap((one) => promptFileOf(one, (prompt) => prompt.replace(/^\ufeff/, "\ufeff\ufeff"))),
      ...(existsSync(join(folder, `index.${options.language}`)) ? [] : [indexModule(options)]),
      { path: tableFile, contents: withObjects(table, objects) },
    ],
    settled(objectIds) {
      const contents = withoutImports(table, rows, objectIds);
      return contents === table ? [] : [{ path: tableFile, contents }];
    },
  };
}

function withObjects(table: string, objects: readonly NamedObject<WorkspaceObject>[]): string {
  let script = table;
  for (const kind of KINDS) {
    const rows = objects.filter(({ object }) => object.kind === kind).map(rowOf);
    if (rows.length > 0) script = withRows(script, tableIn(script, kind)!.end, rows);
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
  const settled = rows.filter(({ objectId }) => objectId !== undefined && objectIds.has(objectId));
  const ranges = settled.map(({ importProperty }) => importProperty!);
  ranges.sort((a, b) => b.start - a.start);
  return ranges.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), table);
}
