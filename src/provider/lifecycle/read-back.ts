import { isNotFound, isOtherObject } from "../../client";
import {
  attributePath,
  DiagnosticError,
  type Call,
  type Diagnostic,
  type WriteCall,
} from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { UNDER_ANOTHER_ID } from "../wording/failure";
import { noteSeen } from "./identity";
import type {
  Declared,
  Difference,
  ManagedKind,
  ManagedState,
  ObjectKind,
  Partly,
  Readable,
} from "../run/object-kind";
import { inAnotherWorkspace, isInWorkspace, SET_WORKSPACE } from "./other-workspace";
import { lookUntil, withGrace } from "../run/polling";
import { describe, importLines, inWords, type StoredSubject, type Subject } from "../wording/subject";
import { isBefore, noteWritten } from "./visibility";

/** A write that the server has accepted. */
interface Written<Found, Content, State> {
  readonly content: Content;
  /** The state as far as it is certain without another look. */
  readonly certain: Partly<State> & { readonly id: string };
  /** Milliseconds of `performance.now` at which it had not been sent yet. */
  readonly begunAt: number;
  /** The object as the look just before the write found it; undefined after a create. */
  readonly before?: Found;
}

/**
 * Ends a create or update: saves what is certain, reads until the write shows, and refuses other content than was
 * sent. The object exists whatever the read says, so a read that fails is only a warning and the next plan fills in
 * what is missing.
 */
export async function settleWrite<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  written: Written<Found, Content, State>,
  workspace: Workspace,
  call: WriteCall<Partly<State>>,
): Promise<State> {
  const { content, certain, begunAt } = written;
  call.record(certain);
  noteSeen(workspace, call);
  const subject = { type: kind.type, id: certain.id };
  const last = await readUntilSettled(kind, content, certain.id, workspace, call);
  if ("error" in last) {
    noteWritten(null, begunAt, workspace, call);
    call.diagnostics.warn(...unread(subject, last.error));
    // What is missing may be missing in a state; the framework checks that.
    return certain as Partly<State> as State;
  }
  const { found } = last;
  if (!isInWorkspace(found, workspace)) {
    noteWritten(null, begunAt, workspace, call);
    throw writtenElsewhere(subject);
  }
  const state = kind.toState(found, workspace, certain);
  noteWritten(state, begunAt, workspace, call);
  call.record(state);
  const different = kind.differences(content, found);
  if (different.length > 0) {
    const { before } = written;
    const unshown =
      before === undefined ? [] : notShown(different, kind.differences(content, before), [before, found]);
    const explain = (one: Difference) =>
      unshown.includes(one) ? notShowing(subject, one) : otherContent(subject, one, before === undefined);
    throw new DiagnosticError(...different.map(explain));
  }
  return state;
}

/** The last read of an object: of the content that was sent, or what came until the time was over. */
async function readUntilSettled<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  content: Content,
  id: string,
  workspace: Workspace,
  call: Call,
): Promise<{ readonly found: Found } | { readonly error: unknown }> {
  const signal = withGrace(call.signal);
  let last: { found: Found } | { error: unknown } = { error: undefined };
  await lookUntil(
    async () => {
      last = await kind.get(workspace.client, id, { signal }).then(
        (found) => ({ found }),
        (error: unknown) => ({ error }),
      );
      if ("error" in last) return undefined;
      const { found } = last;
      const isSettled = !isInWorkspace(found, workspace) || kind.differences(content, found).length === 0;
      return isSettled ? true : undefined;
    },
    workspace.visibilityTimeoutMs,
    call.signal,
  );
  return last;
}

/**
 * Returns those differences that show an update not to have happened yet: the text and the time of the last update are those from
 * before it, or the time is an earlier one. Without such a time nothing tells that from a server that keeps another text.
 */
function notShown(
  now: readonly Difference[],
  then: readonly Difference[],
  [before, found]: readonly [Readable, Readable],
): readonly Difference[] {
  if (isBefore(found.lastUpdatedAt, before.lastUpdatedAt) === true) return now;
  if (found.lastUpdatedAt === null || found.lastUpdatedAt !== before.lastUpdatedAt) return [];
  const isSame = (one: Difference) => (other: Difference) =>
    other.attribute === one.attribute && other.found === one.found;
  return now.filter((one) => then.some(isSame(one)));
}

const SAVED = "It is saved in the state.";

function unread(subject: Subject, error: unknown): [summary: string, detail: string] {
  const next = isOtherObject(error)
    ? UNDER_ANOTHER_ID
    : isNotFound(error)
      ? `${SAVED} The next plan reads the values that are missing now. If it would create the object again, do not apply that: the API takes longer to show it. Plan again with a larger visibility_timeout (OUTREACH_VISIBILITY_TIMEOUT).`
      : `${SAVED} Nothing needs to be done: the next plan reads the values that are missing now.`;
  return [
    `${describe(subject)} was written but could not be read back`,
    `${error instanceof Error ? error.message : String(error)}\n\n${next}`,
  ];
}

/** The state has the wrong workspace id by now, so that another setting alone would not do. */
function writtenElsewhere(subject: StoredSubject): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: inAnotherWorkspace(subject),
    detail:
      `The API accepted the write and then answered with another workspace id. The object is there. ${SET_WORKSPACE} ` +
      `Remove the resource from the state after that, if it is there (terraform state rm ADDRESS, which deletes nothing at the API), and import the object:\n${importLines(subject.type, [subject.id])}`,
  });
}

/** Otherwise the advice to declare another value ends in a replace. */
const KEEP_TAINTED =
  " Run terraform untaint ADDRESS to keep the object: otherwise the next apply replaces it, because its create has failed.";

function otherContent(subject: Subject, different: Difference, isNew: boolean): Diagnostic {
  const { attribute } = different;
  return {
    severity: "error",
    summary: `${describe(subject)}: the API keeps another ${attribute}`,
    detail:
      `${inWords([different], "the write said")}\n\n` +
      "The API accepted the write and then answered with different content, which is in the state now. " +
      "Compare the two in the next plan and declare a value that the API accepts." +
      (isNew ? KEEP_TAINTED : ""),
    path: attributePath(attribute),
  };
}

function notShowing(subject: Subject, { attribute }: Difference): Diagnostic {
  return {
    severity: "error",
    summary: `${describe(subject)}: the update of ${attribute} does not show`,
    detail:
      "The API accepted the update, yet goes on showing what was there before, time of the last update included. The state holds what it shows. " +
      "Plan again in a while; if the change still does not show, raise visibility_timeout, or ask the operator of the platform.",
    path: attributePath(attribute),
  };
}
