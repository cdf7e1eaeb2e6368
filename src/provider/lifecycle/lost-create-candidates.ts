import type { Call } from "../../plugin/framework";
import { isCut, mayBeNamed, nameKey } from "../comparison/rewritten-name";
import { looseName } from "../comparison/text";
import type { Workspace } from "../run/run";
import type { Listing } from "../run/inventory";
import type { Declared, Listed, ObjectKind, Readable } from "../run/object-kind";
import { isInWorkspace } from "./other-workspace";
import { readOnce } from "./read-once";

/** Everything one create needs. */
export interface Creation {
  readonly kind: ObjectKind<Readable, Declared>;
  /** As this kind takes it. */
  readonly content: Declared;
  readonly workspace: Workspace;
  readonly call: Call;
  /** What was there before. */
  readonly before: Listing;
  /** A time that the server's clock had passed before the first request of this create. */
  readonly since: number | undefined;
  /** The name as the server keeps it, once a read has shown that. */
  readonly keptName?: string | undefined;
}

/** Objects that a create may have made: not there before, and of no other create of this process. */
export interface Candidates {
  /** Of this content and dated since the create began. */
  readonly own: readonly Readable[];
  /**
   * The others that may be the one, because a server may rewrite what it stores, answer reads later than lists, or date by
   * another clock than its answers. While there are any, nothing is created again.
   */
  readonly doubtful: readonly string[];
  /** New objects of which a read shows that they are others'. */
  readonly others: readonly string[];
  /** When the list began that shows this, in milliseconds of `performance.now`. */
  readonly listedAt: number;
}

/**
 * Lists and sorts the objects that a create may have made, by a list that began after `since`, in milliseconds of
 * `performance.now`. A list may cut or rewrite names, so each new object counts until a read of it says otherwise.
 */
export async function candidates(creation: Creation, since: number): Promise<Candidates> {
  const { kind, workspace, call, before } = creation;
  const listing = await workspace.inventory(kind).since(since, call.signal);
  const ownership = workspace.ownership(kind);
  const unclaimed = listing
    .newSince(before)
    .filter((one) => ownership.isFree(one.id) && !isListedForAnother(creation, one));
  const judged = await Promise.all(
    unclaimed.map(async (one) => ({ id: one.id, verdict: await judge(creation, one) })),
  );
  const idsOf = (wanted: Verdict) => judged.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  return {
    own: judged.flatMap(({ verdict }) => (typeof verdict === "string" ? [] : verdict)),
    doubtful: idsOf("doubtful"),
    others: idsOf("other"),
    listedAt: listing.begunAt,
  };
}

/** The object itself where it is surely of this content and date. */
type Verdict = Readable | "doubtful" | "other";

async function judge(creation: Creation, listed: Listed): Promise<Verdict> {
  const { kind, content, workspace, call, since } = creation;
  const ownership = workspace.ownership(kind);
  // Those of another run are read once, not for each lost create.
  const stranger = ownership.stranger(listed.id);
  if (stranger !== undefined && isOther(creation, listed, stranger)) return "other";
  const { found } = await readOnce(kind, listed.id, workspace, call);
  if (found === undefined || !isInWorkspace(found, workspace)) return "doubtful";
  if (kind.differences(content, found).length === 0 && isSince(found.createdAt, since)) return found;
  if (!isOther(creation, listed, found)) return "doubtful";
  ownership.noteStranger(found);
  return "other";
}

function namesOf({ content, keptName }: Creation): readonly string[] {
  return keptName === undefined ? [content.name] : [content.name, keptName];
}

/** Whether a listed name is that of another create of this process, and cannot be what a list shows of this one's. */
function isListedForAnother(creation: Creation, { name }: Listed): boolean {
  const { kind, workspace } = creation;
  if (!workspace.ownership(kind).isOfCreate(nameKey(name))) return false;
  return !namesOf(creation).some((own) => mayBeNamed(own, name) || isCut(own, name));
}

/** Whether a read shows that an object is not the one, whatever a server may have made of the declared name. */
function isOther(creation: Creation, listed: Listed, found: Readable): boolean {
  const { kind, content, workspace, since } = creation;
  if (looseName(listed.name) === looseName(content.name)) return false;
  if (namesOf(creation).some((own) => mayBeNamed(own, found.name))) return false;
  // Under a name that nothing explains: the same content tells, unless it is that of another create of this process.
  const isSame =
    hasContent(content) && kind.differences(content, found).every(({ attribute }) => attribute === "name");
  const key = nameKey(found.name);
  return !isSame || workspace.ownership(kind).isOfCreate(key) || !isSince(found.createdAt, since);
}

function hasContent(content: Declared): boolean {
  return Object.entries(content).some(([attribute, text]) => attribute !== "name" && text !== "");
}

/** An instant to the second. Without an offset, or with less precision, a date does not say when something was. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i;

/** Milliseconds since 1970; NaN for a date that does not say when it was. */
export function instantOf(createdAt: string | null): number {
  return createdAt !== null && INSTANT.test(createdAt) ? Date.parse(createdAt) : Number.NaN;
}

/** Servers may date in whole seconds. A date that cannot be read proves nothing, and the list from before decides. */
function isSince(createdAt: string | null, since: number | undefined): boolean {
  const created = instantOf(createdAt);
  if (since === undefined || Number.isNaN(created)) return true;
  return created >= Math.floor(since / 1000) * 1000;
}
