import { documentOf } from "../../../src/commands/review/document";
import { printMarkdown } from "../../../src/commands/review/markdown";
import { COMMENT_LIMIT } from "../../../src/commands/review/markdown/fit";
import { hiddenIn } from "../../../src/commands/review/output";
import type { Review } from "../../../src/commands/review/model/review";
import { of, planned, renderMarkdown } from "./every-format";

const COUNT = 40;

/** A paragraph of a number of characters. Paragraphs of other seeds have other words. */
function paragraph(seed: string, length: number): string {
  return (
    `${Array.from({ length: length / 5 }, (_, i) => `${seed}w${i}`).join(" ")} `.slice(0, length - 1) + "."
  );
}

/** A paragraph with one more word at its middle. */
function withWord(text: string, word: string): string {
  const middle = text.indexOf(" ", text.length / 2);
  return `${text.slice(0, middle)} ${word}${text.slice(middle)}`;
}

/** Returns a review of 40 prompts. Each has the given number of paragraphs; `edit` returns the middle one. */
function reviewOfMany(
  paragraphs: number,
  length: number,
  edit: (text: string, side: string) => string,
): Review {
  const changes = Array.from({ length: COUNT }, (_, i) => {
    const texts = Array.from({ length: paragraphs }, (_, at) => paragraph(`p${i}x${at}`, length));
    const side = (name: string) => {
      const middle = Math.floor(paragraphs / 2);
      const prompt = texts.with(middle, edit(texts[middle]!, `${name}${i}`)).join("\n\n");
      return { id: `${i}`, name: `Snippet ${i}`, prompt };
    };
    const one = planned("outreach_snippet", ["update"], side("old"), side("new"));
    return { ...one, address: `outreach_snippet.s${i}` };
  });
  return of(...changes);
}

const anew = (text: string, side: string) => text.replaceAll(/w(?=\d)/g, side);

const numbers = Array.from({ length: COUNT }, (_, i) => i);

describe.each([
  ["of five paragraphs of 900 characters", 5, 900],
  ["of one line of 36,000 characters", 1, 36_000],
])("one changed word in each of 40 prompts %s", (_, paragraphs, length) => {
  const review = reviewOfMany(paragraphs, length, withWord);
  const markdown = renderMarkdown(review);
  const unwrapped = markdown.replace(/\n[-+] {3}↪ /g, "");

  it("is in the comment, with words around it, in its old and its new form", () => {
    expect(markdown.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    for (const i of numbers) {
      expect(unwrapped).toMatch(new RegExp(`^- .*w\\d+ ⟦old${i}⟧ p${i}x`, "m"));
      expect(unwrapped).toMatch(new RegExp(`^\\+ .*w\\d+ ⟦new${i}⟧ p${i}x`, "m"));
    }
    expect(markdown).not.toMatch(/left out here|the diffs and details of/);
  });
});

it("an approval covers an edit whose unchanged text is left out, and none of which a part is left out", () => {
  const hidden = (review: Review, limit: number) =>
    hiddenIn(review, [printMarkdown(documentOf(review), undefined, limit)]);
  expect(hidden(reviewOfMany(5, 900, withWord), 50_000)).toEqual([]);
  const [first, ...others] = hidden(reviewOfMany(1, 5_000, anew), COMMENT_LIMIT);
  expect([first!.why, others.length > COUNT / 2]).toEqual(["not shown", true]);
});

it("a paragraph that is written anew is shown by its beginning and its end, old and new, with the length between", () => {
  const markdown = renderMarkdown(reviewOfMany(1, 5_000, anew));
  expect(markdown).toMatch(
    /leaves out unchanged text, names or long edits of \d+ objects, the least important first/,
  );
  const diffs = markdown.split("```diff\n").slice(1, -1);
  expect(diffs.length).toBeGreaterThan(20);
  for (const [, removed, added] of diffs.slice(1).map((one) => /^(-[^+]*)(\+.*?)```/s.exec(one)!))
    for (const text of [removed!, added!])
      expect(text).toMatch(/^[-+] p\d+x0\w+0 .*… \d{4} characters … .*\.\n$/s);
});
