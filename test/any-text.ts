import { fc } from "./fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * One code point of any kind. fast-check's own unit "binary" gives the same, but keeps a map of all 1.1
 * million of them, which each test file makes again: a second and 130 MB.
 */
const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count), indexOf);

/** The way back, by which fast-check tries and shrinks names such as `__proto__`, too. */
function indexOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || text !== String.fromCodePoint(code) || /\p{Cs}/u.test(text)) {
    throw new Error("That is not one code point.");
  }
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}

/** Texts of all code points, control characters too, without halves of surrogate pairs. */
export function anyText(constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: codePoint });
}
