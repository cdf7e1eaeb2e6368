import { count } from "../../../util/text";
import type { Danger, ObjectChange } from "../model/review";
import type { Entry, Member } from "../model/groups";
import { originWords } from "../wording/base";
import { type AcknowledgedWords, inStack, type MessageWords } from "../wording/contents";
import { isAnnounced } from "../wording/dangers";
import {
  countOf,
  type EntryWords,
  lineWords,
  memberNote,
  sharedNameOf,
  wordsOfEntry,
} from "../wording/entries";
import { endOf, type Fact, MAX_NAMED, nameOf } from "../wording/objects";
import { verbOfEntry } from "../wording/pairs";
import { attributeFact, changePiece } from "./attribute";
import { codeElement, codeSpan, fenced } from "./escape";
import { type Piece, piece } from "./fit";
import { bullets, details, firstOf, identityFact, objectLine, summaryOf } from "./identity";
import type { Texts } from "../model/likeness";
import { acknowledgedTitle, REASON } from "../wording/messages";
import { WIDTH, wrapText } from "./code-block";

/** A piece with a higher importance is shortened later. A group shows more in as many lines as one object. */
const IMPORTANCE: Readonly<Record<Danger, number>> = {
  delete: 7,
  overwrite: 6.8,
  replace: 6.6,
  forget: 5.9,
  variables: 5.8,
  warning: 5.6,
  outlier: 5.4,
  group: 5,
  single: 4,
  kept: 2,
};

/** By how much a change that was pending before this branch is less important, unless the top announces it. */
const PENDING = 2;

/** Returns a change, or the change that several objects share. */
export function entryPiece(entry: Entry, isOneOfMany: boolean, isOpen: boolean): Piece {
  const { change, members, danger, attributes } = entry;
  const words = wordsOfEntry(entry, isOneOfMany);
  const { edit, owner, rest } = words;
  const facts = [
    ...sourceFact(words),
    ...words.facts.map(factLine),
    ...edit.map((attribute) => attributeFact(attribute, { action: "update" })),
    ...attributes.map((attribute) => attributeFact(attribute, owner)),
    ...(rest === null ? [] : [rest]),
  ];
  const messages = words.warnings.map((one) => messageBlock(one));
  const block = (diffs: readonly string[], names: number) => {
    const objects = objectFacts(change, words, names);
    // The object of a single change comes first, a long list of objects last.
    const [first, last] = members.length === 1 ? [[...objects, ...facts], []] : [facts, [bullets(objects)]];
    return details(headOf(entry), [first, diffs, messages, last], isOpen);
  };
  const importance =
    IMPORTANCE[danger] -
    (change.action === "create" ? 0.5 : 0) -
    (change.origin === "base" && !isAnnounced(entry) ? PENDING : 0);
  return changePiece(importance, members.length, {
    attributes: [...edit, ...attributes],
    block,
    line: lineOf(entry),
  });
}

/** Returns what a folded block shows of an entry, in HTML. */
function headOf(entry: Entry): string {
  const { change, members, lines } = entry;
  const verb = verbOfEntry(entry);
  const title =
    members.length === 1 ? summaryOf(verb, change) : `<b>${verb}</b> ${plural(entry, codeElement)}`;
  return [`${title} ${lineWords(lines)}`.trim(), ...notesOf(entry)].join(", ");
}

function lineOf(entry: Entry): string {
  const { change, members } = entry;
  const verb = verbOfEntry(entry);
  const title = members.length === 1 ? objectLine(verb, change) : `- **${verb}** ${plural(entry, codeSpan)}`;
  return [title, ...notesOf(entry)].join(", ");
}

/** A folded block and a single line hide the warnings, so both give the number of warnings. */
function notesOf({ change, danger }: Entry): string[] {
  const { warnings } = change;
  const origin = originWords(change);
  return [
    ...(origin === null ? [] : [origin]),
    ...(danger === "outlier" ? ["unlike the others"] : []),
    ...(warnings.length === 0 ? [] : [`⚠️ ${count(warnings.length, "warning")}`]),
  ];
}

/** Returns the number of objects of a group, and the name that all share. `write` makes it safe, and foreign types. */
export function plural(entry: Entry, write: (text: string) => string): string {
  const [words, name] = [countOf(entry), sharedNameOf(entry)];
  const number = /^[\w ]+$/.test(words) && !words.includes("_") ? words : write(words);
  return name === null ? number : `${number} ${write(name)}`;
}

/** Returns where the object is. For several objects, returns a list for each stack, of at most `most` names. */
function objectFacts(change: ObjectChange, { isGroup, where, lists }: EntryWords, most: number): string[] {
  if (!isGroup) return [`${identityFact(change)}${inStack(where, codeSpan)}`];
  let room = most;
  return lists.map(({ where: stack, own }) => {
    const shown = own.slice(0, room).map(nameFact);
    room -= shown.length;
    const names = firstOf(shown, own.length, shown.length > 0 ? "more" : "objects");
    return `Objects${inStack(stack, codeSpan)}: ${names}`;
  });
}

export function nameFact(member: Member): string {
  const { change } = member;
  const note = memberNote(member);
  const named = nameOf(change);
  const address = named === change.address ? "" : ` ${codeSpan(change.address)}`;
  return `${codeSpan(named)}${address}${note === null ? "" : ` (${codeSpan(note)})`}`;
}

/** Returns where the change stands in the code. The address of a link is encoded, so nothing in it ends the link. */
function sourceFact({ source }: EntryWords): string[] {
  if (source === null) return [];
  const { place, url, construct } = source;
  const parts = [
    ...(place === null ? [] : [url === null ? codeSpan(place) : `[${codeSpan(place)}](<${url}>)`]),
    ...(construct === null ? [] : [`construct ${codeSpan(construct)}`]),
  ];
  return [`Source: ${parts.join(", ")}`];
}

/** Returns a sentence, with its texts in code spans. */
export function factLine(one: Fact): string {
  const { words, quoted, isLoud } = one;
  const loud = isLoud ? `**${words}**` : words;
  return quoted.length === 0 ? loud : `${loud} ${quoted.map(codeSpan).join(", ")}${endOf(one)}`;
}

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
function messageBlock(texts: Texts, places: readonly string[] = []): string {
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
