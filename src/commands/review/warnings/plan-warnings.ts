import { type Acknowledgement, type PromptWarning, warningsOfPrompt } from "../../../prompts";
import { type Diagnostic, type KnownVariables, warningOf } from "../../../estate/engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../../estate/engine/plan-json";
import { isList } from "../../../util/json";
import { configuredProvider, ownResources, providerAddress } from "../model/declared-attributes";
import { afterOf, hasMark, partOf, type Side } from "../../../estate/engine/plan-sides";
import { visible, visibleText } from "../model/visible-value";

/**
 * Returns the warnings about the prompts of a plan. Without `handedOver`, the known variables are those that
 * the plan contains as a constant.
 */
export function promptWarningsOf(plan: PlanJson, handedOver?: KnownVariables) {
  const snippets = ownResources(plan).filter(({ type }) => type === "outreach_snippet");
  const found = snippets.map((snippet) => {
    const { warnings, acknowledged } = warningsOf(snippet, knownVariables(snippet, plan, handedOver));
    const diagnosticOf = ({ summary, detail, ...prompt }: PromptWarning) => {
      return { ...warningOf(summary, detail, snippet.address), prompt };
    };
    return {
      warnings: warnings.map(diagnosticOf),
      acknowledged: acknowledged.map(({ reason, ...one }) => ({ ...diagnosticOf(one), reason })),
    };
  });
  return {
    warnings: found.flatMap(({ warnings }) => warnings),
    acknowledged: found.flatMap(({ acknowledged }) => acknowledged),
  };
}

function warningsOf({ change }: PlannedResource, known: readonly string[] | undefined) {
  const part = (attribute: string) => partOf(afterOf(change), attribute);
  const [name, prompt, declared] = [part("name"), part("prompt"), part("acknowledged_warnings")];
  if (typeof prompt.value !== "string") return { warnings: [], acknowledged: [] };
  const shown = visible(name);
  const nameText = shown.kind === "value" && typeof shown.value === "string" ? shown.value : null;
  return warningsOfPrompt(nameText, prompt.value, {
    known,
    entries: entriesIn(declared),
    isSensitive: prompt.sensitive === true || hasMark(declared.sensitive),
  });
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
