import { isBefore } from "../../objects/instant";
import { CONTENT, kindOfType } from "../../objects/kinds";
import { EDITS, FINGERPRINTS, historyIn } from "../../objects/private-state";
import { sameText } from "../../objects/text";
import {
  afterRead,
  afterSent,
  editIn,
  keepsEdit,
  type TextEdit,
  type TextHistory,
} from "../../objects/text-edits";
import type { ResourceCall } from "../../sdk/framework";
import { isUnknown, type Value } from "../../sdk/values";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { giveReview, isReviewRun, LOSES_EDIT } from "../run/review-run";
import { describe, ProviderError } from "../wording/subject";

/**
 * Private state of a planned delete: the message about a lost edit, if `outside_edits` was unknown in the
 * plan.
 */
const LOST_EDIT = "lost_edit";

/** Private state: edits that the plan keeps, but that the create of a replace may lose. */
const KEPT_EDITS = "kept_edits";

interface EditedTexts {
  readonly time: string | null;
  readonly edits: readonly { readonly name: string; readonly edit: TextEdit }[];
}

type State = Partly<ManagedState>;

/** Accepts the texts of the state: none of the texts counts as an edit. */
export function recordAccepted({ call }: HookContext): void {
  for (const key of [LOST_EDIT, KEPT_EDITS, EDITS, ...FINGERPRINTS]) call.private.set(key, undefined);
}

/** Until the write is visible, neither the text before the write nor the sent text counts as an edit. */
export function recordSent(context: HookContext, before: object, sent: object): void {
  record(context, (name) => {
    const text = textAt(before, name);
    return afterSent(historyOf(context, name, text), text, textAt(sent, name));
  });
}

/** Records which lines an edit has changed, before a refresh stores the edited text in the state. */
export function recordRead(context: HookContext, state: State, found: State): void {
  const texts = readTexts(context, state, found);
  record(context, (name) => texts.find((one) => one.name === name)!.history);
  const own = texts.filter(({ edit, isSame }) => edit === undefined && !isSame);
  const attributes = own.map(({ name }) => name);
  if (own.length > 0) giveReview({ ownWrite: { type: context.kind.type, id: found.id!, attributes } });
}

function readTexts(context: HookContext, state: State, found: State) {
  const isOlder = isBefore(found.last_updated_at, state.last_updated_at) === true;
  return attributesOf(context.kind.type).map((name) => {
    const [before, text] = [textAt(state, name), textAt(found, name)];
    const history = afterRead(historyOf(context, name, before), { before, found: text, isOlder });
    return { name, isSame: sameText(before, text), history, edit: editIn(history, text) };
  });
}

function editsIn(context: HookContext, state: State, found: State): EditedTexts {
  const edits = readTexts(context, state, found).flatMap(({ name, edit }) => (edit ? [{ name, edit }] : []));
  return { time: found.last_updated_at, edits };
}

function historyOf({ call }: HookContext, name: string, text: string): TextHistory {
  return historyIn((key) => call.private.get(key), name, text);
}

function record({ kind, call }: HookContext, historyFor: (name: string) => TextHistory): void {
  const histories = attributesOf(kind.type).map((name) => [name, historyFor(name)] as const);
  const stored = histories.filter(([, history]) => Object.keys(history).length > 0);
  call.private.set(EDITS, stored.length === 0 ? undefined : Object.fromEntries(stored));
  for (const key of FINGERPRINTS) call.private.set(key, undefined);
}

export function warnOfOverwritten(operation: Operation<ResourceCall>, prior: State, planned: object): void {
  const { call, run } = operation;
  call.private.set(LOST_EDIT, undefined);
  call.private.set(KEPT_EDITS, undefined);
  if (run.settings.outsideEdits === "overwrite") return;
  const kept = keptOf(operation, editsIn(operation, prior, prior), planned);
  if (kept.edits.length > 0) call.private.set(KEPT_EDITS, kept);
}

