import { isAmbiguous, isOutage, OutreachError } from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import { looseName } from "../text";
import type { Workspace } from "../workspace";
import { explaining, mayBeGone } from "./failure";
import type { Listing } from "./inventory";
import type { Declared, ObjectKind, Readable } from "./object-kind";
import { lookUntil, withGrace } from "./patience";
import { describe, importLines, shownId } from "./subject";
import { beginWrite } from "./write";

/** So often a create is sent in all, where its answer is lost and its object does not show. */
const MOST_CREATES = 3;

/** Everything one create needs. */
interface Creation<Found extends Readable, Content extends Declared> {
  readonly kind: ObjectKind<Found, Content>;
  readonly content: Content;
  readonly workspace: Workspace;
  readonly call: Call;
  /** What was there before. */
  readonly before: Listing;
  /** A time that the server's clock had passed before the first request of this create. */
  readonly since: number | undefined;
}

/**
 * Creates an object and returns its id: one object, whatever becomes of the answers. The API takes no idempotency key,
 * so a create whose answer is lost is never simply repeated. It is looked for first, by name, and taken over if it is
 * the one this call made. Creates of one name, or of names that a server may take for
 * one, go one after the other, so that each finds its own.
 */
export async function createObject<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  content: Content,
  workspace: Workspace,
  call: Call,
): Promise<string> {
  const subject = { type: kind.type, name: content.name };
  return workspace.inTurn(`${kind.type} ${looseName(content.name)}`, () =>
    explaining("create", subject, workspace, async () => {
      beginWrite("create", subject, workspace, call);
      const before = await workspace.inventory(kind).first(call.signal);
      return createOnce({ kind, content, workspace, call, before, since: workspace.client.serverTime() });
    }),
  );
}

async function createOnce<Found extends Readable, Content extends Declared>(
  creation: Creation<Found, Content>,
): Promise<string> {
  const { kind, content, workspace, call } = creation;
  let lost: OutreachError | undefined;
  for (let creates = 1; ; creates += 1) {
    try {
      const id = await kind.create(workspace.client, content, call.signal);
      takeNew(creation, id);
      if (creates > 1) await tellOfLatecomers(creation, id);
      return id;
    } catch (error) {
      if (!(error instanceof OutreachError)) throw error;
      if (isAmbiguous(error)) lost = error;
      // A refusal of the second create may be about the object of the first: its name is taken by then.
      if (lost === undefined) throw error;
      if (isOutage(error)) workspace.reportOutage();
      const told = error === lost ? lost : refusedAgain(lost, error);
      const id = await findLost(creation, told);
      if (id !== undefined) return id;
      if (creates === MOST_CREATES || !isAmbiguous(error)) throw told;
    }
  }
}

/** What may exist is told first, whatever a later create was refused for. */
function refusedAgain(lost: OutreachError, refusal: OutreachError): OutreachError {
  const message = `${lost.message} It was sent again, and that was refused. ${refusal.message}`;
  return Object.assign(new OutreachError({ code: lost.code, message }), { ...lost });
}

/** An id that is not new belongs to somebody else: two resources must never share one object. */
function takeNew<Found extends Readable, Content extends Declared>(
  { kind, content, workspace, before }: Creation<Found, Content>,
  id: string,
): void {
  if (!before.has(id) && workspace.ownership(kind).take(id)) return;
  throw new DiagnosticError({
    severity: "error",
    summary: `${describe({ type: kind.type, name: content.name })}: the API answered a create with an object that exists already (${shownId(id)})`,
    detail:
      "A second resource must not manage it. If it is the one you mean and nothing manages it yet, import it; else declare another name.\n" +
      importLines(kind.type, [id]),
  });
}

/**
 * The object that a create with a lost answer has made, taken over; undefined where a whole list shows that there is
 * none. Throws where that cannot be found out: then nothing may be created again.
 */
