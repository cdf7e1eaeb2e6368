import { makeVisible } from "../../../page/visible-text";
import { unifiedLines } from "../../diff/display";
import type { TextDiff } from "../../diff/rows";
import type { Diagnostic } from "../../engine/diagnostics";
import { count, sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type {
  Action,
  AttributeChange,
  ObjectChange,
  ObjectDrift,
  ObjectIdentity,
  OutputChange,
} from "../model/review";
import {
  type AttributeOwner,
  captionOf,
  FORCES,
  NO_LINE_BREAK,
  shownSides,
  valueText,
  variableWords,
} from "../wording/attributes";
import { type Fact, factsOf, filledIn, kindOf, listedAttributes, verbOf } from "../wording/objects";

/** Styles by their SGR codes. */
export const STYLES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2, inverse: 7 } as const;

type Style = keyof typeof STYLES;

/** Returns the text in a style. */
export type Paint = (style: Style, text: string) => string;

/** Styles by action. */
export const COLOURS: Readonly<Record<Action, Style>> = {
  delete: "red",
  replace: "red",
  forget: "yellow",
  update: "yellow",
  create: "green",
  none: "cyan",
};

/** Returns the lines on a planned change. */
export function changeLines(change: ObjectChange, paint: Paint): string[] {
  const { action, warnings } = change;
  const rest = filledIn(change);
  return [
    paint(COLOURS[action], verbOf(change).toUpperCase()) + titleOf(change, paint),
    ...factsOf(change).map((fact) => factLine(fact, paint)),
    ...listedAttributes(change).flatMap((attribute) => attributeLines(attribute, change, paint)),
    ...(rest === null ? [] : [paint("dim", `  ${rest}`)]),
    ...warnings.flatMap((one) => diagnosticLines(one, paint, { indent: "  " })),
  ];
}

function factLine({ words, quoted, isLoud }: Fact, paint: Paint): string {
  if (quoted.length > 0) return `  ${words} ${quoted.map(makeVisible).join(", ")}.`;
  return isLoud ? paint("red", `  ${words}`) : `  ${words}`;
}

/** Returns the lines on drift. */
export function driftLines(drift: ObjectDrift, paint: Paint): string[] {
  return [
    paint("cyan", "DRIFT") + titleOf(drift, paint),
    `  ${sentence(driftWords(drift))}`,
    ...drift.attributes.flatMap((attribute) => attributeLines(attribute, drift, paint)),
  ];
}

/** Returns the lines on an output. */
export function outputLines(output: OutputChange, paint: Paint): string[] {
  const { name, action, attributes } = output;
  return [
    paint(COLOURS[action], `${action.toUpperCase()} OUTPUT`) + ` ${makeVisible(name)}`,
    ...attributes.flatMap((attribute) => attributeLines(attribute, output, paint)),
  ];
}

/** Returns kind, name, address and id of an object, after a blank. */
export function titleOf(object: ObjectIdentity, paint: Paint): string {
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

/** Returns the lines on a diagnostic. */
export function diagnosticLines(
  { severity, summary, detail }: Diagnostic,
  paint: Paint,
  { places = [], indent = "" }: { readonly places?: readonly string[]; readonly indent?: string } = {},
): string[] {
  const label = severity === "error" ? paint("red", "Error") : paint("yellow", "Warning");
  const at = places.length === 0 ? "" : ` (${places.map(makeVisible).join(", ")})`;
  return [
    `${indent}${label}: ${makeVisible(summary)}${at}`,
    ...(detail === "" ? [] : detail.split("\n").map((line) => `${indent}  ${makeVisible(line)}`)),
  ];
}
