import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { StateObject } from "../states/state-file";
import { statusLine } from "../shared/status-line";
import { withConnection } from "../workspace/connection";
import { nameFilter } from "../workspace/name-filter";
import type { ListedObject, WorkspaceObject } from "../workspace/objects";
import { type ReadFailure, type ReadResult, readWorkspace } from "../workspace/read";
import { type ExportedCode, type FileToWrite, promptPath } from "./format";
import { type NamedObject, nameObjects } from "./names";
import type { ExportOptions } from "./options";
import { writeFiles } from "./write-files";

/** What an export did, or would do. */
export interface ExportReport {
  readonly added: readonly NamedObject<WorkspaceObject>[];
  /** Objects of which no code was written, because a state holds them. */
  readonly managed: number;
  /** Objects that the code declares already. */
  readonly declared: number;
  readonly renamed: readonly { readonly codeId: string; readonly from: string; readonly to: string }[];
  /** Construct ids whose object the workspace no longer has. */
  readonly gone: readonly string[];
  readonly failures: readonly ReadFailure[];
  /** The files written, relative to the folder. */
  readonly files: readonly string[];
}

interface Input {
  readonly options: ExportOptions;
  readonly code: ExportedCode;
  readonly states: readonly StateObject[];
  readonly signal: AbortSignal;
}

/** Reads what is neither managed nor declared, and writes code for it. */
export async function exportWorkspace({ options, code, states, signal }: Input): Promise<ExportReport> {
  const listed: ListedObject[] = [];
  const managedIds = new Set(states.map(({ kind, id }) => keyOf(kind, id)));
  const declaredIds = new Set(
    code.declared.flatMap(({ kind, objectId }) => (objectId ? keyOf(kind, objectId) : [])),
  );
  const isSelected = nameFilter(options.match, options.exclude);
  const isWanted = (object: ListedObject) => {
    listed.push(object);
    const key = keyOf(object.kind, object.id);
    return !managedIds.has(key) && !declaredIds.has(key) && isSelected(object.name);
  };
  const { objects, failures } = await read(options, isWanted, signal);
  const { added, files } = codeFor(objects, options.out, code);
  if (!options.dryRun) writeFiles(options.out, files);
  return {
    added,
    managed: listed.filter(({ kind, id }) => managedIds.has(keyOf(kind, id))).length,
    declared: listed.filter(({ kind, id }) => declaredIds.has(keyOf(kind, id))).length,
    renamed: renamedSince(code, listed),
    gone: goneSince(code, listed, options),
    failures,
    files: files.map(({ path }) => path),
  };
}

function read(
  { kinds }: ExportOptions,
  isWanted: (object: ListedObject) => boolean,
  signal: AbortSignal,
): Promise<ReadResult> {
  const show = statusLine();
  const onProgress = (listed: number, done: number) => show(`Read ${done} of ${listed} objects`);
  return withConnection(({ client, concurrency }) =>
    readWorkspace(client, { kinds, isWanted, concurrency, signal, onProgress }).finally(() => show("")),
  );
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/**
 * Names the objects and returns the files to write. Uses neither an id that the code has already, nor an id
 * whose prompt file a user has written. A prompt file of a killed run is recognised by its contents, and its
 * id is used.
 */
function codeFor(objects: readonly WorkspaceObject[], folder: string, code: ExportedCode) {
  const prompts = join(folder, "prompts");
  const names = new Map(
    existsSync(prompts) ? readdirSync(prompts).map((name) => [name.toLowerCase(), name]) : [],
  );
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

function renamedSince({ declared }: ExportedCode, listed: readonly ListedObject[]): ExportReport["renamed"] {
  const names = new Map(listed.map(({ kind, id, name }) => [keyOf(kind, id), name]));
  return declared.flatMap(({ kind, codeId, name, objectId }) => {
    const now = objectId === undefined ? undefined : names.get(keyOf(kind, objectId));
    return now === undefined || name === null || now === name ? [] : { codeId, from: name, to: now };
  });
}

function goneSince(code: ExportedCode, listed: readonly ListedObject[], { kinds }: ExportOptions): string[] {
  const keys = new Set(listed.map(({ kind, id }) => keyOf(kind, id)));
  return code.declared
    .filter(({ kind, objectId }) => objectId !== undefined && kinds.includes(kind))
    .filter(({ kind, objectId }) => !keys.has(keyOf(kind, objectId!)))
    .map(({ codeId }) => codeId);
}

/** Where an added snippet's prompt is. */
export function fileOf({ object, codeId }: NamedObject<WorkspaceObject>): string | undefined {
  return object.kind === "snippet" ? promptPath(codeId) : undefined;
}
