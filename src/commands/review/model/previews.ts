import { fill, parsePrompt, promptVariables, type Sample, valueIn } from "../../../prompts";
import type { ObjectChange, Preview, Review } from "./review";

/** Largest length of a filled text in UTF-16 code units, because a sample's values may make a short prompt very long. */
const MAX_CHARACTERS = 10_000;

/** Returns null if there is nothing to fill. A sensitive prompt has no value, so it is never filled. */
export function previewOf(
  { type, attributes }: Pick<ObjectChange, "type" | "attributes">,
  samples: readonly Sample[],
) {
  const prompt = attributes.find(({ path }) => path === "prompt");
  if (samples.length === 0 || type !== "outreach_snippet" || prompt === undefined) return null;
  const [before, after] = [prompt.before, prompt.after].map((side) =>
    side.kind === "value" ? String(side.value) : null,
  ) as [string | null, string | null];
  const variables = [before, after].flatMap((text) => promptVariables(text ?? ""));
  if (after === null || variables.length === 0) return null;
  return { variables, make: (): Preview => filled(before, after, samples) };
}

function filled(before: string | null, after: string, samples: readonly Sample[]): Preview {
  const variables = promptVariables(after);
  const sample = mostComplete(samples, variables);
  const { name, values } = sample;
  const { text, missing, empty } = fill(after, values);
  // A placeholder that the change adds is the one that reviewers need to judge.
  const old = new Set(promptVariables(before ?? ""));
  const known = variables.filter((variable) => !missing.includes(variable));
  const [variable = null] = [...known.filter((one) => !old.has(one)), ...known];
  const others = Object.entries(values).filter(([one]) => one !== variable?.normalize("NFC"));
  return {
    sample: name,
    before: before === null ? null : shown(fill(before, values).text),
    after: shown(text),
    ...{ missing, empty },
    without:
      variable === null ? null : { variable, after: shown(fill(after, Object.fromEntries(others)).text) },
  };
}

function shown(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // A copy: V8 keeps the whole text in memory as long as a slice of it is in use.
  return `${Buffer.from(text.slice(0, MAX_CHARACTERS), "utf16le").toString("utf16le")}…`;
}

/** Returns the first sample that has values for the most variables. */
function mostComplete(samples: readonly Sample[], variables: readonly string[]): Sample {
  const countIn = (sample: Sample) =>
    variables.filter((variable) => (valueIn(sample, variable) ?? "").trim() !== "").length;
  return samples.reduce((best, one) => (countIn(one) > countIn(best) ? one : best));
}

/** Adds the preview of each change, which only the JSON of a review contains for each. */
export function withPreviews(review: Review): Review {
  const previewFor = (change: ObjectChange) => previewOf(change, review.samples)?.make() ?? null;
  const stacks = review.stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change) => ({ ...change, preview: previewFor(change) })),
  }));
  return { ...review, stacks };
}

/** Returns the part of a line around the first gap. */
export function gapIn({ variable, after }: NonNullable<Preview["without"]>): string {
  const at = parsePrompt(after).find((one) => one.variable === variable)?.start ?? 0;
  const [head, tail] = [after.slice(Math.max(0, at - 150), at), after.slice(at, at + 150)];
  return `${head.split("\n").at(-1)!}${tail.split("\n")[0]!}`;
}
