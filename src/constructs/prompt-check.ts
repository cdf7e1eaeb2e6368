import {
  Annotations,
  DefaultTokenResolver,
  type IAspect,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  LazyBase,
  StringConcat,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktf";
import { checkPrompt, checkVariables, promptWarnings } from "../prompt";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { OutreachProvider } from "./generated/provider";
import { providerWithoutAlias } from "./providers";

/** Warns at synth, when every text has its final value, of what the provider would warn of later. */
export class PromptCheck implements IAspect {
  readonly #snippet: OutreachSnippet;
  readonly #warned = new Set<string>();

  constructor(snippet: OutreachSnippet) {
    this.#snippet = snippet;
  }

  visit(): void {
    const prompt = this.#resolve(this.#snippet.promptInput);
    if (prompt === null) return;
    const known = knownVariables(this.#snippet);
    const findings = [...checkPrompt(prompt), ...(known === undefined ? [] : checkVariables(prompt, known))];
    for (const { summary, detail } of promptWarnings(this.#resolve(this.#snippet.nameInput), findings)) {
      // An aspect is visited at every synth; one warning is enough.
      if (this.#warned.has(summary)) continue;
      this.#warned.add(summary);
      Annotations.of(this.#snippet).addWarning(`${summary}. ${detail}`);
    }
  }

  #resolve(text: string | undefined): string | null {
    const resolved: unknown = Tokenization.resolve(text, {
      scope: this.#snippet,
      resolver: new LazyResolver(new StringConcat()),
      preparing: false,
    });
    return typeof resolved === "string" ? resolved : null;
  }
}

/** Resolves what is a value at synth. What Terraform fills in later becomes braces that no check takes for a placeholder. */
class LazyResolver extends DefaultTokenResolver {
  override resolveToken(
    token: IResolvable,
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    return token instanceof LazyBase ? super.resolveToken(token, context, postProcessor) : "${}";
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
