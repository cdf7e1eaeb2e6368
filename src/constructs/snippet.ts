import { TerraformStack, Token, Tokenization } from "cdktf";
import type { Construct } from "constructs";
import { type Acknowledgement, type DeclaredEntry, problemOfEntry, warningsOfPrompt } from "../prompts";
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
 * of an empty name or prompt, unless `acknowledgedWarnings` has the warning. The code that CDKTF prints for `generateConfigForImport` has to be edited:
 * docs/guides/troubleshooting.md says how.
 */
export class OutreachSnippet extends GeneratedSnippet {
  constructor(scope: Construct, id: string, config: OutreachSnippetConfig) {
    super(scope, id, requireConfig(config, { scope, id, made: OutreachSnippet, needs: "{ name, prompt }" }));
    checkAtSynth(this, () => checkWarnings(this));
  }
}

/** Warns of problems in the prompt, as the provider does later. Returns what is wrong with the acknowledged warnings. */
function checkWarnings(snippet: OutreachSnippet): string[] {
  const declared = entriesOf(snippet);
  const errors = (declared ?? []).flatMap((entry, i) => {
    const problem = problemOfEntry(entry);
    if (problem === undefined) return [];
    return `Entry ${i + 1} in acknowledgedWarnings of ${snippet.node.path} ${problem.what}. ${problem.advice}`;
  });
  if (errors.length > 0) return errors;
  const entries = knownEntries(declared);
  // If it is not known which warnings are acknowledged, the provider warns.
  if (entries !== undefined) warnOfPrompt(snippet, entries);
  return [];
}

function warnOfPrompt(snippet: OutreachSnippet, entries: readonly Acknowledgement[]): void {
  const overrides = overridesOf(snippet);
  // An override may be any Terraform expression, so its text counts as unknown.
  const textOf = (argument: "name" | "prompt") =>
    argument in overrides ? null : textAtSynth(snippet, snippet[`${argument}Input`]);
  const prompt = textOf("prompt");
  if (prompt === null) return;
  const name = textOf("name");
  const shown = name?.includes(REFERENCE) === true ? null : name;
  const checks = { known: knownVariables(snippet), entries, isPartial: prompt.includes(REFERENCE) };
  for (const { summary, detail } of warningsOfPrompt(shown, prompt, checks).warnings) {
    warnOnce(snippet, `${summary}. ${detail}`);
  }
}

/** Returns the entries of `acknowledgedWarnings`; undefined if only Terraform knows them. */
function entriesOf(snippet: OutreachSnippet): readonly DeclaredEntry[] | undefined {
  if ("acknowledged_warnings" in overridesOf(snippet)) return undefined;
  const declared = snippet.acknowledgedWarningsInput ?? [];
  if (!Array.isArray(declared) || declared.some((entry) => Tokenization.isResolvable(entry)))
    return undefined;
  const textOf = (value: unknown) => {
    const text = textAtSynth(snippet, value);
    return text?.includes(REFERENCE) === true ? undefined : text;
  };
  return declared.map(({ code, text, reason }) => ({
    code: textOf(code),
    text: textOf(text),
    reason: textOf(reason),
  }));
}

/** Returns correct entries; undefined if a code or a text is not known. */
function knownEntries(entries: readonly DeclaredEntry[] | undefined): readonly Acknowledgement[] | undefined {
  const known = entries?.flatMap(({ code, text, reason }) =>
    typeof code === "string" && typeof text === "string" ? { code, text, reason: reason ?? "" } : [],
  );
  return known?.length === entries?.length ? known : undefined;
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
