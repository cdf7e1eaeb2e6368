import { type IResolvable, type IResolveContext, Token } from "cdktf";

/** A token whose value `resolve` computes when CDKTF resolves the token. */
export class LateValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly resolve: (context: IResolveContext) => unknown) {}

  toString(): string {
    return Token.asString(this);
  }
}

/** Pattern of the beginning of a token for a text, list or map, in upper or lower case. */
const MARKER = String.raw`[$%#&]*\{?TfToken\[?`;
/** Pattern of a `MARKER` that is cut at the end of a text. The next text may complete the marker. */
const CUT_MARKER = String.raw`[$%#&]*\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?$`;
/** Pattern of a number's exponent, whole or cut: CDKTF's tokens for numbers are numbers with an exponent. */
const EXPONENT = String.raw`(?<=^|[\d.])e(?=[+-]?(?:\d|$))`;
const LOOKS_LIKE_TOKEN = new RegExp([MARKER, CUT_MARKER, EXPONENT].join("|"), "gi");

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

/**
 * Returns a text in which CDKTF resolves nothing: characters that look like one of its tokens, such as
 * `${TfToken[TOKEN.0]}`, stay text. Use it for texts that do not come from your program, such as names in an
 * export.
 */
export function plainText(text: string): string {
  return text.replace(LOOKS_LIKE_TOKEN, (match) => new Verbatim(match).toString());
}

/** Returns the characters of a `Verbatim` token, even from another copy of this package; else undefined. */
export function verbatimTextOf(token: IResolvable): string | undefined {
  return "verbatimText" in token ? String(token.verbatimText) : undefined;
}

/** Returns a token that stands for no characters. Added to a text, it makes a different string. */
export function emptyText(): string {
  return new Verbatim("").toString();
}
