import {
  type Diagnostic,
  FACTS,
  type KnownVariables,
  saysLostEdit,
  warningOf,
} from "../../estate/engine/diagnostics";
import { groupBy } from "../../util/lists";
import {
  compareAddresses,
  configuredProvider,
  identityOf,
  isOfDeposed,
  ownAddress,
  ownResources,
  providerAddress,
  withoutKeys,
} from "./model/objects";
import type { AcknowledgedWarning, ObjectChange } from "./model/review";
import {
  type Acknowledgement,
  checkSamples,
  type PromptWarning,
  type Sample,
  warningsOfPrompt,
} from "../../prompts";
import type { PlanJson, PlannedResource } from "../../estate/engine/plan-json";
import { isList, sameJson } from "../../util/json";
import { afterOf, beforeOf, hasMark, partOf, type Side } from "../../estate/engine/plan-sides";
import { redactedValue } from "./model/attribute-changes";

/**
 * Attaches warnings to changes. If a warning has no address, as for a planned delete, its facts name the
 * object.
 */
export function attachWarnings(
  reported: readonly Diagnostic[],
  changes: readonly ObjectChange[],
): { changes: ObjectChange[]; diagnostics: Diagnostic[] } {
  const attached = new Map(changes.map((change) => [change, [] as Diagnostic[]]));
  const changesAt = groupBy(changes, ownAddress);
  const keyOf = ({ type, id }: { readonly type: string; readonly id: string | null }) =>
    id && JSON.stringify([type, id]);
  const changesWith = groupBy(changes, keyOf);
  // Warnings of a validation have addresses without instance keys, and do not concern removed objects.
  const staying = changes.filter(({ action }) => action !== "delete" && action !== "forget");
  const instancesOf = groupBy(staying, ({ address }) => withoutKeys(address));
  const ownersOf = (one: Diagnostic): readonly ObjectChange[] => {
    const { address, [FACTS]: { object } = {} } = one;
    const named =
      address === null
        ? object && changesWith.get(keyOf(object) ?? "")
        : (changesAt.get(address) ?? instancesOf.get(address));
    if (named === undefined) return [];
    const withId = named.filter(({ id }) => id !== null && id === object?.id);
    const current = named.filter((change) => !isOfDeposed(change));
    return [withId, current].find(({ length }) => length > 0) ?? named;
  };
  const diagnostics = reported.filter((one) => {
    const owners = one.severity === "error" ? [] : ownersOf(one);
    for (const owner of owners) attached.get(owner)!.push(one);
    return owners.length === 0;
  });
  const withWarnings = changes.map((change) => {
    const warnings = attached.get(change)!;
    // If an earlier refresh stored the edit, the plan shows no drift, and only the provider says that an edit
    // is lost.
    const lostEdit = change.lostEdit ?? (warnings.some(saysLostEdit) ? [] : null);
    return { ...change, warnings, lostEdit };
  });
  return { changes: withWarnings, diagnostics };
}

export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [about, source && `${source.file} line ${source.line}`].filter((place) => place !== null);
}

/**
 * Errors of a provider come first, because they cause other errors. Diagnostics of the same object keep their
 * order.
 */
export function inOrder<One extends Diagnostic>(diagnostics: readonly One[]): One[] {
  const rank = ({ severity, address }: Diagnostic) =>
    severity === "warning" ? 2 : Number(!/(?:^|\.)provider\[/.test(address ?? ""));
  const each = [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
  // The order in which engines report diagnostics without an address differs from run to run.
  const keyOf = (one: Diagnostic) => one.address ?? ` ${JSON.stringify(one)}`;
  return each.sort((a, b) => rank(a) - rank(b) || compareAddresses(keyOf(a), keyOf(b)));
}

/** Without `handedOver`, only variables that the plan contains as constants are known. */
export function promptWarningsOf(
  plan: PlanJson,
  handedOver?: KnownVariables,
  samples: readonly Sample[] = [],
) {
  const warnings: Diagnostic[] = [];
  const acknowledged: AcknowledgedWarning[] = [];
  for (const snippet of ownResources(plan)) {
    const after = afterOf(snippet.change);
    const [prompt, declared] = [partOf(after, "prompt"), partOf(after, "acknowledged_warnings")];
    if (snippet.type !== "outreach_snippet" || typeof prompt.value !== "string") continue;
    const old = partOf(beforeOf(snippet.change), "prompt");
    const isFilled =
      !sameJson(old.value, prompt.value) && ![old, prompt].some((one) => one.sensitive === true);
    const found = warningsOfPrompt(identityOf(snippet, after).name, prompt.value, {
      known: knownVariables(snippet, plan, handedOver),
      ofSamples: isFilled ? checkSamples(prompt.value, samples) : [],
      entries: entriesIn(declared),
      isSensitive: prompt.sensitive === true || hasMark(declared.sensitive),
    });
    const diagnosticOf = ({ summary, detail, ...about }: PromptWarning) => {
      return { ...warningOf(summary, detail, snippet.address), prompt: about };
    };
    warnings.push(...found.warnings.map(diagnosticOf));
    acknowledged.push(...found.acknowledged.map(({ reason, ...one }) => ({ ...diagnosticOf(one), reason })));
  }
  return { warnings, acknowledged };
}

/** Returns no entries if a code or a text is only known after the apply. */
function entriesIn(declared: Side): Acknowledgement[] {
  if (!isList(declared.value)) return [];
  const parts = declared.value.map((_, i) => partOf(declared, i));
  const isOpen = (entry: Side) => ["code", "text"].some((name) => hasMark(partOf(entry, name).unknown));
  if (parts.some(isOpen)) return [];
  return parts.map((entry) => ({
    code: String(partOf(entry, "code").value ?? ""),
    text: String(partOf(entry, "text").value ?? ""),
    reason: String(redactedValue(partOf(entry, "reason")) ?? ""),
  }));
}

export function checkWarningsOf({ checks = [] }: PlanJson): Diagnostic[] {
  return checks.flatMap(({ address: { kind }, instances = [] }) => {
    const summary = kind === "check" ? "Check block assertion failed" : "Condition failed";
    return instances.flatMap(({ address, problems = [] }) =>
      problems.map(({ message }) => warningOf(summary, message, address.to_display)),
    );
  });
}

function knownVariables(
  resource: PlannedResource,
  plan: PlanJson,
  handedOver: KnownVariables | undefined,
): readonly string[] | undefined {
  const provider = configuredProvider(resource, plan);
  if (handedOver !== undefined) return handedOver.get(providerAddress(provider ?? {})) ?? undefined;
  const value = provider?.expressions?.["known_variables"]?.constant_value;
  if (!isList(value)) return undefined;
  const known = value.filter((one) => typeof one === "string");
  // In a JSON configuration, engines print a list as a constant even if an item is "${var.name}".
  return known.some((one) => /[$%]\{/.test(one)) ? undefined : known;
}
