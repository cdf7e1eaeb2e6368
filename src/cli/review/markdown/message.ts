import type { Texts } from "../model/likeness";
import type { AcknowledgedWords, MessageWords } from "../wording/contents";
import { acknowledgedTitle, REASON } from "../wording/messages";
import { MAX_NAMED } from "../wording/objects";
import { WIDTH, wrapText } from "./code-block";
import { codeSpan, fenced } from "./escape";
import { type Piece, piece } from "./fit";
import { details, firstOf } from "./identity";

/** Returns a message that is about none of the changes, as a `Piece` of the comment. */
export function messagePiece({ texts, places, beside }: MessageWords): Piece {
  const line = messageLine(texts, beside);
  const listed = (most: number) =>
    `${messageBlock(texts, beside)}${places.length < 2 ? "" : listOf(places, most)}`;
  const [whole, brief] = [listed(places.length), listed(MAX_NAMED)];
  if (texts.severity === "warning") return piece(5.5, places.length, [whole, brief, line, line]);
  // Errors are shortened last: a reader needs the reason of a failed plan.
  return { versions: [whole, brief, brief, brief, line, ""], importance: 8, objects: places.length };
}

function listOf(places: readonly (readonly string[])[], most: number): string {
  const left = places.length - most;
  const shown = places.slice(0, most).map((place) => `> - ${place.map(codeSpan).join(", ")}`);
  return ["", ">", ...shown, ...(left > 0 ? [`> - and ${left} more`] : [])].join("\n");
}

/** Returns a quote with summary, places and detail. */
export function messageBlock(texts: Texts, places: readonly string[] = []): string {
  const { detail } = texts;
  const block = detail === "" ? [] : ["", ...fenced(wrapText(detail, WIDTH), "text").split("\n")];
  return [messageLine(texts, places), ...block.map((line) => `> ${line}`.trimEnd())].join("\n");
}

function messageLine({ severity, summary }: Texts, places: readonly string[]): string {
  const at = places.length === 0 ? "" : ` (${places.map(codeSpan).join(", ")})`;
  return `> ${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}: ${codeSpan(summary)}${at}`;
}

/** Returns a folded list of the acknowledged warnings. It is shortened first. */
export function acknowledgedPiece(all: readonly AcknowledgedWords[]): Piece {
  const title = acknowledgedTitle(all);
  const block = (most: number) => details(title, [all.map((one) => factOf(one, most))], false);
  return { versions: [block(Infinity), block(MAX_NAMED), title, title, ""], importance: 1, objects: 0 };
}

function factOf(one: AcknowledgedWords, most: number): string {
  const shown = one.places.slice(0, most).map((place) => place.map(codeSpan).join(" "));
  return `${codeSpan(one.summary)}. ${REASON} ${codeSpan(one.reason)} (${firstOf(shown, one.places.length)})`;
}
