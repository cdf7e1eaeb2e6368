import { consequenceOf, dangersOf } from "./danger-words";
import { placesBesideSummary } from "./diagnostics";
import { unifiedLines } from "./diff/unified";
import { factsOf, type Fact } from "./facts";
import type {
  Action,
  AttributeChange,
  Diagnostic,
  ObjectChange,
  ObjectDrift,
  ObjectIdentity,
  OutputChange,
  Review,
  StackReview,
  TextDiff,
} from "./model";
import { isQuiet } from "./totals";
import { FORCES, shownSides, valueText } from "./value-text";
import { makeVisible } from "../../page/visible-text";
import {
  type AttributeOwner,
  captionOf,
  count,
  driftVerb,
  filledIn,
  kindOf,
  lacksEngineWarnings,
  listedAttributes,
  NO_ENGINE_WARNINGS,
  NO_LINE_BREAK,
  reviewSentence,
  UPDATES_STATE,
  variableWords,
  verbOf,
} from "./wording";

const STYLES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2, inverse: 7 } as const;
type Style = keyof typeof STYLES;
type Paint = (style: Style, text: string) => string;

const COLOURS: Readonly<Record<Action, Style>> = {
  delete: "red",
  replace: "red",
  forget: "yellow",
  update: "yellow",
  create: "green",
  none: "cyan",
};

