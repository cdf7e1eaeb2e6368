import type { Construct } from "constructs";
import { checkAtSynth } from "./check-at-synth";
import { requireConfig } from "./config-check";
import {
  OutreachSnippet as GeneratedSnippet,
  type OutreachSnippetConfig,
} from "./generated/outreach-snippet";
import { errorsOfOverrides } from "./override-check";
import { warnOfPrompt } from "./prompt-check";

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
