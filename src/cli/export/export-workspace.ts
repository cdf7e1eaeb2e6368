import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { StateObject } from "../states/state-file";
import { statusLine } from "../shared/status-line";
import { type FileToWrite, writeFiles } from "../shared/write-whole";
import { withConnection } from "../workspace/connection";
import { keyOf, type ListedObject, type WorkspaceObject } from "../workspace/objects";
import { readWorkspace } from "../workspace/read";
import type { ExportedCode } from "./format";
import { nameFilter, nameObjects } from "./names";
import type { ExportOptions } from "./options";

/** What an export did, or would do. Paths in `files` are relative to the folder of the export. */
export type ExportReport = Awaited<ReturnType<typeof exportWorkspace>>;

interface Input {
  readonly options: ExportOptions;
  readonly code: ExportedCode;
  readonly states: readonly StateObject[];
  readonly signal: AbortSignal;
}

/** Reads the objects that are neither managed nor declared, and writes code for them. */
export async function exportWorkspace({ options, code, states, signal }: Input) {
  const listed: ListedObject[] = [];
  const managed = new Set(states.map(keyOf));
  const declared = new Set(
    code.declared.flatMap(({ kind, objectId: id }) => (id ? keyOf({ kind, id }) : [])),
  );
  const isSelected = nameFilter(options.match, options.exclude);
  const isWanted = (object: ListedObject) => {
    listed.push(object);
    const key = keyOf(object);
    return !managed.has(key) && !declared.has(key) && isSelected(object.name);
  };
  const { objects, failures } = await read(options, isWanted, signal);
  const { added, files } = codeFor(objects, options.out, code);
  if (!options.dryRun) writeFiles(options.out, files);
  return {
    added,
    managed: listed.filter((object) => managed.has(keyOf(object))).length,
    declared: listed.filter((object) => declared.has(keyOf(object))).length,
    ...changesSince(code, listed, options),
    failures,
    files: files.map(({ path }) => path),
  };
}

function read({ kinds }: ExportOptions, isWanted: (object: ListedObject) => boolean, signal: AbortSignal) {
  const show = statusLine();
  const onProgress = (listed: number, done: number) => show(`Read ${done} of ${listed} objects`);
  return withConnection(({ client, concurrency }) =>
    readWorkspace(client, { kinds, isWanted, concurrency, signal, onProgress }).finally(() => show("")),
  );
}

/**
 * Names the objects and returns the files to write. Skips ids that the code uses already, and ids whose
 * prompt file a user has written. A killed export may have left a prompt file with the same text; its id is
 * used again.
 */
function codeFor(objects: readonly WorkspaceObject[], folder: string, code: ExportedCode) {
  const prompts = join(folder, "prompts");
  const found = existsSync(prompts) ? readdirSync(prompts) : [];
  const names = new Map(found.map((name) => [name.toLowerCase(), name]));
  const inUse = new Set(code.declared.map(({ codeId }) => codeId));
  const isTaken = ({ path, contents }: FileToWrite) => {
    const name = dirname(path) === "prompts" ? names.get(basename(path)) : undefined;
    if (name === undefined) return false;
    const file = join(prompts, name);
    return !lstatSync(file).isFile() || !readFileSync(file).equals(Buffer.from(contents));
  };
  for (;;) {
    const added = nameObjects(objects, inUse);
    const files = added.length === 0 ? [] : code.withObjects(added);
    const taken = files.filter(isTaken);
    if (taken.length === 0) return { added, files };
    for (const { path } of taken) inUse.add(basename(path, ".md"));
  }
}

/** Returns the imported objects that were renamed at the server, and the code ids of deleted objects. */
function changesSince({ declared }: ExportedCode, listed: readonly ListedObject[], { kinds }: ExportOptions) {
  const names = new Map(listed.map((object) => [keyOf(object), object.name]));
  const imported = declared.flatMap(({ kind, codeId, name, objectId: id }) =>
    id === undefined || !kinds.includes(kind)
      ? []
      : { codeId, from: name, to: names.get(keyOf({ kind, id })) },
  );
  return {
    renamed: imported.flatMap(({ codeId, from, to }) =>
      to === undefined || from === null || from === to ? [] : { codeId, from, to },
    ),
    gone: imported.filter(({ to }) => to === undefined).map(({ codeId }) => codeId),
  };
}
