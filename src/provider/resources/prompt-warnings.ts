import type { HookCall } from "../../sdk/framework";
import type { Problem } from "../../sdk/schema";
import { isUnknown, type ObjectValue, type Unknown, type Value } from "../../sdk/values";
import {
  type Acknowledgement,
  checkPrompt,
  checkVariables,
  emptyTextWarnings,
  problemOfEntry,
  type CheckedSnippet,
  separateAcknowledged,
} from "../../prompts";
import { describe } from "../wording/subject";

type Text = string | Unknown | null;

interface Snippet {
  readonly name: Text;
  readonly prompt: Text;
  readonly acknowledged_warnings: Value;
}

const SNIPPET = "outreach_snippet";

/** If `acknowledged_warnings` is unknown, `warnInPlan` warns instead. */
export function warnOfSnippet(config: Snippet, call: HookCall): void {
  const entries = entriesIn(config.acknowledged_warnings);
  if (entries !== undefined) warnOfTexts(config, entries, call);
}

export function warnInPlan(
  planned: Snippet & { readonly id: Text },
  known: readonly string[] | undefined,
  call: HookCall,
): void {
  const { id, prompt } = planned;
  const entries = entriesIn(planned.acknowledged_warnings);
  // Only the apply knows the acknowledged warnings, but a warning in the apply comes too late.
  if (entries === undefined) warnOfTexts(planned, [], call);
  if (typeof prompt !== "string" || known === undefined) return;
  const findings = checkVariables(prompt, known);
  warn({ id, blanks: [], findings, entries: entries ?? [], isChecked: (code) => code === "unknown" }, call);
}

/** The API document does not say whether an empty name is allowed. */
export function warnOfEmptyName(type: string, name: Text, call: HookCall): void {
  for (const { summary, detail } of emptyTextWarnings({ type, name: null }, "name", knownText(name))) {
    call.diagnostics.warn(summary, detail, "name");
  }
}

export function onlyEntries(entries: readonly (DeclaredEntry | null)[]): Problem | undefined {
  const problems = entries.map((entry) => problemOfEntry(entry ?? { code: null, text: null, reason: null }));
  const wrong = problems.findIndex((problem) => problem !== undefined);
  if (wrong === -1) return undefined;
  const { what, advice } = problems[wrong]!;
  return { summary: `${SNIPPET}: entry ${wrong + 1} of acknowledged_warnings ${what}`, detail: advice };
}

type DeclaredEntry = { readonly [K in keyof Acknowledgement]: string | null };

function entriesIn(value: Value): readonly Acknowledgement[] | undefined {
  if (value === null) return [];
  if (isUnknown(value)) return undefined;
  const entries = value as readonly (ObjectValue | Unknown | null)[];
  const isOpen = (entry: ObjectValue | Unknown | null) =>
    entry !== null && (isUnknown(entry) || isUnknown(entry["code"]!) || isUnknown(entry["text"]!));
  if (entries.some(isOpen)) return undefined;
  return entries.map((entry) => {
    const { code = null, text = null } = (entry ?? {}) as Readonly<Record<string, Text>>;
    return { code: knownText(code) ?? "", text: knownText(text) ?? "", reason: "" };
  });
}

function warnOfTexts(
  { name, prompt }: Omit<Snippet, "acknowledged_warnings">,
  entries: readonly Acknowledgement[],
  call: HookCall,
): void {
  const texts = { name: knownText(name), prompt: knownText(prompt) };
  const snippet = { type: SNIPPET, name: null };
  const blanks = (["name", "prompt"] as const).flatMap((one) => emptyTextWarnings(snippet, one, texts[one]));
  const findings = texts.prompt === null ? [] : checkPrompt(texts.prompt);
  const isChecked = (code: string) => {
    const text = code === "blank-name" ? texts.name : texts.prompt;
    return text !== null && code !== "unknown";
  };
  warn({ id: null, blanks, findings, entries, isChecked }, call);
}

type Found = Omit<CheckedSnippet, "snippet" | "isSensitive"> & { readonly id: Text };

function warn({ id, ...found }: Found, call: HookCall): void {
  const { blanks, findings, entries } = found;
  // Most snippets have nothing to report, and `describe` takes longer than the checks.
  if (blanks.length + findings.length + entries.length === 0) return;
  const snippet = describe({ type: SNIPPET, id: knownText(id) });
  const { warnings } = separateAcknowledged({ ...found, snippet, isSensitive: true });
  for (const { code, summary, detail } of warnings) {
    call.diagnostics.warn(summary, detail, ATTRIBUTES.get(code) ?? "prompt");
  }
}

const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["blank-name", "name"],
  ["unmatched", "acknowledged_warnings"],
]);

function knownText(text: Text | undefined): string | null {
  return typeof text === "string" ? text : null;
}
