import { Token } from "cdktf";
import type { Piece } from "./pieces";
import { isNumberToken, LONG_NUMBER, NUMBER } from "./tokens";

/** Texts that CDKTF writes in place of a map's values. CDKTF rejects these texts in a program. */
const IN_PLACE_OF_MAPS = new Set<string>([Token.STRING_MAP_TOKEN_VALUE, Token.ANY_MAP_TOKEN_VALUE]);

/** Matches a line that would end a heredoc of CDKTF, and control characters. */
const NOT_IN_HEREDOC = /^[ \t]*EOF[ \t]*$|[^\P{Cc}\t\n]/mu;

/**
 * Matches text that must be written as an expression: the beginning of a token that CDKTF would resolve, and
 * a CR without a line feed, after which Terraform reads expressions as text (seen with 1.11).
 */
const WRITTEN_AS_EXPRESSION = /((?<![$%#&])[$%#&]*\{(?=TfToken\[)|(?<![$%])[$%]*\r(?!\n))/;

/** Returns the pieces as a template of Terraform, with `${` and `%{` in texts escaped. */
export function templateOf(pieces: readonly Piece[]): string {
  const template = pieces
    .map((piece, index) => {
      if ("value" in piece) return String(piece.value);
      return index < pieces.length - 1 ? escapeBefore(piece.text) : escapeText(piece.text);
    })
    .join("");
  if (IN_PLACE_OF_MAPS.has(template)) return `\${"${template.charAt(0)}"}${template.slice(1)}`;
  // Terraform removes a byte order mark at the front of a template, but not within an expression.
  return template.replace(/^\ufeff/, '${"\\ufeff"}');
}

/**
 * Returns the template in the form that CDKTF turns into correct HCL: in several lines if a heredoc keeps the
 * text, otherwise with `\n` for line breaks (docs/design/constructs.md).
 */
export function hclTemplateOf(pieces: readonly Piece[]): string {
  const template = templateOf(pieces);
  const lines = template.slice(0, -1);
  const isHeredoc = template.endsWith("\n") && lines.includes("\n") && !NOT_IN_HEREDOC.test(lines);
  if (isHeredoc) return lines;
  return templateOf(pieces.map((piece) => ("text" in piece ? { text: withEscapes(piece.text) } : piece)));
}

/**
 * Returns the content of a quoted key in an address, such as `outreach_cluster.a["key"]`. Terraform accepts no
 * template there, and in HCL, CDKTF writes quotation marks around an address that contains a `$` before a
 * brace. So a `$` or `%` before a brace becomes an escape.
 */
export function keyOf(pieces: readonly Piece[]): string {
  const escapeSign = (sign: string) => `\\u00${sign.charCodeAt(0).toString(16)}`;
  return pieces
    .map((piece) => {
      if ("value" in piece) return String(piece.value);
      return withEscapes(piece.text).replace(/[$%](?=\{)/g, escapeSign);
    })
    .join("");
}

/** Returns a text escaped for a quoted string of HCL. */
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

/** Escapes numbers that CDKTF would read as tokens, however they are spelled, and interrupts very long numbers. */
function withoutNumberTokens(text: string): string {
  return text
    .replace(NUMBER, (number) => (isNumberToken(number) ? number.replaceAll("e", '${"e"}') : number))
    .replace(LONG_NUMBER, (signs) => `${signs.charAt(0)}\${"${signs.charAt(1)}"}${signs.slice(2)}`);
}

/** Escapes a text before a reference. A final `$` becomes an expression: it would escape the reference. */
function escapeBefore(text: string): string {
  const signs = /(?<![$%])[$%]+$/.exec(text)?.[0];
  return signs === undefined ? escapeText(text) : `${escapeText(text.slice(0, -signs.length))}\${"${signs}"}`;
}
