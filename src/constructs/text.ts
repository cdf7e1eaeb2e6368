import { type IResolvable, type IResolveContext, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { halfCharacterIn } from "./half-character";
import { isNothing, isReferenceToList, joinTexts, piecesOf, type Piece, type ReadPiece } from "./pieces";

/** What is left of a token of CDKTF that code has cut or changed. */
const REMAINS_OF_TOKEN = /\{TfToken|TfToken.{0,3}TOKEN/i;

/** What no line of a text in HCL may be, for CDKTF ends there every text that it writes over several lines. */
const END_OF_HEREDOC = /^[ \t]*EOF[ \t]*$/m;

/**
 * What has to be written as an expression: the beginning of what CDKTF would resolve where it stands in a text that is written
 * already, and a CR without a line feed, after which Terraform takes expressions for text (seen with 1.11).
 */
const WRITTEN_AS_EXPRESSION = /([$%#&]*\{(?=TfToken\[)|[$%]*\r(?!\n))/;

/** The texts that CDKTF refuses, because they stand for the values of a map. */
const IN_PLACE_OF_MAPS = new Set<string>([Token.STRING_MAP_TOKEN_VALUE, Token.ANY_MAP_TOKEN_VALUE]);

/**
 * A text as it goes into the synthesized stack: Terraform reads every string there as a template, so `${` and `%{` are
 * escaped, while references of CDKTF still resolve. It is done at synth and not when a property is set, so that it is
 * done once, whatever way the text came. (cdktf.md, section 4)
 */
class Text implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #text: string;
  readonly #place: Place;
  readonly #write: (pieces: readonly ReadPiece[]) => string;

  constructor(text: string, place: Place, write: (pieces: readonly ReadPiece[]) => string) {
    this.#text = text;
    this.#place = place;
    this.#write = write;
  }

  resolve(context: IResolveContext): unknown {
    try {
      return resolveText(piecesOf(this.#text, context), this.#write);
    } catch (error) {
      if (!(error instanceof WrongText)) throw error;
      // CDKTF adds the full stop.
      throw new Error(`The ${this.#place.argument} of ${this.#place.construct.node.path} ${error.message}`);
    }
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** The argument that holds a text. */
interface Place {
  readonly construct: IConstruct;
  /** As the construct's property is named. */
  readonly argument: string;
}

/** What is wrong with a text, as the end of a sentence that begins with its place. */
class WrongText extends Error {}

/** What the generated bindings pass every string argument through. */
export function textToTerraform(
  value: string | undefined,
  construct: IConstruct,
  argument: string,
): IResolvable | undefined {
  return typeof value === "string" ? new Text(value, { construct, argument }, templateOf) : value;
}

/** The same where synth writes HCL. */
export function textToHclTerraform(
  value: string | undefined,
  construct: IConstruct,
  argument: string,
): IResolvable | undefined {
  return typeof value === "string" ? new Text(value, { construct, argument }, hclTemplateOf) : value;
}

/** The same for each text of a list. What stands for a whole list is a reference, and is returned unchanged. */
export function textsToTerraform(values: string[] | undefined, construct: IConstruct, argument: string) {
  return isListOfTexts(values) ? values.map((value) => textToTerraform(value, construct, argument)) : values;
}

/** The same where synth writes HCL. */
export function textsToHclTerraform(values: string[] | undefined, construct: IConstruct, argument: string) {
  return isListOfTexts(values)
    ? values.map((value) => textToHclTerraform(value, construct, argument))
    : values;
}

function isListOfTexts(values: string[] | undefined): values is string[] {
  return Array.isArray(values) && !isReferenceToList(values);
}

function resolveText(found: readonly Piece[], write: (pieces: readonly ReadPiece[]) => string): unknown {
  // A lazy value may turn out to be nothing. CDKTF leaves it out of a text, and the argument where nothing else is in it.
  const given = found.filter((piece) => !isNothing(piece));
  const pieces = joinTexts(given);
  const nothing = found.find(isNothing);
  if (pieces.length === 0 && nothing !== undefined) return nothing.value;
  refuseHalfCharacters(pieces);
  const [first, ...others] = pieces;
  if (first !== undefined && "value" in first && others.length === 0) return first.value;
  refuseObjects(pieces);
  refuseRemains(given);
  return write(pieces);
}

function templateOf(pieces: readonly ReadPiece[]): string {
  const template = pieces
    .map((piece, index) => {
      if ("value" in piece) return String(piece.value);
      return index < pieces.length - 1 ? escapeBefore(piece.text) : escapeText(piece.text);
    })
    .join("");
  if (IN_PLACE_OF_MAPS.has(template)) return `\${"${template.charAt(0)}"}${template.slice(1)}`;
  // Terraform takes a byte order mark off the front of a template, but not out of an expression.
  return template.replace(/^\ufeff/, '${"\\ufeff"}');
}

/**
 * CDKTF puts a text of one line between quotes as it stands, and leaves quotes within it alone where it sees `${`. One of
 * several lines becomes a heredoc, which adds a line end and has no escapes. So a text that is no such heredoc goes into one line.
 */
function hclTemplateOf(pieces: readonly ReadPiece[]): string {
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

/** Terraform takes neither a list nor an object into a text. JavaScript would, as "[object Object]". */
function refuseObjects(pieces: readonly ReadPiece[]): void {
  const wrong = pieces
    .flatMap((piece) => ("value" in piece ? [piece.value] : []))
    .find((value) => typeof value === "object");
  if (wrong === undefined) return;
  const what = Array.isArray(wrong) ? "a list" : "an object";
  throw new WrongText(`holds ${what} in place of a text. Use JSON.stringify, for example`);
}

/** Terraform would tell of a reference that it cannot read. Escaped, it would go to the API as text. */
function refuseRemains(pieces: readonly Piece[]): void {
  const written = joinTexts(pieces.map((piece) => ("verbatim" in piece ? { value: null } : piece)));
  if (!written.some((piece) => "text" in piece && REMAINS_OF_TOKEN.test(piece.text))) return;
  throw new WrongText(
    "holds a reference that code has cut or changed, and only Terraform knows its value. Use Fn.substr or Fn.lower, " +
      "for example",
  );
}

function refuseHalfCharacters(pieces: readonly ReadPiece[]): void {
  for (const piece of pieces) {
    const problem = halfCharacterIn("text" in piece ? piece.text : String(piece.value));
    if (problem !== undefined) throw new WrongText(problem);
  }
}

function escapeText(text: string): string {
  return text
    .split(WRITTEN_AS_EXPRESSION)
    .map((piece, index) => {
      const escaped = piece.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
      return index % 2 === 1 ? `\${"${escaped.replace("\r", "\\r")}"}` : withoutNumberTokens(escaped);
    })
    .join("");
}

/** In all spellings of a number that CDKTF would read. */
function withoutNumberTokens(text: string): string {
  return text.replace(/[-|\d.+]+e[-|\d.eE+]+/g, (number) =>
    Token.isUnresolved(parseFloat(number)) ? number.replaceAll("e", '${"e"}') : number,
  );
}

/** A `$` in front of a reference would escape the reference, so it goes into an expression of its own. */
function escapeBefore(text: string): string {
  const signs = /[$%]+$/.exec(text)?.[0];
  return signs === undefined ? escapeText(text) : `${escapeText(text.slice(0, -signs.length))}\${"${signs}"}`;
}
