import * as wording from "../wording/attributes";
import { makeVisible } from "../../../render/visible-text";
import { count, sentence } from "../../../util/text";
import { driftWords } from "../model/object-changes";
import type { Action, AttributeChange, ObjectIdentity, Review, StackReview } from "../model/review";
import { isQuiet } from "../model/totals";
import { approvalFacts } from "../wording/approval";
import { baseFacts, headlineOf } from "../wording/base";
import {
  type AcknowledgedWords,
  type Contents,
  contentsOf,
  inStack,
  type MessageWords,
} from "../wording/contents";
import { titlesOf } from "../wording/dangers";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, reviewSentence, UPDATES_STATE } from "../wording/summary";
import type { Entry } from "../model/groups";
import { countOf, type EntryWords, memberNote, sharedNameOf, wordsOfEntry } from "../wording/entries";
import { endOf, type Fact, kindOf } from "../wording/objects";
import { type Segment, unifiedLines } from "../../../render/diff/display";
import type { TextDiff } from "../../../render/diff/rows";
import type { Texts } from "../model/likeness";
import { acknowledgedTitle, REASON } from "../wording/messages";

/** Returns the review for a terminal. Without colours, ⟦ ⟧ mark the differences within a line. */
export function renderText(review: Review, { colours }: { readonly colours: boolean }): string {
  const paint = paintWith(colours);
  const { stacks } = review;
  const { isOneOfMany, entries, errors, warnings, lacks, drift, outputs, acknowledged } = contentsOf(review);
  const approved = approvalFacts(review);
  const loud = stacks.filter((stack) => !isQuiet(stack));
  const of = loud.length > 0 && !isOneOfMany ? ` of ${namesOf(stacks)}` : "";
  const title = paint("bold", `Plan review${of}: ${headlineOf(review)}`);
  const all = [
    [loud.length === 0 ? `${title} in ${namesOf(stacks)}` : title],
    ...(review.base === null ? [] : [baseFacts(review).map((fact) => factLine(fact, paint))]),
    ...(approved.length === 0 ? [] : [approved.map((fact) => factLine(fact, paint))]),
    ...titlesOf(entries, review).map((one) => [paint("red", `${one}.`)]),
    ...(loud.length > 0 && isOneOfMany ? [stackLines(stacks)] : []),
    ...(lacksEngineWarnings(review) ? [[paint("dim", NO_ENGINE_WARNINGS)]] : []),
    ...(!isOneOfMany && stacks[0]?.onlyUpdatesState === true ? [[UPDATES_STATE]] : []),
    ...errors.map((one) => messageLines(one, paint)),
    ...lacks.map((one) => lackLines(one, paint)),
    ...entries.map((entry) => entryLines(entry, isOneOfMany, paint)),
    ...warnings.map((one) => messageLines(one, paint)),
    ...drift.map((one) => driftLines(one, paint)),
    ...outputs.map((one) => outputLines(one, paint)),
    ...(acknowledged.length > 0 ? [acknowledgedLines(acknowledged, paint)] : []),
  ];
  return `${all.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function namesOf(stacks: readonly StackReview[]): string {
  return stacks.map(({ name }) => makeVisible(name)).join(", ");
}

/** Returns a line for each stack, so that a reader also sees which stacks were planned without changes. */
function stackLines(stacks: readonly StackReview[]): string[] {
  return stacks.map((stack) => {
    const state = stack.onlyUpdatesState ? `. ${UPDATES_STATE}` : "";
    return `  ${makeVisible(stack.name)}: ${reviewSentence({ totals: stack.totals, stacks: [stack] })}${state}`;
  });
}

function lackLines(
  { one: { words, names, more }, where }: Contents["lacks"][number],
  paint: Paint,
): string[] {
  const title = paint("red", `${where === null ? "" : `${makeVisible(where)}: `}${words}`);
  return [title, ...[...names.map(makeVisible), ...more].map((one) => `  ${one}`)];
}

function driftLines({ one: drift, where }: Contents["drift"][number], paint: Paint): string[] {
  return [
    `${paint("cyan", "DRIFT")}${titleOf(drift, paint)}${inStack(where, makeVisible)}`,
    `  ${sentence(driftWords(drift))}`,
    ...drift.attributes.flatMap((attribute) => attributeLines(attribute, drift, paint)),
  ];
}

function outputLines({ one: output, where }: Contents["outputs"][number], paint: Paint): string[] {
  const { name, action, attributes } = output;
  return [
    `${paint(COLOURS[action], `${action.toUpperCase()} OUTPUT`)} ${makeVisible(name)}${inStack(where, makeVisible)}`,
    ...attributes.flatMap((attribute) => attributeLines(attribute, output, paint)),
  ];
}

/** Returns the lines of an entry. If the review has several stacks, they name the stacks of the objects. */
function entryLines(entry: Entry, isOneOfMany: boolean, paint: Paint): string[] {
  const { change } = entry;
  const words = wordsOfEntry(entry, isOneOfMany);
  const { isGroup, verb, lineCount, owner, rest } = words;
  const title = isGroup ? groupTitle(entry, paint) : titleOf(change, paint);
  const where = inStack(words.where, makeVisible);
  return [
    `${paint(COLOURS[change.action], verb.toUpperCase())}${title}${where}${lineCount && `  ${lineCount}`}`,
    ...sourceLines(words),
    ...words.facts.map((fact) => factLine(fact, paint)),
    ...words.edit.flatMap((attribute) => attributeLines(attribute, { action: "update" }, paint)),
    ...entry.attributes.flatMap((attribute) => attributeLines(attribute, owner, paint)),
    ...(rest === null ? [] : [paint("dim", `  ${rest}`)]),
    ...words.warnings.flatMap((one) => diagnosticLines(one, paint).map((line) => `  ${line}`)),
    ...words.lists.flatMap((one) => memberLines(one, paint)),
  ];
}

function sourceLines({ source }: EntryWords): string[] {
  if (source === null) return [];
  const { place, construct } = source;
  const parts = [place, construct === null ? null : `construct ${construct}`].filter((one) => one !== null);
  return [`  Source: ${parts.map(makeVisible).join(", ")}`];
}

function memberLines({ where, own }: EntryWords["lists"][number], paint: Paint): string[] {
  const members = own.map((member) => {
    const note = memberNote(member);
    return `    ${identityOf(member.change, paint)}${note === null ? "" : `, ${makeVisible(note)}`}`;
  });
  return [`  Objects${inStack(where, makeVisible)}:`, ...members];
}

/** Returns a sentence with its texts: in one line, or several texts after a colon as one line each. */
function factLine(one: Fact, paint: Paint): string {
  const { words, quoted, isLoud } = one;
  const texts = quoted.map(makeVisible);
  const list =
    endOf(one) === "" && texts.length > 1
      ? texts.map((text) => `\n    ${text}`).join("")
      : ` ${texts.join(", ")}`;
  const text = texts.length > 0 ? `${words}${list}${endOf(one)}` : words;
  return isLoud ? paint("red", `  ${text}`) : `  ${text}`;
}

function groupTitle(entry: Entry, paint: Paint): string {
  const name = sharedNameOf(entry);
  const named = name === null ? "" : ` ${JSON.stringify(name)}`;
  return ` ${paint("bold", makeVisible(`${countOf(entry)}${named}`))}`;
}

/** Returns kind, name, address and id of an object, after a blank. */
function titleOf(object: ObjectIdentity, paint: Paint): string {
  return ` ${makeVisible(kindOf(object))}${object.name === null ? " " : ""} ${identityOf(object, paint)}`;
}

function identityOf({ name, id, address }: ObjectIdentity, paint: Paint): string {
  const named = name === null ? "" : `${paint("bold", makeVisible(JSON.stringify(name)))}  `;
  return `${named}${makeVisible(address)}${id === null ? "" : ` (${makeVisible(id)})`}`;
}

/** Returns the lines of an attribute: its values in one line, or a diff. */
function attributeLines(attribute: AttributeChange, owner: wording.AttributeOwner, paint: Paint): string[] {
  const { path, diff, forcesReplace } = attribute;
  const label = `  ${path === "" ? "value" : makeVisible(path)}: `;
  const forces = forcesReplace ? paint("red", ` (${wording.FORCES})`) : "";
  if (diff === null) {
    const sides = wording.shownSides(attribute, owner.action);
    const texts = sides.map((value) => makeVisible(wording.valueText(value, sides)));
    return [`${label}${texts.join(" → ")}${forces}`];
  }
  const caption = wording.captionOf(attribute, diff, { ...owner, write: makeVisible });
  return [`${label}${caption}${forces}`.trimEnd(), ...diffLines(diff, paint)];
}

function diffLines(diff: TextDiff, paint: Paint): string[] {
  return unifiedLines(diff).map((line) => {
    if (line.kind === "unended") return paint("dim", `    \\ ${wording.NO_LINE_BREAK}`);
    if (line.kind === "folded") return paint("dim", `    … ${count(line.count, "unchanged line")}`);
    const { kind, segments } = line;
    const styled = (style: Parameters<Paint>[0] | null) => (segment: Segment) => {
      if (segment.folded !== null) return paint("dim", segment.text);
      const painted = style === null ? segment.text : paint(style, segment.text);
      return segment.marked ? paint("inverse", painted) : painted;
    };
    if (kind === "same") return `      ${segments.map(styled(null)).join("")}`.trimEnd();
    const [sign, style] = kind === "removed" ? (["-", "red"] as const) : (["+", "green"] as const);
    return `    ${paint(style, sign)} ${segments.map(styled(style)).join("")}`;
  });
}

/** Returns the lines of a message that is about none of the changes. */
function messageLines({ texts, places, beside }: MessageWords, paint: Paint): string[] {
  const listed = places.length === 1 ? [] : places.map((place) => `    ${listOf(place)}`);
  return [...diagnosticLines(texts, paint, beside), ...listed];
}

function diagnosticLines(
  { severity, summary, detail }: Texts,
  paint: Paint,
  places: readonly string[] = [],
): string[] {
  const label = severity === "error" ? paint("red", "Error") : paint("yellow", "Warning");
  const at = places.length === 0 ? "" : ` (${listOf(places)})`;
  const lines = detail === "" ? [] : detail.split("\n");
  return [`${label}: ${makeVisible(summary)}${at}`, ...lines.map((line) => `  ${makeVisible(line)}`)];
}

function acknowledgedLines(all: readonly AcknowledgedWords[], paint: Paint): string[] {
  const linesOf = (one: AcknowledgedWords) => [
    `  ${makeVisible(one.summary)}`,
    `    ${REASON} ${makeVisible(one.reason)}`,
    ...one.places.map((place) => `    ${paint("dim", listOf(place))}`),
  ];
  return [paint("bold", acknowledgedTitle(all)), ...all.flatMap(linesOf)];
}

function listOf(place: readonly string[]): string {
  return place.map(makeVisible).join(", ");
}

/** Styles by their SGR codes. */
const STYLES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2, inverse: 7 } as const;

type Paint = (style: keyof typeof STYLES, text: string) => string;

/** Returns how to paint. Without colours, ⟦ ⟧ mark the differences within a line. */
function paintWith(colours: boolean): Paint {
  return colours
    ? (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`
    : (style, text) => (style === "inverse" ? `⟦${text}⟧` : text);
}

const COLOURS: Readonly<Record<Action, keyof typeof STYLES>> = {
  delete: "red",
  replace: "red",
  forget: "yellow",
  update: "yellow",
  create: "green",
  none: "cyan",
};
