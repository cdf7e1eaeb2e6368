import { absenceOf, areAllMissing } from "../../objects/absence";
import { sameText } from "../../objects/text";
import { messageOf } from "../../util/message-of";
import { inParallel } from "../../util/lists";
import { type Kind, readObject } from "../../estate/workspace/objects";
import type { DeclaredObject, ExportedCode } from "./format";
import { doubtful, type List, type Reading, type Scope } from "./read-objects";

/** How the objects of the code differ from the workspace, by the ids of the code. Settled objects count, too. */
export interface Changes {
  readonly renamed: readonly { readonly codeId: string; readonly from: string; readonly to: string }[];
  /** The objects are confirmed deleted. */
  readonly gone: readonly string[];
  /** What the lists and reads do not prove. If there is any, the export is not known to be complete. */
  readonly unknown: readonly string[];
}

type Context = Pick<Scope, "connection" | "managed" | "signal">;

const CHECK_SETTINGS = "Check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID.";

export async function compareWithServer(
  { declared, gaps }: ExportedCode,
  { lists }: Reading,
  context: Context,
): Promise<Changes> {
  const isEmpty = [...lists.values()].every(({ listing }) => listing.doubt === undefined && listing.isEmpty);
  const exported = declared.filter(({ objectId }) => objectId !== undefined);
  const changes = await Promise.all([...lists].map((list) => compareKind(list, exported, context)));
  const empty = unknown(`The workspace shows no objects. ${CHECK_SETTINGS}`);
  return joined([{ unknown: gaps }, ...(isEmpty ? [empty] : []), ...changes]);
}

function joined(parts: readonly Partial<Changes>[]): Changes {
  return {
    renamed: parts.flatMap(({ renamed = [] }) => renamed),
    gone: parts.flatMap(({ gone = [] }) => gone),
    unknown: parts.flatMap((part) => part.unknown ?? []),
  };
}

async function compareKind(
  [kind, { listing, objects }]: readonly [Kind, List],
  declared: readonly DeclaredObject[],
  context: Context,
): Promise<Partial<Changes>> {
  const ofKind = declared.filter((one) => one.kind === kind);
  const held = context.managed.flatMap((one) => (one.kind === kind ? one.id : []));
  const known = new Set([...held, ...ofKind.map(({ objectId }) => objectId)]).size;
  if (listing.doubt !== undefined) return unknown(doubtful(kind, listing.doubt));
  if (listing.isEmpty && known > 0)
    return unknown(
      `The workspace shows no ${kind}, although the code and the states have ${known}. ${CHECK_SETTINGS}`,
    );
  const names = new Map(objects.map(({ id, name }) => [id, name]));
  const verdicts = await inParallel(ofKind, context.connection.concurrency, (object) =>
    judge(object, { listing, listed: names.get(object.objectId!) }, context),
  );
  const changes = joined(verdicts);
  const { length: deleted } = changes.gone;
  const found = ofKind.filter(({ objectId }) => names.has(objectId!)).length;
  if (!areAllMissing({ found, deleted }, listing)) return changes;
  const doubt = `The workspace has none of the ${deleted} ${kind}s that the code declares. ${CHECK_SETTINGS}`;
  return { ...changes, gone: [], unknown: [...changes.unknown, doubt] };
}

function unknown(text: string): Partial<Changes> {
  return { unknown: [text] };
}

/**
 * Judges one object. Reads it if the list lacks it or shows another name: a list proves no rename,
 * because it may cut names, and no delete, because it may be old.
 */
async function judge(
  { kind, codeId, name: from, objectId }: DeclaredObject,
  { listing, listed }: Pick<List, "listing"> & { readonly listed: string | undefined },
  { connection: { client }, signal }: Context,
): Promise<Partial<Changes>> {
  const id = objectId!;
  if (listed !== undefined && (from === null || sameText(listed, from))) return {};
  try {
    const { name: to } = await readObject(client, { kind, id }, signal);
    if (listed !== undefined) return sameText(from, to) ? {} : { renamed: [{ codeId, from: from!, to }] };
    return unknown(`The list lacks the object of ${codeId}, but a read finds it. Run the command again.`);
  } catch (error) {
    signal.throwIfAborted();
    if (absenceOf(error, { id, listing }).is === "deleted") return { gone: [codeId] };
    return unknown(`The object of ${codeId} cannot be read: ${messageOf(error)}`);
  }
}
