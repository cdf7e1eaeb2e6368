import type { Diagnostic } from "../../engine/diagnostics";
import { count, sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type * as model from "../model/review";
import { placesBesideSummary } from "../warnings/diagnostics";
import * as wording from "../wording/attributes";
import { type Fact, factsOf, filledIn, kindOf, listedAttributes, titleOf, verbOf } from "../wording/objects";
import { diffBlock, WIDTH, wrapText } from "./code-block";
import { codeElement, codeSpan, fenced } from "./escape";
import type { Piece } from "./fit";

/** A piece with a higher importance is shortened later. */
const IMPORTANCE: Readonly<Record<model.Action, number>> = {
  delete: 6,
  replace: 6,
  forget: 5,
  update: 4,
  create: 3,
  none: 2,
};

const ERROR = 8;

/** Largest number of lines in a shortened diff. */
const BRIEF_LINES = 24;

/** `block` returns the whole text; `mostLines` limits the lines of each diff. `line` is the shortest text. */
function piece(importance: number, block: (mostLines?: number) => string, line: string): Piece {
  return { versions: [block(), block(BRIEF_LINES), line, ""], importance, isObject: true };
}

export function changePiece(change: model.ObjectChange, isOpen: boolean): Piece {
  const { action, warnings } = change;
  const verb = verbOf(change);
  const attributes = listedAttributes(change);
  const rest = filledIn(change);
  const facts = [
    identityFact(change),
    ...factsOf(change).map(factLine),
    ...attributes.map((attribute) => attributeFact(attribute, change)),
    ...(rest === null ? [] : [rest]),
  ];
  // A folded block and a single line hide the warnings, so both give the number of warnings.
  const note = warnings.length === 0 ? "" : `, ⚠️ ${count(warnings.length, "warning")}`;
  const messages = warnings.map((one) => diagnosticBlock(one, []));
  const block = (most?: number) =>
    details(`${summaryOf(verb, change)}${note}`, [facts, diffBlocks(attributes, most), messages], isOpen);
  const importance = IMPORTANCE[action] + (warnings.length > 0 ? 0.5 : 0);
  return piece(importance, block, `${objectLine(verb, change)}${note}`);
}

export function driftPiece(drift: model.ObjectDrift): Piece {
  const { attributes } = drift;
  const facts = [
    identityFact(drift),
    sentence(driftWords(drift)),
    ...attributes.map((attribute) => attributeFact(attribute, drift)),
  ];
  const block = (most?: number) =>
    details(summaryOf("drift", drift), [facts, diffBlocks(attributes, most), []], false);
  return piece(1, block, objectLine("drift", drift));
}

export function outputPiece(output: model.OutputChange): Piece {
  const { name, action } = output;
  const line = `- ${action} output ${codeSpan(name)}`;
  const attributes = output.attributes.map((attribute) => ({
    ...attribute,
    path: `${name}${/^(?:\[|$)/.test(attribute.path) ? "" : "."}${attribute.path}`,
  }));
  const facts = attributes.map((attribute) => `${action} ${attributeFact(attribute, output)}`);
  // An output that only loses an attribute with the value null has no change to list.
  const block = (most?: number) =>
    facts.length === 0 ? line : [bullets(facts), ...diffBlocks(attributes, most)].join("\n\n");
  return piece(1.5, block, line);
}

/** Returns a diagnostic that is about none of the objects, as a `Piece` of the comment. */
export function diagnosticPiece(diagnostic: Diagnostic): Piece {
  const places = placesBesideSummary(diagnostic);
  const [block, line] = [diagnosticBlock(diagnostic, places), diagnosticLine(diagnostic, places)];
  if (diagnostic.severity === "warning") return piece(5.5, () => block, line);
  // Errors are shortened last: a reader needs the reason of a failed plan.
  return { versions: [block, block, block, line, ""], importance: ERROR, isObject: true };
}

function diagnosticBlock(diagnostic: Diagnostic, places: readonly string[]): string {
  const { detail } = diagnostic;
  const block = detail === "" ? [] : ["", ...fenced(wrapText(detail, WIDTH), "text").split("\n")];
  return [diagnosticLine(diagnostic, places), ...block.map((line) => `> ${line}`.trimEnd())].join("\n");
}

function diagnosticLine({ severity, summary }: Diagnostic, places: readonly string[]): string {
  const at = places.length === 0 ? "" : ` (${places.map(codeSpan).join(", ")})`;
  return `> ${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}: ${codeSpan(summary)}${at}`;
}

/** Returns the summary of a folded object, in HTML: Markdown is not read within an HTML block. */
function summaryOf(verb: string, object: model.ObjectIdentity): string {
  const kind = kindOf(object);
  const element = /^\w+$/.test(kind) ? kind : codeElement(kind);
  return `<b>${verb}</b> ${element} ${codeElement(titleOf(object))}`;
}

function details(
  summary: string,
  [facts, diffs, messages]: readonly (readonly string[])[],
  isOpen: boolean,
): string {
  const start = `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`;
  return [start, bullets(facts!), ...diffs!, ...messages!, "</details>"].join("\n\n");
}

/** Returns the kind, in a code span if needed: a plan file can hold any type, and `_` can be markup. */
export function kindSpan(object: model.ObjectIdentity): string {
  const kind = kindOf(object);
  return /^[a-zA-Z0-9]+$/.test(kind) ? kind : codeSpan(kind);
}

function objectLine(verb: string, object: model.ObjectIdentity): string {
  const title = object.name === null ? "" : ` ${codeSpan(titleOf(object))}`;
  return `- **${verb}** ${codeSpan(kindOf(object))}${title}: ${codeSpan(object.address)}`;
}

function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}

function identityFact({ address, id }: model.ObjectIdentity): string {
  return `${codeSpan(address)}${id === null ? "" : `, id ${codeSpan(id)}`}`;
}

function factLine({ words, quoted, isLoud }: Fact): string {
  if (quoted.length > 0) return `${words} ${quoted.map((text) => codeSpan(text)).join(", ")}.`;
  return isLoud ? `**${words}**` : words;
}

function attributeFact(
  attribute: model.AttributeChange,
  { action, variables = null }: wording.AttributeOwner,
): string {
  const { path, diff, forcesReplace } = attribute;
  const forces = forcesReplace ? ` **${wording.FORCES}**` : "";
  if (diff !== null) {
    const used = path === "prompt" && variables !== null ? wording.variableWords(variables, codeSpan) : "";
    return `${codeSpan(path)}: ${wording.captionOf(attribute, diff)}${used}${forces}`;
  }
  const sides = wording.shownSides(attribute, action);
  const texts = sides.map((value) => {
    const words = wording.wordsFor(value);
    return words === undefined ? codeSpan(wording.valueText(value, sides)) : `*${words}*`;
  });
  return `${codeSpan(path)}: ${texts.join(" → ")}${forces}`;
}

function diffBlocks(attributes: readonly model.AttributeChange[], mostLines?: number): string[] {
  const blocks = attributes.flatMap(({ path, diff }) => (diff === null ? [] : [{ path, diff }]));
  return blocks.map(({ path, diff }) =>
    blocks.length === 1 ? diffBlock(diff, mostLines) : `${codeSpan(path)}\n\n${diffBlock(diff, mostLines)}`,
  );
}
