import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { conflictsIn } from "../../prompts";
import { KINDS, type WorkspaceObject } from "../../estate/workspace/objects";
import { type ExportedCode, isImported, promptFilesOf, rowOf } from "./format";
import { indexModule, type ScriptOptions } from "./index-module";
import { changedData, readObjectsFile, type Row } from "./objects-file";

/** Reads the code for CDKTF or CDK Terrain in a folder, which may be missing. */
export function scriptCode(folder: string, options: ScriptOptions): ExportedCode {
  const data = readObjectsFile(join(folder, "objects.json"));
  const index = indexIn(folder);
  if (index !== undefined) refuseOther(join(folder, index), data.bytes === null);
  return {
    data,
    rows: data.rows,
    declared: KINDS.flatMap((kind) =>
      data.rows[kind].map((row) => ({
        ...{ kind, codeId: row.id, name: row.name },
        ...{ objectId: row.objectId, isImported: isImported(row) },
      })),
    ),
    moves: new Map(),
    gaps: [],
    advice: [],
    rowFor: (named) => {
      const { objectId, ...texts } = rowOf(named);
      return { ...texts, ...textsOf(named.object), objectId };
    },
    filesFor: (rows, added, workspace) => [
      // `promptFile` removes one byte order mark, so a prompt with a byte order mark gets a second one.
      ...promptFilesOf(added, (prompt) => prompt.replace(/^\ufeff/, "\ufeff\ufeff")),
      ...(index === undefined && added.length > 0 ? [indexModule(options)] : []),
      ...changedData(data, rows, workspace),
    ],
  };
}

/** Returns what only the row for a construct contains. */
function textsOf(object: WorkspaceObject): Pick<Row, "description" | "allowConflictMarkers"> {
  if (object.kind === "snippet")
    return conflictsIn(object.prompt).length > 0 ? { allowConflictMarkers: true } : {};
  return object.description === null ? {} : { description: object.description };
}

/** Returns the name of the module that declares the objects; undefined before the first export. */
export function indexIn(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.find((name) => /^index\.[cm]?[jt]s$/.test(name));
}

/** Refuses a folder with another index than that of an export: it would not declare the objects. */
function refuseOther(index: string, isFirstExport: boolean): void {
  const shown = relative(process.cwd(), index);
  if (statSync(index, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error(`${shown} is not a file. Move it away, or export into another folder with --out.`);
  if (!isFirstExport || readFileSync(index, "utf8").includes("objects.json")) return;
  throw new Error(
    `${shown} is no code of an export, and does not read objects.json. Export into another folder with --out.`,
  );
}
