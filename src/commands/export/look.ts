import { resolve } from "node:path";
import type { Doubt } from "../../client";
import type { State } from "../../estate/states/read-states";
import type { StateObject } from "../../estate/states/state-file";
import { heldRow, isManaged, judgeRows } from "../../estate/verdict";
import type { Connection } from "../../estate/workspace/connection";
import { keyOf, type Kind, type ListedObject, listPages, readObject } from "../../estate/workspace/workspace";
import { Workspace, type WorkspaceObject } from "../../estate/workspace/workspace";
import { absenceOf, areAllMissing } from "../../objects/absence";
import { isInWorkspace } from "../../objects/kinds";
import { Listing, type OnDoubt } from "../../objects/listing";
import { sameText } from "../../objects/text";
import { atMost, groupBy, inParallel } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { REDACTED } from "../../util/secrets";
import type { DeclaredObject, ExportedCode } from "./objects-file";

export function doubtful(kind: Kind, { reason }: Doubt): string {
  return `The list of ${kind}s may lack objects (${reason}), so it is not known which ${kind}s exist.`;
}

export interface Reading {
  readonly lists: ReadonlyMap<Kind, Listing>;
  readonly listed: readonly ListedObject[];
  readonly objects: readonly WorkspaceObject[];
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly object: ListedObject;
  readonly message: string;
}

export interface Scope {
  readonly connection: Connection;
  readonly managed: readonly StateObject[];
  readonly isSelected: (object: ListedObject) => boolean;
  readonly signal: AbortSignal;
}

export async function readObjects(
  { connection, signal }: Pick<Scope, "connection" | "signal">,
  kinds: readonly Kind[],
  isWanted: (object: ListedObject) => boolean,
): Promise<Reading> {
  // With only the client's own limit, the next list request would wait for all reads of this page.
  const turn = atMost(connection.concurrency);
  const listed: ListedObject[] = [];
  const reads: Promise<WorkspaceObject | Failure>[] = [];
  const list = async (kind: Kind) => {
    async function* pages(onDoubt: OnDoubt) {
      for await (const page of listPages(connection.client, kind, { signal, onDoubt })) {
        listed.push(...page);
        const wanted = page.filter(isWanted);
        reads.push(...wanted.map((object) => turn(() => readOne(connection, object, signal))));
        yield page;
      }
    }
    return [kind, await Listing.read(pages)] as const;
  };
  const lists = new Map(await Promise.all(kinds.map(list)));
  const ended = await Promise.all(reads);
  signal.throwIfAborted();
  return {
    ...{ lists, listed },
    objects: ended.flatMap((one) => ("message" in one ? [] : one)),
    failures: ended.flatMap((one) => ("message" in one ? one : [])),
  };
}

/** Returns a failure if the read fails or shows the object in another workspace. */
export async function readOne(
  { client, workspaceId }: Connection,
  object: ListedObject,
  signal: AbortSignal,
): Promise<WorkspaceObject | Failure> {
  try {
    signal.throwIfAborted();
    const found = await readObject(client, object, signal);
    if (isInWorkspace(found.workspaceId, workspaceId)) return found;
    return { object, message: "The API shows it in another workspace. Check OUTREACH_WORKSPACE_ID." };
  } catch (error) {
    return { object, message: messageOf(error) };
  }
}

interface Renamed {
  readonly codeId: string;
  readonly from: string;
  readonly to: string;
}

export interface Changes {
  readonly renamed: readonly Renamed[];
  readonly gone: readonly string[];
  /** What lists and reads could not prove. If anything is unknown, the export may be incomplete. */
  readonly unknown: readonly string[];
}

const CHECK_SETTINGS = "Check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID.";

