import { fc } from "../../fast-check";
import { warningOf } from "../../../src/estate/engine/diagnostics";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { codeElement, codeSpan, fenced } from "../../../src/commands/review/markdown/code";
import type { StackReview } from "../../../src/commands/review/model/review";
import type { Sample } from "../../../src/prompts";
import { makeVisible, visibleLines } from "../../../src/render/visible-text";
import { hostileReview, hostileText, MARKER } from "./hostile";
import { type MarkdownNode, parseMarkdown } from "./markdown-parser";
import { decode, tokensOf } from "./tokens";
import { planned, renderHtml, renderMarkdown, renderText, stack } from "./every-format";

/** The only HTML that the review writes. The text in it is escaped. */
const OWN_HTML =
  /^(<details(?: open)?><summary>(?:<b>[a-z ]+<\/b> (?:[a-z]+|\d+ [a-z]+|<code>[^<>]*<\/code>)(?: <code>[^<>]*<\/code>)?(?: [+−]\d+)*(?:, (?:forced by|loses) (?:<code>[^<>]*<\/code>(?:, )?)+|, [a-zA-Z0-9 ]+)*(?:, ⚠️ \d+ warnings?)?(?:, 🔎 \d+ findings?)?|Filled with the sample <code>[^<>]*<\/code>|\d+ acknowledged warnings?)<\/summary>|<\/details>|<sub>⟦ ⟧ marks what differs within a line\.<\/sub>|<\/?sub>)$/;

/** Lists everything in a document that a hostile text could have caused. */
function breaches(nodes: readonly MarkdownNode[]): string[] {
  return nodes.flatMap(({ type, literal }) => {
    if (type === "link" || type === "image") return [`${type}`];
    if (type === "html_block" || type === "html_inline") {
      return (literal ?? "").split("\n").filter((line) => line !== "" && !OWN_HTML.test(line));
    }
    const isCode = type === "code" || type === "code_block";
    return !isCode && literal?.includes(MARKER) === true ? [`${type}: ${literal}`] : [];
  });
}

describe("Markdown", () => {
  it("keeps every text of a plan within code, closes every object, and gets no other heading", () => {
    fc.assert(
      fc.property(hostileReview, (review) => {
        const markdown = renderMarkdown(review);
        const nodes = parseMarkdown(markdown);
        expect(breaches(nodes)).toEqual([]);
        expect(markdown).toContain(MARKER);

        const html = nodes.filter(({ type }) => type === "html_block").map(({ literal }) => literal ?? "");
        const [{ changes, drift, outputs, acknowledged }] = review.stacks as [StackReview];
        const beside = drift.filter(({ undone }) => !undone);
        const blocks = changes.length + beside.length + outputs.length;
        expect(html.filter((text) => text.startsWith("<details")).length).toBe(blocks);
        expect(html.filter((text) => text === "</details>").length).toBe(blocks);
        const besides = new Set(changes.flatMap(({ findings }) => findings));
        const elsewhere = review.findings!.filter((_, i) => !besides.has(i));
        const sections = [beside, outputs, acknowledged, elsewhere].filter(({ length }) => length > 0).length;
        expect(nodes.filter(({ type }) => type === "heading").length).toBe(1 + sections);
      }),
      { numRuns: 100 },
    );
  });

  it("shows a text in a code element unchanged, even an HTML entity", () => {
    const text = `&lt; & <b> "'`;
    const [, shown] = /^<code>([^<>]*)<\/code>$/.exec(codeElement(text))!;
    expect(decode(shown!)).toBe(text);
  });

  it.each([
    ["plain", "`plain`"],
    ["a `b` c", "``a `b` c``"],
    ["`", "`` ` ``"],
    [" padded ", "`  padded  `"],
    ["a\nb", "`a⏎b`"],
    ["", "*empty*"],
  ])("writes %j as the code span %s", (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it("keeps the text of a code span and of a fence", () => {
    fc.assert(
      fc.property(hostileText, fc.array(hostileText), (text, lines) => {
        const [, paragraph, code] = parseMarkdown(codeSpan(text));
        expect(paragraph!.type).toBe("paragraph");
        expect(code).toEqual({ type: "code", literal: makeVisible(text).replaceAll("\t", "⇥") });
        const visible = lines.map((line) => `+ ${makeVisible(line)}`);
        const block = parseMarkdown(fenced(visible, "diff"));
        expect(block.slice(1)).toEqual([
          { type: "code_block", literal: visible.map((line) => `${line}\n`).join("") },
        ]);
      }),
    );
  });

  it("keeps the number of table cells for a stack with a hostile name", () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        const nothing = { plan: { format_version: "1.2" } };
        const review = reviewOf([
          { ...nothing, name, diagnostics: [warningOf("s", "")] },
          { ...nothing, name: "b", diagnostics: [] },
        ]);
        const rows = renderMarkdown(review)
          .split("\n")
          .filter((line) => line.startsWith("| "));
        expect(rows.map((row) => row.split("|").length)).toEqual([4, 4, 4, 4]);
        expect(rows.join("")).not.toMatch(/\\/);
      }),
    );
  });
});

