import { makeVisible } from "../../../page/visible-text";
import { unifiedLines } from "../../diff/display";
import type { TextDiff } from "../../diff/rows";
import type { Diagnostic } from "../../engine/diagnostics";
import { count, sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type * as model from "../model/review";
import { driftBesideChanges, isQuiet } from "../model/totals";
import { placesBesideSummary } from "../warnings/diagnostics";
import * as wording from "../wording/attributes";
import { consequenceOf, dangersOf } from "../wording/dangers";
import { type Fact, factsOf, filledIn, kindOf, listedAttributes, verbOf } from "../wording/objects";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, reviewSentence, UPDATES_STATE } from "../wording/summary";

/** Styles by their SGR codes. */
const STYLES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2, inverse: 7 } as const;

/** Returns the text in a style. */
type Paint = (style: keyof typeof STYLES, text: string) => string;

const COLOURS: Readonly<Record<model.Action, keyof typeof STYLES>> = {
  delete: "red",
  replace: "red",
  forget: "yellow",
  update: "yellow",
  create: "green",
  none: "cyan",
};

/** Returns the review for a terminal. Without colours, ⟦ ⟧ mark the differences within a line. */
export function renderText(review: model.Review, { colours }: { readonly colours: boolean }): string {
  const paint: Paint = colours
    ? (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`
    : (style, text) => (style === "inverse" ? `⟦${text}⟧` : text);
  const { stacks } = review;
  const blocks = stacks.flatMap((stack) => stackBlocks(stack, stacks.length > 1, paint));
  const names = namesOf(stacks);
  const of = blocks.length > 0 && stacks.length === 1 ? ` of ${names}` : "";
  const title = paint("bold", `Plan review${of}: ${reviewSentence(review)}`);
  // Names the stacks without changes, so that a reader sees that they were planned.
  const quiet = stacks.filter(isQuiet);
  const isMixed = quiet.length > 0 && quiet.length < stacks.length;
  return `${[
    blocks.length === 0 ? `${title} in ${names}` : title,
    ...dangers(review, paint),
    ...(lacksEngineWarnings(review) ? [paint("dim", NO_ENGINE_WARNINGS)] : []),
    ...blocks,
    ...(isMixed ? [`── no changes in ${namesOf(quiet)}`] : []),
  ].join("\n\n")}\n`;
}

function namesOf(stacks: readonly model.StackReview[]): string {
  return stacks.map(({ name }) => makeVisible(name)).join(", ");
}

/** Returns lines for the changes that delete objects; none for a single stack, which lists deletes first. */
function dangers({ stacks }: model.Review, paint: Paint): string[] {
  const lines = dangersOf(stacks).map(({ stack, change, drift }) => {
    const forced = change.forcedBy.map(makeVisible).join(", ");
    const notes = [consequenceOf(change), drift].filter((note) => note !== null).join("; ");
    const title = `! ${actionOf(change, paint)}${titleOf(change, paint)} in ${makeVisible(stack.name)}`;
    return `${title}${forced && `, forced by ${forced}`}${notes && `: ${notes}`}`;
  });
  return stacks.length > 1 && lines.length > 0 ? [lines.join("\n")] : [];
}

function stackBlocks(stack: model.StackReview, isOneOfMany: boolean, paint: Paint): string[] {
  const { name, totals, changes, outputs, diagnostics } = stack;
  if (isQuiet(stack)) return [];
  const state = reviewSentence({ totals, stacks: [stack] });
  return [
    ...(isOneOfMany ? [paint("bold", `── ${makeVisible(name)}: ${state}`)] : []),
    ...(stack.onlyUpdatesState ? [UPDATES_STATE] : []),
    ...diagnostics.map((one) => diagnosticLines(one, paint, placesBesideSummary(one)).join("\n")),
    ...changes.map((change) => changeLines(change, paint).join("\n")),
    ...driftBesideChanges(stack).map((one) => driftLines(one, paint).join("\n")),
    ...outputs.map((one) => outputLines(one, paint).join("\n")),
  ];
}

function changeLines(change: model.ObjectChange, paint: Paint): string[] {
  const rest = filledIn(change);
  return [
    actionOf(change, paint) + titleOf(change, paint),
    ...factsOf(change).map((fact) => factLine(fact, paint)),
    ...listedAttributes(change).flatMap((attribute) => attributeLines(attribute, change, paint)),
    ...(rest === null ? [] : [paint("dim", `  ${rest}`)]),
    ...change.warnings.flatMap((one) => diagnosticLines(one, paint)).map((line) => `  ${line}`),
  ];
}

function actionOf(change: model.ObjectChange, paint: Paint): string {
  return paint(COLOURS[change.action], verbOf(change).toUpperCase());
}

function factLine({ words, quoted, isLoud }: Fact, paint: Paint): string {
  if (quoted.length > 0) return `  ${words} ${quoted.map(makeVisible).join(", ")}.`;
  return isLoud ? paint("red", `  ${words}`) : `  ${words}`;
}

function driftLines(drift: model.ObjectDrift, paint: Paint): string[] {
  return [
    paint("cyan", "DRIFT") + titleOf(drift, paint),
    `  ${sentence(driftWords(drift))}`,
    ...drift.attributes.flatMap((attribute) => attributeLines(attribute, drift, paint)),
  ];
}

function outputLines(output: model.OutputChange, paint: Paint): string[] {
  const { name, action, attributes } = output;
  return [
    `${paint(COLOURS[action], `${action.toUpperCase()} OUTPUT`)} ${makeVisible(name)}`,
    ...attributes.flatMap((attribute) => attributeLines(attribute, output, paint)),
  ];
}

/** Returns kind, name, address and id of an object, after a blank. */
function titleOf(object: model.ObjectIdentity, paint: Paint): string {
  const { name, id, address } = object;
  const named = name === null ? "" : ` ${paint("bold", makeVisible(JSON.stringify(name)))}`;
  return ` ${makeVisible(kindOf(object))}${named}  ${makeVisible(address)}${id === null ? "" : ` (${makeVisible(id)})`}`;
}

function attributeLines(
  attribute: model.AttributeChange,
  { action, variables = null }: wording.AttributeOwner,
  paint: Paint,
): string[] {
  const { path, diff, forcesReplace } = attribute;
  const label = `  ${path === "" ? "value" : makeVisible(path)}: `;
  const forces = forcesReplace ? paint("red", ` (${wording.FORCES})`) : "";
  if (diff === null) {
    const sides = wording.shownSides(attribute, action);
    const texts = sides.map((value) => makeVisible(wording.valueText(value, sides)));
    return [`${label}${texts.join(" → ")}${forces}`];
  }
  const used = path === "prompt" && variables !== null ? wording.variableWords(variables, makeVisible) : "";
  return [`${label}${wording.captionOf(attribute, diff)}${used}${forces}`, ...diffLines(diff, paint)];
}

function diffLines(diff: TextDiff, paint: Paint): string[] {
  return unifiedLines(diff).map((line) => {
    if (line.kind === "unended") return paint("dim", `    \\ ${wording.NO_LINE_BREAK}`);
    if (line.kind === "folded") return paint("dim", `    … ${count(line.count, "unchanged line")}`);
    const { kind, spans } = line;
    if (kind === "same") return `      ${spans.map(({ text }) => text).join("")}`.trimEnd();
    const [sign, style] = kind === "removed" ? (["-", "red"] as const) : (["+", "green"] as const);
    const texts = spans.map(({ text, marked }) => {
      const painted = paint(style, text);
      return marked ? paint("inverse", painted) : painted;
    });
    return `    ${paint(style, sign)} ${texts.join("")}`;
  });
}

function diagnosticLines(
  { severity, summary, detail }: Diagnostic,
  paint: Paint,
  places: readonly string[] = [],
): string[] {
  const label = severity === "error" ? paint("red", "Error") : paint("yellow", "Warning");
  const at = places.length === 0 ? "" : ` (${places.map(makeVisible).join(", ")})`;
  const lines = detail === "" ? [] : detail.split("\n");
  return [`${label}: ${makeVisible(summary)}${at}`, ...lines.map((line) => `  ${makeVisible(line)}`)];
}
