import { type IResolvable, type IResolveContext, Token } from "cdktf";

/** A token for a value that is known when CDKTF resolves it. */
export class LateValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly resolve: (context: IResolveContext) => unknown) {}

  toString(): string {
    return Token.asString(this);
  }
}

/** How a token of a text, list or map begins, in any case of letters. */
const MARKER = String.raw`[$%#&]*\{?TfToken\[?`;
/** The beginning of such a marker at the end of a text: the next text may complete it. */
const CUT_MARKER = String.raw`[$%#&]*\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?$`;
/** The exponent of a number, whole or cut: CDKTF's tokens of numbers are numbers. */
const EXPONENT = String.raw`(?<=^|[\d.])e(?=[+-]?(?:\d|$))`;
const LOOKS_LIKE_TOKEN = new RegExp([MARKER, CUT_MARKER, EXPONENT].join("|"), "gi");

/**
 * Characters that neither CDKTF nor this package reads as a token or as a part of a token. In arguments of
 * other providers, outputs and functions, Terraform evaluates them as an expression.
 */
class Verbatim extends LateValue {
  constructor(readonly verbatimText: string) {
    const quoted = JSON.stringify(verbatimText.replace(/[$%]\{/g, (opening) => opening[0] + opening));
    super(({ suppressBraces }) => (suppressBraces === true ? quoted : `\${${quoted}}`));
  }
}

/** Returns the text with `Verbatim` tokens in place of characters that look like a token or a part of it. */
export function withoutTokens(text: string): string {
  return text.replace(LOOKS_LIKE_TOKEN, (match) => new Verbatim(match).toString());
}

/**
 * Returns the characters that a `Verbatim` token stands for; undefined for any other token. Checks the
 * property, not the class: linked packages may bring a second copy of this class.
 */
export function verbatimTextOf(token: IResolvable): string | undefined {
  return "verbatimText" in token ? String(token.verbatimText) : undefined;
}

/** Returns a token that stands for no characters: it keeps two equal texts apart in the program. */
export function emptyText(): string {
  return new Verbatim("").toString();
}
