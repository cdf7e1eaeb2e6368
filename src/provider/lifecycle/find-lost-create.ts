import { isCancelled, isOutage, OutreachError } from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import { candidates, instantOf, type Candidates, type Creation } from "./lost-create-candidates";
import type { AnyKind, Readable } from "../run/object-kind";
import { lookUntil, withGrace } from "../run/polling";
import { describe, importLines } from "../wording/subject";

/** How a create ended that may have been carried out all the same. */
export interface Loss {
  readonly lost: OutreachError;
  /** When, in milliseconds of `performance.now`: a list that begins later may show the object. */
  readonly lostAt: number;
}

/**
 * The object that a create with a lost answer has made, taken over, with its id and dates; undefined where a whole list shows for so many
 * milliseconds that there is none. Throws where that cannot be found out: then nothing may be created again.
 */
export async function findLost(
  creation: Creation,
  { lost, lostAt }: Loss,
  timeoutMs: number,
): Promise<Readable | undefined> {
  const { kind, workspace, call } = creation;
  call.log.warn("The answer of a create was lost; looking for the object", { type: kind.type });
  const looking = { ...creation, call: { ...call, signal: withGrace(call.signal) } };
  let seen: Candidates | undefined;
  // Collected over all looks: a list may lag behind the one before it, and lack an object that was on that.
  const doubts = new Set<string>();
  let trouble: unknown;
  await lookUntil(
    async () => {
      seen = await candidates(looking, seen?.listedAt ?? lostAt).catch((error: unknown) => {
        trouble = error;
        return undefined;
      });
      for (const id of seen?.doubtful ?? []) doubts.add(id);
      for (const id of seen?.others ?? []) doubts.delete(id);
      return seen !== undefined && seen.own.length > 0 ? true : undefined;
    },
    timeoutMs,
    call.signal,
  );
  if (seen === undefined) throw notLooked(creation, lost, trouble);
  const { own } = seen;
  const ownership = workspace.ownership(kind);
  const ids = own.map(({ id }) => id);
  const doubtful = [...doubts].filter((one) => !ids.includes(one) && ownership.isFree(one));
  const [found] = own;
  if (found === undefined && doubtful.length === 0) {
    if (call.signal.aborted) throw lost;
    return undefined;
  }
  if (found !== undefined && own.length === 1 && ownership.take(found.id)) return found;
  throw undecided(creation, lost, [...ids, ...doubtful]);
}

/** Returns the error of a create whose object could not be looked for, because no list was read. */
function notLooked({ workspace }: Creation, lost: OutreachError, trouble: unknown): OutreachError {
  // From here on no other call is begun; creates that are under way still end, and name objects that may exist.
  if (isOutage(trouble)) workspace.reportOutage(trouble);
  if (!(trouble instanceof OutreachError) || isCancelled(trouble)) return lost;
  return withLater(lost, "Looking for its object failed, too.", trouble);
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
    detail: `${lost.message}\n\nEach appeared during this run with the declared name, or with what the API may have made of the declared name or content, and nothing proves which one this create made. Nothing more was created. Import the one it made and delete what nobody needs, or declare another name:\n${importLines(kind.type, ids)}`,
  });
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
