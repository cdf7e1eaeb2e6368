import { count, shortened } from "../../../util/text";
import { besideOf, type MessageText } from "../document";
import { type AttributeText, FORCES } from "../document/attributes";
import type { EntryText } from "../document/entries";
import { endOf, type Fact, MAX_NAMED, type ObjectText } from "../document/facts";
import type { Texts } from "../model/likeness";
import { codeElement, codeSpan, diffBlock, type DiffBlock, textBlock } from "./code";
import type { Piece } from "./fit";

type Write = (text: string) => string;

export function factLine(fact: Fact): string {
  return `${inline(fact, codeSpan)}${fact.quoted.length === 0 ? "" : endOf(fact)}`;
}

function inline({ words, quoted, isLoud }: Fact, write: Write): string {
  return [isLoud ? `**${words}**` : words, quoted.map(write).join(", ")].filter(Boolean).join(" ");
}

export function attributeLine({ label, values, caption, forces }: AttributeText): string {
  const texts = values.map(({ text, isWords }) => (isWords ? `*${text}*` : codeSpan(text)));
  const words = caption || texts.join(" → ");
  return `${codeSpan(label)}${words && `: ${words}`}${forces ? ` **${FORCES}**` : ""}`;
}

const MAX_TITLE_LENGTH = 120;

export function objectLine({ name, address, id }: ObjectText): string {
  const whole = titleOf(name ?? address) === (name ?? address) ? "" : `, name ${codeSpan(name ?? address)}`;
  return `${codeSpan(address)}${id === null ? "" : `, id ${codeSpan(id)}`}${whole}`;
}

export function memberLine({ name, address, note }: ObjectText): string {
  return `${name === null ? "" : `${codeSpan(name)} `}${codeSpan(address)}${note === null ? "" : ` (${codeSpan(note)})`}`;
}

function titleOf(name: string): string {
  return shortened(name, MAX_TITLE_LENGTH);
}

/** Returns kind and title of an entry. A plan file can hold any type, and `_` can be markup. */
export function subject({ kind, name, object }: EntryText, write: Write): string {
  const shownKind = /^[a-zA-Z0-9 ]*$/.test(kind) ? kind : write(kind);
  const title = name ?? object?.address;
  return [shownKind, title === undefined ? "" : write(titleOf(title))].filter(Boolean).join(" ");
}

/** Returns what a reader of a title must know: a folded block, a line and a row of the table hide the rest. */
export function marksOf({ marks, warnings }: EntryText, write: Write): string[] {
  const number = warnings.length === 0 ? [] : [`⚠️ ${count(warnings.length, "warning")}`];
  return [...marks.map((mark) => inline(mark, write)), ...number];
}

export function lossesOf({ losses }: EntryText, write: Write): string {
  return losses.map((loss) => inline(loss, write)).join("; ");
}

export function entryPiece(entry: EntryText, isOpen: boolean): Piece {
  const { verb, object, where, lists, lineCount, facts, attributes, warnings, importance } = entry;
  const place = [
    ...(object === null ? [] : [objectLine(object)]),
    ...(where === null ? [] : [`in ${codeSpan(where)}`]),
  ];
  const said = [
    ...(place.length === 0 ? [] : [place.join(" ")]),
    ...sourceLine(entry),
    ...facts.map(factLine),
    ...attributes.map(attributeLine),
  ];
  const head = `<b>${verb}</b> ${[subject(entry, codeElement), lineCount].filter(Boolean).join(" ")}`;
  const summary = [head, ...marksOf(entry, codeElement)].join(", ");
  const messages = warnings.map((one) => messageBlock(one, []));
  const block = (diffs: readonly DiffBlock[], names: number) =>
    details(
      summary,
      [said, diffs.map(({ text }) => text), messages, [bullets(memberLines(lists, names))]],
      isOpen,
    );
  const address = object === null || object.name === null ? "" : `: ${codeSpan(object.address)}`;
  const line = `- **${verb}** ${subject(entry, codeSpan)}${address}`;
  const [whole, brief] = [diffBlocks(attributes, false), diffBlocks(attributes, true)];
  return {
    versions: [
      block(whole, Infinity),
      block(whole, MAX_NAMED),
      block(brief, MAX_NAMED),
      [line, ...marksOf(entry, codeSpan)].join(", "),
    ],
    importance,
    objects: Math.max(1, lists.flatMap(({ own }) => own).length),
    keepsChanges: brief.every(({ isComplete }) => isComplete),
  };
}

