import { resolve } from "node:path";
import { heldRow, isManaged, judgeRows } from "../../estate/verdict";
import { mayShowOtherNames, OTHER_NAMES } from "../../estate/workspace/selection";
import { keyOf, type Kind, readObject, Workspace } from "../../estate/workspace/workspace";
import type { State } from "../../estate/states/read-states";
import { absenceOf, areAllMissing } from "../../objects/absence";
import { sameText } from "../../objects/text";
import { groupBy, inParallel } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { REDACTED } from "../../util/secrets";
import { wantedFor } from "./code";
import type { DeclaredObject, ExportedCode } from "./objects-file";
import type { ExportOptions } from "./options";
import { doubtful, type Failure, type List, type Reading, type Scope } from "./read-objects";

/** How the objects of the code differ from the workspace, by the ids of the code. Settled objects count, too. */
export interface Changes {
  readonly renamed: readonly { readonly codeId: string; readonly from: string; readonly to: string }[];
  readonly gone: readonly string[];
  /** What the lists and reads do not prove. If there is any, the export is not known to be complete. */
  readonly unknown: readonly string[];
}

const CHECK_SETTINGS = "Check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID.";

export async function compareWithServer(
  { declared, gaps }: ExportedCode,
  { lists }: Reading,
  scope: Scope,
): Promise<Changes> {
  const isEmpty = [...lists.values()].every(({ listing }) => listing.doubt === undefined && listing.isEmpty);
  const exported = declared.filter(({ objectId }) => objectId !== undefined);
  const changes = await Promise.all([...lists].map((list) => compareKind(list, exported, scope)));
  const empty = isEmpty ? [`The workspace shows no objects. ${CHECK_SETTINGS}`] : [];
  return joined([{ unknown: [...gaps, ...empty] }, ...changes]);
}

function joined(parts: readonly Partial<Changes>[]): Changes {
  return {
    renamed: parts.flatMap(({ renamed = [] }) => renamed),
    gone: parts.flatMap(({ gone = [] }) => gone),
    unknown: parts.flatMap(({ unknown = [] }) => unknown),
  };
}

async function compareKind(
  [kind, { listing, objects }]: readonly [Kind, List],
  declared: readonly DeclaredObject[],
  scope: Scope,
): Promise<Partial<Changes>> {
  const ofKind = declared.filter((one) => one.kind === kind);
  const held = scope.managed.flatMap((one) => (one.kind === kind ? one.id : []));
  const known = new Set([...held, ...ofKind.map(({ objectId }) => objectId)]).size;
  if (listing.doubt !== undefined) return { unknown: [doubtful(kind, listing.doubt)] };
  if (listing.isEmpty && known > 0) {
    const doubt = `The workspace shows no ${kind}, although the code and the states have ${known}.`;
    return { unknown: [`${doubt} ${CHECK_SETTINGS}`] };
  }
  const names = new Map(objects.map(({ id, name }) => [id, name]));
  const verdicts = await inParallel(ofKind, scope.connection.concurrency, (object) =>
    judge(object, listing, names.get(object.objectId!), scope),
  );
  const changes = joined(verdicts);
  const { length: deleted } = changes.gone;
  const found = ofKind.filter(({ objectId }) => names.has(objectId!)).length;
  if (!areAllMissing({ found, deleted }, listing)) return changes;
  const doubt = `The workspace has none of the ${deleted} ${kind}s that the code declares. ${CHECK_SETTINGS}`;
  return { ...changes, gone: [], unknown: [...changes.unknown, doubt] };
}

/**
 * Judges one object. `listed` is its name in the list. Reads the object if the list lacks it or shows another name: a
 * list proves no rename, because it may cut names, and no delete, because it may be old.
 */
async function judge(
  { kind, codeId, name: from, objectId }: DeclaredObject,
  listing: List["listing"],
  listed: string | undefined,
  { connection: { client }, signal }: Scope,
): Promise<Partial<Changes>> {
  const id = objectId!;
  if (listed !== undefined && (from === null || sameText(listed, from))) return {};
  try {
    const { name: to } = await readObject(client, { kind, id }, signal);
    if (listed !== undefined) return sameText(from, to) ? {} : { renamed: [{ codeId, from: from!, to }] };
    return {
      unknown: [`The list lacks the object of ${codeId}, but a read finds it. Run the command again.`],
    };
  } catch (error) {
    signal.throwIfAborted();
    if (absenceOf(error, id, listing).is === "deleted") return { gone: [codeId] };
    return { unknown: [`The object of ${codeId} cannot be read: ${messageOf(error)}`] };
  }
}

/**
 * Compares the listed objects with those that states hold under the same ids. Returns how many a state holds, and as
 * failures those for which no state is known to hold the object that the workspace has.
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

/**
 * Counts the listed objects that the code declares, and those that only the options leave out. Returns a doubt if the
 * list may show other names than the objects have: the options apply to listed names.
 */
export async function countLeftOut(
  { listed, objects }: Reading,
  code: ExportedCode,
  { match, exclude }: ExportOptions,
  { connection, managed, isSelected, signal }: Scope,
) {
  const open = listed.filter(wantedFor(code, managed));
  const names = new Map(listed.map((one) => [keyOf(one), one.name]));
  const read = new Set(objects.map(keyOf));
  const isOther = objects.some((object) => names.get(keyOf(object)) !== object.name);
  const unread = open.filter((object) => !read.has(keyOf(object)));
  const isUncertain =
    match.length + exclude.length > 0 && (isOther || (await mayShowOtherNames(connection, unread, signal)));
  return {
    declared: listed.length - listed.filter(wantedFor(code, [])).length,
    leftOut: open.filter((object) => !isSelected(object)).length,
    doubts: isUncertain ? [OTHER_NAMES] : [],
  };
}

/**
 * Returns a doubt for each stack whose state may hold the new objects, but is not on this machine. The stack in
 * the folder of the export is none of them: its data file knows the objects.
 */
export function missingIn(states: readonly State[], out: string): string[] {
  return states.flatMap(({ source, stack, isMissing }) => {
    if (!isMissing || (stack !== undefined && resolve(stack.folder) === out)) return [];
    return `The stack ${source.name} has no state on this machine. If it was applied elsewhere, it may manage the new objects.`;
  });
}
