import { makeVisible } from "../../../page/visible-text";
import { sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import { entriesOf } from "../model/entries";
import { acknowledgedIn, type Message, messagesOf } from "../model/messages";
import type { ObjectDrift, OutputChange, Review, StackReview } from "../model/review";
import { driftBesideChanges, isQuiet } from "../model/totals";
import { baseFacts, headlineOf } from "../wording/base";
import { titlesOf } from "../wording/dangers";
import { lackOf } from "../wording/messages";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, reviewSentence, UPDATES_STATE } from "../wording/summary";
import { attributeLines } from "./attribute";
import { entryLines, factLine, titleOf } from "./entry";
import { acknowledgedLines, messageLines } from "./message";
import { COLOURS, type Paint, paintWith } from "./paint";

/** Returns the review for a terminal. Without colours, ⟦ ⟧ mark the differences within a line. */
export function renderText(review: Review, { colours }: { readonly colours: boolean }): string {
  const paint = paintWith(colours);
  const { stacks } = review;
  const isOneOfMany = stacks.length > 1;
  const loud = stacks.filter((stack) => !isQuiet(stack));
  const of = loud.length > 0 && !isOneOfMany ? ` of ${namesOf(stacks)}` : "";
  const title = paint("bold", `Plan review${of}: ${headlineOf(review)}`);
  const messages = messagesOf(review);
  const blocks = (severity: Message["severity"]) =>
    messages.filter((one) => one.severity === severity).map((one) => messageLines(one, isOneOfMany, paint));
  const whereIn = ({ name }: StackReview) => (isOneOfMany ? ` in ${makeVisible(name)}` : "");
  const each = <T>(write: (stack: StackReview) => T[]) => stacks.flatMap(write);
  const entries = entriesOf(review);
  const acknowledged = acknowledgedIn(review);
  const all = [
    [loud.length === 0 ? `${title} in ${namesOf(stacks)}` : title],
    ...(review.base === null ? [] : [baseFacts(review).map((fact) => factLine(fact, paint))]),
    ...titlesOf(entries, review).map((one) => [paint("red", `${one}.`)]),
    ...(loud.length > 0 && isOneOfMany ? [stackLines(stacks)] : []),
    ...(lacksEngineWarnings(review) ? [[paint("dim", NO_ENGINE_WARNINGS)]] : []),
    ...each(({ onlyUpdatesState }) => (onlyUpdatesState && !isOneOfMany ? [[UPDATES_STATE]] : [])),
    ...blocks("error"),
    ...each((stack) => lackLines(stack, whereIn(stack), paint)),
    ...entries.map((entry) => entryLines(entry, isOneOfMany, paint)),
    ...blocks("warning"),
    ...each((stack) => driftBesideChanges(stack).map((one) => driftLines(one, whereIn(stack), paint))),
    ...each((stack) => stack.outputs.map((one) => outputLines(one, whereIn(stack), paint))),
    ...(acknowledged.length > 0 ? [acknowledgedLines(acknowledged, isOneOfMany, paint)] : []),
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

/** Returns what the review lacks of a stack whose plan failed. */
function lackLines(stack: StackReview, where: string, paint: Paint): string[][] {
  const lack = lackOf(stack);
  if (lack === null) return [];
  const { words, names, more } = lack;
  const title = paint("red", `${where === "" ? "" : `${makeVisible(stack.name)}: `}${words}`);
  return [[title, ...[...names.map(makeVisible), ...(more === "" ? [] : [more])].map((one) => `  ${one}`)]];
}

function driftLines(drift: ObjectDrift, where: string, paint: Paint): string[] {
  return [
    `${paint("cyan", "DRIFT")}${titleOf(drift, paint)}${where}`,
    `  ${sentence(driftWords(drift))}`,
    ...drift.attributes.flatMap((attribute) => attributeLines(attribute, drift, paint)),
  ];
}

function outputLines(output: OutputChange, where: string, paint: Paint): string[] {
  const { name, action, attributes } = output;
  return [
    `${paint(COLOURS[action], `${action.toUpperCase()} OUTPUT`)} ${makeVisible(name)}${where}`,
    ...attributes.flatMap((attribute) => attributeLines(attribute, output, paint)),
  ];
}
