import { type IResolvable, type IResolveContext, Token, Tokenization } from "cdktf";
import { isLazy } from "./lazy";

/** What stands for a reference in a string of CDKTF: `${TfToken[…]}`, or for a number one that no program computes. */
const TOKEN = /(\$\{TfToken\[[\w:.-]+\]\}|-8\.1\d+e\+298)/;

/** What is left of such a string that code has cut or changed. */
const REMAINS_OF_TOKEN = /\{TfToken|TfToken.{0,3}TOKEN/i;

/** Characters of a text that an error quotes. */
const MOST_SHOWN = 40;

/** What no line of a text in HCL may be, for CDKTF ends there every text that it writes over several lines. */
const END_OF_HEREDOC = /^[ \t]*EOF[ \t]*$/m;

/**
 * A text as it goes into the synthesized stack: Terraform reads every string there as a template, so `${` and `%{` are
 * escaped, while references of CDKTF still resolve. It is done at synth and not when a property is set, so that it is
 * done once, whatever way the text came. (cdktf.md, section 4)
 */
class Text implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #text: string;
  readonly #write: (pieces: readonly Piece[]) => string;

  constructor(text: string, write: (pieces: readonly Piece[]) => string) {
    this.#text = text;
    this.#write = write;
  }

  resolve(context: IResolveContext): unknown {
    return resolveText(this.#text, context, this.#write);
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** What the generated bindings pass every string argument through. */
export function textToTerraform(argument: string | undefined): IResolvable | undefined {
  return typeof argument === "string" ? new Text(argument, templateOf) : argument;
}

/** The same where synth writes HCL. */
export function textToHclTerraform(argument: string | undefined): IResolvable | undefined {
  return typeof argument === "string" ? new Text(argument, hclTemplateOf) : argument;
}

/** A part of a text: what was written, or what Terraform is to evaluate. */
type Piece = { readonly text: string } | { readonly value: unknown };

function resolveText(
  text: string,
  context: IResolveContext,
  write: (pieces: readonly Piece[]) => string,
): unknown {
  const found = piecesOf(text, context);
  // A lazy value may turn out to be nothing. CDKTF leaves it out of a text, and the argument where nothing else is in it.
  const pieces = joinTexts(found.filter((piece) => !isNothing(piece)));
  const nothing = found.find(isNothing);
  if (pieces.length === 0 && nothing !== undefined) return nothing.value;
  const [first, ...others] = pieces;
  if (first !== undefined && "value" in first && others.length === 0) return first.value;
  refuseObjects(pieces);
  refuseRemains(pieces);
  return write(pieces);
}

function templateOf(pieces: readonly Piece[]): string {
  const template = pieces
    .map((piece, index) => {
      if ("value" in piece) return String(piece.value);
      return index < pieces.length - 1 ? escapeBefore(piece.text) : escapeText(piece.text);
    })
    .join("");
  // Terraform takes a byte order mark off the front of a template, but not out of an expression.
  return template.replace(/^\ufeff/, '${"\\ufeff"}');
}

/**
 * CDKTF puts a text of one line between quotes as it stands, and leaves quotes within it alone where it sees `${`. One of
 * several lines becomes a heredoc, which adds a line end and has no escapes. So a text that is no such heredoc goes into one line.
 */
function hclTemplateOf(pieces: readonly Piece[]): string {
  const template = templateOf(pieces);
  const isHeredoc =
    /\n[^]*\n$/.test(template) && !/[^\P{Cc}\t\n]/u.test(template) && !END_OF_HEREDOC.test(template);
  if (isHeredoc) return template.slice(0, -1);
  return templateOf(pieces.map((piece) => ("text" in piece ? { text: withEscapes(piece.text) } : piece)));
}

/** As within quotes of HCL. */
function withEscapes(text: string): string {
  return text
    .replace(/["\\]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/[^\P{Cc}\t]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Null is nothing, too: the word would stand in the text, and go to the API with it. */
function isNothing(piece: Piece): piece is { readonly value: null | undefined } {
  return "value" in piece && (piece.value === undefined || piece.value === null);
}

/** Terraform takes neither a list nor an object into a text. JavaScript would, as "[object Object]". */
function refuseObjects(pieces: readonly Piece[]): void {
  const wrong = pieces
    .flatMap((piece) => ("value" in piece ? [piece.value] : []))
    .find((value) => typeof value === "object");
  if (wrong === undefined) return;
  const what = Array.isArray(wrong) ? "a list" : "an object";
  throw refusal(pieces, `${what} in place of a text. Use JSON.stringify`);
}

/** Terraform would tell of a reference that it cannot read. Escaped, it would go to the API as text. */
function refuseRemains(pieces: readonly Piece[]): void {
  if (!pieces.some((piece) => "text" in piece && REMAINS_OF_TOKEN.test(piece.text))) return;
  throw refusal(
    pieces,
    "a reference that code has cut or changed, and only Terraform knows its value. Use Fn.substr or Fn.lower",
  );
}

/** CDKTF tells only the stack's name here, so the beginning of the text has to do. It adds the full stop. */
function refusal(pieces: readonly Piece[], what: string): Error {
  const shown = pieces.map((piece) => ("text" in piece ? piece.text : "…")).join("");
  return new Error(`The text ${JSON.stringify(shown.slice(0, MOST_SHOWN))} holds ${what}, for example`);
}

function piecesOf(text: string, context: IResolveContext): Piece[] {
  // With one group in the pattern, split gives literals at even and tokens at odd places.
  return text
    .split(TOKEN)
    .flatMap((piece, index) => (index % 2 === 1 ? piecesOfToken(piece, context) : { text: piece }));
}

function piecesOfToken(token: string, context: IResolveContext): Piece[] {
  const number = Number(token);
  const [resolvable] = Tokenization.reverse(Number.isNaN(number) ? token : number);
  if (resolvable === undefined) return [{ value: token }];
  // A lazy value is what the caller would have written, only later. Any other token is an expression of Terraform.
  const value: unknown = isLazy(resolvable) ? resolvable.resolve(context) : resolvable;
  return typeof value === "string" ? piecesOf(value, context) : [{ value: context.resolve(value) }];
}

/** One text for texts that follow each other: a sign at the end of one may belong to a brace at the start of the next. */
function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (!("text" in piece)) joined.push(piece);
    else if (last !== undefined && "text" in last) joined.splice(-1, 1, { text: last.text + piece.text });
    else if (piece.text !== "") joined.push(piece);
  }
  return joined;
}

function escapeText(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

/** A `$` in front of a reference would escape the reference, so it goes into an expression of its own. */
function escapeBefore(text: string): string {
  const signs = /[$%]+$/.exec(text)?.[0];
  return signs === undefined ? escapeText(text) : `${escapeText(text.slice(0, -signs.length))}\${"${signs}"}`;
}
