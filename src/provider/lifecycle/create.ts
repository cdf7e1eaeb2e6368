import {
  isAmbiguous,
  isCancelled,
  isOutage,
  isRateLimited,
  isRejected,
  isWrongAddress,
  MAX_RETRY_AFTER_MS,
  OutreachError,
} from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import { nameKey } from "../comparison/rewritten-name";
import type { Workspace } from "../run/run";
import { candidates, type Creation } from "./lost-create-candidates";
import { explaining } from "../wording/failure";
import { findLost, warnOfLaterDate, withLater, type Loss } from "./find-lost-create";
import type { Declared, ObjectKind, Readable } from "../run/object-kind";
import { pause } from "../run/polling";
import { readOnce } from "./read-once";
import { warnOfTwins } from "./duplicates";
import { describe, importLines, shownId } from "../wording/subject";
import { beginWrite } from "./begin-write";

/** So often a create is sent in all, where its answer is lost and its object does not show. */
const MOST_CREATES = 3;

/** A list may be older by this, so that creates that wait for the same pace share those of their looks. */
const SHARED_MS = 1_000;

interface Created {
  readonly id: string;
  /**
   * The ids that had its name before, where more than one create was sent for it: an earlier one may be carried out later
   * than anybody waits for it.
   */
  readonly namesakes: readonly string[] | undefined;
}

/**
 * Creates an object: one object, whatever becomes of the answers. The API takes no idempotency key, so a create that may have been
 * carried out is never simply repeated, whatever its answer says. It is looked for first, and taken over if it is the one this call
 * made. Creates of one name, or of names that a server may take for one, go one after the other, so that each finds its own.
 */
export async function createObject<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  content: Content,
  workspace: Workspace,
  call: Call,
): Promise<Created> {
  const subject = { type: kind.type };
  const key = nameKey(content.name);
  return workspace.inTurn(`${kind.type} ${key}`, () =>
    explaining("create", subject, workspace, async () => {
      beginWrite("create", subject, workspace, call);
      const before = await workspace.inventory(kind).first(call.signal);
      workspace.ownership(kind).noteCreate(key);
      return createUntilAnswered({
        kind,
        content,
        workspace,
        call,
        before,
        since: workspace.client.serverTime(),
      });
    }),
  );
}

async function createUntilAnswered(creation: Creation): Promise<Created> {
  const { kind, content, workspace, call } = creation;
  const sent: Sent = { lost: 0, turnedAway: 0 };
  let lost: OutreachError | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const isSentAgain = lost !== undefined;
    try {
      const options = { signal: call.signal, attemptsBefore: sent.turnedAway };
      const id = await kind.create(workspace.client, content, options);
      const createdAt = performance.now();
      takeNew(creation, id);
      if (!isSentAgain) return { id, namesakes: undefined };
      return await afterRepeats(creation, id, Math.max(lookedAt, createdAt - SHARED_MS));
    } catch (error) {
      if (!(error instanceof OutreachError)) throw error;
      const lostAt = performance.now();
      const failedAt = workspace.client.serverTime();
      const told = failureToTell(error, lost);
      if (told === undefined) throw error;
      lost = told;
      // The outage counts as told only where this create fails: where its object is found, nobody sees this error.
      const giveUp = (failure: unknown): never => {
        if (isOutage(error)) workspace.reportOutage(error);
        throw failure;
      };
      const repeat = repeatOf(error, sent);
      const found = await findMade(creation, { lost, lostAt }, repeat).catch(giveUp);
      if (found !== undefined) {
        warnOfLaterDate(kind, found, failedAt, call);
        return { id: found.id, namesakes: isSentAgain ? namesakesOf(creation) : undefined };
      }
      if (repeat === undefined) return giveUp(lost);
      lookedAt = performance.now();
    }
  }
}

/** How often a create was sent so far, by how it ended. */
interface Sent {
  lost: number;
  turnedAway: number;
}

/** How a create is sent again where nothing of it is found: after so many milliseconds. */
interface Repeat {
  readonly afterMs: number;
  /** The server has said that too many calls come: lists before that time would be turned away, too. */
  readonly isTurnedAway: boolean;
}

/**
 * Counts a create that ended so; undefined where it may not be sent again. One that was turned away is repeated as often as any call:
 * how many are, is a matter of how many wait.
 */
