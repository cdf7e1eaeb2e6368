import { type IResolvable, type IResolveContext, Token } from "cdktf";

/** A token whose value `resolve` computes when CDKTF resolves the token. */
export class LateValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly resolve: (context: IResolveContext) => unknown) {}

  toString(): string {
    return Token.asString(this);
  }
}

/** Pattern of what CDKTF reads as one number in a text, whole or cut in its exponent. Starts at no digit within it. */
const NUMBER_PATTERN = String.raw`(?<![-|\d.+])[-|\d.+]+e[-|\d.eE+]*`;
/** Pattern of the beginning of a token for a text, list or map, also of one that the end of a text cuts. */
const MARKER = String.raw`(?<![$%#&])[$%#&]*(?:\{?TfToken\[?|\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?(?=\s*$))`;
/** Pattern of an exponent whose number is at the end of the text before. */
const EXPONENT_AT_START = String.raw`(?<=^\s*)e(?=[+-]?(?:\d|\s*$))`;
const LOOKS_LIKE_TOKEN = new RegExp(`(${NUMBER_PATTERN})|${MARKER}|${EXPONENT_AT_START}`, "gi");
const EXPONENT = /(?<=[\d.])e(?=[+-]?(?:\d|$))/gi;

export const NUMBER = new RegExp(NUMBER_PATTERN, "gi");
/** Matches signs of a number, such as dashes, in which CDKTF's search for a token takes the square of their count. */
export const LONG_NUMBER = /[-|\d.+]{200}/g;
/** Matches a token for a number in a text. Programs compute such a number only from another token. */
export const NUMBER_TOKEN = /-8\.1\d+e\+298/;
export const CALCULATED_NUMBER = /\d\.\d{10,}e\+(?:29|30)\d(?!\d)/;

/** Reports whether characters that `NUMBER` matches are a token, or like one. */
export function isNumberToken(number: string): boolean {
  return (
    Token.isUnresolved(parseFloat(number)) || NUMBER_TOKEN.test(number) || CALCULATED_NUMBER.test(number)
  );
}

/**
 * A token that stands for characters which look like a token or a part of one. Outside of our arguments, such
 * as in outputs, it becomes a Terraform expression with these characters as its value.
 */
class Verbatim extends LateValue {
  constructor(readonly verbatimText: string) {
    const quoted = JSON.stringify(verbatimText.replace(/[$%]\{/g, (opening) => opening[0] + opening));
    super(({ suppressBraces }) => (suppressBraces === true ? quoted : `\${${quoted}}`));
  }
}

/** The token for each sequence of characters. One text must always become one string. */
const verbatims = new Map<string, string>();

function verbatim(characters: string): string {
  const token = verbatims.get(characters) ?? new Verbatim(characters).toString();
  verbatims.set(characters, token);
  return token;
}

/**
 * Returns a text in which CDKTF resolves nothing: characters that look like one of its tokens, such as
 * `${TfToken[TOKEN.0]}`, stay text. Use it for texts that do not come from your program, such as names in an
 * export. Any other text is returned unchanged.
 */
export function plainText(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return text.replace(LOOKS_LIKE_TOKEN, (match, number: string | undefined, offset: number) => {
    if (number === undefined) return verbatim(match);
    // Another text may continue a number that begins or ends this text.
    const isOpen = offset <= start || offset + number.length >= end;
    return isOpen || isNumberToken(number) ? number.replace(EXPONENT, verbatim) : number;
  });
}

/** Returns the characters of a `Verbatim` token, even from another copy of this package; else undefined. */
export function verbatimTextOf(token: IResolvable): string | undefined {
  return "verbatimText" in token ? String(token.verbatimText) : undefined;
}
