import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { problemOfLength } from "../prompts";
import {
  CALCULATED_NUMBER,
  isLazy,
  isNothing,
  isNumberToken,
  isPlain,
  joinTexts,
  LateValue,
  listTokenOf,
  LONG_NUMBER,
  NUMBER,
  type Piece,
  piecesOf,
} from "./tokens";

/**
 * UTF-8 cannot encode a lone surrogate, so Terraform would send U+FFFD. CDKTF adds a full stop to each error,
 * so the texts have none.
 */
const HALF_CHARACTER = [
  /\p{Surrogate}/u,
  "holds half of a character, which is left if code cuts an emoji. Cut the text by characters, with Array.from(text), for example",
] as const;

/** The API would receive the remains of a reference that the user's code has cut or changed as text. */
const REMAINS = [
  [
    /\{TfToken|TfToken.{0,3}TOKEN/i,
    "holds a reference that code has cut or changed, and only Terraform knows its value. Use Fn.substr or Fn.lower, for example",
  ],
  [
    CALCULATED_NUMBER,
    "holds a number that code has calculated from a reference, and only Terraform knows its value. Use Op.mul or Op.add, for example",
  ],
] as const;

type Write = (pieces: readonly Piece[]) => string;

/** The converter escapes `${` and `%{` at synth, but keeps references (cdktf.md, section 4). */
function converter(write: Write) {
  return (value: string | undefined, construct: IConstruct, argument: string) => {
    if (typeof value !== "string") return value;
    if (write === templateOf && isPlain(value) && problemOfLength(value) === undefined) return value;
    return new LateValue((context) =>
      writeText(value, context, write, `The ${argument} of ${construct.node.path}`),
    );
  };
}

function writeText(value: string, context: IResolveContext, write: Write, place: string): unknown {
  // A lazy value makes a new reference to another stack at each call. CDKTF prepares an output only for the
  // first reference. Without preparation here, the new reference would name the object with the same address
  // in this stack.
  const resolver = new DefaultTokenResolver(new StringConcat());
  const prepared = { scope: context.scope, resolver, preparing: true };
  const resolveLate = (late: unknown): unknown => Tokenization.resolve(late, prepared);
  return resolveText(piecesOf(value, context, resolveLate), write, place);
}

/** Returns a text as an argument of a Terraform function: a template in quotes. */
export function argumentOf(text: string, place: string): LateValue {
  return new LateValue((context) => {
    // Within a function call, CDKTF writes a reference without the braces that a template needs.
    context.suppressBraces = false;
    return `"${String(writeText(text, context, hclTemplateOf, place) ?? "")}"`;
  });
}

/** A list or its items may be lazy values. References stay unchanged. */
export function convertItems(values: unknown, convert: (item: never) => unknown): unknown {
  const token = Array.isArray(values) ? listTokenOf(values) : values;
  if (Tokenization.isResolvable(token))
    return isLazy(token) ? new LateValue((context) => convertItems(token.resolve(context), convert)) : values;
  return Array.isArray(values) ? values.map((item) => convertItems(item, convert)) : convert(values as never);
}

function listConverter(convert: ReturnType<typeof converter>) {
  return (values: string[] | undefined, construct: IConstruct, argument: string) =>
    convertItems(values, (value: string) => convert(value, construct, argument));
}

export const textToTerraform = converter(templateOf);
export const textToHclTerraform = converter(hclTemplateOf);
export const textsToTerraform = listConverter(textToTerraform);
export const textsToHclTerraform = listConverter(textToHclTerraform);

function resolveText(found: readonly Piece[], write: Write, place: string): unknown {
  const { pieces, nothing } = given(found);
  if (pieces.length === 0 && nothing !== undefined) return nothing.value;
  const [first, ...others] = pieces;
  const isValue = first !== undefined && "value" in first && others.length === 0;
  const all = pieces.map((piece) => ("text" in piece ? piece.text : String(piece.value)));
  const own = found.flatMap((piece) => ("text" in piece && piece.isVerbatim !== true ? piece.text : []));
  const problem =
    problemOfLength(pieces.map((piece) => ("text" in piece ? piece.text : "")).join("")) ??
    problemIn(all, [HALF_CHARACTER]) ??
    (isValue ? undefined : problemIn(own, REMAINS));
  if (problem !== undefined) throw new Error(`${place} ${problem}`);
  return isValue ? first.value : write(pieces);
}

function problemIn(texts: readonly string[], patterns: readonly (readonly [RegExp, string])[]) {
  return patterns.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
}

/** If an argument contains only null or undefined values, synth leaves the argument out. */
function given(found: readonly Piece[]) {
  return { pieces: joinTexts(found.filter((piece) => !isNothing(piece))), nothing: found.find(isNothing) };
}

export function firstOf<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Matches text that must be written as an expression: the beginning of a CDKTF token, and a CR without a line
 * feed, after which Terraform reads expressions as text (seen with Terraform 1.11).
 */
const WRITTEN_AS_EXPRESSION = /((?<![$%#&])[$%#&]*\{(?=TfToken\[)|(?<![$%])[$%]*\r(?!\n))/;

function templateOf(pieces: readonly Piece[]): string {
  const template = pieces
    .map((piece, index) => {
      if ("value" in piece) return String(piece.value);
      return index < pieces.length - 1 ? escapeBefore(piece.text) : escapeText(piece.text);
    })
    .join("");
  // Terraform removes a byte order mark at the start of a template, but keeps it in an expression.
  return template.replace(/^\ufeff/, '${"\\ufeff"}');
}

/** CDKTF would write several lines as a heredoc, which ends with a line break. */
function hclTemplateOf(pieces: readonly Piece[]): string {
  return templateOf(pieces.map((piece) => ("text" in piece ? { text: withEscapes(piece.text) } : piece)));
}

function withEscapes(text: string): string {
  return text
    .replace(/["\\]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/[^\P{Cc}\t]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
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

function withoutNumberTokens(text: string): string {
  return text
    .replace(NUMBER, (number) => (isNumberToken(number) ? number.replaceAll("e", '${"e"}') : number))
    .replace(LONG_NUMBER, (signs) => `${signs.charAt(0)}\${"${signs.charAt(1)}"}${signs.slice(2)}`);
}

/** A final `$` would escape the reference after the text, so the `$` becomes an expression. */
function escapeBefore(text: string): string {
  const signs = /(?<![$%])[$%]+$/.exec(text)?.[0];
  return signs === undefined ? escapeText(text) : `${escapeText(text.slice(0, -signs.length))}\${"${signs}"}`;
}

/** Stands for a value that only Terraform knows. No check takes `${}` for a placeholder. */
export const REFERENCE = "${}";

export function textAtSynth(scope: IConstruct, text: unknown): string | null {
  if (typeof text === "string" && isPlain(text)) return text;
  const value = typeof text === "string" ? new LateValue((context) => knownText(text, context)) : text;
  const resolved = resolveAtSynth(scope, value, new LazyResolver(new StringConcat()));
  return typeof resolved === "string" || typeof resolved === "number" ? String(resolved) : null;
}

export function resolveAtSynth(
  scope: IConstruct,
  value: unknown,
  resolver = new DefaultTokenResolver(new StringConcat()),
): unknown {
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}

export function setAtSynth<A extends { readonly value: unknown }>(
  scope: IConstruct,
  attributes: Readonly<Record<string, A>>,
): Record<string, A> {
  const isSet = ({ value }: A) => resolveAtSynth(scope, value) !== undefined;
  return Object.fromEntries(Object.entries(attributes).filter(([, attribute]) => isSet(attribute)));
}

function knownText(text: string, context: IResolveContext): string | undefined {
  const { pieces, nothing } = given(piecesOf(text, context));
  if (pieces.length === 0 && nothing !== undefined) return undefined;
  const texts = pieces.map((piece) => ("text" in piece ? piece.text : piece.value));
  return texts.some((part) => typeof part === "object") ? undefined : texts.join("");
}

class LazyResolver extends DefaultTokenResolver {
  override resolveToken(
    token: IResolvable,
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    // Resolves the token here, because `super` would resolve the token's result a second time.
    if (token instanceof LateValue) return token.resolve(context);
    if (!isLazy(token)) return REFERENCE;
    return super.resolveToken(token, context, postProcessor);
  }
}