/** Terraform ignores `ignore_changes` in a replace, so the create may lose an edit that the plan kept. */
export function warnOfReplaced(operation: Operation<ResourceCall>, planned: object): void {
  const { private: stored } = operation.call;
  const kept = stored.get(KEPT_EDITS) as EditedTexts | undefined;
  stored.set(KEPT_EDITS, undefined);
  if (kept !== undefined) keptOf(operation, kept, planned);
}

/**
 * Returns the edits that the plan keeps, and warns of lost edits. An edit counts as lost if the planned text
 * is unknown.
 */
function keptOf(
  operation: Operation<ResourceCall>,
  { time, edits }: EditedTexts,
  planned: object,
): EditedTexts {
  const kept = edits.filter(
    ({ name, edit }) => !isUnknown(valueAt(planned, name)) && keepsEdit(edit, textAt(planned, name)),
  );
  const lost = edits.filter((one) => !kept.includes(one)).map(({ name }) => name);
  if (lost.length > 0) {
    say(operation, {
      summary: `${describe(operation.subject)}: this plan overwrites an edit made in Outreach (${lost.join(", ")})`,
      detail: `${sentenceOf(time)}The planned text lacks the edit, so an apply removes it. To keep the edit, run cdktf-outreach pull or copy the edit into the code, then plan again.`,
      attribute: lost[0]!,
    });
  }
  return { time, edits: kept };
}

/** The plan shows the texts of `prior`, which may be older than those of `found`. */
export function warnOfDeleted(context: HookContext, prior: State, found: State): void {
  const { kind, run, call } = context;
  const { id } = prior;
  call.private.set(LOST_EDIT, undefined);
  if (run.failures.isFailing || id === null || run.settings.outsideEdits === "overwrite") return;
  const { time, edits } = editsIn(context, prior, found);
  if (edits.length === 0) return;
  say(context, {
    summary: `${describe({ type: kind.type, id })} was changed outside of Terraform, and its delete discards these changes`,
    detail: `Edited in Outreach: ${edits.map(({ name }) => name).join(", ")}. ${sentenceOf(time)}The plan may show the text before the edit. To keep the object and see the change, declare the object and plan again.`,
  });
}

interface Message {
  readonly summary: string;
  readonly detail: string;
  readonly attribute?: string;
}

/** Terraform does not plan a delete again in the apply, where `outside_edits` is known. */
export function refuseLostEdit(context: HookContext): void {
  const message = context.call.private.get(LOST_EDIT) as Message | undefined;
  if (message !== undefined) refuse(context, message);
}

function say(context: HookContext, message: Message): void {
  const { run, call } = context;
  refuse(context, message);
  const { outsideEdits: mode } = run.settings;
  if (mode === "unknown") call.private.set(LOST_EDIT, message);
  const note = 'With outside_edits = "fail", an apply without an approval refuses this change. ';
  const detail = (mode === "warn" ? "" : note) + message.detail;
  call.diagnostics.add({ severity: "warning", ...message, detail, code: LOSES_EDIT });
}

/** Does not throw in a review or for an approved change, because reviewers see the edit. */
function refuse({ run }: HookContext, { summary, detail, attribute }: Message): void {
  const isForReviewers = run.restrictions?.approvals !== undefined || isReviewRun();
  if (run.settings.outsideEdits !== "fail" || isForReviewers) return;
  throw new ProviderError(
    summary,
    `outside_edits = "fail" refuses this change. ${detail} Set outside_edits = "warn" to accept the loss.`,
    attribute,
  );
}

function sentenceOf(time: string | null): string {
  return time === null ? "" : `The object was last updated at ${time}. `;
}

export function attributesOf(type: string): readonly string[] {
  return CONTENT[kindOfType(type)!];
}

export function textAt(values: object, name: string): string {
  const value = valueAt(values, name);
  return typeof value === "string" ? value : "";
}

export function valueAt(values: object, name: string): Value {
  return (values as Readonly<Record<string, Value | undefined>>)[name] ?? null;
}
