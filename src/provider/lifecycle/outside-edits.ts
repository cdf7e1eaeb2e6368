import { fingerprintOf, keepsEdit, keepsKnownEdit, type Fingerprint } from "../../objects/accepted-texts";
import { ACCEPTED } from "../../objects/private-state";
import { textDifferences } from "../../objects/text";
import type { ResourceCall } from "../../plugin/framework";
import { isUnknown } from "../../plugin/values";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { isReviewRun } from "../run/review-run";
import type { OutsideEditsMode } from "../settings/configuration";
import { inWords } from "../phrases/differences";
import { describe, ProviderError } from "../phrases/subject";
import {
  acceptedOf,
  attributesOf,
  type Edit,
  editsIn,
  TAKEN_BACK,
  takingBack,
  textAt,
  textsOf,
  valueAt,
} from "./edited-texts";

/** Private state of a planned delete: the message about its lost edit, if the plan did not know `outside_edits`. */
const LOST_EDIT = "lost_edit";

/** Private state of a planned object: the edits that the plan keeps. The create of a replace may lose them. */
const KEPT_EDITS = "kept_edits";

interface KeptEdits {
  readonly time: string | null;
  readonly edits: readonly { readonly name: string; readonly found: Fingerprint }[];
}

/**
 * Records the texts of an object that the provider wrote, adopted or imported. An ordinary refresh records
 * nothing, so that an edit made in Outreach is still recognised after the state has it. With null, no text
 * counts as edited until the next write.
 */
export function recordAccepted({ kind, call }: HookContext, values: object | null): void {
  call.private.set(LOST_EDIT, undefined);
  call.private.set(KEPT_EDITS, undefined);
  call.private.set(TAKEN_BACK, undefined);
  if (values === null) return call.private.set(ACCEPTED, undefined);
  const fingerprints = attributesOf(kind.type).map((name) => [name, fingerprintOf(textAt(values, name))]);
  call.private.set(ACCEPTED, Object.fromEntries(fingerprints));
}

/** Warns if a planned update overwrites an edit made in Outreach, or throws: see `outside_edits`. */
export function warnOfOverwritten(
  operation: Operation<ResourceCall>,
  prior: Partly<ManagedState>,
  planned: object,
): void {
  const { call, run } = operation;
  call.private.set(LOST_EDIT, undefined);
  call.private.set(KEPT_EDITS, undefined);
  if (run.settings.outsideEdits === "overwrite") return;
  const edits = [...editsIn(operation, prior), ...takingBack(operation, prior, planned)];
  if (edits.length === 0) return;
  const isLost = ({ name, accepted }: Edit) =>
    // A text that is not known yet may lack the edit.
    isUnknown(valueAt(planned, name)) || !keepsEdit(accepted, textAt(prior, name), textAt(planned, name));
  const time = prior.last_updated_at;
  const kept = edits.filter((edit) => !isLost(edit));
  const recorded = kept.map(({ name }) => ({ name, found: fingerprintOf(textAt(prior, name)) }));
  if (kept.length > 0) call.private.set(KEPT_EDITS, { time, edits: recorded });
  sayOverwritten(operation, { names: edits.filter(isLost).map(({ name }) => name), time });
}

/**
 * Warns if the create of a planned replace lacks an edit that the plan of the object itself keeps, or throws.
 * Terraform ignores `ignore_changes` in such a create.
 */
export function warnOfReplaced(operation: Operation<ResourceCall>, planned: object): void {
  const { call } = operation;
  const kept = call.private.get(KEPT_EDITS) as KeptEdits | undefined;
  if (kept === undefined) return;
  call.private.set(KEPT_EDITS, undefined);
  const accepted = acceptedOf(call);
  const lost = kept.edits.filter(
    ({ name, found }) =>
      isUnknown(valueAt(planned, name)) ||
      !keepsKnownEdit(accepted?.[name] ?? "", found, textAt(planned, name)),
  );
  sayOverwritten(operation, { names: lost.map(({ name }) => name), time: kept.time });
}

