import { type IAspect, TerraformStack, Token } from "cdktf";
import { warningsOfPrompt } from "../prompt";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { OutreachProvider } from "./generated/provider";
import { providerWithoutAlias } from "./providers";
import { textAtSynth } from "./text-at-synth";
import { warnOnce } from "./warn-once";

/** Warns at synth, when every text has its final value, of what the provider would warn of later. */
export class PromptCheck implements IAspect {
  readonly #snippet: OutreachSnippet;
  readonly #overrides: Readonly<Record<string, unknown>>;

  constructor(snippet: OutreachSnippet, overrides: Readonly<Record<string, unknown>>) {
    this.#snippet = snippet;
    this.#overrides = overrides;
  }

  visit(): void {
    const prompt = this.#text("prompt");
    if (prompt === null) return;
    const known = knownVariables(this.#snippet);
    for (const { summary, detail } of warningsOfPrompt(this.#text("name"), prompt, known)) {
      warnOnce(this.#snippet, `${summary}. ${detail}`);
    }
  }

  /** Null for an override, which takes the place of the text and may be any expression of Terraform. */
  #text(argument: "name" | "prompt"): string | null {
    if (argument in this.#overrides) return null;
    return textAtSynth(this.#snippet, this.#snippet[`${argument}Input`]);
  }
}

/** Those of the provider that the snippet uses; undefined where they are not set, or not known at synth. */
function knownVariables(snippet: OutreachSnippet): readonly string[] | undefined {
  const provider = snippet.provider ?? providerWithoutAlias(TerraformStack.of(snippet));
  if (!(provider instanceof OutreachProvider)) return undefined;
  const known = provider.knownVariablesInput;
  if (known === undefined || Token.isUnresolved(known) || known.some(Token.isUnresolved)) return undefined;
  return known;
}
