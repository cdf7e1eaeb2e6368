import {
  type Diagnostic,
  FACTS,
  type KnownVariables,
  saysLostEdit,
  warningOf,
} from "../../estate/engine/diagnostics";
import { compareText, groupBy } from "../../util/lists";
import {
  compareAddresses,
  configuredProvider,
  isOfDeposed,
  type KnownObjects,
  ownAddress,
  ownResources,
  providerAddress,
  withoutKeys,
} from "./model/objects";
import type { AcknowledgedWarning, Action, ObjectChange, ObjectIdentity } from "./model/review";
import { shellWord } from "../../provider/wording/subject";
import { type Acknowledgement, type PromptWarning, warningsOfPrompt } from "../../prompts";
import type { PlanJson, PlannedResource } from "../../estate/engine/plan-json";
import { isList } from "../../util/json";
import { afterOf, hasMark, partOf, type Side } from "../../estate/engine/plan-sides";
import { visible, visibleText } from "./model/attribute-changes";

/** Actions on objects that left the configuration: warnings about the configuration cannot concern them. */
const REMOVES: ReadonlySet<Action> = new Set(["delete", "forget"]);

/**
 * Returns each change with the warnings about it, and separately all other warnings and the errors. A warning without an
 * address, such as one about a planned delete, is about the object that the provider names in its facts.
 */
export function attachWarnings(
  reported: readonly Diagnostic[],
  changes: readonly ObjectChange[],
): { changes: ObjectChange[]; diagnostics: Diagnostic[] } {
  const attached = new Map(changes.map((change) => [change, [] as Diagnostic[]]));
  const changesAt = groupBy(changes, ownAddress);
  const changesOf = byFacts(changes);
  const instancesOf = groupBy(changes, (change) => withoutKeys(ownAddress(change)));
  const ownersOf = (one: Diagnostic): readonly ObjectChange[] => {
    const { address, [FACTS]: facts } = one;
    if (address === null) return changesOf(one);
    const named = changesAt.get(address) ?? [];
    const withId = named.filter(({ id }) => id !== null && id === facts?.object?.id);
    if (withId.length > 0) return withId;
    // The warnings of a validation lack the keys of instances.
    const staying = (instancesOf.get(address) ?? []).filter(({ action }) => !REMOVES.has(action));
    if (staying.length > 0 && named.every(({ action }) => REMOVES.has(action))) return staying;
    const current = named.filter((change) => !isOfDeposed(change));
    return current.length > 0 ? current : named;
  };
  const diagnostics = reported.filter((one) => {
    const owners = one.severity === "error" ? [] : ownersOf(one);
    for (const owner of owners) attached.get(owner)!.push(one);
    return owners.length === 0;
  });
  const withWarnings = changes.map((change) => {
    const warnings = attached.get(change)!;
    // After an earlier refresh, the plan shows no drift of an edit, and only the provider says that it is lost.
    const lostEdit = change.lostEdit ?? (warnings.some(saysLostEdit) ? [] : null);
    return { ...change, warnings, lostEdit };
  });
  return { changes: withWarnings, diagnostics };
}

/** Returns a function that returns the objects that a diagnostic of the provider is about, by type and id. */
export function byFacts<T extends Pick<ObjectIdentity, "type" | "id">>(objects: readonly T[]) {
  const found = groupBy(objects, ({ type, id }) => id && JSON.stringify([type, id]));
  return ({ [FACTS]: { object } = {} }: Diagnostic): readonly T[] =>
    (object && found.get(JSON.stringify([object.type, object.id]))) ?? [];
}

/** Returns the address of a diagnostic and its place in the configuration, as far as known. */
export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [about, source && `${source.file} line ${source.line}`].filter((place) => place !== null);
}

