import type { Doubt } from "../../client";
import type { Listed, Readable } from "../../objects/found";
import { instantOf } from "../../objects/instant";
import type { Listing } from "../../objects/listing";
import { isCut, mayBeNamed, nameKey } from "../../objects/rewritten-name";
import { looseName } from "../../objects/text";
import type { HookCall } from "../../plugin/framework";
import type { Declared } from "../run/object-kind";
import type { HookContext } from "../run/operation";
import type { Subject } from "../phrases/subject";
import { readOnce } from "./find-object";
import { isInWorkspace } from "./identity";

/** One create, from its first request to its object. */
export interface Creation extends HookContext<HookCall> {
  readonly subject: Subject;
  readonly content: Declared;
  /** The list of the objects that existed before the create. */
  readonly before: Listing;
  /** The server's time before the first request of the create, in milliseconds since 1970. */
  readonly since: number | undefined;
  /** The name as the server stores it; undefined until a read has shown it. */
  readonly keptName?: string | undefined;
}

/** New objects of a list that are not assigned to another create, in three groups. */
export interface Candidates {
  /** Objects that have the declared content and a creation time after the create began. */
  readonly own: readonly Readable[];
  /** Objects that the create may have made. If there are any, the create is not retried. */
  readonly doubtful: readonly string[];
  /** Objects that other creates have made, as a read shows. */
  readonly others: readonly string[];
  /** Why the list may lack the object of the create; undefined for a complete list. */
  readonly doubt: Doubt | undefined;
  /** When the list of these objects began, in milliseconds of `performance.now`. */
  readonly listedAt: number;
}

/** Sorts the objects that a create may have made. Uses a list that begins after `since`. */
export async function candidates(creation: Creation, since: number): Promise<Candidates> {
  const { kind, run, call, before } = creation;
  const { inventory, lag, ownership } = run.memory(kind);
  const listing = await inventory.since(since, call.signal);
  lag.recordList(listing);
  const unclaimed = listing
    .newSince(before)
    .filter((one) => ownership.isFree(one.id) && !isListedForAnother(creation, one));
  const judged = await Promise.all(
    unclaimed.map(async (one) => ({ id: one.id, result: await judge(creation, one) })),
  );
  const idsOf = (wanted: Judgement) => judged.filter(({ result }) => result === wanted).map(({ id }) => id);
  return {
    own: judged.flatMap(({ result }) => (typeof result === "string" ? [] : result)),
    doubtful: idsOf("doubtful"),
    others: idsOf("other"),
    doubt: listing.doubt,
    listedAt: listing.begunAt,
  };
}

/** The object itself if it has the content of the create and was created after the create began. */
type Judgement = Readable | "doubtful" | "other";

async function judge(creation: Creation, listed: Listed): Promise<Judgement> {
  const { kind, content, run, before, since } = creation;
  const { unmanaged } = run.memory(kind);
  const known = unmanaged.get(listed.id);
  if (known !== undefined && isOther(creation, listed, known)) return "other";
  const { found } = await readOnce(creation, listed.id);
  if (found === undefined || !isInWorkspace(found, run)) return "doubtful";
  const isMade = kind.differences(content, found).length === 0 && isSince(found.createdAt, since);
  // A partial list before the create may have lacked the object.
  if (isMade) return before.doubt?.isPartial === true ? "doubtful" : found;
  if (!isOther(creation, listed, found)) return "doubtful";
  unmanaged.set(found.id, found);
  return "other";
}

/** Returns the names that the created object may have: as declared, and as the server stores the name. */
export function namesOf({ content, keptName }: Creation): readonly string[] {
  return keptName === undefined ? [content.name] : [content.name, keptName];
}

/** Reports whether another create of this run has the listed name, and this create cannot have it. */
function isListedForAnother(creation: Creation, { name }: Listed): boolean {
  const { kind, run } = creation;
  if (!run.memory(kind).createdNames.has(nameKey(name))) return false;
  return !namesOf(creation).some((own) => mayBeNamed(own, name) || isCut(own, name));
}

/** Reports whether a read proves that this create did not make an object, even under another name. */
function isOther(creation: Creation, listed: Listed, found: Readable): boolean {
  const { kind, content, run, since } = creation;
  if (looseName(listed.name) === looseName(content.name)) return false;
  if (namesOf(creation).some((own) => mayBeNamed(own, found.name))) return false;
  // The server cannot have made the name of this object from the declared name. The object may still be from
  // this create if its content is the same, unless another create of this run has that name.
  const isSame =
    hasContent(content) && kind.differences(content, found).every(({ attribute }) => attribute === "name");
  const key = nameKey(found.name);
  return !isSame || run.memory(kind).createdNames.has(key) || !isSince(found.createdAt, since);
}

function hasContent(content: Declared): boolean {
  return Object.entries(content).some(([attribute, text]) => attribute !== "name" && text !== "");
}

/** Reports whether an object may be from `since` or later. Its time may be missing, or in whole seconds. */
function isSince(createdAt: string | null, since: number | undefined): boolean {
  const created = instantOf(createdAt);
  if (since === undefined || Number.isNaN(created)) return true;
  return created >= Math.floor(since / 1000) * 1000;
}
