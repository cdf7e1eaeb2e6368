import { fc } from "../fast-check";
import { checkPrompt, checkVariables, promptWarnings } from "../../src/prompts";
import { scanBraces } from "../../src/prompts/scan";
import { Surroundings } from "../../src/prompts/braces";

/** Some letters show nothing, and no identifier has one. */
const isVisible = (name: string) => !/\p{Default_Ignorable_Code_Point}/u.test(name);

const textsOf = (prompt: string) =>
  checkPrompt(prompt).map(({ kind, text, suggestion }) => [kind, text, suggestion]);

describe("checkPrompt finds", () => {
  it.each([
    ["from {\tcompany}", "nearly", "{\tcompany}", "{company}"],
    ["from {com\u00ADpany}", "nearly", "{com\u00ADpany}", "{company}"],
    ["from {first _name}", "nearly", "{first _name}", "{first_name}"],
    ["from {\u115Fname\uFE0F}", "nearly", "{\u115Fname\uFE0F}", "{name}"],
    ["from {n\u034Fa\u034Fm\u034Fe\u{E0100}}", "nearly", "{n\u034Fa\u034Fm\u034Fe\u{E0100}}", "{name}"],
    ["Hi {{company\uFE0F}}", "doubled", "{{company\uFE0F}}", "{company}"],
    ["Hi {company\uFE0F and you", "unclosed", "{company\uFE0F", "{company}"],
    ["from {company\u00A0name}", "nearly", "{company\u00A0name}", "{company_name}"],
    ["Hi {\u3164\u200B}!", "empty", "{\u3164\u200B}", null],
  ])("the invisible or unusual characters in %j: %s %j", (prompt, kind, text, suggestion) => {
    expect(textsOf(prompt)).toEqual([[kind, text, suggestion]]);
  });

  it("each mistake with its line and its column in code points", () => {
    const found = checkPrompt("😀 {first name}\r\n\r\n  {} and {company");
    expect(found.map(({ kind, line, column }) => [kind, line, column])).toEqual([
      ["nearly", 1, 3],
      ["empty", 3, 3],
      ["unclosed", 3, 10],
    ]);
  });
});

describe("checkPrompt draws no warning about", () => {
  it.each([
    ["JSON that is laid out", '{\n  "name": "first name",\n  "more": {\n  }\n}'],
    ["JSON with placeholders", '{"tone": {tone}, "to": "{company}"}'],
    ["empty objects that are called so", "As JSON: {} is an empty JSON object {}. Not objects like {}."],
    ["regular expressions", "\\d{3} [a-z]{2,4} x{3,} \\p{L}"],
    ["code of JavaScript", "if (a) { b }\nimport { useState } from 'react';\nconst { a } = b;"],
    ["a fenced block of code", "```js\nfoo({ company })\nif (x) {return\n```"],
    ["shells", "${HOME} ${HOME:-x} ${} %{x} { echo hi; }"],
    ["expressions of other systems", "${{ secrets.token }} {% if x %} {# note #} {{#if a}}{{else}}{{/if}}"],
    ["a longer aside", "{write this part in the voice of a pirate}"],
    ["empty braces before a bracket that closes", "Where in doubt (say, nothing or {}), ask."],
    ["lone braces", "Use a { to open and a } to close."],
    ["prose over several lines", "{Greeting for the customer,\nat most two lines}"],
  ])("%s: %j", (_, prompt) => {
    expect(textsOf(prompt)).toEqual([]);
  });

  it("any JSON whose texts have no braces", () => {
    const texts = fc.string().map((text) => text.replace(/[{}]/g, ""));
    const json = fc.letrec((tie) => ({
      value: fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null), tie("object"), tie("list")),
      object: fc.dictionary(texts, tie("value"), { maxKeys: 4 }),
      list: fc.array(tie("value"), { maxLength: 4 }),
    })).object;
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        expect(textsOf(JSON.stringify(value, null, indent))).toEqual([]);
      }),
    );
  });

  it("any text of valid placeholders", () => {
    const word = fc.stringMatching(/^[\p{L}_][\p{L}\p{N}_]{0,8}$/u).filter(isVisible);
    const pieces = fc.oneof(
      word,
      word.map((name) => `{${name}}`),
      fc.constantFrom(" ", ", ", "\n", "."),
    );
    const property = fc.property(fc.array(pieces), (parts) => expect(textsOf(parts.join(" "))).toEqual([]));
    fc.assert(property, { numRuns: 40 });
  });
});

it("checkPrompt accepts any text, and each finding has the right position", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("{", "}", "a", "bc", " ", "\n", "`", "é", "😀", ":") }),
      (prompt) => {
        const lines = prompt.split("\n");
        for (const { text, line, column } of checkPrompt(prompt)) {
          const rest = [
            Array.from(lines[line - 1]!)
              .slice(column - 1)
              .join(""),
            ...lines.slice(line),
          ].join("\n");
          expect(rest.startsWith(text)).toBe(true);
        }
      },
    ),
  );
});

/** Shapes of braces that could make a check walk through the same text again and again. */
const SHAPES = (
  "{~}~{ ~{}~{} ~}{~{a ~{a b}~{a_b }~{{x}} ~{{x} ~{x}} ~{{{x}}}~{a_b|c}~[{~({~|{~`{~`{a b}~```\n{a }\n~{a_b\n~{a_b,\n~" +
  "{é e}~{é~｛会社｝~={{a}}~\\a{b c}~f({x "
).split("~");