describe("text for a terminal", () => {
  it("contains no control character from a plan", () => {
    fc.assert(
      fc.property(hostileReview, (review) => {
        expect(renderText(review)).not.toMatch(/[^\P{C}\n\t]/u);
      }),
      { numRuns: 50 },
    );
  });
});

it("texts of samples are code in Markdown, an attribute's data in HTML, and visible everywhere", () => {
  const prompt = (end: string) => ({
    name: "Opener",
    prompt: `To {first_name}\n{{company}} {company}${end}`,
  });
  const change = planned("outreach_snippet", ["update"], prompt(""), prompt("."));
  const plain = [{ name: "plain", values: { first_name: "x", company: "y" } }];
  const reviewWith = (samples: readonly Sample[]) =>
    reviewOf([stack("s", { resource_changes: [change] })], null, [], samples);
  const tagsIn = (page: string) => tokensOf(page).filter(({ kind }) => kind !== "text");
  const withoutData = (page: string) => page.replace(/ data-samples="[^"]*"/, "");
  const own = tagsIn(withoutData(renderHtml(reviewWith(plain))));
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, (name, first_name, company) => {
      const samples = [
        { name: `s${name}`, values: { first_name: `${first_name}v`, company: `${company}v` } },
      ];
      const review = reviewWith(samples);
      const markdown = renderMarkdown(review);
      expect(markdown).toContain("Filled with the sample");
      expect(breaches(parseMarkdown(markdown))).toEqual([]);
      const html = renderHtml(review);
      expect(tagsIn(withoutData(html))).toEqual(own);
      const data = decode(/ data-samples="([^"]*)"/.exec(html)![1]!);
      expect(JSON.parse(data)).toEqual([
        [
          makeVisible(samples[0]!.name),
          Object.entries(samples[0]!.values).map(([variable, value]) => [variable, visibleLines(value)]),
        ],
      ]);
      for (const text of [data, markdown, renderText(review)]) expect(text).not.toMatch(/(?![\n\t])\p{C}/u);
    }),
    { numRuns: 100 },
  );
});

describe("makeVisible", () => {
  it.each([
    ["a\u202Eb", "a⟨U+202E⟩b"],
    ["\u001B[31m", "␛[31m"],
    ["\u007F", "␡"],
    ["a\u200Bb\uFEFF", "a⟨U+200B⟩b⟨U+FEFF⟩"],
    ["x\u{E0041}\u{E0100}", "x⟨U+E0041⟩⟨U+E0100⟩"],
    ["\uD800", "⟨U+D800⟩"],
    ["a\rb\n", "a␍b⏎"],
    ["a\u200Db", "a⟨U+200D⟩b"],
    ["a\uFE00\uFE0Fb\u034F", "a⟨U+FE00⟩⟨U+FE0F⟩b⟨U+034F⟩"],
    ["☎\uFE0F\uFE0F", "☎\uFE0F⟨U+FE0F⟩"],
    ["a\u2800\u17B4\u180B", "a⟨U+2800⟩⟨U+17B4⟩⟨U+180B⟩"],
  ])("spells out %j", (text, shown) => {
    expect(makeVisible(text)).toBe(shown);
  });

  it("takes linear time for a text of marks only", () => {
    const marks = "\u0301".repeat(500_000);
    expect(makeVisible(`${marks}\u200D`) === `${marks}⟨U+200D⟩`).toBe(true);
  });

  it.each(["tab\tstays", "größe, 日本語, עברית", "👩‍💻 🏳️‍🌈 👍🏽 ☎️ ☎︎ 1️⃣", "می‌خواهم", "क्‍ष", "100 €"])(
    "leaves %s unchanged",
    (text) => {
      expect(makeVisible(text)).toBe(text);
    },
  );
});
