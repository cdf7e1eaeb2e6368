import { fill, promptVariables, type Sample, valueIn } from "../../../prompts";
import type { ObjectChange, Preview } from "./review";

/** In UTF-16 code units, because a sample's values may make a short prompt very long. */
const MAX_CHARACTERS = 10_000;

/** Returns null if there is nothing to fill. A sensitive prompt has no value, so it is never filled. */
export function previewOf(
  { type, attributes }: Pick<ObjectChange, "type" | "attributes">,
  samples: readonly Sample[],
): Preview | null {
  const prompt = attributes.find(({ path }) => path === "prompt");
  if (samples.length === 0 || type !== "outreach_snippet" || prompt === undefined) return null;
  const [before, after] = [prompt.before, prompt.after].map((side) =>
    side.kind === "value" ? cut(String(side.value)) : null,
  ) as [string | null, string | null];
  const [old, variables] = [promptVariables(before ?? ""), promptVariables(after ?? "")];
  const both = [...new Set([...old, ...variables])];
  if (after === null || both.length === 0) return null;
  const isIn = (sample: Sample) => (variable: string) => (valueIn(sample, variable) ?? "").trim() !== "";
  const sample = samples.find((one) => variables.every(isIn(one))) ?? samples[0]!;
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, valueIn(sample, name)]).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
  const { text, missing, empty } = fill(after, valuesOf(both));
  // A placeholder that the change adds is the one that reviewers need to judge.
  const known = variables.filter((variable) => !missing.includes(variable));
  const variable = known.find((one) => !old.includes(one)) ?? known[0];
  const others = valuesOf(both.filter((one) => one !== variable));
  return {
    ...{ sample: sample.name, variables: both, missing, empty },
    before: before === null ? null : cut(fill(before, valuesOf(old)).text),
    after: cut(text),
    without: variable === undefined ? null : { variable, after: cut(fill(after, others).text) },
  };
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // A copy: V8 keeps the whole text in memory as long as a slice of it is in use.
  return `${Buffer.from(text.slice(0, MAX_CHARACTERS), "utf16le").toString("utf16le")}…`;
}
