import { TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";
import { warningsOfPrompt } from "../prompt";
import {
  OutreachSnippet as GeneratedSnippet,
  type OutreachSnippetConfig,
} from "./generated/outreach-snippet";
import { OutreachProvider } from "./generated/provider";
import { providerWithoutAlias } from "./stack";
import { checkAtSynth, overridesOf, warnOnce } from "./synth-checks";
import { REFERENCE, textAtSynth } from "./text-at-synth";
import { requireConfig } from "./user-error";

/**
 * A reusable prompt. At dispatch its placeholders are filled and a language model writes the text. Synth
 * warns of misspelt placeholders, of placeholders that are not among the provider's `knownVariables`, and
 * of an empty name or prompt. The code that CDKTF prints for `generateConfigForImport` has to be edited:
 * docs/guides/troubleshooting.md says how.
 */
export class OutreachSnippet extends GeneratedSnippet {
  constructor(scope: Construct, id: string, config: OutreachSnippetConfig) {
    super(scope, id, requireConfig(config, { scope, id, made: OutreachSnippet, needs: "{ name, prompt }" }));
    checkAtSynth(this, () => warnOfPrompt(this));
  }
}

/** Warns of problems in the prompt, as the provider does later. */
function warnOfPrompt(snippet: OutreachSnippet): void {
  const overrides = overridesOf(snippet);
  // An override may be any Terraform expression, so its text counts as unknown.
  const textOf = (argument: "name" | "prompt") =>
    argument in overrides ? null : textAtSynth(snippet, snippet[`${argument}Input`]);
  const prompt = textOf("prompt");
  if (prompt === null) return;
  const name = textOf("name");
  const shown = name?.includes(REFERENCE) === true ? null : name;
  for (const { summary, detail } of warningsOfPrompt(shown, prompt, { known: knownVariables(snippet) })) {
    warnOnce(snippet, `${summary}. ${detail}`);
  }
}

/** Returns the known variables of the snippet's provider; undefined if they are not set or not known. */
function knownVariables(snippet: OutreachSnippet): readonly string[] | undefined {
  const provider = snippet.provider ?? providerWithoutAlias(TerraformStack.of(snippet));
  if (!(provider instanceof OutreachProvider)) return undefined;
  const known = provider.knownVariablesInput;
  // Another check reports a value that is no string, such as an unset environment variable.
  const isKnown = (value: unknown) => typeof value === "string" && !Token.isUnresolved(value);
  if (!Array.isArray(known) || Token.isUnresolved(known) || !known.every(isKnown)) return undefined;
  return known;
}
