import { TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";
import { warningsOfPrompt } from "../prompt";
import {
  OutreachSnippet as GeneratedSnippet,
  type OutreachSnippetConfig,
} from "./generated/outreach-snippet";
import { OutreachProvider } from "./generated/provider";
import { providerWithoutAlias } from "./stack";
import { checkAtSynth, errorsOfOverrides, warnOnce } from "./synth-checks";
import { argumentAtSynth, REFERENCE } from "./text-at-synth";
import { requireConfig } from "./user-error";

/**
 * A reusable prompt. At dispatch its placeholders are filled and a language model writes the text. Synth warns of what is
 * nearly a placeholder, of placeholders that are none of the provider's `knownVariables`, and of a name or prompt that is empty.
 * The code that CDKTF prints for `generateConfigForImport` has to be edited: docs/guides/troubleshooting.md says how.
 */
export class OutreachSnippet extends GeneratedSnippet {
  constructor(scope: Construct, id: string, config: OutreachSnippetConfig) {
    super(scope, id, requireConfig(config, { scope, id, made: OutreachSnippet, needs: "{ name, prompt }" }));
    checkAtSynth(this, () => warnOfPrompt(this, this.rawOverrides));
    this.node.addValidation({ validate: () => errorsOfOverrides(this, this.rawOverrides) });
  }
}

/** At synth, when every text has its final value: what the provider would warn of later. */
function warnOfPrompt(snippet: OutreachSnippet, overrides: Readonly<Record<string, unknown>>): void {
  const textOf = (argument: "name" | "prompt") =>
    argumentAtSynth(snippet, overrides, argument, snippet[`${argument}Input`]);
  const prompt = textOf("prompt");
  if (prompt === null) return;
  const name = textOf("name");
  // What stands for a reference is of no use to a reader.
  const shown = name?.includes(REFERENCE) === true ? null : name;
  for (const { summary, detail } of warningsOfPrompt(shown, prompt, knownVariables(snippet))) {
    warnOnce(snippet, `${summary}. ${detail}`);
  }
}

/** Those of the provider that the snippet uses; undefined where they are not set, or not known at synth. */
function knownVariables(snippet: OutreachSnippet): readonly string[] | undefined {
  const provider = snippet.provider ?? providerWithoutAlias(TerraformStack.of(snippet));
  if (!(provider instanceof OutreachProvider)) return undefined;
  const known = provider.knownVariablesInput;
  if (!Array.isArray(known) || Token.isUnresolved(known) || !known.every(isKnownText)) return undefined;
  return known;
}

/** What is no text at all, such as an environment variable that is not set, is not for a warning to judge. */
function isKnownText(value: unknown): boolean {
  return typeof value === "string" && !Token.isUnresolved(value);
}