function repeatOf(error: OutreachError, sent: Sent): Repeat | undefined {
  const { repeatAfterMs, retryAfterMs = 0 } = error;
  if (isRateLimited(error)) {
    sent.turnedAway += 1;
    return repeatAfterMs === undefined ? undefined : { afterMs: repeatAfterMs, isTurnedAway: true };
  }
  sent.lost += 1;
  const mayRepeat =
    sent.lost < MOST_CREATES && !isRefusal(error) && !saysDone(error) && retryAfterMs <= MAX_RETRY_AFTER_MS;
  return mayRepeat ? { afterMs: retryAfterMs, isTurnedAway: false } : undefined;
}

/** After a redirect or an error in a 2xx the object is looked for, as after a lost answer. But a repeat would bring the same. */
function isRefusal(error: OutreachError): boolean {
  return !isAmbiguous(error) || isRejected(error) || isWrongAddress(error);
}

/**
 * A 2xx without the new id, as of a server that makes the object later than it answers, and maybe later than anybody looks for it.
 * Each repeat would be answered alike and make another one.
 */
function saysDone({ status = 0 }: OutreachError): boolean {
  return status >= 200 && status < 300;
}

/**
 * What a failed create leaves to be told where nothing of it is found; undefined where neither it nor one before it, whose
 * answer was lost, may have made anything. A refusal of a later create may be about the object of an earlier one, which has its name by then.
 */
function failureToTell(error: OutreachError, lost: OutreachError | undefined): OutreachError | undefined {
  if (lost !== undefined && isRefusal(error)) {
    // A stop came first.
    if (isCancelled(error)) return lost;
    return withLater(lost, "It was sent again, and that was refused.", error);
  }
  return isAmbiguous(error) ? error : undefined;
}

/** What was made may show only by the time when the create may be sent again: a look follows that, too. */
async function findMade(
  creation: Creation,
  loss: Loss,
  repeat: Repeat | undefined,
): Promise<Readable | undefined> {
  const timeoutMs = creation.workspace.visibilityTimeoutMs;
  const { afterMs, isTurnedAway } = repeat ?? { afterMs: 0, isTurnedAway: false };
  const elapsed = () => performance.now() - loss.lostAt;
  if (!isTurnedAway) {
    const found = await findLost(creation, loss, timeoutMs);
    if (found !== undefined || elapsed() >= afterMs) return found;
  }
  await pause(afterMs - elapsed(), creation.call.signal);
  const now = performance.now();
  if (!isTurnedAway) return findLost(creation, { ...loss, lostAt: now }, 0);
  const lostAt = Math.max(loss.lostAt, now - SHARED_MS);
  return findLost(creation, { ...loss, lostAt }, Math.max(0, timeoutMs - elapsed()));
}

/** An id that is not new belongs to somebody else: two resources must never share one object. */
function takeNew({ kind, workspace, before }: Creation, id: string): void {
  if (workspace.ownership(kind).takeCreated(id, before.has(id))) return;
  throw new DiagnosticError({
    severity: "error",
    summary: `${describe({ type: kind.type })}: the API answered a create with an object that exists already (${shownId(id)})`,
    detail:
      "A second resource must not manage it. If it is the one you mean and nothing manages it yet, import it; else declare another name.\n" +
      importLines(kind.type, [id]),
  });
}

/** The ids that had one of the names of a create before it, or may have had it. */
function namesakesOf({ before, content, keptName }: Creation): readonly string[] {
  const names = keptName === undefined ? [content.name] : [content.name, keptName];
  return [
    ...new Set(
      names.flatMap((name) => [...before.named(name), ...before.disguised(name)]).map(({ id }) => id),
    ),
  ];
}

/**
 * An earlier create of this call may show only now, and the object that was made tells under which name. `listedSince` is the earliest
 * moment of `performance.now` at which the list for that may have begun.
 */
async function afterRepeats(creation: Creation, id: string, listedSince: number): Promise<Created> {
  const { kind, workspace, call } = creation;
  const { found } = await readOnce(kind, id, workspace, call).catch(() => ({ found: undefined }));
  const kept = { ...creation, keptName: found?.name };
  const { own, doubtful } = await candidates(kept, listedSince).catch(() => ({ own: [], doubtful: [] }));
  const why =
    "The answer of an earlier create was lost, and this showed only after the create was sent again. If it is of the earlier one, nothing manages it: delete it, or import it under another name.";
  const twins = [...own.map((one) => one.id), ...doubtful];
  warnOfTwins({ type: kind.type, id }, twins, why, call);
  return { id, namesakes: namesakesOf(kept) };
}
