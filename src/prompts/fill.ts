import { promptVariables, visitPlaceholders } from "./grammar";
import { refuseNoText } from "./texts";

/** Returns each variable once, in NFC as in Terraform's state, sorted by code unit. */
export function variablesOf(prompt: string): string[] {
  refuseNoText(prompt, "The prompt of variablesOf", variablesOf);
  return promptVariables(prompt.normalize("NFC"));
}

/** Each list has each variable once, in NFC, sorted by code unit. */
export interface Filled {
  /** A placeholder without a value stays in the text. */
  readonly text: string;
  /** Variables of the prompt that have no value. */
  readonly missing: readonly string[];
  /** Variables of the prompt whose value is empty or only white space. */
  readonly empty: readonly string[];
  /** Variables that have a value, but do not occur in the prompt. */
  readonly unused: readonly string[];
}

/**
 * A value's braces stay text. The result is a preview, because the API document does not say what Outreach
 * does with a variable without a value.
 */
export function fill(prompt: string, values: Readonly<Record<string, string>>): Filled {
  refuseNoText(prompt, "The prompt of fill", fill);
  for (const [name, value] of Object.entries(values))
    refuseNoText(value, `The value of ${JSON.stringify(name)}`, fill);
  // Terraform normalises strings to NFC, but strings from files are not normalised.
  const byVariable = new Map(Object.entries(values).map(([name, value]) => [name.normalize("NFC"), value]));
  const parts: string[] = [];
  const [missing, empty] = [new Set<string>(), new Set<string>()];
  const unused = new Set(byVariable.keys());
  let end = 0;
  visitPlaceholders(prompt, (variable, start, next) => {
    const name = variable.normalize("NFC");
    const value = byVariable.get(name);
    unused.delete(name);
    if (value === undefined) missing.add(name);
    else if (value.trim() === "") empty.add(name);
    parts.push(prompt.slice(end, start), value ?? prompt.slice(start, next));
    end = next;
  });
  parts.push(prompt.slice(end));
  const sorted = (names: ReadonlySet<string>) => [...names].sort();
  return { text: parts.join(""), missing: sorted(missing), empty: sorted(empty), unused: sorted(unused) };
}
