import { resolve } from "node:path";
import { nameFilter } from "../../util/name-filter";
import { statusLine } from "../../util/status-line";
import { objectsOfWorkspace, type State } from "../../estate/states/read-states";
import { type Connection, withConnection } from "../../estate/workspace/connection";
import { mayShowOtherNames, OTHER_NAMES } from "../../estate/workspace/look";
import { keyOf, type ListedObject } from "../../estate/workspace/objects";
import { compareWithServer } from "./changes";
import { codeFor, wantedFor } from "./code-for";
import type { ExportedCode } from "./format";
import { openCode } from "./open-code";
import { compareWithStates } from "./managed";
import type { ExportOptions } from "./options";
import { type Reading, readObjects, type ReadOptions, type Scope } from "./read-objects";
import { markOf } from "./workspace-mark";
import { writing } from "./writing";

/** What an export did, or would do. Paths in `files` are relative to the folder of the export. */
export type ExportReport = Awaited<ReturnType<typeof exportWorkspace>>;

export interface Input {
  readonly options: ExportOptions;
  /** Reads the states. May start engines, so a folder of another workspace is refused before. */
  readStates(): Promise<readonly State[]>;
  readonly signal: AbortSignal;
}

/** Reads the objects that are neither managed nor declared, and writes code for them. */
export function exportWorkspace({ options, readStates, signal }: Input) {
  return withConnection(async (connection) => {
    const before = await openCode(options, connection, signal);
    const states = await readStates();
    const inStates = states.flatMap(({ objects }) => objects);
    const managed = objectsOfWorkspace(states, connection.workspaceId);
    const isNamed = nameFilter(options.match, options.exclude);
    const isSelected = (object: ListedObject) => isNamed(object.name) && !options.isIgnored(object);
    const scope = { connection, options, managed, isSelected, signal };
    const isWanted = wantedFor(before, scope);
    const reading = await readShowingProgress(connection, { kinds: options.kinds, isWanted, signal });
    const held = await compareWithStates(reading, scope);
    const doubts = await otherNamesIn(reading, before, scope);
    const changes = await compareWithServer(before, reading, scope);
    const workspace = before.data.workspace ?? markOf(connection);
    const decide = async () => {
      const code = await openCode(options, connection, signal);
      return { code, ...codeFor(reading, code, { ...scope, inStates, folder: options.out, workspace }) };
    };
    const { code, added, failures, files } = await writing(decide, options, signal);
    return {
      added,
      managed: held.managed.length,
      ...counts(reading, code, scope),
      ...changes,
      unknown: [...changes.unknown, ...doubts, ...(added.length > 0 ? missingIn(states, options.out) : [])],
      advice: added.length === 0 ? [] : code.advice,
      failures: [...failures, ...held.failures],
      files: files.map(({ path }) => path),
    };
  });
}

function readShowingProgress(connection: Connection, options: ReadOptions): Promise<Reading> {
  const show = statusLine();
  const onProgress = (listed: number, done: number) => show(`Read ${done} of ${listed} objects`);
  return readObjects(connection, { ...options, onProgress }).finally(() => show(""));
}

/** Counts the listed objects that the code declares, and those that only the options leave out. */
function counts({ lists }: Reading, code: ExportedCode, { managed, isSelected }: Scope) {
  const listed = [...lists.values()].flatMap(({ objects }) => objects);
  const isUndeclared = wantedFor(code, { managed: [], isSelected: () => true });
  const isOpen = wantedFor(code, { managed, isSelected: () => true });
  return {
    declared: listed.filter((object) => !isUndeclared(object)).length,
    leftOut: listed.filter((object) => isOpen(object) && !isSelected(object)).length,
  };
}

/** Returns a doubt if the list may show other names than the objects have: the options apply to listed names. */
async function otherNamesIn(
  { lists, objects }: Reading,
  code: ExportedCode,
  { options, connection, managed, signal }: Scope & { readonly options: ExportOptions },
): Promise<string[]> {
  if (options.match.length + options.exclude.length === 0) return [];
  const listed = [...lists.values()].flatMap((list) => list.objects);
  const names = new Map(listed.map((one) => [keyOf(one), one.name]));
  if (objects.some((object) => names.get(keyOf(object)) !== object.name)) return [OTHER_NAMES];
  const isOpen = wantedFor(code, { managed, isSelected: () => true });
  const read = new Set(objects.map(keyOf));
  const unread = listed.filter((object) => isOpen(object) && !read.has(keyOf(object)));
  return (await mayShowOtherNames(connection, unread, signal)) ? [OTHER_NAMES] : [];
}

/**
 * Returns a doubt for each stack whose state may hold the new objects, but is not on this machine. The stack in
 * the folder of the export is none of them: its data file knows the objects.
 */
function missingIn(states: readonly State[], out: string): string[] {
  return states.flatMap(({ source, stack, isMissing }) => {
    if (!isMissing || (stack !== undefined && resolve(stack.folder) === out)) return [];
    return `The stack ${source.name} has no state on this machine. If it was applied elsewhere, it may manage the new objects.`;
  });
}