export async function compareWithServer(
  { declared, gaps }: ExportedCode,
  { lists, listed }: Reading,
  scope: Scope,
): Promise<Changes> {
  const names = new Map(listed.map((one) => [keyOf(one), one.name]));
  const nameOf = ({ kind, objectId }: DeclaredObject) => names.get(keyOf({ kind, id: objectId! }));
  const [renamed, gone, unknown]: [Renamed[], string[], string[]] = [[], [], [...gaps]];
  const isEmpty = [...lists.values()].every(({ doubt, isEmpty: isNone }) => doubt === undefined && isNone);
  if (isEmpty) unknown.push(`The workspace shows no objects. ${CHECK_SETTINGS}`);
  for (const [kind, listing] of lists) {
    const ofKind = declared.filter((one) => one.kind === kind && one.objectId !== undefined);
    const isKnown = ofKind.length > 0 || scope.managed.some((one) => one.kind === kind);
    if (listing.doubt !== undefined) unknown.push(doubtful(kind, listing.doubt));
    else if (listing.isEmpty && isKnown)
      unknown.push(`The workspace shows no ${kind}, although the code or a state has one. ${CHECK_SETTINGS}`);
    else {
      const verdicts = await inParallel(ofKind, scope.connection.concurrency, (object) =>
        judge(object, listing, nameOf(object), scope),
      );
      renamed.push(...verdicts.flatMap((verdict) => verdict.renamed ?? []));
      unknown.push(...verdicts.flatMap((verdict) => verdict.unknown ?? []));
      const deleted = verdicts.flatMap((verdict) => verdict.gone ?? []);
      const found = ofKind.filter((object) => nameOf(object) !== undefined).length;
      if (areAllMissing({ found, deleted: deleted.length }, listing))
        unknown.push(
          `The workspace has none of the ${deleted.length} ${kind}s that the code declares. ${CHECK_SETTINGS}`,
        );
      else gone.push(...deleted);
    }
  }
  return { renamed, gone, unknown };
}

/**
 * `listed` is the object's name in the list. A list may cut names, and an old list may lack new objects: the
 * object is read if the list lacks it or shows another name.
 */
async function judge(
  { kind, codeId, name: from, objectId }: DeclaredObject,
  listing: Listing,
  listed: string | undefined,
  { connection: { client }, signal }: Scope,
): Promise<{ renamed?: Renamed; gone?: string; unknown?: string }> {
  const id = objectId!;
  if (listed !== undefined && (from === null || sameText(listed, from))) return {};
  try {
    const { name: to } = await readObject(client, { kind, id }, signal);
    if (listed !== undefined) return sameText(from, to) ? {} : { renamed: { codeId, from: from!, to } };
    return { unknown: `The list lacks the object of ${codeId}, but a read finds it. Run the command again.` };
  } catch (error) {
    signal.throwIfAborted();
    if (absenceOf(error, id, listing).is === "deleted") return { gone: codeId };
    return { unknown: `The object of ${codeId} cannot be read: ${messageOf(error)}` };
  }
}

/**
 * Returns how many listed objects a state holds. If a state's object shares only the id, the listed object is
 * a failure.
 */
export async function compareWithStates({ listed }: Reading, scope: Scope) {
  const { connection, managed, isSelected, signal } = scope;
  const selected = new Map(listed.filter(isSelected).map((one) => [keyOf(one), one]));
  const holders = managed.filter((state) => selected.has(keyOf(state)));
  const rows = await judgeRows(new Workspace(connection, signal), holders.map(heldRow), listed);
  const groups = [...groupBy(rows, ({ held }) => (held === undefined ? null : keyOf(held)))];
  const failures = groups.flatMap(([key, by]): Failure[] => {
    const [{ held, why = "It was deleted after it was listed." }] = by;
    if (by.some(isManaged)) return [];
    const object = selected.get(key)!;
    const isSensitive = by.some((row) => row.held!.sensitive.has("name"));
    const message = `The state of ${held!.source.name} has an object with this id, at ${held!.address}. ${why}`;
    return [{ object: isSensitive ? { ...object, name: REDACTED } : object, message }];
  });
  return { managed: groups.length - failures.length, failures };
}

export function missingIn(states: readonly State[], out: string): string[] {
  return states.flatMap(({ source, stack, isMissing }) => {
    if (!isMissing || (stack !== undefined && resolve(stack.folder) === out)) return [];
    return `The stack ${source.name} has no state on this machine. If it was applied elsewhere, it may manage the new objects.`;
  });
}
