import { fc } from "../fast-check";
import { parseExact } from "../../src/util/json";

describe("JSON with long numbers", () => {
  it.each([
    ["12345678901234567890", "12345678901234567890"],
    ['{"a": [-12345678901234567891, 1]}', { a: ["-12345678901234567891", 1] }],
    ["1.1000000000000000000001", "1.1000000000000000000001"],
    ["1234567890123456", 1234567890123456],
    ["0.12345678901234567", "0.12345678901234567"],
    ["0.1234567890123456", 0.1234567890123456],
    ["9007199254740993", "9007199254740993"],
    ['"12345678901234567890"', "12345678901234567890"],
    [String.raw`["\\", 12345678901234567890, "\" 12345678901234567890"]`, undefined],
  ])("keeps the digits of %s, which a float does not", (text, value) => {
    const expected = value ?? ["\\", "12345678901234567890", '" 12345678901234567890'];
    expect(parseExact(text)).toEqual(expected);
  });

  it("a text whose numbers a float holds is read as JSON.parse reads it", () => {
    const texts = fc.string({ unit: fc.constantFrom('"', "\\", "1234567890123456789", "\n", "a", ":", "{") });
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: "small" }, texts, number, fc.boolean(), tie("list"), tie("object")),
      list: fc.array(tie("value")),
      object: fc.dictionary(texts, tie("value")),
    }));
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        expect(parseExact(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("a very long text is read", () => {
    const prompt = 'A "line" of 12345678901234567890.\n'.repeat(200_000);
    expect(parseExact(JSON.stringify({ prompt, n: 1 }))).toEqual({ prompt, n: 1 });
  });

  it.each(["", "{", "12345678901234567890.", '{"a" 12345678901234567890}'])("%j is rejected", (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });
});
