import type {
  Action,
  AttributeChange,
  Diagnostic,
  ObjectChange,
  ObjectDrift,
  ObjectIdentity,
  OutputChange,
  VariableChange,
} from "../model";
import {
  consequenceOf,
  filledIn,
  kindOf,
  listedAttributes,
  shownSides,
  sizesOf,
  valueText,
  verbOf,
  wordsFor,
} from "../wording";
import { wrapText } from "../wrap";
import { diffBlock, WIDTH } from "./diff";
import { codeElement, codeSpan, escapeHtml, fenced } from "./escape";

/** How much of an object is written: everything, or no diffs and no details. */
export type Detail = "full" | "brief";

export function changeBlock(change: ObjectChange, detail: Detail, isOpen: boolean): string {
  const attributes = listedAttributes(change);
  const rest = filledIn(change);
  const facts = [
    ...identityFacts(change),
    ...changeFacts(change),
    ...attributes.map((attribute) => attributeFact(attribute, change)),
    ...(rest === null ? [] : [rest]),
  ];
  const warnings = change.warnings.map((one) => diagnosticBlock(one, detail));
  return details(
    verbOf(change),
    change,
    [bullets(facts), ...diffBlocks(attributes, detail), ...warnings],
    isOpen,
  );
}

export function driftBlock(drift: ObjectDrift, detail: Detail): string {
  const facts = [
    ...identityFacts(drift),
    ...drift.attributes.map((attribute) => attributeFact(attribute, drift)),
  ];
  const verb = drift.action === "delete" ? "deleted outside" : "changed outside";
  return details(verb, drift, [bullets(facts), ...diffBlocks(drift.attributes, detail)], false);
}

export function outputBlock(output: OutputChange, detail: Detail): string {
  const { name, action, attributes } = output;
  const facts = attributes.map((attribute) => attributeFact({ ...attribute, path: name }, output));
  return [bullets(facts.map((fact) => `${action} ${fact}`)), ...diffBlocks(attributes, detail)].join("\n\n");
}

export function diagnosticBlock({ severity, summary, detail, address }: Diagnostic, size: Detail): string {
  const at = address === null || summary.includes(address) ? "" : ` (${codeSpan(address)})`;
  const head = `${severity === "error" ? "❌ **Error**" : "⚠️ **Warning**"}: ${codeSpan(summary)}${at}`;
  const block =
    size === "brief" || detail === "" ? [] : ["", ...fenced(wrapText(detail, WIDTH), "text").split("\n")];
  return [head, ...block].map((line) => `> ${line}`.trimEnd()).join("\n");
}

function details(verb: string, object: ObjectIdentity, blocks: readonly string[], isOpen: boolean): string {
  const title = `<b>${verb}</b> ${escapeHtml(kindOf(object))} ${codeElement(object.name ?? object.address)}`;
  return [
    `<details${isOpen ? " open" : ""}><summary>${title}</summary>`,
    ...blocks.filter((block) => block !== ""),
    "</details>",
  ].join("\n\n");
}

function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}

function identityFacts({ address, id }: ObjectIdentity): string[] {
  return [`${codeSpan(address)}${id === null ? "" : `, id ${codeSpan(id)}`}`];
}

function changeFacts(change: ObjectChange): string[] {
  const { reason, forcedBy, createsBeforeDestroy, action, importId, previousAddress } = change;
  const consequence = consequenceOf(change);
  return [
    ...(forcedBy.length > 0
      ? [`**replaced because of** ${forcedBy.map((path) => codeSpan(path)).join(", ")}`]
      : []),
    ...(action === "replace"
      ? [createsBeforeDestroy ? "the new one is created first" : "the old one is deleted first"]
      : []),
    ...(reason === null ? [] : [reason]),
    ...(consequence === null ? [] : [`**${consequence}**`]),
    ...(previousAddress === null ? [] : [`moves here from ${codeSpan(previousAddress)}`]),
    ...(importId === null ? [] : [`imported${importId === "" ? "" : ` from id ${codeSpan(importId)}`}`]),
  ];
}

/** What an attribute belongs to; an output has no variables. */
interface Owner {
  readonly action: Action;
  readonly variables?: VariableChange | null;
}

function attributeFact(attribute: AttributeChange, { action, variables = null }: Owner): string {
  const { path, diff, forcesReplace } = attribute;
  const forces = forcesReplace ? " **forces the replacement**" : "";
  if (diff !== null) {
    const used = path === "prompt" && variables !== null ? variableWords(variables) : "";
    return `${codeSpan(path)}: ${sizesOf(diff)}${used}${forces}`;
  }
  const sides = shownSides(attribute, action).map((value) => {
    const words = wordsFor(value);
    return words === undefined ? codeSpan(valueText(value)) : `*${words}*`;
  });
  return `${codeSpan(path)}: ${sides.join(" → ")}${forces}`;
}

function variableWords({ appear, vanish }: VariableChange): string {
  const list = (words: string, variables: readonly string[]) =>
    variables.length === 0
      ? ""
      : `; ${words} ${variables.map((variable) => codeSpan(`{${variable}}`)).join(", ")}`;
  return list("new variables", appear) + list("variables gone", vanish);
}

function diffBlocks(attributes: readonly AttributeChange[], detail: Detail): string[] {
  const withDiff = attributes.filter(({ diff }) => diff !== null);
  if (detail === "brief") return withDiff.length === 0 ? [] : ["*The diff is left out.*"];
  return withDiff.map(({ path, diff }) =>
    withDiff.length === 1 ? diffBlock(diff!) : `${codeSpan(path)}\n\n${diffBlock(diff!)}`,
  );
}
