import { fill, promptVariables, type Sample, valueIn } from "../../../prompts";
import { promptChange, knownText } from "./objects";
import type { ObjectChange, Preview } from "./review";

/** In UTF-16 code units, because a sample's values may make a short prompt very long. */
const MAX_CHARACTERS = 10_000;

/** Returns null if there is nothing to fill. A sensitive prompt has no value, so it is never filled. */
export function previewOf(
  change: Pick<ObjectChange, "type" | "attributes">,
  samples: readonly Sample[],
): Preview | null {
  const prompt = promptChange(change);
  if (samples.length === 0 || prompt === undefined) return null;
  const [before, after] = [knownText(prompt.before), knownText(prompt.after)];
  const [old, variables] = [new Set(promptVariables(before ?? "")), promptVariables(after ?? "")];
  const both = [...new Set([...old, ...variables])];
  if (after === null || both.length === 0) return null;
  const isIn = (sample: Sample) => (variable: string) => (valueIn(sample, variable) ?? "").trim() !== "";
  const sample = samples.find((one) => variables.every(isIn(one))) ?? samples[0]!;
  const filled = (text: string, names = both) => {
    const values = names.flatMap((name) => {
      const value = valueIn(sample, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return cut(fill(cut(text), Object.fromEntries(values)).text);
  };
  const known = variables.filter((one) => valueIn(sample, one) !== undefined);
  // A placeholder that the change adds is the one that reviewers need to judge.
  const variable = known.find((one) => !old.has(one)) ?? known[0];
  const others = both.filter((one) => one !== variable);
  return {
    ...{ sample: sample.name, variables: both },
    before: before === null ? null : filled(before),
    after: filled(after),
    without: variable === undefined ? null : { variable, after: filled(after, others) },
  };
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // A copy: V8 keeps the whole text in memory as long as a slice of it is in use.
  return `${Buffer.from(text.slice(0, MAX_CHARACTERS), "utf16le").toString("utf16le")}…`;
}
