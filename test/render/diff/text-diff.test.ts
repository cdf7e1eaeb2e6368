import { fc } from "../../fast-check";
import { commonPairs } from "../../../src/render/diff/common";
import { foldRows, NARROW, segmentsOf } from "../../../src/render/diff/display";
import type { DiffLine, DiffRow } from "../../../src/render/diff/rows";
import { diffTexts } from "../../../src/render/diff/text-diff";
import { wordsOf } from "../../../src/render/diff/words";
import { fenced } from "../../../src/commands/review/markdown/code";
import { anyText } from "../../any-text";

const textOf = ({ spans }: DiffLine) => spans.map(({ text }) => text).join("");

const marked = ({ spans }: DiffLine) =>
  spans.map((span) => (span.marked ? `[${span.text}]` : span.text)).join("");

const beforeLines = (rows: readonly DiffRow[]) =>
  rows.flatMap((row) => (row.kind === "added" ? [] : [row.before]));

const afterLines = (rows: readonly DiffRow[]) =>
  rows.flatMap((row) => (row.kind === "removed" ? [] : [row.after]));

const sidesOf = (row: DiffRow) => [...beforeLines([row]), ...afterLines([row])];

const marksOf = (row: DiffRow) =>
  sidesOf(row).flatMap(({ spans }) => spans.flatMap(({ text, marked }) => (marked ? text : [])));

const rowsOf = (before: string | null, after: string | null) => diffTexts(before, after, "text").rows;

const shown = (before: string, after: string) =>
  rowsOf(before, after).map((row) => {
    if (row.kind === "same") return `  ${textOf(row.after)}`;
    if (row.kind === "removed") return `- ${marked(row.before)}`;
    if (row.kind === "added") return `+ ${marked(row.after)}`;
    return `~ ${marked(row.before)} > ${marked(row.after)}`;
  });

const line = fc.string({
  unit: fc.constantFrom("a", "b", "Hello", " ", "{x}", "é", "😀", "日", "\r", "\t"),
  maxLength: 6,
});

const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

