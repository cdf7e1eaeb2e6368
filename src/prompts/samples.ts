import { MAX_FINDINGS, type PromptFinding } from "./checks";
import { IDENTIFIER_RULE, placeholderFor, positionsIn, visitPlaceholders } from "./grammar";
import { quoted } from "./texts";

/** Invented values by variable, to show what a prompt looks like when it is filled. */
export interface Sample {
  readonly name: string;
  /** Values by variable. The variables are in NFC. */
  readonly values: Readonly<Record<string, string>>;
}

/** A review shows the values of a sample at each placeholder of thousands of prompts. */
const [MAX_SAMPLES, MAX_NAME, MAX_VALUE] = [100, 100, 10_000];

/**
 * Returns the samples in the JSON of a samples file, in the order of the file.
 * @throws Error that names the place and says what to write
 */
export function parseSamples(json: unknown, file = "The file"): Sample[] {
  const samples = entriesOf(json, file).filter(([name]) => name !== "$schema");
  if (samples.length > MAX_SAMPLES)
    throw new Error(`${file} has ${samples.length} samples. Keep at most ${MAX_SAMPLES}.`);
  return samples.map(([name, given]) => {
    const place = `${file}: the sample ${quoted(name.slice(0, 80))}`;
    if (name.length > MAX_NAME)
      throw new Error(`${place} has a long name. Write at most ${MAX_NAME} characters.`);
    const values = entriesOf(given, place).map(([variable, value]) => {
      const at = `${place} has the variable ${quoted(variable.slice(0, 80))}, which`;
      if (placeholderFor(variable) === undefined)
        throw new Error(`${at} is no identifier. Write it without braces. ${IDENTIFIER_RULE}`);
      if (typeof value !== "string" || value.length > MAX_VALUE)
        throw new Error(`${at} is not a text. Write at most ${MAX_VALUE} characters in quotes.`);
      return [variable.normalize("NFC"), value] as const;
    });
    return { name, values: Object.fromEntries(values) };
  });
}

function entriesOf(value: unknown, place: string): [string, unknown][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new Error(`${place} is no JSON object. Write { "name of a sample": { "variable": "value" } }.`);
}

export function valueIn({ values }: Sample, variable: string): string | undefined {
  const name = variable.normalize("NFC");
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns the variables of a prompt that no sample has, or that a sample leaves empty. Without samples, none. */
export function checkSamples(prompt: string, samples: readonly Sample[]): PromptFinding[] {
  if (samples.length === 0) return [];
  const position = positionsIn(prompt);
  const [seen, findings] = [new Set<string>(), [] as PromptFinding[]];
  visitPlaceholders(prompt, (variable, start) => {
    if (seen.has(variable) || findings.length === MAX_FINDINGS) return;
    seen.add(variable);
    const values = samples.flatMap((sample) => valueIn(sample, variable) ?? []);
    if (values.length > 0 && values.every((value) => value.trim() !== "")) return;
    const kind = values.length > 0 ? "blank-sample" : "no-sample";
    findings.push({ kind, text: `{${variable}}`, suggestion: null, ...position(start) });
  });
  return findings;
}
