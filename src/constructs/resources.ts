import { TerraformStack, Token, Tokenization } from "cdktf";
import type { Construct } from "constructs";
import {
  type Acknowledgement,
  type DeclaredEntry,
  emptyTextWarnings,
  problemOfEntry,
  warningsOfPrompt,
} from "../prompts";
import {
  OutreachCluster as GeneratedCluster,
  type OutreachClusterConfig,
} from "./generated/outreach-cluster";
import {
  OutreachSnippet as GeneratedSnippet,
  type OutreachSnippetConfig,
} from "./generated/outreach-snippet";
import { OutreachProvider } from "./generated/provider";
import { checkAtSynth, overridesOf, providerWithoutAlias, warnOnce } from "./stack";
import { REFERENCE, textAtSynth } from "./text";

/**
 * A group of outreach mailboxes that share one dedicated sending IP address. Synth warns of an empty name.
 * The code that CDKTF prints for `generateConfigForImport` must be edited: it names this class `Cluster`, and
 * sets optional arguments to `[null]`.
 */
export class OutreachCluster extends GeneratedCluster {
  constructor(scope: Construct, id: string, config: OutreachClusterConfig) {
    super(scope, id, config);
    checkAtSynth(this, () => warnOfName(this));
  }
}

function warnOfName(cluster: OutreachCluster): void {
  const name = "name" in overridesOf(cluster) ? null : textAtSynth(cluster, cluster.nameInput);
  const object = { type: OutreachCluster.tfResourceType, name };
  for (const { summary, detail } of emptyTextWarnings(object, "name", name))
    warnOnce(cluster, `${summary}. ${detail}`);
}

/**
 * A reusable prompt. At dispatch, Outreach fills the placeholders, and a language model writes the text.
 * Synth warns of misspelt placeholders, of placeholders that are not in the provider's `knownVariables`, and
 * of an empty name or prompt. `acknowledgedWarnings` turns single warnings off. The code that CDKTF prints
 * for `generateConfigForImport` must be edited as docs/guides/troubleshooting.md says.
 */
export class OutreachSnippet extends GeneratedSnippet {
  constructor(scope: Construct, id: string, config: OutreachSnippetConfig) {
    super(scope, id, config);
    checkAtSynth(this, () => checkWarnings(this));
  }
}

function checkWarnings(snippet: OutreachSnippet): string[] {
  const declared = entriesOf(snippet);
  // If the acknowledged warnings are unknown at synth, the provider checks the prompt during the plan.
  if (declared === undefined) return [];
  const errors = declared.flatMap((entry, i) => {
    const problem = problemOfEntry(entry);
    if (problem === undefined) return [];
    return `Entry ${i + 1} in acknowledgedWarnings of ${snippet.node.path} ${problem.what}. ${problem.advice}`;
  });
  const known = declared.flatMap(({ code, text, reason }) =>
    typeof code === "string" && typeof text === "string" ? { code, text, reason: reason ?? "" } : [],
  );
  if (errors.length === 0 && known.length === declared.length) warnOfPrompt(snippet, known);
  return errors;
}

function warnOfPrompt(snippet: OutreachSnippet, entries: readonly Acknowledgement[]): void {
  const overrides = overridesOf(snippet);
  // An override may be any Terraform expression, so the text of an override counts as unknown.
  const textOf = (argument: "name" | "prompt") =>
    argument in overrides ? null : textAtSynth(snippet, snippet[`${argument}Input`]);
  const [name, prompt] = [textOf("name"), textOf("prompt")];
  if (prompt === null) return;
  const checks = { known: knownVariables(snippet), entries, isPartial: prompt.includes(REFERENCE) };
  const shown = name?.includes(REFERENCE) === true ? null : name;
  for (const { summary, detail } of warningsOfPrompt(shown, prompt, checks).warnings)
    warnOnce(snippet, `${summary}. ${detail}`);
}

function entriesOf(snippet: OutreachSnippet): readonly DeclaredEntry[] | undefined {
  if ("acknowledged_warnings" in overridesOf(snippet)) return undefined;
  const declared = snippet.acknowledgedWarningsInput ?? [];
  if (!Array.isArray(declared) || declared.some((entry) => Tokenization.isResolvable(entry)))
    return undefined;
  const textOf = (value: unknown) => {
    const text = textAtSynth(snippet, value);
    return text?.includes(REFERENCE) === true ? undefined : text;
  };
  return declared.map((entry) => {
    return { code: textOf(entry.code), text: textOf(entry.text), reason: textOf(entry.reason) };
  });
}

function knownVariables(snippet: OutreachSnippet): readonly string[] | undefined {
  const provider = snippet.provider ?? providerWithoutAlias(TerraformStack.of(snippet));
  if (!(provider instanceof OutreachProvider)) return undefined;
  const known = provider.knownVariablesInput;
  // Terraform rejects a value that is not a string, such as an unset environment variable.
  const isKnown = (value: unknown) => typeof value === "string" && !Token.isUnresolved(value);
  if (!Array.isArray(known) || Token.isUnresolved(known) || !known.every(isKnown)) return undefined;
  return known;
}
