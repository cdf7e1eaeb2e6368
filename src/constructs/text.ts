import { type IResolvable, type IResolveContext, Token } from "cdktf";
import type { IConstruct } from "constructs";
import {
  isNothing,
  isPlain,
  isReferenceToList,
  joinTexts,
  type Piece,
  piecesOf,
  type ReadPiece,
} from "./pieces";
import { hclTemplateOf, templateOf } from "./template";

/** The remains of a token that code has cut or changed. */
const REMAINS_OF_TOKEN = /\{TfToken|TfToken.{0,3}TOKEN/i;

/**
 * A text as it goes into the synthesized stack. Terraform reads every string there as a template, so `${` and
 * `%{` are escaped, while references of CDKTF still resolve. Escaping at synth, not when a property is set,
 * happens once for every text (cdktf.md, section 4).
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
  /** The name of the construct's property. */
  readonly argument: string;
}

/** The end of a sentence about a text; the sentence begins with its place, and CDKTF adds the full stop. */
class WrongText extends Error {}

/** Returns a string argument as the generated bindings write it in JSON. */
export function textToTerraform(
  value: string | undefined,
  construct: IConstruct,
  argument: string,
): IResolvable | string | undefined {
  if (typeof value !== "string" || isPlain(value)) return value;
  return new Text(value, { construct, argument }, templateOf);
}

/** Returns a string argument as the generated bindings write it in HCL. */
export function textToHclTerraform(
  value: string | undefined,
  construct: IConstruct,
  argument: string,
): IResolvable | undefined {
  return typeof value === "string" ? new Text(value, { construct, argument }, hclTemplateOf) : value;
}

/** Returns a list of strings as the generated bindings write it in JSON; a reference to a list unchanged. */
export function textsToTerraform(values: string[] | undefined, construct: IConstruct, argument: string) {
  return isListOfTexts(values) ? values.map((value) => textToTerraform(value, construct, argument)) : values;
}

/** Returns a list of strings as the generated bindings write it in HCL; a reference to a list unchanged. */
export function textsToHclTerraform(values: string[] | undefined, construct: IConstruct, argument: string) {
  return isListOfTexts(values)
    ? values.map((value) => textToHclTerraform(value, construct, argument))
    : values;
}

function isListOfTexts(values: string[] | undefined): values is string[] {
  return Array.isArray(values) && !isReferenceToList(values);
}

function resolveText(found: readonly Piece[], write: (pieces: readonly ReadPiece[]) => string): unknown {
  // CDKTF leaves an undefined lazy value out of a text, and leaves out an argument without text.
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

/** Throws for a list or an object in a text: Terraform accepts neither. */
function refuseObjects(pieces: readonly ReadPiece[]): void {
  const wrong = pieces
    .flatMap((piece) => ("value" in piece ? [piece.value] : []))
    .find((value) => typeof value === "object");
  if (wrong === undefined) return;
  const what = Array.isArray(wrong) ? "a list" : "an object";
  throw new WrongText(`holds ${what} in place of a text. Use JSON.stringify, for example`);
}

/**
 * Throws for a damaged reference. Terraform could not read it, and escaping would send it to the API as text.
 */
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

/**
 * Returns what is wrong with a text that contains half of a character; else undefined. The result is the end
 * of a sentence, without the full stop. UTF-8 has no half characters: Terraform would send U+FFFD to the API.
 */
export function halfCharacterIn(text: string): string | undefined {
  const [half] = /\p{Surrogate}/u.exec(text) ?? [];
  if (half === undefined) return undefined;
  return (
    `holds half of a character (\\u${half.charCodeAt(0).toString(16)}), which remains of an emoji if code cuts a text. ` +
    "Cut it by characters, with Array.from(text), for example"
  );
}
