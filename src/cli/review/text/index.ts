import { makeVisible } from "../../../page/visible-text";
import { sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type { Review, StackReview } from "../model/review";
import { isQuiet } from "../model/totals";
import { approvalFacts } from "../wording/approval";
import { baseFacts, headlineOf } from "../wording/base";
import { type Contents, contentsOf, inStack } from "../wording/contents";
import { titlesOf } from "../wording/dangers";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, reviewSentence, UPDATES_STATE } from "../wording/summary";
import { attributeLines } from "./attribute";
import { entryLines, factLine, titleOf } from "./entry";
import { acknowledgedLines, messageLines } from "./message";
import { COLOURS, type Paint, paintWith } from "./paint";

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