async function findLost<Found extends Readable, Content extends Declared>(
  creation: Creation<Found, Content>,
  lost: OutreachError,
): Promise<string | undefined> {
  const { kind, workspace, call } = creation;
  call.log.warn("The answer of a create was lost; looking for the object", { type: kind.type });
  const looking = { ...creation, call: { ...call, signal: withGrace(call.signal) } };
  let seen: Candidates | undefined;
  let trouble: unknown;
  await lookUntil(
    async () => {
      seen = await candidates(looking).catch((error: unknown) => {
        trouble = error;
        return undefined;
      });
      return seen !== undefined && seen.own.length > 0 ? true : undefined;
    },
    workspace.visibilityTimeoutMs,
    call.signal,
  );
  if (seen === undefined) {
    // Those that are under way tell of objects that may exist; nothing more is begun.
    if (isOutage(trouble)) workspace.reportOutage();
    throw lost;
  }
  const { own, doubtful } = seen;
  const [id] = own;
  if (id === undefined && doubtful.length === 0) {
    if (call.signal.aborted) throw lost;
    return undefined;
  }
  if (id !== undefined && own.length === 1 && workspace.ownership(kind).take(id)) return id;
  throw undecided(creation, lost, [...own, ...doubtful]);
}

function undecided<Found extends Readable, Content extends Declared>(
  { kind, content }: Creation<Found, Content>,
  lost: OutreachError,
  ids: readonly string[],
): DiagnosticError {
  const objects = ids.length === 1 ? "1 object" : `${ids.length} objects`;
  return new DiagnosticError({
    severity: "error",
    summary: `${describe({ type: kind.type, name: content.name })}: ${objects} may be the one that was created`,
    detail: `${lost.message}\n\nEach has the declared name and appeared during this run, and nothing proves which one this create made. Nothing more was created. Import the one it made and delete what nobody needs, or declare another name:\n${importLines(kind.type, ids)}`,
  });
}

/** Objects that a create may have made: not there before, and of nobody else in this process. */
interface Candidates {
  /** Of this content and dated since the create began. */
  readonly own: readonly string[];
  /**
   * The others of this name. A server may rewrite what it stores, answer reads later than lists, or date by another
   * clock than its answers, so each may be the one: while there are any, nothing is created again.
   */
  readonly doubtful: readonly string[];
}

async function candidates<Found extends Readable, Content extends Declared>({
  kind,
  content,
  workspace,
  call,
  before,
  since,
}: Creation<Found, Content>): Promise<Candidates> {
  const listing = await workspace.inventory(kind).fresh(call.signal);
  const unclaimed = listing
    .alike(content.name)
    .filter(({ id }) => !before.has(id) && workspace.ownership(kind).isFree(id));
  const isOwn = async (id: string) => {
    try {
      const found = await kind.get(workspace.client, id, { signal: call.signal });
      return kind.differences(content, found).length === 0 && isSince(found.createdAt, since);
    } catch (error) {
      if (mayBeGone(error)) return false;
      throw error;
    }
  };
  const judged = await Promise.all(unclaimed.map(async ({ id }) => ({ id, own: await isOwn(id) })));
  const idsWhere = (own: boolean) => judged.filter((one) => one.own === own).map(({ id }) => id);
  return { own: idsWhere(true), doubtful: idsWhere(false) };
}

/** An instant to the second. Without an offset, or with less precision, a date does not say when something was. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i;

/** Servers may date in whole seconds. A date that cannot be read proves nothing, and the list from before decides. */
function isSince(createdAt: string | null, since: number | undefined): boolean {
  const created = createdAt !== null && INSTANT.test(createdAt) ? Date.parse(createdAt) : Number.NaN;
  if (since === undefined || Number.isNaN(created)) return true;
  return created >= Math.floor(since / 1000) * 1000;
}

/** An earlier create of this call may show only now. */
async function tellOfLatecomers<Found extends Readable, Content extends Declared>(
  creation: Creation<Found, Content>,
  id: string,
): Promise<void> {
  const { kind, content, call } = creation;
  const { own, doubtful } = await candidates(creation).catch(() => ({ own: [], doubtful: [] }));
  const others = [...own, ...doubtful];
  if (others.length === 0) return;
  call.diagnostics.warn(
    `${describe({ type: kind.type, name: content.name, id })} was created twice`,
    `The answer of the first create was lost, and its object appeared only after the second. Nothing manages the first: delete it, or import it under another name.\n${importLines(kind.type, others)}`,
  );
}
