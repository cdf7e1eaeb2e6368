import { fingerprintOf, isEdited, keepsEdit, type Fingerprint } from "../../objects/accepted";
import { CONTENT, kindOfType } from "../../objects/kinds";
import { ACCEPTED } from "../../objects/private-state";
import { textDifferences } from "../../objects/text";
import { attributePath, type ResourceCall } from "../../plugin/framework";
import { isUnknown, type Value } from "../../plugin/values";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { isReviewRun } from "../run/review-run";
import type { OutsideEditsMode } from "../settings/configuration";
import { inWords } from "../phrases/differences";
import { describe, ProviderError } from "../phrases/subject";

/** Private state of a planned delete: the message about its lost edit, if the plan did not know `outside_edits`. */
const LOST_EDIT = "lost_edit";

/**
 * Records the texts of an object that the provider wrote, adopted or imported. An ordinary refresh records
 * nothing, so that an edit made in Outreach is still recognised after the state has it. With null, no text
 * counts as edited until the next write.
 */
export function recordAccepted({ kind, call }: HookContext, values: object | null): void {
  call.private.set(LOST_EDIT, undefined);
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
  operation.call.private.set(LOST_EDIT, undefined);
  if (operation.run.settings.outsideEdits === "overwrite") return;
  const lost = editsIn(operation, prior).filter(
    ({ name, accepted }) =>
      // A text that is not known yet may lack the edit.
      isUnknown(valueAt(planned, name)) || !keepsEdit(accepted, textAt(prior, name), textAt(planned, name)),
  );
  if (lost.length === 0) return;
  const names = lost.map(({ name }) => name);
  say(operation, {
    summary: `${describe(operation.subject)}: this plan overwrites an edit made in Outreach (${names.join(", ")})`,
    detail: `${timeOf(prior)}The planned text lacks the edit, so an apply removes it. To keep the edit, run cdktf-outreach pull or copy the edit into the code, then plan again.`,
    attribute: names[0]!,
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
    detail: `${lines.join("\n")}\n\n${timeOf(found)}${old}To keep the object and see the change, declare the object and plan again.`,
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
  const path = attribute === undefined ? undefined : attributePath(attribute);
  call.diagnostics.warn(summary, noteOn(mode) + detail, path);
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

/**
 * Lists the texts of an object that differ from the accepted ones; none if the state is from an older
 * version.
 */
function editsIn({ kind, call }: HookContext, values: object): { name: string; accepted: Fingerprint }[] {
  const recorded = call.private.get(ACCEPTED) as
    | Readonly<Record<string, Fingerprint | undefined>>
    | undefined;
  return attributesOf(kind.type).flatMap((name) => {
    const accepted = recorded?.[name];
    return accepted !== undefined && isEdited(accepted, textAt(values, name)) ? { name, accepted } : [];
  });
}

function timeOf({ last_updated_at: time }: Partly<ManagedState>): string {
  return time === null ? "" : `The object was last updated at ${time}. `;
}

function attributesOf(type: string): readonly string[] {
  return CONTENT[kindOfType(type)!];
}

function textsOf(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, textAt(values, name)]));
}

function textAt(values: object, name: string): string {
  const value = valueAt(values, name);
  return typeof value === "string" ? value : "";
}

function valueAt(values: object, name: string): Value {
  return (values as Readonly<Record<string, Value | undefined>>)[name] ?? null;
}
