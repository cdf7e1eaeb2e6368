import { fill, parsePrompt, promptVariables, type Sample, valueIn } from "../../../prompts";
import { shortened } from "../../../util/text";
import type { ObjectChange, Preview, Review } from "./review";

/** Largest length of a filled text, because a sample's values may make a short prompt very long. */
const MAX_CHARACTERS = 20_000;

/**
 * Returns a changed prompt as a sample fills it; null without a new prompt that a review may show. `change` needs
 * no secrets to be redacted, because a sensitive prompt has no value.
 */
export function previewOf(
  { type, attributes }: Pick<ObjectChange, "type" | "attributes">,
  samples: readonly Sample[] | null,
): Preview | null {
  const prompt = attributes.find(({ path }) => path === "prompt");
  if (samples === null || type !== "outreach_snippet" || prompt === undefined) return null;
  const [before, after] = [prompt.before, prompt.after].map((side) =>
    side.kind === "value" && typeof side.value === "string" ? side.value : null,
  ) as [string | null, string | null];
  const variables = promptVariables(after ?? "");
  const sample = mostComplete(samples, variables);
  if (after === null || sample === undefined) return null;
  const { name, values } = sample;
  const filled = fill(after, values);
  const known = variables.filter((variable) => valueIn(sample, variable) !== undefined);
  // A placeholder that the change adds is the one that reviewers need to judge.
  const old = new Set(promptVariables(before ?? ""));
  const variable = known.find((one) => !old.has(one)) ?? known[0];
  const others = Object.entries(values).filter(([one]) => one !== variable?.normalize("NFC"));
  const shown = (text: string) => shortened(text, MAX_CHARACTERS);
  return {
    sample: name,
    before: before === null ? null : shown(fill(before, values).text),
    after: shown(filled.text),
    missing: filled.missing,
    empty: filled.empty,
    without:
      variable === undefined
        ? null
        : { variable, after: shown(fill(after, Object.fromEntries(others)).text) },
  };
}

/** Returns the first sample that has values for the most variables. */
function mostComplete(samples: readonly Sample[], variables: readonly string[]): Sample | undefined {
  const counted = samples.map((sample) => ({
    sample,
    count: variables.filter((variable) => (valueIn(sample, variable) ?? "").trim() !== "").length,
  }));
  return counted.sort((a, b) => b.count - a.count)[0]?.sample;
}

/** Adds the preview of each change, which only the JSON of a review contains for each. */
export function withPreviews(review: Review): Review {
  const stacks = review.stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change) => ({ ...change, preview: previewOf(change, review.samples) })),
  }));
  return { ...review, stacks };
}

const GAP_CONTEXT = 150;

/** Returns the line with the first gap; of a long line, the part around the gap. */
export function gapIn({ variable, after }: NonNullable<Preview["without"]>): string {
  const at = parsePrompt(after).find((one) => one.variable === variable)?.start ?? 0;
  const end = after.indexOf("\n", at);
  const line = [after.lastIndexOf("\n", at) + 1, end < 0 ? after.length : end] as const;
  const from = Math.max(line[0], at - GAP_CONTEXT);
  const to = Math.min(line[1], at + GAP_CONTEXT);
  return `${from > line[0] ? "… " : ""}${after.slice(from, to)}${to < line[1] ? " …" : ""}`;
}
