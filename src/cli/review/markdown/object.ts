import type { Diagnostic } from "../../engine/diagnostics";
import { count, sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type {
  AttributeChange,
  ObjectChange,
  ObjectDrift,
  ObjectIdentity,
  OutputChange,
} from "../model/review";
import { placesBesideSummary } from "../warnings/diagnostics";
import {
  type AttributeOwner,
  captionOf,
  FORCES,
  shownSides,
  valueText,
  variableWords,
  wordsFor,
} from "../wording/attributes";
import { type Fact, factsOf, filledIn, kindOf, listedAttributes, titleOf, verbOf } from "../wording/objects";
import { diffBlock, WIDTH, wrapText } from "./code-block";
import { codeElement, codeSpan, fenced } from "./escape";

/** Returns the block on a planned change. `mostLines` limits each diff. Default: what a comment can hold. */
export function changeBlock(change: ObjectChange, isOpen: boolean, mostLines?: number): string {
  const attributes = listedAttributes(change);
  const rest = filledIn(change);
  const facts = [
    ...identityFacts(change),
    ...factsOf(change).map(factLine),
    ...attributes.map((attribute) => attributeFact(attribute, change)),
    ...(rest === null ? [] : [rest]),
  ];
  const warnings = change.warnings.map((one) => diagnosticBlock(one, []));
  const diffs = diffBlocks(attributes, mostLines);
  const summary = `${summaryOf(verbOf(change), change)}${warningNote(change)}`;
  return details(summary, [bullets(facts), ...diffs, ...warnings], isOpen);
}

/** Returns the block on drift. `mostLines` limits each diff. */
export function driftBlock(drift: ObjectDrift, mostLines?: number): string {
  const facts = [
    ...identityFacts(drift),
    sentence(driftWords(drift)),
    ...drift.attributes.map((attribute) => attributeFact(attribute, drift)),
  ];
  const diffs = diffBlocks(drift.attributes, mostLines);
  return details(summaryOf("drift", drift), [bullets(facts), ...diffs], false);
}

/** Returns the block on an output. `mostLines` limits each diff. */
export function outputBlock(output: OutputChange, mostLines?: number): string {
  const { name, action } = output;
  const attributes = output.attributes.map((attribute) => ({
    ...attribute,
    path: `${name}${/^(?:\[|$)/.test(attribute.path) ? "" : "."}${attribute.path}`,
  }));
  // An output that only loses a null attribute has no other changes.
  if (attributes.length === 0) return outputLine(output);
  const facts = attributes.map((attribute) => `${action} ${attributeFact(attribute, output)}`);
  return [bullets(facts), ...diffBlocks(attributes, mostLines)].join("\n\n");
}

/** Returns the shortest line that names an output. */
export function outputLine({ name, action }: OutputChange): string {
  return `- ${action} output ${codeSpan(name)}`;
}

/** Returns a diagnostic with its detail. Next to its object, a diagnostic needs no places. */
export function diagnosticBlock(diagnostic: Diagnostic, places = placesBesideSummary(diagnostic)): string {
  const { detail } = diagnostic;
  const block = detail === "" ? [] : ["", ...fenced(wrapText(detail, WIDTH), "text").split("\n")];
  return [diagnosticLine(diagnostic, places), ...block.map((line) => `> ${line}`.trimEnd())].join("\n");
}

/** Returns a diagnostic in one line. */
export function diagnosticLine(diagnostic: Diagnostic, places = placesBesideSummary(diagnostic)): string {
  const { severity, summary } = diagnostic;
  const at = places.length === 0 ? "" : ` (${places.map(codeSpan).join(", ")})`;
  return `> ${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}: ${codeSpan(summary)}${at}`;
}

function summaryOf(verb: string, object: ObjectIdentity): string {
  return `<b>${verb}</b> ${kindElement(object)} ${codeElement(titleOf(object))}`;
}

/** Returns the number of warnings, for a folded block or a single line, which do not show the warnings. */
function warningNote({ warnings }: ObjectChange): string {
  return warnings.length === 0 ? "" : `, ⚠️ ${count(warnings.length, "warning")}`;
}

function details(summary: string, blocks: readonly string[], isOpen: boolean): string {
  return [
    `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`,
    ...blocks.filter((block) => block !== ""),
    "</details>",
  ].join("\n\n");
}

/** Returns the kind, in a code span if needed: a plan file can hold any type, and `_` can be markup. */
export function kindSpan(object: ObjectIdentity): string {
  const kind = kindOf(object);
  return /^[a-zA-Z0-9]+$/.test(kind) ? kind : codeSpan(kind);
}

/** Returns the kind for the inside of an HTML block, where Markdown is not read. */
function kindElement(object: ObjectIdentity): string {
  const kind = kindOf(object);
  return /^\w+$/.test(kind) ? kind : codeElement(kind);
}

/** Returns the shortest line on a planned change. */
export function changeLine(change: ObjectChange): string {
  return `${objectLine(verbOf(change), change)}${warningNote(change)}`;
}

/** Returns the shortest line on drift. */
export function driftLine(drift: ObjectDrift): string {
  return objectLine("drift", drift);
}

function objectLine(verb: string, object: ObjectIdentity): string {
  const title = object.name === null ? "" : ` ${codeSpan(titleOf(object))}`;
  return `- **${verb}** ${codeSpan(kindOf(object))}${title}: ${codeSpan(object.address)}`;
}

function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}

function identityFacts({ address, id }: ObjectIdentity): string[] {
  return [`${codeSpan(address)}${id === null ? "" : `, id ${codeSpan(id)}`}`];
}

function factLine({ words, quoted, isLoud }: Fact): string {
  if (quoted.length > 0) return `${words} ${quoted.map((text) => codeSpan(text)).join(", ")}.`;
  return isLoud ? `**${words}**` : words;
}

function attributeFact(attribute: AttributeChange, { action, variables = null }: AttributeOwner): string {
  const { path, diff, forcesReplace } = attribute;
  const forces = forcesReplace ? ` **${FORCES}**` : "";
  if (diff !== null) {
    const used = path === "prompt" && variables !== null ? variableWords(variables, codeSpan) : "";
    return `${codeSpan(path)}: ${captionOf(attribute, diff)}${used}${forces}`;
  }
  const sides = shownSides(attribute, action);
  const texts = sides.map((value) => {
    const words = wordsFor(value);
    return words === undefined ? codeSpan(valueText(value, sides)) : `*${words}*`;
  });
  return `${codeSpan(path)}: ${texts.join(" → ")}${forces}`;
}

function diffBlocks(attributes: readonly AttributeChange[], mostLines?: number): string[] {
  const withDiff = attributes.filter(({ diff }) => diff !== null);
  return withDiff.map(({ path, diff }) =>
    withDiff.length === 1
      ? diffBlock(diff!, mostLines)
      : `${codeSpan(path)}\n\n${diffBlock(diff!, mostLines)}`,
  );
}
