import {
  isAmbiguous,
  isCancelled,
  isOutage,
  isRejected,
  isWrongAddress,
  MAX_RETRY_AFTER_MS,
  OutreachError,
} from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import { looseName } from "../text";
import type { Workspace } from "../workspace";
import { explaining } from "./failure";
import { candidates, findLost, warnOfLaterDate, withLater, type Creation } from "./find-created";
import type { Declared, ObjectKind, Readable } from "./object-kind";
import { pause } from "./patience";
import { warnOfTwins } from "./sent-again";
import { describe, importLines, shownId } from "./subject";
import { beginWrite } from "./write";

/** So often a create is sent in all, where its answer is lost and its object does not show. */
const MOST_CREATES = 3;

interface Created {
  readonly id: string;
  /**
   * The ids that had its name before, where more than one create was sent for it: an earlier one may be carried out later
   * than anybody waits for it.
   */
  readonly namesakes: readonly string[] | undefined;
}

/**
 * Creates an object: one object, whatever becomes of the answers. The API takes no idempotency key,
 * so a create whose answer is lost is never simply repeated. It is looked for first, by name, and taken over if it is
 * the one this call made. Creates of one name, or of names that a server may take for
 * one, go one after the other, so that each finds its own.
 */
export async function createObject<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  content: Content,
  workspace: Workspace,
  call: Call,
): Promise<Created> {
  const subject = { type: kind.type };
  return workspace.inTurn(`${kind.type} ${looseName(content.name)}`, () =>
    explaining("create", subject, workspace, async () => {
      beginWrite("create", subject, workspace, call);
      const before = await workspace.inventory(kind).first(call.signal);
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
  const { kind, content, workspace, call, before } = creation;
  const created = (id: string, isSentAgain: boolean): Created => ({
    id,
    namesakes: isSentAgain ? before.named(content.name).map((one) => one.id) : undefined,
  });
  let lost: OutreachError | undefined;
  for (let creates = 1; ; creates += 1) {
    const isSentAgain = creates > 1;
    try {
      const id = await kind.create(workspace.client, content, call.signal);
      takeNew(creation, id);
      if (isSentAgain) await tellOfTwins(creation, id);
      return created(id, isSentAgain);
    } catch (error) {
      if (!(error instanceof OutreachError)) throw error;
      const { retryAfterMs = 0 } = error;
      const allowedAt = performance.now() + retryAfterMs;
      const failedAt = workspace.client.serverTime();
      const told = failureToTell(error, lost);
      if (told === undefined) throw error;
      lost = told;
      // The outage counts as told only where this create fails: where its object is found, nobody sees this error.
      const giveUp = (failure: unknown): never => {
        if (isOutage(error)) workspace.reportOutage(error);
        throw failure;
      };
      const mayRepeat =
        creates < MOST_CREATES && !isRefusal(error) && !saysDone(error) && retryAfterMs <= MAX_RETRY_AFTER_MS;
      const found = await findMade(creation, told, mayRepeat ? allowedAt : undefined).catch(giveUp);
      if (found !== undefined) {
        warnOfLaterDate(kind, found, failedAt, call);
        return created(found.id, isSentAgain);
      }
      if (!mayRepeat) return giveUp(told);
    }
  }
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

/** `allowedAt` is when the server allows the create to be sent again; what was made may show by then. */
async function findMade(
  creation: Creation,
  lost: OutreachError,
  allowedAt: number | undefined,
): Promise<Readable | undefined> {
  const found = await findLost(creation, lost, creation.workspace.visibilityTimeoutMs);
  if (found !== undefined || allowedAt === undefined || performance.now() >= allowedAt) return found;
  await pause(allowedAt - performance.now(), creation.call.signal);
  return findLost(creation, lost, 0);
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

/** An earlier create of this call may show only now. */
async function tellOfTwins(creation: Creation, id: string): Promise<void> {
  const { kind, call } = creation;
  const { own, doubtful } = await candidates(creation).catch(() => ({ own: [], doubtful: [] }));
  const why =
    "The answer of an earlier create was lost, and this showed only after the create was sent again. If it is of the earlier one, nothing manages it: delete it, or import it under another name.";
  const twins = [...own.map((one) => one.id), ...doubtful];
  warnOfTwins({ type: kind.type, id }, twins, why, call);
}