/**
 * Returns errors, then warnings, each once and by address. Diagnostics with the same address keep their order. Errors of
 * a provider come first, because they make others fail. Validation and planning report the same diagnostics; equal texts
 * about different places are no duplicates.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const where = (one: Diagnostic) => placesOf(one).join();
  const rank = ({ severity, address }: Diagnostic) =>
    severity === "warning" ? 2 : Number(!/(?:^|\.)provider\[/.test(address ?? ""));
  const each = new Map(diagnostics.map((one) => [JSON.stringify(one), one]));
  return [...each.values()].sort((a, b) => {
    const order = rank(a) - rank(b) || compareAddresses(a.address ?? "", b.address ?? "");
    if (order !== 0 || a.address !== null) return order;
    const byText = compareText(a.summary, b.summary) || compareText(a.detail, b.detail);
    return byText || compareAddresses(where(a), where(b));
  });
}

/** Matches what stands for an address in commands that the provider advises: it does not know the address. */
const PLACEHOLDER = /(?<=\bterraform (?:state rm|untaint|taint|import) )(?:ADDRESS|outreach_\w+\.NAME)\b/g;

/** Matches how engines name the object of an error without an address. */
const OBJECT_IN_DETAIL = /^Resource (\S+) has lifecycle\.prevent_destroy set/;

/**
 * Returns diagnostics whose advice has the address of the object in place of a placeholder. An error about a known
 * object also gets its address. A warning without an address stays as it is: `attachWarnings` finds its objects.
 */
export function withAddresses(diagnostics: readonly Diagnostic[], objects: KnownObjects): Diagnostic[] {
  const { planned, stored, configured } = objects;
  const objectsOf = byFacts(
    [...new Map([...stored, ...planned]).values()].filter((one) => !isOfDeposed(one)),
  );
  return diagnostics.map((one) => {
    const [, inDetail = ""] = OBJECT_IN_DETAIL.exec(one.detail) ?? [];
    const known = [planned, stored, configured].some((list) => list.has(inDetail)) ? inDetail : undefined;
    // Two workspaces may have objects with the same id.
    const [object, another] = objectsOf(one);
    const address = one.address ?? (another === undefined ? object?.address : undefined) ?? known;
    if (address === undefined) return one;
    const detail = one.detail.replace(PLACEHOLDER, () => shellWord(address));
    return one.severity === "error" ? { ...one, address, detail } : { ...one, detail };
  });
}

/**
 * Returns the warnings about the prompts of a plan, and those that snippets acknowledge. Without `handedOver`, the known
 * variables are those that the plan contains as a constant.
 */
export function promptWarningsOf(plan: PlanJson, handedOver?: KnownVariables) {
  const warnings: Diagnostic[] = [];
  const acknowledged: AcknowledgedWarning[] = [];
  for (const snippet of ownResources(plan)) {
    const part = (attribute: string) => partOf(afterOf(snippet.change), attribute);
    const [name, prompt, declared] = [part("name"), part("prompt"), part("acknowledged_warnings")];
    if (snippet.type !== "outreach_snippet" || typeof prompt.value !== "string") continue;
    const shown = visible(name);
    const nameText = shown.kind === "value" && typeof shown.value === "string" ? shown.value : null;
    const found = warningsOfPrompt(nameText, prompt.value, {
      known: knownVariables(snippet, plan, handedOver),
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

/** Returns the entries of `acknowledged_warnings`; none if a code or a text is known only after the apply. */
function entriesIn(declared: Side): Acknowledgement[] {
  if (!isList(declared.value)) return [];
  const parts = declared.value.map((_, i) => partOf(declared, i));
  const isOpen = (entry: Side) => ["code", "text"].some((name) => hasMark(partOf(entry, name).unknown));
  if (parts.some(isOpen)) return [];
  return parts.map((entry) => ({
    code: String(partOf(entry, "code").value ?? ""),
    text: String(partOf(entry, "text").value ?? ""),
    reason: visibleText(partOf(entry, "reason")),
  }));
}

/** Returns the engine's warnings about `check` blocks and conditions that failed. */
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
  // Engines print a list in a JSON configuration as a constant, even if an item is "${var.name}".
  return known.some((one) => /[$%]\{/.test(one)) ? undefined : known;
}
