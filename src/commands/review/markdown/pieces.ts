import { count } from "../../../util/text";
import { type AttributeText, FORCES } from "../document/attributes";
import { type EntryText, titleOf } from "../document/entries";
import { endOf, type Fact, MAX_NAMED, type MessageText, type ObjectText } from "../document/facts";
import { codeElement, codeSpan, diffBlock, type DiffBlock, textBlock } from "./code";
import type { Piece } from "./fit";

type Write = (text: string) => string;

export function factLine(fact: Fact): string {
  const { url, quoted } = fact;
  // The URL is encoded, so it cannot end the link.
  const write = url === null ? codeSpan : (text: string) => `[${codeSpan(text)}](<${url}>)`;
  return `${inline(fact, write)}${quoted.length === 0 ? "" : endOf(fact)}`;
}

function inline({ words, quoted, isLoud }: Fact, write: Write): string {
  return [isLoud ? `**${words}**` : words, quoted.map(write).join(", ")].filter(Boolean).join(" ");
}

function attributeLine({ label, values, caption, forces }: AttributeText): string {
  const texts = values.map(({ text, isWords }) => (isWords ? `*${text}*` : codeSpan(text)));
  const words = caption || texts.join(" → ");
  return `${codeSpan(label)}${words && `: ${words}`}${forces ? ` **${FORCES}**` : ""}`;
}

/** A plan file can hold any type, and `_` may be markup, so the kind is printed as code. */
export function subject(entry: EntryText, write: Write): string {
  const { kind } = entry;
  const shownKind = /^[a-zA-Z0-9 ]*$/.test(kind) ? kind : write(kind);
  const title = titleOf(entry);
  return [shownKind, title === null ? "" : write(title)].filter(Boolean).join(" ");
}

export function marksOf({ marks, warnings }: EntryText, write: Write): string[] {
  const number = warnings.length === 0 ? [] : [`⚠️ ${count(warnings.length, "warning")}`];
  return [...marks.map((mark) => inline(mark, write)), ...number];
}

/** `shown`: how many objects each version shows with all their changes, from the first object on. */
export interface EntryPiece extends Piece {
  readonly shown: readonly number[];
}

export function entryPiece(entry: EntryText, isOpen: boolean): EntryPiece {
  const { verb, objects, stacks, lineCount, facts, attributes } = entry;
  const [object, ...others] = objects;
  const place = [
    ...(object === undefined || others.length > 0 ? [] : [objectLine(object)]),
    ...(stacks.length === 1 ? [`in ${codeSpan(stacks[0]!)}`] : []),
  ];
  const said = [
    ...(place.length === 0 ? [] : [place.join(" ")]),
    ...facts.map(factLine),
    ...attributes.filter(({ diff }) => diff === null).map(attributeLine),
  ];
  const head = `<b>${verb}</b> ${[subject(entry, codeElement), lineCount].filter(Boolean).join(" ")}`;
  const summary = [head, ...marksOf(entry, codeElement)].join(", ");
  const start = `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`;
  const block = (diffs: readonly DiffBlock[], names: number) => {
    const list = others.length === 0 ? "" : memberList(objects, names);
    const texts = diffs.map(({ text }) => text);
    const parts = [start, bullets(said), ...texts, ...entry.warnings.map(messageBlock), list, "</details>"];
    return parts.filter((part) => part !== "").join("\n\n");
  };
  const address =
    object === undefined || object.name === null || others.length > 0 ? "" : `: ${codeSpan(object.address)}`;
  const line = `- **${verb}** ${subject(entry, codeSpan)}${address}`;
  const [whole, brief] = [diffBlocks(attributes, false), diffBlocks(attributes, true)];
  const number = Math.max(1, objects.length);
  const shownBy = (diffs: readonly DiffBlock[], names: number) =>
    diffs.every(({ isComplete }) => isComplete) ? Math.min(number, names) : 0;
  return {
    versions: [
      block(whole, Infinity),
      block(brief, MAX_NAMED),
      [line, ...marksOf(entry, codeSpan)].join(", "),
    ],
    objects: number,
    shown: [shownBy(whole, Infinity), shownBy(brief, MAX_NAMED)],
  };
}

function diffBlocks(attributes: readonly AttributeText[], isBrief: boolean): DiffBlock[] {
  return attributes.flatMap((one) => {
    if (one.diff === null) return [];
    const { text, isComplete } = diffBlock(one.diff, isBrief);
    return { text: `${attributeLine(one)}\n\n${text}`, isComplete };
  });
}

function objectLine({ address, id }: ObjectText): string {
  return `${codeSpan(address)}${id === null ? "" : `, id ${codeSpan(id)}`}`;
}

function memberList(objects: readonly ObjectText[], most: number): string {
  const shown = objects.slice(0, most).map(({ name, address, note, where }) => {
    const named = name === null ? "" : `${codeSpan(name)} `;
    return `${named}${codeSpan(address)}${where === null ? "" : ` in ${codeSpan(where)}`}${note === null ? "" : ` (${codeSpan(note)})`}`;
  });
  const left = objects.length - shown.length;
  return `- Objects: ${[...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ")}`;
}

export function messagePiece(message: MessageText): Piece {
  const { places } = message;
  const listed = (most: number) => {
    const left = places.length - most;
    const shown = places.slice(0, most).map((place) => `> - ${place.map(codeSpan).join(", ")}`);
    return [
      messageBlock(message),
      ...(shown.length > 0 ? [">"] : []),
      ...shown,
      ...(left > 0 ? [`> - and ${left} more`] : []),
    ].join("\n");
  };
  // Readers need the reason of a failed plan most, so errors have no one-line version.
  const line = message.severity === "error" ? [] : [messageLine(message)];
  return {
    versions: [listed(Infinity), listed(MAX_NAMED), ...line],
    objects: Math.max(1, places.length),
  };
}

type Message = Omit<MessageText, "places">;

export function messageBlock(message: Message): string {
  const block = message.detail === "" ? [] : ["", ...textBlock(message.detail).split("\n")];
  return [messageLine(message), ...block.map((line) => `> ${line}`.trimEnd())].join("\n");
}

const LABELS = {
  error: "❌ **Error**",
  warning: "⚠️ **Warning**",
  acknowledged: "✓ **Acknowledged**",
  finding: "🔎 **Finding**",
} as const;

function messageLine({ severity, summary }: Message): string {
  return `> ${LABELS[severity]}: ${codeSpan(summary)}`;
}

export function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}
