import { isCancelled, isOutage, OutreachError } from "../../client";
import type { Listed, Readable } from "../../objects/found";
import { instantOf, mayBeOffset } from "../../objects/instant";
import type { Listing } from "../../objects/listing";
import { isCut, looseName, mayBeNamed, nameKey } from "../../objects/text";
import { pause, pollUntil, withGrace } from "../run/polling";
import type { Declared } from "../run/object-kind";
import type { HookContext } from "../run/operation";
import { describe, importLines, ProviderError, shownId, type Subject } from "../wording/subject";
import { RETRIED_CREATE, warnOfDuplicates } from "./existing-name";
import { readOnce } from "./find-object";
import { isInWorkspace } from "./identity";

export interface Creation extends HookContext {
  readonly subject: Subject;
  readonly content: Declared;
  readonly before: readonly Listing[];
  /** Server time before the create's first request, in milliseconds since 1970. */
  readonly since: number | undefined;
  /** This machine's time at `since`, which shows whether the Date header is wrong. */
  readonly localSince: number;
  /** Latest creation time of the objects that this run wrote earlier, in milliseconds since 1970. */
  readonly latestCreation: number;
}

type Candidates = Awaited<ReturnType<typeof candidates>>;

/**
 * Finds the objects that this create may have made, in a list that began after `since`. As long as an object
 * is `doubtful`, the create is not retried.
 */
