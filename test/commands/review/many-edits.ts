import type { PlannedResource } from "../../../src/estate/engine/plan-json";

/** Number of different edits in `editsOfMany`. */
export const EDITS = 20;

/** The prompt of a snippet. The text around the edited line differs in every snippet. */
function promptOf(i: number, tone: string): string {
  return [
    `Write email ${(i % 5) + 1} of sequence ${Math.floor(i / 5) + 1} to {first_name}, who works at {company}.`,
    "",
    ...Array.from({ length: i % 4 }, (_, line) => `Fact ${line + 1} of ${i}: we work with {industry}.`),
    "",
    "Use {company_news} where it is not older than a month.",
    `Rule ${i % EDITS}: be ${tone}.`,
    "Length: at most 90 words.",
    "",
  ].join("\n");
}

/** Returns updates of snippets, of which each has one of 20 edits. */
export function editsOfMany(count: number): PlannedResource[] {
  return Array.from({ length: count }, (_, i) => {
    const side = (tone: string) => ({
      id: `5b1f8a02-77c2-4e9b-9d9e-${String(i).padStart(12, "0")}`,
      name: `Sequence ${Math.floor(i / 5) + 1}: email ${(i % 5) + 1}`,
      prompt: promptOf(i, tone),
    });
    return {
      address: `outreach_snippet.s${i}`,
      mode: "managed",
      type: "outreach_snippet",
      name: `s${i}`,
      change: { actions: ["update"], before: side("plain"), after: side("warm") },
    };
  });
}
