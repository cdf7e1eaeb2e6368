import type { Diagnostic } from "../../engine/diagnostics";
import type { Message } from "../model/messages";
import { placesOfMember, textsOf } from "../wording/messages";
import { WIDTH, wrapText } from "./code-block";
import { codeSpan, fenced } from "./escape";
import { type Piece, piece } from "./fit";

type Texts = Pick<Diagnostic, "severity" | "summary" | "detail">;

/** Largest number of places that a shortened message lists. */
const MAX_PLACES = 12;

/** Returns a message that is about none of the changes, as a `Piece` of the comment. */
export function messagePiece(message: Message, isOneOfMany: boolean): Piece {
  const { members, severity } = message;
  const texts = textsOf(message);
  const places = members.map((member) => placesOfMember(member, isOneOfMany).map(codeSpan).join(", "));
  const [only] = places.length === 1 ? placesOfMember(members[0], isOneOfMany) : [undefined];
  const beside =
    only === undefined
      ? []
      : placesOfMember(members[0], isOneOfMany).filter((place) => !texts.summary.includes(place));
  const line = messageLine(texts, beside);
  const listed = (most: number) => (places.length < 2 ? "" : listOf(places, most));
  const whole = `${messageBlock(texts, beside)}${listed(places.length)}`;
  const brief = `${messageBlock(texts, beside)}${listed(MAX_PLACES)}`;
  if (severity === "warning") return piece(5.5, members.length, [whole, brief, line, line]);
  // Errors are shortened last: a reader needs the reason of a failed plan.
  return { versions: [whole, brief, brief, brief, line, ""], importance: 8, objects: members.length };
}

function listOf(places: readonly string[], most: number): string {
  const left = places.length - most;
  const shown = places.slice(0, most).map((place) => `> - ${place}`);
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
