import { type IResolvable, type IResolveContext, Token, Tokenization } from "cdktf";

export class LateValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(readonly resolve: (context: IResolveContext) => unknown) {}

  toString(): string {
    return Token.asString(this);
  }
}

/**
 * Matches a number with an exponent as CDKTF finds it in a text (`-8.1e+298`), and also one that ends at the
 * `e`, because the text that follows may continue it.
 */
const NUMBER_PATTERN = String.raw`(?<![-|\d.+])[-|\d.+]+e[-|\d.eE+]*`;
/** Matches where a token for a text, list or map begins; at the end of a text, also a part of the beginning. */
const MARKER = String.raw`(?<![$%#&])[$%#&]*(?:\{?TfToken\[?|\{(?:T(?:f(?:T(?:o(?:k(?:en?)?)?)?)?)?)?(?=\s*$))`;
const EXPONENT_AT_START = String.raw`(?<=^\s*)e(?=[+-]?(?:\d|\s*$))`;
const LOOKS_LIKE_TOKEN = new RegExp(`(${NUMBER_PATTERN})|${MARKER}|${EXPONENT_AT_START}`, "gi");
const EXPONENT = /(?<=[\d.])e(?=[+-]?(?:\d|$))/gi;

export const NUMBER = new RegExp(NUMBER_PATTERN, "gi");
/** Matches a long run of signs of numbers, in which CDKTF's search for a number takes quadratic time. */
export const LONG_NUMBER = /[-|\d.+]{200}/g;
/** Matches the token of a number in a text. A program can compute such a number only from another token. */
const NUMBER_TOKEN = /-8\.1\d+e\+298/;
export const CALCULATED_NUMBER = /\d\.\d{10,}e\+(?:29|30)\d(?!\d)/;

export function isNumberToken(number: string): boolean {
  return (
    Token.isUnresolved(parseFloat(number)) || NUMBER_TOKEN.test(number) || CALCULATED_NUMBER.test(number)
  );
}

/** Characters that look like a token. Other constructs than ours write them as an expression. */
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
 * Returns a text in which CDKTF resolves nothing: characters that look like one of its tokens, such as
 * `${TfToken[TOKEN.0]}`, stay text. Use it for texts that do not come from your program, such as names in an
 * export. Any other text is returned unchanged.
 */
export function plainText(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return text.replace(LOOKS_LIKE_TOKEN, (match, number: string | undefined, offset: number) => {
    if (number === undefined) return verbatim(match);
    // Text before or after this text may continue a number at the start or end of this text.
    const isOpen = offset <= start || offset + number.length >= end;
    return isOpen || isNumberToken(number) ? number.replace(EXPONENT, verbatim) : number;
  });
}

/** A piece of a text: text, or a value that Terraform evaluates. Verbatim text only looks like a token. */
export type Piece = { readonly text: string; readonly isVerbatim?: boolean } | { readonly value: unknown };

/** Matches a CDKTF token in a string: a text `${TfToken[…]}`, a list `#{…}`, a map `&{…}`, or a number. */
const TOKEN = new RegExp(String.raw`([$#&]\{TfToken\[[\w:.-]+\]\}|${NUMBER_TOKEN.source})`);

/**
 * Matches a text that may not reach Terraform unchanged, because CDKTF or Terraform may read a part of it as
 * a token, as a number that stands for a token, or as a template. Also matches a lone surrogate, which is an
 * error.
 */
const MORE_THAN_TEXT = new RegExp(
  String.raw`TfToken|[$%]\{|\r(?!\n)|^\ufeff|[-|\d.+]e[-|\d.eE+]|\p{Surrogate}|${LONG_NUMBER.source}`,
  "iu",
);

export function isPlain(text: string): boolean {
  return !MORE_THAN_TEXT.test(text);
}

type Resolve = IResolveContext["resolve"];

/**
 * Returns the pieces of a text in order. Resolves references and lazy values in the context, and what lazy
 * values return with `resolveLate`.
 */
export function piecesOf(text: string, context: IResolveContext, resolveLate = context.resolve): Piece[] {
  // With one group in the pattern, `split` returns literals at even indexes and tokens at odd ones.
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
  // The token may come from another copy of this package, so check a property instead of the class.
  if ("verbatimText" in resolvable) return [{ text: String(resolvable.verbatimText), isVerbatim: true }];
  // A lazy value returns text of the user's program. All other tokens are Terraform expressions.
  if (!isLazy(resolvable)) return [{ value: context.resolve(resolvable) }];
  const value: unknown = resolvable.resolve(context);
  if (typeof value !== "string") return [{ value: resolveLate(value) }];
  return piecesOf(value, { ...context, resolve: resolveLate }, resolveLate);
}

/** Returns the token behind a text; undefined if the text only looks like a token. */
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

/** Joins neighbouring texts: a `$` at the end of one may belong to a `{` at the start of the next. */
export function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if ("value" in piece || last === undefined || "value" in last) joined.push(piece);
    else joined.splice(-1, 1, { text: last.text + piece.text });
  }
  return joined.filter((piece) => "value" in piece || piece.text !== "");
}

/** Reports whether a piece is null or undefined. Null inside a text would reach the API as a word. */
export function isNothing(piece: Piece): piece is { readonly value: null | undefined } {
  return "value" in piece && (piece.value === undefined || piece.value === null);
}

export function isLazy(token: IResolvable): boolean {
  return "resolveLazy" in token;
}
