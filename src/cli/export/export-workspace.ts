import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { StateObject } from "../states/state-file";
import { withConnection } from "../workspace/connection";
import { CounterLine } from "../workspace/counter-line";
import { nameFilter } from "../workspace/name-filter";
import type { ListedObject, WorkspaceObject } from "../workspace/objects";
import { type ReadFailure, type ReadResult, readWorkspace } from "../workspace/read";
import { type ExportedCode, promptPath } from "./format";
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
  const added = nameObjects(objects, idsInUse(options.out, code));
  const files = added.length === 0 ? [] : code.withObjects(added);
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
  const line = new CounterLine();
  return withConnection(async ({ client, concurrency }) => {
    try {
      const onProgress = (listed: number, done: number) => line.show(`Read ${done} of ${listed} objects`);
      return await readWorkspace(client, { kinds, isWanted, concurrency, signal, onProgress });
    } finally {
      line.clear();
    }
  });
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** Ids of the code, and those of prompt files that a person may have put there. */
function idsInUse(folder: string, { declared }: ExportedCode): Set<string> {
  const prompts = join(folder, "prompts");
  const files = existsSync(prompts) ? readdirSync(prompts) : [];
  return new Set([
    ...declared.map(({ codeId }) => codeId),
    ...files.filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -".md".length)),
  ]);
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
