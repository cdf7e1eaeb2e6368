import { fc } from "../fast-check";
import { parsePrompt, placeholderFor, positionsIn, promptVariables } from "../../src/prompts";

describe("promptVariables", () => {
  it.each([
    ["Hi {first_name} of {company}, {first_name}!", ["company", "first_name"]],
    ["no braces", []],
    ["{}", []],
    ["{ company }", []],
    ["{first name}", []],
    ["{company", []],
    ["{{company}}", []],
    ["{{company}", ["company"]],
    ['{"tone": {tone}}', ["tone"]],
    ["\\d{3} and {2,4}", []],
    ["{３} {٤٢} {{３}}", []],
    ["{3f2a-77.b}", ["3f2a-77.b"]],
    ["{größe}", ["größe"]],
    ["{gro\u0308ße}", ["gro\u0308ße"]],
    ["{first\u3164} {name\uFE0F} {a\u034F} {{b\uFFA0} {\u{E0100}c}", []],
    ["{a}{b}{a}", ["a", "b"]],
    ["{__proto__}{constructor}", ["__proto__", "constructor"]],
    ["{a\n}", []],
  ])("of %j", (prompt, variables) => {
    expect(promptVariables(prompt)).toEqual(variables);
  });

  it("finds the same identifiers with the pattern for ASCII and with the pattern for Unicode", () => {
    const invisible = String.raw`\p{Default_Ignorable_Code_Point}`;
    const identifier = String.raw`(?!\p{N}+\})(?!${invisible})[\p{L}\p{N}_](?:(?!${invisible})[\p{L}\p{M}\p{N}_.\-])*`;
    const texts = new RegExp(String.raw`\{\{${identifier}\}\}|\{(${identifier})\}`, "gu");
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."{{}}a_-1é—ｱ𝒳", "e\u0301", "\u3164", "\uFE0F") }),
        (prompt) => {
          const found = Array.from(prompt.matchAll(texts), ([, variable]) => variable);
          const variables = found.filter((variable) => variable !== undefined);
          expect(parsePrompt(prompt).map(({ variable }) => variable)).toEqual(variables);
        },
      ),
      { numRuns: 700 },
    );
  });

  it("never throws, and gives each placeholder the right position", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("{", "}", "a", "_", " ", "1", "é", "\n", "😀") }),
        (text) => {
          for (const { variable, start, end } of parsePrompt(text)) {
            expect(text.slice(start, end)).toBe(`{${variable}}`);
          }
        },
      ),
    );
  });
});

describe("placeholderFor", () => {
  it.each(["", "first name", "a}b", "{a}", "12", " a", "a{b}"])("rejects %j", (variable) => {
    expect(placeholderFor(variable)).toBeUndefined();
  });
});

describe("positionsIn", () => {
  it.each([
    ["abc", 0, 1, 1],
    ["a\nbc", 3, 2, 2],
    ["a\r\nbc", 3, 2, 1],
    ["a\rb", 2, 2, 1],
    ["😀{x}", 2, 1, 2],
  ])("of %j at %d", (text, offset, line, column) => {
    expect(positionsIn(text)(offset)).toEqual({ line, column });
  });

  it("continues from the last offset", () => {
    const position = positionsIn("ab\n\r\n😀 c");
    expect([0, 1, 1, 3, 5, 8].map((offset) => Object.values(position(offset)).join(":"))).toEqual([
      ...["1:1", "1:2", "1:2", "2:1", "3:1", "3:3"],
    ]);
  });
});