interface Overwritten {
  readonly names: readonly string[];
  readonly time: string | null;
}

function sayOverwritten(operation: Operation<ResourceCall>, { names, time }: Overwritten): void {
  const [attribute] = names;
  if (attribute === undefined) return;
  say(operation, {
    summary: `${describe(operation.subject)}: this plan overwrites an edit made in Outreach (${names.join(", ")})`,
    detail: `${timeOf(time)}The planned text lacks the edit, so an apply removes it. To keep the edit, run cdktf-outreach pull or copy the edit into the code, then plan again.`,
    attribute,
  });
}

/**
 * Warns if a planned delete discards edits, or throws: see `outside_edits`. `found` is the state that the
 * plan has read, because the plan of a delete may show the old texts of the state `prior`.
 */
export function warnOfDeleted(
  context: HookContext,
  prior: Partly<ManagedState>,
  found: Partly<ManagedState>,
): void {
  const { kind, run, call } = context;
  const { id } = prior;
  call.private.set(LOST_EDIT, undefined);
  if (run.failures.isFailing || id === null || run.settings.outsideEdits === "overwrite") return;
  const drift = textDifferences<string>(attributesOf(kind.type), textsOf(prior), textsOf(found));
  const stored = editsIn(context, found).filter(
    ({ name }) => !drift.some(({ attribute }) => attribute === name),
  );
  if (drift.length + stored.length === 0) return;
  const lines = [
    ...(drift.length > 0 ? [inWords(drift, "the state has")] : []),
    ...stored.map(({ name }) => `${name}: edited in Outreach after the provider had written it.`),
  ];
  const old = drift.length > 0 ? "The plan may show the old text from the state. " : "";
  say(context, {
    summary: `${describe({ type: kind.type, id })} was changed outside of Terraform, and its delete discards these changes`,
    detail: `${lines.join("\n")}\n\n${timeOf(found.last_updated_at)}${old}To keep the object and see the change, declare the object and plan again.`,
  });
}

interface Message {
  readonly summary: string;
  readonly detail: string;
  readonly attribute?: string;
}

/**
 * Throws before a delete if the plan did not know `outside_edits`, and would otherwise have refused the loss of an
 * edit. Terraform plans an update once more in the apply, but no delete.
 */
export function refuseLostEdit(context: HookContext): void {
  const message = context.call.private.get(LOST_EDIT) as Message | undefined;
  if (message !== undefined) refuse(context, message);
}

function say(context: HookContext, message: Message): void {
  const { run, call } = context;
  refuse(context, message);
  const { outsideEdits: mode } = run.settings;
  if (mode === "unknown") call.private.set(LOST_EDIT, message);
  const { summary, detail, attribute } = message;
  call.diagnostics.warn(summary, noteOn(mode) + detail, attribute);
}

/** Returns a note that the change may be refused later; an empty text if it will not be. */
function noteOn(mode: OutsideEditsMode | "unknown"): string {
  if (mode === "unknown")
    return 'outside_edits is not known yet. If it is "fail", the apply refuses this change. ';
  return mode === "fail" ? 'outside_edits = "fail" refuses this change without an approval. ' : "";
}

/**
 * Throws if `outside_edits` is "fail". An approval covers a change only if its reviewers saw the edit, so the edit is
 * then no reason to refuse the change. A review only shows it: otherwise, no approval could ever be written.
 */
function refuse({ run }: HookContext, { summary, detail, attribute }: Message): void {
  const isForReviewers = run.restrictions?.approvals !== undefined || isReviewRun();
  if (run.settings.outsideEdits !== "fail" || isForReviewers) return;
  throw new ProviderError(
    summary,
    `outside_edits = "fail" refuses this change. ${detail} Set outside_edits = "warn" to accept the loss.`,
    attribute,
  );
}

function timeOf(time: string | null): string {
  return time === null ? "" : `The object was last updated at ${time}. `;
}
