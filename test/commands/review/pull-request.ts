import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import type { JsonValue } from "../../../src/util/json";

/** The end of every prompt, before and after a change of one word in it. */
const TONE = ["Tone: plain, friendly, no exclamation marks.", "Tone: plain, warm, no exclamation marks."];

const SUBJECTS = ["Opener", "Nudge", "Case study", "Question", "Last word"];

/** The prompt of a snippet, with the shared end. The texts around the end differ in every snippet. */
function promptOf(i: number, tone: string, offer = ""): string {
  return [
    `Write email ${(i % 5) + 1} of sequence ${Math.floor(i / 5) + 1} to {first_name}, who works at {company}.`,
    "",
    ...Array.from({ length: i % 4 }, (_, line) => `Fact ${line + 1} of ${i}: we work with {industry}.`),
    "Use {company_news} where it is not older than a month.",
    offer,
    tone,
    "Length: at most 90 words.",
    "",
  ].join("\n");
}

type Sides = Readonly<Record<string, JsonValue>> | null;

function resource(
  type: string,
  name: string,
  actions: string[],
  [before, after]: [Sides, Sides],
): PlannedResource {
  return {
    address: `outreach_${type}.${name}`,
    mode: "managed",
    type: `outreach_${type}`,
    name,
    change: { actions, before, after },
  };
}

/** A change of one word in the shared end of many prompts. Only the snippet `outlier` gets an offer as well. */
export function partialEdits(count: number, region: string, outlier = -1): PlannedResource[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `${region} ${Math.floor(i / 5) + 1}: ${SUBJECTS[i % 5]!}`;
    const same = { id: `snp_${region}_${i}`, name };
    const offer = i === outlier ? "OFFER 90 % DISCOUNT" : "";
    return resource(
      "snippet",
      `s${i}`,
      ["update"],
      [
        { ...same, prompt: promptOf(i, TONE[0]!) },
        { ...same, prompt: promptOf(i, TONE[1]!, offer) },
      ],
    );
  });
}

const note =
  "Write two sentences to {first_name} of {company}.\nMention {company_news}.\nEnd with a question.\n";

/** The plans of a pull request: a shared partial, an outlier, a lost edit, a renamed construct and a delete. */
export function pullRequest(): PlannedStack[] {
  const plan = { format_version: "1.2", terraform_version: "1.11.4", timestamp: "2026-11-25T09:30:00Z" };
  const drifted = { id: "snp_17", name: "Follow-up", prompt: note };
  const byHand = { ...drifted, prompt: note.replace("two sentences", "three short sentences") };
  return [
    {
      name: "emea",
      engine: "terraform",
      diagnostics: [],
      plan: {
        ...plan,
        resource_changes: [
          resource(
            "cluster",
            "dach",
            ["delete"],
            [{ id: "clu_1", name: "DACH sales", associated_count: 42 }, null],
          ),
          resource("snippet", "follow_up", ["update"], [byHand, drifted]),
          resource("snippet", "old_intro", ["delete"], [{ id: "snp_9", name: "Intro", prompt: note }, null]),
          resource("snippet", "intro", ["create"], [null, { name: "Intro", prompt: note }]),
          ...partialEdits(40, "EMEA", 23),
        ],
        resource_drift: [resource("snippet", "follow_up", ["update"], [drifted, byHand])],
      },
    },
    {
      name: "americas",
      engine: "terraform",
      diagnostics: [],
      plan: { ...plan, resource_changes: partialEdits(20, "Americas") },
    },
  ];
}
