import { MARKS, printedLine, type UnifiedLine, unifiedLines } from "../../render/diff/display";
import { makeVisible } from "../../render/visible-text";
import { capitalized } from "../../util/text";
import { acknowledgedTitle, type ReviewDocument } from "./document";
import { type AttributeText, FORCES } from "./document/attributes";
import type { EntryText, Kind } from "./document/entries";
import { endOf, type Fact, type MessageText, type ObjectText } from "./document/facts";

export function printText(document: ReviewDocument, colours: boolean): string {
  const paint = paintWith(colours);
  const { headline, stacks, title, notes, lacks, errors, acknowledged } = document;
  const of = stacks.length === 1 ? ` of ${makeVisible(stacks[0]!.name)}` : "";
  const facts = (all: readonly Fact[]) => all.map((one) => factLine(one, paint, ""));
  const messages = (all: readonly MessageText[]) => all.map((one) => messageLines(one, paint));
  const paragraphs = [
    [paint("bold", `Plan review${of}: ${headline}`)],
    title === "" ? [] : [paint("red", `${title}.`)],
    facts(notes),
    stacks.length === 1 ? [] : stacks.map(({ name, words }) => `  ${makeVisible(name)}: ${words}`),
    ...messages(errors),
    facts(lacks),
    ...document.entries.map((entry) => entryLines(entry, paint)),
    ...messages(document.warnings),
    ...[...document.drift, ...document.outputs].map((entry) => entryLines(entry, paint)),
    acknowledged.length === 0
      ? []
      : [paint("bold", acknowledgedTitle(document)), ...messages(acknowledged).flat()],
    ...messages(document.findings),
  ];
  const shown = paragraphs.filter(({ length }) => length > 0);
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function entryLines(entry: EntryText, paint: Paint): string[] {
  const { kinds, verb, kind, name, objects, stacks, lineCount } = entry;
  const named = name === null ? "" : paint("bold", makeVisible(kind === "" ? name : JSON.stringify(name)));
  const [object, ...others] = objects;
  const title = [
    paint(COLOURS[kinds[0]!] ?? "cyan", verb.toUpperCase()),
    makeVisible(kind),
    named,
    object === undefined || others.length > 0 ? "" : placeOf(object),
    stacks.length === 1 ? `in ${makeVisible(stacks[0]!)}` : "",
    lineCount && ` ${lineCount}`,
  ];
  return [
    title.filter((part) => part !== "").join(" "),
    ...entry.facts.map((one) => factLine(one, paint)),
    ...entry.attributes.flatMap((attribute) => attributeLines(attribute, paint)),
    ...[...entry.warnings, ...entry.findings].flatMap((one) =>
      diagnosticLines(one, paint).map((line) => `  ${line}`),
    ),
    ...(others.length === 0 ? [] : ["  Objects:", ...objects.map((one) => memberLine(one, paint))]),
  ];
}

function placeOf({ address, id }: ObjectText): string {
  return `${makeVisible(address)}${id === null ? "" : ` (${makeVisible(id)})`}`;
}

function memberLine(object: ObjectText, paint: Paint): string {
  const { name, note, where } = object;
  const named = name === null ? "" : `${paint("bold", makeVisible(JSON.stringify(name)))} `;
  const stack = where === null ? "" : ` in ${makeVisible(where)}`;
  return `    ${named}${placeOf(object)}${stack}${note === null ? "" : `, ${makeVisible(note)}`}`;
}

/** One quoted text stays on the sentence's line. Several texts follow a colon, each on its own line. */
function factLine(one: Fact, paint: Paint, indentation = "  "): string {
  const { words, quoted, isLoud } = one;
  const texts = quoted.map(makeVisible);
  const isList = endOf(one) === "" && texts.length > 1;
  const list = isList ? texts.map((text) => `\n${indentation}  ${text}`).join("") : ` ${texts.join(", ")}`;
  const text = texts.length > 0 ? `${words}${list}${endOf(one)}` : words;
  return `${indentation}${isLoud ? paint("red", text) : text}`;
}

function attributeLines({ label, values, diff, caption, forces }: AttributeText, paint: Paint): string[] {
  const words = diff === null ? values.map(({ text }) => makeVisible(text)).join(" → ") : caption;
  const head = `  ${makeVisible(label)}: ${words}${forces ? paint("red", ` (${FORCES})`) : ""}`.trimEnd();
  return [head, ...(diff === null ? [] : unifiedLines(diff).map((line) => diffLine(line, paint)))];
}

function diffLine(line: UnifiedLine, paint: Paint): string {
  const { kind } = line;
  if (kind === "folded") return `    ${paint("dim", printedLine(line))}`;
  const style = kind === "same" ? undefined : kind === "removed" ? "red" : "green";
  const printed = `    ${printedLine(line, ({ text, marked, folded }) => {
    if (folded !== null) return paint("dim", text);
    const painted = style === undefined ? text : paint(style, text);
    return marked ? paint("inverse", painted) : painted;
  })}`;
  return kind === "same" ? printed.trimEnd() : printed;
}

function messageLines(message: MessageText, paint: Paint): string[] {
  const places = message.places.map((place) => `    ${place.map(makeVisible).join(", ")}`);
  return [...diagnosticLines(message, paint), ...places];
}

function diagnosticLines(message: Omit<MessageText, "places">, paint: Paint): string[] {
  const { severity, summary, detail } = message;
  const label = paint(MESSAGE_COLOURS[severity], capitalized(severity));
  const lines = detail === "" ? [] : detail.split("\n");
  return [`${label}: ${makeVisible(summary)}`, ...lines.map((line) => `  ${makeVisible(line)}`)];
}

const STYLES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2, inverse: 7 } as const;

type Style = keyof typeof STYLES;

type Paint = (style: Style, text: string) => string;

function paintWith(colours: boolean): Paint {
  return colours
    ? (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`
    : (style, text) => (style === "inverse" ? MARKS.join(text) : text);
}

const COLOURS: Readonly<Partial<Record<Kind, Style>>> = {
  delete: "red",
  replace: "red",
  forget: "yellow",
  update: "yellow",
  create: "green",
};

const MESSAGE_COLOURS = { error: "red", warning: "yellow", acknowledged: "dim", finding: "cyan" } as const;
