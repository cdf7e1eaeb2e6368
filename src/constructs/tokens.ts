import { type IResolvable, type IResolveContext, Token, Tokenization } from "cdktf";

export class LateValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly resolve: (context: IResolveContext) => unknown) {}

  toString(): string {
    return Token.asString(this);
  }
}

/**
 * Matches a number with an exponent, such as the token `-8.1e+298`. A match may end at the `e`, because the
 * text that follows may continue the number.
 */
const NUMBER_PATTERN = String.raw`(?<![-|\d.+])[-|\d.+]+e[-|\d.eE+]*`;
/**
 * Matches the beginning of a token for a text, list or map. At the end of a text, also matches a part of such
 * a beginning.
 */
const MARKER = String.raw`(?<![$%#&])[$%#&]*(?:\{?TfToken\[?|\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?(?=\s*$))`;
const EXPONENT_AT_START = String.raw`(?<=^\s*)e(?=[+-]?(?:\d|\s*$))`;
const LOOKS_LIKE_TOKEN = new RegExp(`(${NUMBER_PATTERN})|${MARKER}|${EXPONENT_AT_START}`, "gi");
const EXPONENT = /(?<=[\d.])e(?=[+-]?(?:\d|$))/gi;

export const NUMBER = new RegExp(NUMBER_PATTERN, "gi");
/** In a long run of digits and signs, CDKTF's search for a number takes quadratic time. */
export const LONG_NUMBER = /[-|\d.+]{200}/g;
/** Matches the token of a number. Only a calculation with another token has such a result. */
const NUMBER_TOKEN = /-8\.1\d+e\+298/;
export const CALCULATED_NUMBER = /\d\.\d{10,}e\+(?:29|30)\d(?!\d)/;

export function isNumberToken(number: string): boolean {
  return (
    Token.isUnresolved(parseFloat(number)) || NUMBER_TOKEN.test(number) || CALCULATED_NUMBER.test(number)
  );
}

/** Characters that look like a token. Resources of other packages write these characters as an expression. */
class Verbatim extends LateValue {
  constructor(readonly verbatimText: string) {
    const quoted = JSON.stringify(verbatimText.replace(/[$%]\{/g, (opening) => opening[0] + opening));
    super(({ suppressBraces }) => (suppressBraces === true ? quoted : `\${${quoted}}`));
  }
}

const verbatims = new Map<string, string>();

function verbatim(characters: string): string {
  const token = verbatims.get(characters) ?? new Verbatim(characters).toString();
  verbatims.set(characters, token);
  return token;
}

/**
 * Returns a text in which CDKTF resolves nothing: characters that look like a CDKTF token, such as
 * `${TfToken[TOKEN.0]}`, stay text. Use it for texts that do not come from your program, such as names in an
 * export.
 */
export function plainText(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return text.replace(LOOKS_LIKE_TOKEN, (match, number: string | undefined, offset: number) => {
    if (number === undefined) return verbatim(match);
    // A text before or after this text may continue a number at the start or end of this text.
    const isOpen = offset <= start || offset + number.length >= end;
    return isOpen || isNumberToken(number) ? number.replace(EXPONENT, verbatim) : number;
  });
}

/**
 * A piece of a text: text, or a value that Terraform evaluates. Verbatim text looks like a token, but is
 * none.
 */
export type Piece = { readonly text: string; readonly isVerbatim?: boolean } | { readonly value: unknown };

/** Matches a CDKTF token in a string: a text `${TfToken[…]}`, a list `#{…}`, a map `&{…}`, or a number. */
const TOKEN = new RegExp(String.raw`([$#&]\{TfToken\[[\w:.-]+\]\}|${NUMBER_TOKEN.source})`);

/**
 * Matches a text that may not reach Terraform unchanged, because CDKTF or Terraform may read a part of the
 * text as a token or as a template. Also matches a lone surrogate, which is an error.
 */
const MORE_THAN_TEXT = new RegExp(
  String.raw`TfToken|[$%]\{|\r(?!\n)|^\ufeff|[-|\d.+]e[-|\d.eE+]|\p{Surrogate}|${LONG_NUMBER.source}`,
  "iu",
);

export function isPlain(text: string): boolean {
  return !MORE_THAN_TEXT.test(text);
}

type Resolve = IResolveContext["resolve"];

export function piecesOf(text: string, context: IResolveContext, resolveLate = context.resolve): Piece[] {
  return text
    .split(TOKEN)
    .flatMap((piece, index) =>
      index % 2 === 1 ? piecesOfToken(piece, context, resolveLate) : { text: piece },
    );
}

function piecesOfToken(token: string, context: IResolveContext, resolveLate: Resolve): Piece[] {
  const resolvable = tokenNamed(token);
  if (resolvable === undefined) return [{ text: token, isVerbatim: true }];
  // A token of a list or of a map's key cannot be part of a text.
  if (!token.startsWith("$") && !token.startsWith("-")) return [{ text: token }];
  // The token may come from another copy of this package, so this function checks a property instead of the
  // class.
  if ("verbatimText" in resolvable) return [{ text: String(resolvable.verbatimText), isVerbatim: true }];
  // A lazy value returns text of the user's program. All other tokens are Terraform expressions.
  if (!isLazy(resolvable)) return [{ value: context.resolve(resolvable) }];
  const value: unknown = resolvable.resolve(context);
  if (typeof value !== "string") return [{ value: resolveLate(value) }];
  return piecesOf(value, { ...context, resolve: resolveLate }, resolveLate);
}

function tokenNamed(token: string): IResolvable | undefined {
  try {
    if (token.startsWith("#")) return Tokenization.reverseList([token]);
    if (token.startsWith("&")) return Tokenization.reverseMap({ [token]: "" });
    return Tokenization.reverse(token.startsWith("$") ? token : Number(token))[0];
  } catch {
    return undefined;
  }
}

export function listTokenOf([token, ...others]: readonly unknown[]): IResolvable | undefined {
  const isOnly = others.length === 0 && typeof token === "string" && token.startsWith("#");
  return isOnly ? tokenNamed(token) : undefined;
}

/** Joins neighbouring texts: a `$` at the end of one text may belong to a `{` at the start of the next. */
export function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if ("value" in piece || last === undefined || "value" in last) joined.push(piece);
    else joined.splice(-1, 1, { text: last.text + piece.text });
  }
  return joined.filter((piece) => "value" in piece || piece.text !== "");
}

/** Null inside a text would reach the API as the word "null". */
export function isNothing(piece: Piece): piece is { readonly value: null | undefined } {
  return "value" in piece && (piece.value === undefined || piece.value === null);
}

export function isLazy(token: IResolvable): boolean {
  return "resolveLazy" in token;
}
