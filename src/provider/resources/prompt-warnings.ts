import { attributePath, type Call } from "../../plugin/framework";
import type { Unknown } from "../../plugin/values";
import {
  checkPrompt,
  checkVariables,
  emptyTextWarnings,
  promptWarnings,
  type PromptFinding,
} from "../../prompt";
import { describe } from "../lifecycle";

/** A snippet as it is declared; what is not known yet is not checked. */
interface Declared {
  readonly name: string | Unknown | null;
  readonly prompt: string | Unknown | null;
}

/** A snippet as it is planned. */
interface Planned {
  readonly id: string | Unknown | null;
  readonly prompt: string | Unknown | null;
}

/** At validate, without the provider's configuration: what is nearly a placeholder. */
export function warnOfPrompt({ prompt }: Pick<Declared, "prompt">, call: Call): void {
  if (typeof prompt === "string") warn(null, checkPrompt(prompt), call);
}

/** At plan, where the provider is configured: placeholders that are none of its `known_variables`. */
export function warnOfUnknownVariables(
  { id, prompt }: Planned,
  known: readonly string[] | undefined,
  call: Call,
): void {
  if (typeof prompt === "string" && known !== undefined) warn(id, checkVariables(prompt, known), call);
}

/** At validate: texts that are empty. Whether the API takes them is not documented, so it is no error. */
export function warnOfEmptyTexts(
  type: string,
  declared: Pick<Declared, "name"> & Partial<Declared>,
  call: Call,
): void {
  for (const attribute of ["name", "prompt"] as const) {
    const text = knownText(declared[attribute]);
    for (const { summary, detail } of emptyTextWarnings(type, null, attribute, text)) {
      call.diagnostics.warn(summary, detail, attributePath(attribute));
    }
  }
}

function warn(id: Planned["id"], findings: readonly PromptFinding[], call: Call): void {
  // As of nearly every snippet, of which all are asked twice in a plan: naming one takes longer than checking its prompt.
  if (findings.length === 0) return;
  const snippet = describe({ type: "outreach_snippet", id: knownText(id) });
  for (const { summary, detail } of promptWarnings(snippet, findings, { isSensitive: true })) {
    call.diagnostics.warn(summary, detail, attributePath("prompt"));
  }
}

function knownText(text: Declared["name"] | undefined): string | null {
  return typeof text === "string" ? text : null;
}