function diffBlocks(attributes: readonly AttributeText[], isBrief: boolean): DiffBlock[] {
  const found = attributes.flatMap(({ label, diff }) => (diff === null ? [] : [{ label, diff }]));
  return found.map(({ label, diff }) => {
    const { text, isComplete } = diffBlock(diff, isBrief);
    return { text: found.length === 1 ? text : `${codeSpan(label)}\n\n${text}`, isComplete };
  });
}

function memberLines(lists: EntryText["lists"], most: number): string[] {
  let room = most;
  return lists.map(({ where, own }) => {
    const shown = own.slice(0, room).map(memberLine);
    room -= shown.length;
    const names = firstOf(shown, own.length, shown.length > 0 ? "more" : "objects");
    return `Objects${where === null ? "" : ` in ${codeSpan(where)}`}: ${names}`;
  });
}

/** Returns where the change stands in the code. The address of a link is encoded, so nothing in it ends the link. */
function sourceLine({ source }: EntryText): string[] {
  if (source === null) return [];
  const { place, url, construct } = source;
  const parts = [
    ...(place === null ? [] : [url === null ? codeSpan(place) : `[${codeSpan(place)}](<${url}>)`]),
    ...(construct === null ? [] : [`construct ${codeSpan(construct)}`]),
  ];
  return [`Source: ${parts.join(", ")}`];
}

/** Returns a message that is about none of the changes. A reader needs the reason of a failed plan most. */
export function messagePiece(message: MessageText): Piece {
  const { kind, summary, detail, places } = message;
  const texts: Texts = { severity: kind === "error" ? kind : "warning", summary, detail };
  const listed = (most: number) =>
    `${messageBlock(texts, besideOf(message))}${places.length < 2 ? "" : listOf(places, most)}`;
  const line = messageLine(texts, besideOf(message));
  const brief = listed(MAX_NAMED);
  return kind === "error"
    ? { versions: [listed(Infinity), brief, brief, brief, line], importance: 8, objects: places.length }
    : { versions: [listed(Infinity), brief, line], importance: 5.5, objects: places.length };
}

function listOf(places: readonly (readonly string[])[], most: number): string {
  const left = places.length - most;
  const shown = places.slice(0, most).map((place) => `> - ${place.map(codeSpan).join(", ")}`);
  return ["", ">", ...shown, ...(left > 0 ? [`> - and ${left} more`] : [])].join("\n");
}

function messageBlock(texts: Texts, places: readonly string[]): string {
  const { detail } = texts;
  const block = detail === "" ? [] : ["", ...textBlock(detail).split("\n")];
  return [messageLine(texts, places), ...block.map((line) => `> ${line}`.trimEnd())].join("\n");
}

function messageLine({ severity, summary }: Texts, places: readonly string[]): string {
  const at = places.length === 0 ? "" : ` (${places.map(codeSpan).join(", ")})`;
  return `> ${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}: ${codeSpan(summary)}${at}`;
}

export function acknowledgedPiece(title: string, all: readonly MessageText[]): Piece {
  const line = ({ summary, detail, places }: MessageText, most: number) => {
    const shown = places.slice(0, most).map((place) => place.map(codeSpan).join(" "));
    return `${codeSpan(summary)}. Acknowledged: ${codeSpan(detail)} (${firstOf(shown, places.length, "more")})`;
  };
  const block = (most: number) => details(title, [all.map((one) => line(one, most))], false);
  return { versions: [block(Infinity), block(MAX_NAMED), title], importance: 1, objects: 0 };
}

function firstOf(shown: readonly string[], total: number, others: string): string {
  const left = total - shown.length;
  return [...shown, ...(left > 0 ? [`${left} ${others}`] : [])].join(", ");
}

function details(
  summary: string,
  [facts, ...blocks]: readonly [readonly string[], ...(readonly string[])[]],
  isOpen: boolean,
): string {
  const start = `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`;
  const parts = [start, bullets(facts), ...blocks.flat(), "</details>"];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}