describe("the diff of two texts", () => {
  it("contains all lines of both texts in order", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = rowsOf(before, after);
        const end = before.endsWith("\n") && after.endsWith("\n") ? "\n" : "";
        expect(beforeLines(rows).map(textOf).join("\n") + end).toBe(before);
        expect(afterLines(rows).map(textOf).join("\n") + end).toBe(after);
        for (const lines of [beforeLines(rows), afterLines(rows)]) {
          expect(lines.map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1));
        }
      }),
    );
  });

  it("has different sides in changed rows only", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const row of rowsOf(before, after)) {
          if (row.kind === "same") expect(textOf(row.before)).toBe(textOf(row.after));
          if (row.kind !== "changed") continue;
          expect(textOf(row.before)).not.toBe(textOf(row.after));
          expect([...row.before.spans, ...row.after.spans].some((span) => span.marked)).toBe(true);
        }
      }),
    );
  });

  it("marks the words that differ", () => {
    expect(shown("At most 90 words.\nBe kind.", "At most 70 words.\nBe kind.")).toEqual([
      "~ At most [90] words. > At most [70] words.",
      "  Be kind.",
    ]);
  });

  it("marks whole placeholders, and joins two marks and the blank between them", () => {
    expect(shown("Hi {first_name}, this is a long line", "Hi {name} or you, this is a long line")).toEqual([
      "~ Hi [{first_name}], this is a long line > Hi [{name} or you], this is a long line",
    ]);
  });

  it("pairs a changed line with its new form, also after an inserted line", () => {
    expect(
      shown("The first rule is to be kind.\n", "Something new here!\nThe first rule is to be brief.\n"),
    ).toEqual([
      "+ Something new here!",
      "~ The first rule is to be [kind]. > The first rule is to be [brief].",
    ]);
  });

  it("shows line ends that only one side has", () => {
    expect(shown("a\n", "a")).toEqual(["  a", "- "]);
    expect(shown("same line here\r\n", "same line here\n")).toEqual([
      "~ same line here[\r] > same line here",
    ]);
  });

  it("has only one side for a text that appears or disappears", () => {
    expect(rowsOf(null, "a\nb\n").map(({ kind }) => kind)).toEqual(["added", "added"]);
    expect(rowsOf("a\nb\n", null).map(({ kind }) => kind)).toEqual(["removed", "removed"]);
    expect(diffTexts(null, "é😀\n", "text")).toMatchObject({
      before: null,
      after: { characters: 3, lines: 1 },
    });
  });

  it("pairs similar lines at any position; among too many lines, only at the same position", () => {
    const lines = (count: number, word: string, first: number) =>
      Array.from({ length: count }, (_, i) => `${word} w${first + i}`).join("\n");
    const pairs = (count: number) =>
      rowsOf(lines(count, "a", 0), lines(count, "b", 1)).flatMap((row) =>
        row.kind === "changed" ? [[row.before.number, row.after.number]] : [],
      );
    expect(pairs(400)).toEqual(Array.from({ length: 399 }, (_, i) => [i + 2, i + 1]));
    expect(pairs(500)).toEqual([]);
  });

  it.each([
    ["20,000 words", Array.from({ length: 20_000 }, (_, i) => `w${i}`), " "],
    [
      "20,000 Japanese characters",
      Array.from({ length: 20_000 }, (_, i) => [..."最初の文を書く"][i % 7]!),
      "",
    ],
  ])("marks the only words that change in a line of %s", (_, words, blank) => {
    const side = (first: string, second: string) => words.with(5_000, first).with(15_000, second).join(blank);
    expect(rowsOf(side("旧", "old"), side("新", "new")).map((row) => marksOf(row))).toEqual([
      ["旧", "old", "新", "new"],
    ]);
  });

  it("marks whole grapheme clusters", () => {
    expect(shown("We ship to 🇩🇪 from here", "We ship to 🇩🇰 from here")).toEqual([
      "~ We ship to [🇩🇪] from here > We ship to [🇩🇰] from here",
    ]);
    const parts = [..."🇩🇪👩🏽\u200d💻1\ufe0f\u20e3🏴\u{e0067}\u{e007f}e\u0301ｶﾞกำか\u3099한ᆨक्ष a", "{x}"];
    const line = fc.array(fc.constantFrom(...parts), { maxLength: 16 }).map((all) => all.join(""));
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    fc.assert(
      fc.property(line, line, (before, after) => {
        for (const row of rowsOf(`${"same ".repeat(9)}${before}`, `${"same ".repeat(9)}${after}`))
          for (const { spans } of sidesOf(row)) {
            const starts = new Set(
              Array.from(segmenter.segment(textOf({ number: 1, spans })), ({ index }) => index),
            );
            let at = 0;
            for (const { text } of spans) {
              expect(starts).toContain(at);
              at += text.length;
            }
          }
      }),
    );
  });

  it("marks each word that differs; with too many such words, everything from the first to the last", () => {
    const words = (count: number, name: string) =>
      Array.from({ length: count }, (_, i) => `same${i} ${name}${i}`).join(" ");
    const marks = (count: number) =>
      rowsOf(words(count, "a"), words(count, "b")).flatMap((row) =>
        row.kind === "changed" ? [row.before.spans.filter((span) => span.marked).length] : [],
      );
    expect(marks(200)).toEqual([200]);
    expect(marks(201)).toEqual([1]);
  });

  it("has every line of texts that are too long to compare", () => {
    const lines = (prefix: string) =>
      Array.from({ length: 4_000 }, (_, i) => `${prefix} ${i * 7}`).join("\n");
    expect(beforeLines(rowsOf(lines("a"), lines("b")))).toHaveLength(4_000);
    const words = (step: number) => Array.from({ length: 20_000 }, (_, i) => `w${i * step}`).join(" ");
    expect(afterLines(rowsOf(words(1), words(2)))).toHaveLength(1);
    const text = (step: number) =>
      Array.from({ length: 20 }, (_, line) =>
        Array.from({ length: 1_900 }, (_, i) => `w${(i * step + line) % 4_000}`).join(" "),
      ).join("\n");
    expect(beforeLines(rowsOf(text(1), text(3)))).toHaveLength(20);
  });

  it("takes more lines, and a comment more runs of backticks, than a call can have arguments", () => {
    const count = 130_000;
    expect(() => Math.max(...Array<number>(count).fill(0))).toThrow(RangeError);
    expect(rowsOf("a\n".repeat(count), "b").length).toBe(count + 2);
    expect(fenced(["` ".repeat(count)], "diff")).toMatch(/^```diff\n/);
  });
});

describe("commonPairs", () => {
  it("returns a longest common subsequence, in order", () => {
    const items = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 });
    fc.assert(
      fc.property(items, items, (a, b) => {
        const pairs = commonPairs(a, b);
        expect(pairs.every(([i, j]) => a[i] === b[j])).toBe(true);
        pairs.slice(1).forEach(([i, j], n) => {
          expect(i).toBeGreaterThan(pairs[n]![0]);
          expect(j).toBeGreaterThan(pairs[n]![1]);
        });
        expect(pairs).toHaveLength(longest(a, b));
      }),
      { numRuns: 200 },
    );
  });

  it("returns only the common start and end beyond 1,500 edits", () => {
    const around = (count: number, name: string) => {
      const own = (place: string) => Array.from({ length: count }, (_, i) => `${name} ${place} ${i}`);
      return ["first", ...own("before"), "middle", ...own("after"), "last"];
    };
    const found = (count: number) => {
      const items = around(count, "a");
      return commonPairs(items, around(count, "b")).map(([i]) => items[i]);
    };
    expect(found(375)).toEqual(["first", "middle", "last"]);
    expect(found(376)).toEqual(["first", "last"]);
  });
});

/** Returns the length of a longest common subsequence, by the textbook's table. */
function longest(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  a.forEach((x, i) =>
    b.forEach((y, j) => {
      table[i + 1]![j + 1] = x === y ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!);
    }),
  );
  return table[a.length]![b.length]!;
}

it("folding hides only unchanged rows, and keeps every row", () => {
  fc.assert(
    fc.property(text, text, fc.nat(3), (before, after, context) => {
      const rows = rowsOf(before, after);
      const folded = foldRows(rows, context);
      expect(folded.flatMap((one) => (one.kind === "folded" ? one.rows : [one]))).toEqual(rows);
      for (const one of folded) {
        if (one.kind !== "folded") continue;
        expect(one.rows.length).toBeGreaterThan(1);
        expect(one.rows.every(({ kind }) => kind === "same")).toBe(true);
      }
    }),
  );
});

it("the joined words of a line are the line", () => {
  fc.assert(fc.property(anyText(), (any) => expect(wordsOf(any).join("")).toBe(any)));
});

it("a fold of a long line hides the middle of its words, splits no character, and counts it", () => {
  const part = fc.constantFrom("word ", "日本語", "👩🏽‍💻", "x".repeat(90), " ", "é".repeat(60));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.boolean(), (parts, isChanged) => {
      const text = parts.join("");
      const line = { number: 1, spans: [{ text, marked: false }] };
      const row = isChanged
        ? ({ kind: "added", after: line } as const)
        : ({ kind: "same", before: line, after: line } as const);
      const segments = segmentsOf(line, row, NARROW);
      expect(segments.map(({ text: shown, folded }) => folded ?? shown).join("")).toBe(text);
      for (const { text: shown, folded } of segments) {
        expect((folded ?? shown).isWellFormed()).toBe(true);
        if (folded === null) expect(shown.length).toBeLessThan(4 * (isChanged ? 200 : 40) + 40);
        else expect(shown).toContain(` ${Array.from(folded).length} `);
      }
    }),
    { numRuns: 60 },
  );
});
