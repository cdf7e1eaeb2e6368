import { fill, parsePrompt, promptVariables, type Sample, valueIn } from "../../../prompts";
import type { ObjectChange, Preview, Review } from "./review";

/** Largest length of a filled text in UTF-16 code units, because a sample's values may make a short prompt very long. */
const MAX_CHARACTERS = 10_000;

export interface MakePreview {
  /** The variables of both prompts. */
  readonly variables: readonly string[];
  readonly make: () => Preview;
}

/** Returns null if there is nothing to fill. A sensitive prompt has no value, so it is never filled. */
export function previewOf(
  { type, attributes }: Pick<ObjectChange, "type" | "attributes">,
  samples: readonly Sample[] | null,
): MakePreview | null {
  const prompt = attributes.find(({ path }) => path === "prompt");
  if (samples === null || samples.length === 0 || type !== "outreach_snippet" || prompt === undefined)
    return null;
  const [before, after] = [prompt.before, prompt.after].map((side) =>
    side.kind === "value" && typeof side.value === "string" ? side.value : null,
  ) as [string | null, string | null];
  const variables = [before, after].flatMap((text) => promptVariables(text ?? ""));
  if (after === null || variables.length === 0) return null;
  return { variables, make: () => filled(before, after, samples) };
}

function filled(before: string | null, after: string, samples: readonly Sample[]): Preview {
  const variables = promptVariables(after);
  const sample = mostComplete(samples, variables);
  const { name, values } = sample;
  const { text, missing, empty } = fill(after, values);
  // A placeholder that the change adds is the one that reviewers need to judge.
  const old = new Set(promptVariables(before ?? ""));
  const known = variables.filter((variable) => valueIn(sample, variable) !== undefined);
  const variable = known.find((one) => !old.has(one)) ?? known[0];
  const others = Object.entries(values).filter(([one]) => one !== variable?.normalize("NFC"));
  const gap = variable === undefined ? null : fill(after, Object.fromEntries(others)).text;
  return {
    sample: name,
    before: before === null ? null : shown(fill(before, values).text),
    after: shown(text),
    ...{ missing, empty },
    without: gap === null ? null : { variable: variable!, after: shown(gap) },
  };
}

function shown(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // A copy: V8 keeps the whole text in memory as long as a slice of it is in use.
  return `${Buffer.from(text.slice(0, MAX_CHARACTERS), "utf16le").toString("utf16le")}…`;
}

/** Returns the first sample that has values for the most variables. */
function mostComplete(samples: readonly Sample[], variables: readonly string[]): Sample {
  const counted = samples.map((sample) => ({
    sample,
    count: variables.filter((variable) => (valueIn(sample, variable) ?? "").trim() !== "").length,
  }));
  return counted.sort((a, b) => b.count - a.count)[0]!.sample;
}

/** Adds the preview of each change, which only the JSON of a review contains for each. */
export function withPreviews(review: Review): Review {
  const stacks = review.stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change) => ({
      ...change,
      preview: previewOf(change, review.samples)?.make() ?? null,
    })),
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
