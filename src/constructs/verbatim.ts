import { type IResolvable, type IResolveContext, Token } from "cdktf";

/** How a token of a text, list or map begins, in any case of letters. */
const MARKER = String.raw`[$%#&]*\{?TfToken\[?`;
/** The beginning of such a marker at the end of a text: the next text may complete it. */
const CUT_MARKER = String.raw`[$%#&]*\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?$`;
/** The exponent of a number, whole or cut: CDKTF's tokens of numbers are numbers. */
const EXPONENT = String.raw`(?<=^|[\d.])e(?=[+-]?(?:\d|$))`;
const LOOKS_LIKE_TOKEN = new RegExp([MARKER, CUT_MARKER, EXPONENT].join("|"), "gi");

/** Characters that neither CDKTF nor this package reads as a token or a part of one. */
class Verbatim implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly verbatimText: string) {}

  /** Returns an expression for the text: for arguments of other providers, outputs and functions. */
  resolve({ suppressBraces }: IResolveContext): string {
    const quoted = JSON.stringify(this.verbatimText.replace(/[$%]\{/g, (opening) => opening[0] + opening));
    return suppressBraces === true ? quoted : `\${${quoted}}`;
  }

  toString(): string {
    return Token.asString(this);
  }
}

/**
 * Returns the text such that CDKTF resolves nothing in it. Most texts are returned unchanged. Characters that
 * look like a token or a part of one are replaced by a token for these characters.
 */
export function withoutTokens(text: string): string {
  return text.replace(LOOKS_LIKE_TOKEN, (match) => new Verbatim(match).toString());
}

/**
 * Returns the characters that such a token stands for; undefined for any other token. Checks the property and
 * not the class: linked packages may bring a second copy of this class.
 */
export function verbatimTextOf(token: IResolvable): string | undefined {
  return "verbatimText" in token ? String(token.verbatimText) : undefined;
}

/** Returns a token that stands for no characters: it keeps two equal texts apart in the program. */
export function emptyText(): string {
  return new Verbatim("").toString();
}