/** For a terminal. Without colours, what differs within a line stands in ⟦ ⟧. */
export function renderText(review: Review, { colours }: { readonly colours: boolean }): string {
  const paint: Paint = colours
    ? (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`
    : (style, text) => (style === "inverse" ? `⟦${text}⟧` : text);
  const { stacks } = review;
  const blocks = stacks.flatMap((stack) => stackBlocks(stack, stacks.length > 1, paint));
  const names = stacks.map(({ name }) => makeVisible(name)).join(", ");
  const of = blocks.length > 0 && stacks.length === 1 ? ` of ${names}` : "";
  const where = blocks.length === 0 ? ` in ${names}` : "";
  const title = `Plan review${of}: ${reviewSentence(review)}`;
  const note = lacksEngineWarnings(review) ? [paint("dim", NO_ENGINE_WARNINGS)] : [];
  return `${[paint("bold", title) + where, ...dangers(review, paint), ...note, ...blocks, ...quietStacks(stacks)].join("\n\n")}\n`;
}

/** Beside those that change, so that they are seen to have been planned. */
function quietStacks(stacks: readonly StackReview[]): string[] {
  const quiet = stacks.filter(isQuiet);
  if (quiet.length === 0 || quiet.length === stacks.length) return [];
  return [`── no changes in ${quiet.map(({ name }) => makeVisible(name)).join(", ")}`];
}

/** Of several stacks; in a single one they stand first anyway. */
function dangers({ stacks }: Review, paint: Paint): string[] {
  const lines = dangersOf(stacks).map(({ stack, change, outside }) => {
    const forced = change.forcedBy.map(makeVisible).join(", ");
    const notes = [consequenceOf(change), outside].filter((note) => note !== null);
    return [
      `! ${paint(COLOURS[change.action], verbOf(change).toUpperCase())}${titleOf(change, paint)}`,
      ` in ${makeVisible(stack.name)}`,
      ...(forced === "" ? [] : [`, forced by ${forced}`]),
      ...(notes.length === 0 ? [] : [`: ${notes.join("; ")}`]),
    ].join("");
  });
  return stacks.length > 1 && lines.length > 0 ? [lines.join("\n")] : [];
}

function stackBlocks(stack: StackReview, isOneOfMany: boolean, paint: Paint): string[] {
  const { name, totals, changes, drift, outputs, diagnostics } = stack;
  if (isQuiet(stack)) return [];
  const state = reviewSentence({ totals, stacks: [stack] });
  return [
    ...(isOneOfMany ? [paint("bold", `── ${makeVisible(name)}: ${state}`)] : []),
    ...(stack.onlyUpdatesState ? [UPDATES_STATE] : []),
    ...diagnostics.map((one) => diagnosticLines(one, placesBesideSummary(one), "", paint).join("\n")),
    ...changes.map((change) => changeLines(change, paint).join("\n")),
    ...drift.map((one) => driftLines(one, paint).join("\n")),
    ...outputs.map((one) => outputLines(one, paint).join("\n")),
  ];
}

function changeLines(change: ObjectChange, paint: Paint): string[] {
  const { action, warnings } = change;
  const rest = filledIn(change);
  return [
    paint(COLOURS[action], verbOf(change).toUpperCase()) + titleOf(change, paint),
    ...factsOf(change).map((fact) => factLine(fact, paint)),
    ...listedAttributes(change).flatMap((attribute) => attributeLines(attribute, change, paint)),
    ...(rest === null ? [] : [paint("dim", `  ${rest}`)]),
    ...warnings.flatMap((one) => diagnosticLines(one, [], "  ", paint)),
  ];
}

function factLine({ words, quoted, isLoud }: Fact, paint: Paint): string {
  if (quoted.length > 0) return `  ${words} ${quoted.map(makeVisible).join(", ")}.`;
  return isLoud ? paint("red", `  ${words}`) : `  ${words}`;
}

function driftLines(drift: ObjectDrift, paint: Paint): string[] {
  return [
    paint("cyan", driftVerb(drift).toUpperCase()) + titleOf(drift, paint),
    ...drift.attributes.flatMap((attribute) => attributeLines(attribute, drift, paint)),
  ];
}

function outputLines(output: OutputChange, paint: Paint): string[] {
  const { name, action, attributes } = output;
  return [
    paint(COLOURS[action], `${action.toUpperCase()} OUTPUT`) + ` ${makeVisible(name)}`,
    ...attributes.flatMap((attribute) => attributeLines(attribute, output, paint)),
  ];
}

function titleOf(object: ObjectIdentity, paint: Paint): string {
  const { name, id, address } = object;
  const named = name === null ? "" : ` ${paint("bold", makeVisible(JSON.stringify(name)))}`;
  return ` ${makeVisible(kindOf(object))}${named}  ${makeVisible(address)}${id === null ? "" : ` (${makeVisible(id)})`}`;
}

function attributeLines(
  attribute: AttributeChange,
  { action, variables = null }: AttributeOwner,
  paint: Paint,
): string[] {
  const { path, diff, forcesReplace } = attribute;
  const label = `  ${path === "" ? "value" : makeVisible(path)}: `;
  const forces = forcesReplace ? paint("red", ` (${FORCES})`) : "";
  if (diff === null) {
    const sides = shownSides(attribute, action);
    const texts = sides.map((value) => makeVisible(valueText(value, sides)));
    return [`${label}${texts.join(" → ")}${forces}`];
  }
  const used = path === "prompt" && variables !== null ? variableWords(variables, makeVisible) : "";
  return [`${label}${captionOf(attribute, diff)}${used}${forces}`, ...diffLines(diff, paint)];
}

function diffLines(diff: TextDiff, paint: Paint): string[] {
  return unifiedLines(diff).map((line) => {
    if (line.kind === "unended") return paint("dim", `    \\ ${NO_LINE_BREAK}`);
    if (line.kind === "folded") return paint("dim", `    … ${count(line.count, "unchanged line")}`);
    const { kind, spans } = line;
    if (kind === "same") return `      ${spans.map(({ text }) => text).join("")}`.trimEnd();
    const [sign, style] = kind === "removed" ? (["-", "red"] as const) : (["+", "green"] as const);
    const text = spans.map((span) =>
      span.marked ? paint("inverse", paint(style, span.text)) : paint(style, span.text),
    );
    return `    ${paint(style, sign)} ${text.join("")}`;
  });
}

function diagnosticLines(
  { severity, summary, detail }: Diagnostic,
  places: readonly string[],
  indent: string,
  paint: Paint,
): string[] {
  const label = severity === "error" ? paint("red", "Error") : paint("yellow", "Warning");
  const at = places.length === 0 ? "" : ` (${places.map(makeVisible).join(", ")})`;
  return [
    `${indent}${label}: ${makeVisible(summary)}${at}`,
    ...(detail === "" ? [] : detail.split("\n").map((line) => `${indent}  ${makeVisible(line)}`)),
  ];
}
