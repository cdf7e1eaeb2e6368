import { isCancelled, isOutage, OutreachError } from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import type { Listing } from "./inventory";
import type { AnyKind, Declared, ObjectKind, Readable } from "./object-kind";
import { isInWorkspace } from "./other-workspace";
import { lookUntil, withGrace } from "./patience";
import { readOnce } from "./read-once";
import { describe, importLines } from "./subject";

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
}

/**
 * The object that a create with a lost answer has made, taken over, with its id and dates; undefined where a whole list shows for so many
 * milliseconds that there is none. Throws where that cannot be found out: then nothing may be created again.
 */
export async function findLost(
  creation: Creation,
  lost: OutreachError,
  timeoutMs: number,
): Promise<Readable | undefined> {
  const { kind, workspace, call } = creation;
  call.log.warn("The answer of a create was lost; looking for the object", { type: kind.type });
  const looking = { ...creation, call: { ...call, signal: withGrace(call.signal) } };
  let seen: Candidates | undefined;
  // Collected over all looks: a list may lag behind the one before it, and lack an object that was on that.
  const everDoubtful = new Set<string>();
  let trouble: unknown;
  await lookUntil(
    async () => {
      seen = await candidates(looking).catch((error: unknown) => {
        trouble = error;
        return undefined;
      });
      for (const id of seen?.doubtful ?? []) everDoubtful.add(id);
      return seen !== undefined && seen.own.length > 0 ? true : undefined;
    },
    timeoutMs,
    call.signal,
  );
  if (seen === undefined) {
    // From here on no other call is begun; creates that are under way still end, and tell of objects that may exist.
    if (isOutage(trouble)) workspace.reportOutage(trouble);
    if (!(trouble instanceof OutreachError) || isCancelled(trouble)) throw lost;
    throw withLater(lost, "Looking for its object failed, too.", trouble);
  }
  const { own } = seen;
  const ownership = workspace.ownership(kind);
  const ids = own.map(({ id }) => id);
  const doubtful = [...everDoubtful].filter((one) => !ids.includes(one) && ownership.isFree(one));
  const [found] = own;
  if (found === undefined && doubtful.length === 0) {
    if (call.signal.aborted) throw lost;
    return undefined;
  }
  if (found !== undefined && own.length === 1 && ownership.take(found.id)) return found;
  throw undecided(creation, lost, [...ids, ...doubtful]);
}

/** A lost answer, and what failed after it. What may exist is told first. */
export function withLater(lost: OutreachError, what: string, later: OutreachError): OutreachError {
  const message = `${lost.message} ${what} ${later.message}`;
  return Object.assign(new OutreachError({ code: lost.code, message }), { ...lost });
}

function undecided({ kind }: Creation, lost: OutreachError, ids: readonly string[]): DiagnosticError {
  const objects = ids.length === 1 ? "1 object" : `${ids.length} objects`;
  return new DiagnosticError({
    severity: "error",
    summary: `${describe({ type: kind.type })}: ${objects} may be the one that was created`,
    detail: `${lost.message}\n\nEach has the declared name and appeared during this run, and nothing proves which one this create made. Nothing more was created. Import the one it made and delete what nobody needs, or declare another name:\n${importLines(kind.type, ids)}`,
  });
}

/** Objects that a create may have made: not there before, and of nobody else in this process. */
interface Candidates {
  /** Of this content and dated since the create began. */
  readonly own: readonly Readable[];
  /**
   * The others of this name. A server may rewrite what it stores, answer reads later than lists, or date by another
   * clock than its answers, so each may be the one: while there are any, nothing is created again.
   */
  readonly doubtful: readonly string[];
}

export async function candidates({
  kind,
  content,
  workspace,
  call,
  before,
  since,
}: Creation): Promise<Candidates> {
  const listing = await workspace.inventory(kind).fresh(call.signal);
  const unclaimed = listing
    .alike(content.name)
    .filter(({ id }) => !before.has(id) && workspace.ownership(kind).isFree(id));
  /** The object, where it is surely of this content and date. */
  const readOwn = async (id: string): Promise<Readable | undefined> => {
    const { found } = await readOnce(kind, id, workspace, call);
    if (found === undefined || !isInWorkspace(found, workspace)) return undefined;
    const isOwn = kind.differences(content, found).length === 0 && isSince(found.createdAt, since);
    return isOwn ? found : undefined;
  };
  const judged = await Promise.all(unclaimed.map(async ({ id }) => ({ id, own: await readOwn(id) })));
  return {
    own: judged.flatMap(({ own }) => own ?? []),
    doubtful: judged.filter(({ own }) => own === undefined).map(({ id }) => id),
  };
}

/** An instant to the second. Without an offset, or with less precision, a date does not say when something was. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i;

/** Milliseconds since 1970; NaN for a date that does not say when it was. */
function instantOf(createdAt: string | null): number {
  return createdAt !== null && INSTANT.test(createdAt) ? Date.parse(createdAt) : Number.NaN;
}

/** Servers may date in whole seconds. A date that cannot be read proves nothing, and the list from before decides. */
function isSince(createdAt: string | null, since: number | undefined): boolean {
  const created = instantOf(createdAt);
  if (since === undefined || Number.isNaN(created)) return true;
  return created >= Math.floor(since / 1000) * 1000;
}

/** How far the server's clock, as we know it, may lag. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * Warns of an object that was taken over although it is dated after the answer that said nothing of it. A server may carry a create
 * out later than it gives up on it; but another run, of another state, may also have made one just like it meanwhile.
 */
export function warnOfLaterDate(
  { type }: AnyKind,
  { id, createdAt }: Readable,
  failedAt: number | undefined,
  call: Call,
): void {
  if (failedAt === undefined || !(instantOf(createdAt) > failedAt + CLOCK_TOLERANCE_MS)) return;
  call.diagnostics.warn(
    `${describe({ type, id })} is dated later than the failure of its create`,
    "The answer of the create was lost. This object has the declared name and content and appeared after that, so it was taken for the object of this create. " +
      "If another configuration created it meanwhile, two states hold it now: remove it from one of them (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}