it.each(SHAPES)("checkPrompt reads a prompt of %j once, and keeps few of its braces", (shape) => {
  const passed = (times: number) => {
    let count = 0;
    scanBraces(new Surroundings(shape.repeat(times)), () => (count += 1) > 0);
    return count;
  };
  const braces = shape.split(/[{｛]/).length - 1;
  expect(passed(500)).toBeLessThanOrEqual(500 * braces);
  expect(passed(5_000)).toBeLessThanOrEqual(5_000 * braces);
  const found = checkPrompt(shape.repeat(5_000)).length;
  expect(found).toBeLessThanOrEqual(1_000);
  expect(found).toBeGreaterThanOrEqual(checkPrompt(shape.repeat(500)).length);
});

it.each(SHAPES)("the warnings about 300 KB of %j stay short", (shape) => {
  const prompt = shape.repeat(300_000 / shape.length);
  for (const { detail } of promptWarnings('outreach_snippet "x"', checkPrompt(prompt)))
    expect(detail.length).toBeLessThan(500);
});

it("checkPrompt reads the blanks after a name once", () => {
  const prompt = `{first_name\n${" ".repeat(2_000_000)}x`;
  expect(textsOf(prompt)).toEqual([["unclosed", "{first_name", "{first_name}"]]);
});

describe("checkVariables", () => {
  it.each([
    ["{compnay}", ["company", "first_name"], "{company}"],
    ["{firstName}", ["company", "first_name"], "{first_name}"],
    ["{x}", ["company"], "{company}"],
    ["{x}", [], null],
  ])("names %j beside %j", (prompt, known, suggestion) => {
    const findings = checkVariables(prompt, known);
    expect(findings).toMatchObject([{ kind: "unknown", text: prompt, line: 1, column: 1 }]);
    expect(findings[0]!.suggestion).toBe(suggestion);
  });

  it("accepts a known variable", () => {
    expect(checkVariables("{company} {first_name}", ["first_name", "company"])).toEqual([]);
  });

  it("accepts a known variable in another normal form of Unicode", () => {
    expect(checkVariables("{pr\u00e9nom} {e\u0301tage}", ["pre\u0301nom", "\u00e9tage"])).toEqual([]);
  });
});

describe("promptWarnings", () => {
  it("give up to three texts of a kind a warning each, and list more texts in one warning", () => {
    const lines = [
      "{first name}",
      "{last name}",
      "{job title}",
      "{{Company Name}}",
      "{last name} {the city}",
    ];
    const warningsOf = (count: number) =>
      promptWarnings('outreach_snippet "Opener"', checkPrompt(lines.slice(0, count).join("\n")));
    expect(warningsOf(3).map(({ summary }) => summary)).toEqual(
      ["{first name}", "{last name}", "{job title}"].map(
        (text) => `outreach_snippet "Opener": ${text} is not a placeholder, although it looks like one`,
      ),
    );
    expect(warningsOf(4)).toHaveLength(4);
    expect(warningsOf(5)).toMatchObject([
      {
        summary:
          'outreach_snippet "Opener": each of 4 texts of its prompt is not a placeholder, although it looks like one',
        detail:
          "In the prompt, line 1: {first name}, suggestion {first_name}; lines 2, 5: {last name}, suggestion " +
          "{last_name}; line 3: {job title}, suggestion {job_title}; line 5: {the city}, suggestion {the_city}. " +
          'The model receives such text unchanged: an identifier has only letters, digits, "_", "-" and ".". ' +
          "Write the identifier of a variable between the braces if you mean a variable.",
      },
      expect.objectContaining({ summary: expect.stringContaining("{{Company Name}} is doubled") as string }),
    ]);
  });

  it("names ten places of a text and counts the rest", () => {
    const detailOf = (times: number) =>
      promptWarnings('outreach_snippet "Opener"', checkPrompt("{first name}\n".repeat(times))).map(
        ({ detail }) => detail,
      );
    expect(detailOf(12)).toEqual([expect.stringMatching(/; line 10, column 1; 2 more\. /)]);
    expect(detailOf(10)).toEqual([expect.stringMatching(/; line 10, column 1\. /)]);
  });

  it("give one warning for each text, with every place", () => {
    const prompt = "{first name} {}x\n{first name}";
    expect(promptWarnings('outreach_snippet "Opener"', checkPrompt(prompt))).toMatchObject([
      {
        code: "nearly",
        what: "{first name} is not a placeholder, although it looks like one",
        texts: ["{first name}"],
        places: [
          { line: 1, column: 1 },
          { line: 2, column: 1 },
        ],
        summary: 'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one',
        detail:
          "In the prompt at line 1, column 1; line 2, column 1. The model receives such text unchanged: an identifier has " +
          'only letters, digits, "_", "-" and ".". Write {first_name} if you mean a variable.',
      },
      {
        summary: 'outreach_snippet "Opener": {} is a placeholder without a name',
        detail:
          "In the prompt at line 1, column 14. The model receives such text unchanged. Write the identifier of " +
          "a variable between the braces if you mean a variable.",
      },
    ]);
  });
});
