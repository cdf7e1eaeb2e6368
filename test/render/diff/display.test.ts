import { fc } from "../../fast-check";
import { NARROW, segmentsOf, shownDiff, unifiedLines } from "../../../src/render/diff/display";
import type { DiffLine } from "../../../src/render/diff/rows";
import { diffTexts } from "../../../src/render/diff/text-diff";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { planned, renderHtml, renderMarkdown, renderText, stack } from "../../commands/review/every-format";

const SIGNS = { same: "  ", removed: "- ", added: "+ " } as const;

const textOf = ({ spans }: DiffLine) => spans.map(({ text }) => text).join("");

const shown = (before: string, after: string) =>
  unifiedLines(diffTexts(before, after, "text")).map((line) => {
    if (line.kind === "unended" || line.kind === "folded") return line.kind;
    return SIGNS[line.kind] + textOf({ number: 0, spans: line.segments });
  });

describe("a line break at the end of one side only", () => {
  it.each([
    ["a\nb", "a\nb\n", ["  a", "- b", "unended", "+ b"]],
    ["a\nb\n", "a\nb", ["  a", "- b", "+ b", "unended"]],
    ["a", "a\nb\n", ["- a", "unended", "+ a", "+ b"]],
    ["a\n", "a\n\nb", ["  a", "+ ", "+ b", "unended"]],
    ["a\n\n", "a", ["- a", "+ a", "unended", "- "]],
    ["a\n", "b", ["- a", "+ b", "unended"]],
    ["", "a\n", ["+ a"]],
    ["a\n", "", ["- a"]],
    ["", "\n", ["+ "]],
    ["a", "b", ["- a", "+ b"]],
  ])("adds no line to the diff from %j to %j", (before, after, lines) => {
    expect(shown(before, after)).toEqual(lines);
  });

  it("removes no line of the texts from the diff", () => {
    const line = fc.constantFrom("a", "b", "Be kind to all", "Be kind to some", "");
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffTexts(before, after, "text");
        const { rows, unended } = shownDiff(diff);
        const left = rows.flatMap((row) => (row.kind === "added" ? [] : [row.before]));
        const right = rows.flatMap((row) => (row.kind === "removed" ? [] : [row.after]));
        expect(left.map(textOf)).toEqual(linesOf(before));
        expect(right.map(textOf)).toEqual(linesOf(after));
        const differ = before !== "" && after !== "" && before.endsWith("\n") !== after.endsWith("\n");
        const last = before.endsWith("\n") ? right.at(-1) : left.at(-1);
        expect(unended).toBe(differ ? last : null);
      }),
    );
  });

  it("is mentioned beside the line without it, in every format", () => {
    const [before, after] = ["Hi.\nBye.", "Hi.\nBye.\n"].map((prompt) => ({ name: "S", prompt }));
    const change = planned("outreach_snippet", ["update"], before!, after!);
    const review = reviewOf([stack("s", { resource_changes: [change] })]);
    expect(renderMarkdown(review)).toContain(
      "```diff\n  Hi.\n- Bye.\n\\ no line break at the end\n+ Bye.\n```",
    );
    expect(renderText(review)).toContain(
      "      Hi.\n    - Bye.\n    \\ no line break at the end\n    + Bye.\n",
    );
    expect(renderHtml(review)).toMatch(
      /Bye\. <span class="char">no line break at the end<\/span><\/del><ins [^>]*>Bye\.<\/ins>/,
    );
  });
});

it("a fold of a long line hides the middle of its words, ends at no cluster's inside, and counts it", () => {
  const part = fc.constantFrom(
    "word ",
    "word. ",
    "日本語",
    "🇩🇪",
    "👩🏽‍💻",
    "x".repeat(90),
    " ",
    "é".repeat(60),
    "e\u0301".repeat(99),
  );
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.boolean(), (parts, isChanged) => {
      const text = parts.join("");
      const line = { number: 1, spans: [{ text, marked: false }] };
      const row = isChanged
        ? ({ kind: "added", after: line } as const)
        : ({ kind: "same", before: line, after: line } as const);
      const segments = segmentsOf(line, row, NARROW);
      expect(segments.map(({ text: shown, folded }) => folded ?? shown).join("")).toBe(text);
      const starts = new Set(Array.from(segmenter.segment(text), ({ index }) => index));
      let at = 0;
      for (const { text: shown, folded } of segments) {
        if (shown !== "") expect(starts).toContain(at);
        at += (folded ?? shown).length;
        if (folded === null) expect(shown.length).toBeLessThan(4 * (isChanged ? 200 : 40) + 40);
        else expect(shown).toContain(` ${Array.from(folded).length} `);
      }
    }),
    { numRuns: 60 },
  );
});

/** Returns the lines as an editor counts them. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