async function candidates(creation: Creation, since: number) {
  const { kind, run, call } = creation;
  const { inventory, lag, ownership } = run.memory(kind);
  const listing = await inventory.since(since, call.signal);
  lag.recordList(listing);
  const unclaimed = listing
    .newSince(creation.before[0]!)
    .filter(({ id }) => !existedBefore(creation, id) && ownership.isFree(id))
    .filter((one) => !isListedForAnother(creation, one));
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

/**
 * This create made an object if the object has the declared content and was created after the create began.
 */
type Judgement = Readable | "doubtful" | "other";

function existedBefore({ before }: Creation, id: string): boolean {
  return before.some((listing) => listing.has(id));
}

async function judge(creation: Creation, listed: Listed): Promise<Judgement> {
  const { kind, content, run, before, since } = creation;
  const { unmanaged } = run.memory(kind);
  const known = unmanaged.get(listed.id);
  if (known !== undefined && isOther(creation, listed, known)) return "other";
  const { found } = await readOnce(creation, listed.id);
  if (found === undefined || !isInWorkspace(found, run)) return "doubtful";
  const isMade = kind.differences(content, found).length === 0 && isSince(found.createdAt, since);
  // If every list before the create was partial, the object may have existed before the create.
  if (isMade) return before.every(({ doubt }) => doubt?.isPartial === true) ? "doubtful" : found;
  if (!isOther(creation, listed, found)) return "doubtful";
  unmanaged.set(found.id, found);
  return "other";
}

/** Returns true if the name in the list must be that of another create of this run. */
function isListedForAnother({ kind, run, content }: Creation, { name }: Listed): boolean {
  if (!run.memory(kind).createdNames.has(nameKey(name))) return false;
  return !mayBeNamed(content.name, name) && !isCut(content.name, name);
}

function isOther(creation: Creation, listed: Listed, found: Readable): boolean {
  const { kind, content, run, since } = creation;
  if (looseName(listed.name) === looseName(content.name)) return false;
  if (mayBeNamed(content.name, found.name)) return false;
  // If only the name differs and no other create of this run has that name, the API may have altered the name.
  const hasText = Object.entries(content).some(([name, text]) => name !== "name" && text !== "");
  const isSame = hasText && kind.differences(content, found).every(({ attribute }) => attribute === "name");
  const key = nameKey(found.name);
  return !isSame || run.memory(kind).createdNames.has(key) || !isSince(found.createdAt, since);
}

/**
 * Returns true if the object may have been created at `since` or later, even if its time is in whole seconds.
 */
function isSince(createdAt: string | null, since: number | undefined): boolean {
  const created = instantOf(createdAt);
  if (since === undefined || Number.isNaN(created)) return true;
  return created >= Math.floor(since / 1000) * 1000;
}

interface LostCreate {
  readonly error: OutreachError;
  readonly lost: OutreachError;
  /** The time is in milliseconds of `performance.now`. */
  readonly lostAt: number;
  /** If the rate limit refused the create, the server would also refuse lists until `waitMs` has passed. */
  readonly isRefused: boolean;
  /** Milliseconds from the failure to the retry; undefined if no retry follows. */
  readonly waitMs: number | undefined;
}

export async function findMade(creation: Creation, create: LostCreate): Promise<Readable | undefined> {
  const { run, call } = creation;
  const { error, lostAt, isRefused, waitMs } = create;
  const elapsed = () => performance.now() - lostAt;
  if (waitMs === undefined) return findLost(creation, create, run.settings.visibilityTimeoutMs);
  // Refusals of other calls change how long lists may lack the object, so each look calculates the time again.
  const untilVisible = () => untilVisibleMs(creation, error);
  if (!isRefused) {
    const found = await findLost(creation, create, untilVisible);
    if (found !== undefined || elapsed() >= waitMs) return found;
  }
  await pause(waitMs - elapsed(), call.signal);
  if (!isRefused) return findLost(creation, { ...create, lostAt: performance.now() }, 0);
  const waited = elapsed();
  return findLost(creation, create, () => Math.max(0, untilVisible() - waited));
}

/** Returns undefined if no list shows the object in time. Throws if the result stays ambiguous. */
async function findLost(
  creation: Creation,
  { lost, lostAt }: LostCreate,
  timeoutMs: number | (() => number),
): Promise<Readable | undefined> {
  const { kind, run, call } = creation;
  call.log.warn("The response to a create was lost; looking for the object", { type: kind.type });
  const looking = { ...creation, call: { ...call, signal: withGrace(call.signal) } };
  let seen: Candidates | undefined;
  // A later list may lack an object that an earlier list showed.
  const doubts = new Set<string>();
  let failure: unknown;
  const look = async () => {
    seen = await candidates(looking, seen?.listedAt ?? lostAt).catch((error: unknown) => {
      failure = error;
      return undefined;
    });
    for (const id of seen?.doubtful ?? []) doubts.add(id);
    for (const id of seen?.others ?? []) doubts.delete(id);
    return seen !== undefined && seen.own.length > 0 ? true : undefined;
  };
  await pollUntil(look, timeoutMs, call.signal);
  if (seen === undefined) {
    if (isOutage(failure)) run.failures.reportOutage(failure);
    if (!(failure instanceof OutreachError) || isCancelled(failure)) throw lost;
    throw withLaterError(lost, "The lookup of its object failed, too.", failure);
  }
  const { own } = seen;
  const { ownership } = run.memory(kind);
  const ids = own.map(({ id }) => id);
  const doubtful = [...doubts].filter((one) => !ids.includes(one) && ownership.isFree(one));
  const [found] = own;
  if (found === undefined && doubtful.length === 0) {
    if (call.signal.aborted) throw lost;
    if (seen.doubt?.isPartial !== true) return undefined;
    throw new ProviderError(
      `${describe({ type: kind.type })} may have been created, and the list of the API does not show whether it was`,
      `${lost.message}\n\nThe list may lack objects: ${seen.doubt.reason}. So no further create was sent. ` +
        "Look for the object in Outreach. If it exists, import it, or delete it if you do not need it; then plan again.",
    );
  }
  if (found !== undefined && own.length === 1 && ownership.take(found.id)) return found;
  throw undecided(creation, lost, [...ids, ...doubtful]);
}

export function withLaterError(lost: OutreachError, what: string, later: OutreachError): OutreachError {
  const message = `${lost.message} ${what} ${later.message}`;
  return Object.assign(new OutreachError({ code: lost.code, message }), { ...lost });
}

function undecided({ kind }: Creation, lost: OutreachError, ids: readonly string[]): ProviderError {
  return new ProviderError(
    `${describe({ type: kind.type })}: ${ids.length === 1 ? "1 object" : `${ids.length} objects`} may be the one that was created`,
    `${lost.message}\n\nEach of the objects below appeared during this run with the declared name, or with a name or content that the API may have made from the declared one. No further create was sent. Import the object that comes from this create, and delete those that you do not need, or declare another name:\n${importLines(kind.type, ids)}`,
  );
}

/** Largest expected difference between the clocks of the servers that set creation times. */
const CLOCK_TOLERANCE_MS = 2_000;

/** Largest expected difference between the Date header and the creation time of an object. */
const DATE_TOLERANCE_MS = 60_000;

export function takeNew(creation: Creation, id: string): void {
  const { ownership } = creation.run.memory(creation.kind);
  if (!ownership.takeCreated(id, existedBefore(creation, id))) throw existing(creation, id);
}

export function refuseExisting(creation: Creation, found: Readable): void {
  if (isOlder(creation, found) || isOther(creation, found, found)) throw existing(creation, found.id);
}

/** A server may send local times as UTC, so a difference of a whole time zone proves nothing. */
function isOlder(
  { kind, content, since = Number.NaN, localSince, latestCreation }: Creation,
  found: Readable,
): boolean {
  const created = instantOf(found.createdAt);
  if (created < latestCreation - CLOCK_TOLERANCE_MS) return true;
  // An object with other content gets less tolerance: if a create took it by mistake, the next apply would
  // delete the object.
  const isSame = kind.differences(content, found).length === 0;
  const toleranceMs = isSame ? DATE_TOLERANCE_MS : CLOCK_TOLERANCE_MS;
  return Math.min(since, localSince) - created > toleranceMs && !mayBeOffset(since - created, toleranceMs);
}

function existing({ kind }: Creation, id: string): ProviderError {
  return new ProviderError(
    `${describe({ type: kind.type })}: the API responded to a create with the id of an existing object (${shownId(id)})`,
    "Its creation time, its name, or an earlier list or create of this run shows that this create has not made the object. Two resources must not manage one object, so it is not in the state. " +
      "If you want to manage it and no resource does, import it; else declare another name.\n" +
      importLines(kind.type, [id]),
  );
}

export function warnOfLaterDate(
  { kind: { type }, call }: Creation,
  { id, createdAt }: Readable,
  failedAt: number | undefined,
): void {
  if (failedAt === undefined || !(instantOf(createdAt) > failedAt + CLOCK_TOLERANCE_MS)) return;
  call.diagnostics.warn(
    `${describe({ type, id })} was created after its create request had failed`,
    "The response to the create was lost. This object has the declared name and content and appeared after the failure, so it was adopted as the object of this create. " +
      "If another configuration created it at the same time, two states now contain it: remove it from one of them (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}

export async function findDuplicates(creation: Creation, id: string, listedSince: number): Promise<void> {
  const { kind, call } = creation;
  const { own, doubtful } = await candidates(creation, listedSince).catch(() => ({ own: [], doubtful: [] }));
  warnOfDuplicates({ type: kind.type, id }, call, [...own.map((one) => one.id), ...doubtful]);
}

/** Later plans look for the object that an earlier attempt may still create. */
export function recordRetriedCreate({ before, content: { name }, call }: Creation): void {
  const listed = before.flatMap((list) => [...list.named(name), ...list.disguised(name)]);
  call.private.set(RETRIED_CREATE, [...new Set(listed.map(({ id }) => id))]);
}

/** Milliseconds for which lists may lack the object after a single 429. */
const SINGLE_REFUSAL_MS = 2_000;

/**
 * Milliseconds after the failure for which lists may lack the object; 0 if one list is enough. A server at
 * its rate limit creates nothing, but a gateway may send the 429 after the server has created the object.
 */
function untilVisibleMs({ kind, run }: Creation, error: OutreachError): number {
  const { visibilityTimeoutMs } = run.settings;
  if (!run.client.isForRate(error) || run.memory(kind).lag.isShown) return visibilityTimeoutMs;
  return run.client.limitsRate ? 0 : Math.min(SINGLE_REFUSAL_MS, visibilityTimeoutMs);
}
