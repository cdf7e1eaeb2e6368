import { type Doubt, isCancelled, isOutage, OutreachError } from "../../client";
import type { Readable } from "../../objects/found";
import { instantOf } from "../../objects/instant";
import { pollUntil } from "../run/polling";
import { withGrace } from "../run/grace-after-stop";
import { describe, importLines, ProviderError } from "../phrases/subject";
import { candidates, type Candidates, type Creation } from "./lost-create-candidates";

/** A failed create that the server may have carried out. */
export interface LostCreate {
  readonly lost: OutreachError;
  /** When the create failed, in milliseconds of `performance.now`. Lists after that may show its object. */
  readonly lostAt: number;
}

/**
 * Finds the object of an ambiguous create and assigns it. Returns undefined if no full list shows one within
 * `timeoutMs`. Throws if the result stays ambiguous: the create is then not retried.
 */
export async function findLostCreate(
  creation: Creation,
  { lost, lostAt }: LostCreate,
  timeoutMs: number | (() => number),
): Promise<Readable | undefined> {
  const { kind, run, call } = creation;
  call.log.warn("The response to a create was lost; looking for the object", { type: kind.type });
  const looking = { ...creation, call: { ...call, signal: withGrace(call.signal) } };
  let seen: Candidates | undefined;
  // Collected from all lists, because a later list may lack an object that an earlier list showed.
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
  if (seen === undefined) throw notLooked(creation, lost, failure);
  const { own } = seen;
  const { ownership } = run.memory(kind);
  const ids = own.map(({ id }) => id);
  const doubtful = [...doubts].filter((one) => !ids.includes(one) && ownership.isFree(one));
  const [found] = own;
  if (found === undefined && doubtful.length === 0) {
    if (call.signal.aborted) throw lost;
    if (seen.doubt?.isPartial === true) throw notListed(creation, lost, seen.doubt);
    return undefined;
  }
  if (found !== undefined && own.length === 1 && ownership.take(found.id)) return found;
  throw undecided(creation, lost, [...ids, ...doubtful]);
}

/** Returns the error of an ambiguous create whose object was not looked for because every list failed. */
function notLooked({ run }: Creation, lost: OutreachError, failure: unknown): OutreachError {
  // After an outage, no call begins. Running creates still finish, and report objects that may exist.
  if (isOutage(failure)) run.failures.reportOutage(failure);
  if (!(failure instanceof OutreachError) || isCancelled(failure)) return lost;
  return withLaterError(lost, "The lookup of its object failed, too.", failure);
}

/** Returns an ambiguous error with the message of a later error added to its message. */
export function withLaterError(lost: OutreachError, what: string, later: OutreachError): OutreachError {
  const message = `${lost.message} ${what} ${later.message}`;
  return Object.assign(new OutreachError({ code: lost.code, message }), { ...lost });
}

/** Returns the error of an ambiguous create that no complete list shows or rules out. */
function notListed({ kind }: Creation, lost: OutreachError, { reason }: Doubt): ProviderError {
  return new ProviderError(
    `${describe({ type: kind.type })} may have been created, and the list of the API does not show whether it was`,
    `${lost.message}\n\nThe list may lack objects: ${reason}. So no further create was sent. ` +
      "Look for the object in Outreach. If it exists, import it, or delete it if you do not need it; then plan again.",
  );
}

function undecided({ kind }: Creation, lost: OutreachError, ids: readonly string[]): ProviderError {
  const objects = ids.length === 1 ? "1 object" : `${ids.length} objects`;
  return new ProviderError(
    `${describe({ type: kind.type })}: ${objects} may be the one that was created`,
    `${lost.message}\n\nEach of them appeared during this run with the declared name, or with a name or content that the API may have made from the declared one. It is not certain which of them comes from this create. No further create was sent. Import the object that comes from it and delete those that you do not need, or declare another name:\n${importLines(kind.type, ids)}`,
  );
}

/** How far the provider's estimate of the server's clock may lag behind that clock. */
const CLOCK_TOLERANCE_MS = 2_000;

/** Warns if an adopted object was created after the create had failed. Another run may have created it. */
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
