import { attributePath, type HookCall } from "../../plugin/framework";
import type { Unknown } from "../../plugin/values";
import {
  checkPrompt,
  checkVariables,
  emptyTextWarnings,
  promptWarnings,
  type PromptFinding,
} from "../../prompt";
import { describe } from "../phrases/subject";

/** A declared or planned text. An unknown text is not checked. */
type Text = string | Unknown | null;

/** Warns during validation, before the provider is configured, of text that is nearly a placeholder. */
export function warnOfPrompt({ prompt }: { readonly prompt: Text }, call: HookCall): void {
  if (typeof prompt === "string") warn(null, checkPrompt(prompt), call);
}

/** Warns during a plan of placeholders whose identifiers are not in `known_variables`. */
export function warnOfUnknownVariables(
  { id, prompt }: { readonly id: Text; readonly prompt: Text },
  known: readonly string[] | undefined,
  call: HookCall,
): void {
  if (typeof prompt === "string" && known !== undefined) warn(id, checkVariables(prompt, known), call);
}

/** Warns of empty texts during validation. The document does not show whether the API accepts them. */
export function warnOfEmptyTexts(
  type: string,
  declared: { readonly name: Text; readonly prompt?: Text },
  call: HookCall,
): void {
  for (const attribute of ["name", "prompt"] as const) {
    const text = knownText(declared[attribute]);
    for (const { summary, detail } of emptyTextWarnings({ type, name: null }, attribute, text)) {
      call.diagnostics.warn(summary, detail, attributePath(attribute));
    }
  }
}

function warn(id: Text, findings: readonly PromptFinding[], call: HookCall): void {
  // This runs for every snippet in every plan, and `describe` takes longer than the check of the prompt.
  if (findings.length === 0) return;
  const snippet = describe({ type: "outreach_snippet", id: knownText(id) });
  for (const { summary, detail } of promptWarnings(snippet, findings, { isSensitive: true })) {
    call.diagnostics.warn(summary, detail, attributePath("prompt"));
  }
}

function knownText(text: Text | undefined): string | null {
  return typeof text === "string" ? text : null;
}
