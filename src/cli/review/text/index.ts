import { makeVisible } from "../../../page/visible-text";
import type { Review, StackReview } from "../model/review";
import { driftBesideChanges, isQuiet } from "../model/totals";
import { placesBesideSummary } from "../warnings/diagnostics";
import { consequenceOf, dangersOf } from "../wording/dangers";
import { verbOf } from "../wording/objects";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, reviewSentence, UPDATES_STATE } from "../wording/summary";
import {
  changeLines,
  COLOURS,
  diagnosticLines,
  driftLines,
  outputLines,
  type Paint,
  STYLES,
  titleOf,
} from "./objects";

/** Returns the review for a terminal. Without colours, ⟦ ⟧ mark the differences within a line. */
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

/** Names the stacks without changes, so that a reader sees that they were planned. */
function quietStacks(stacks: readonly StackReview[]): string[] {
  const quiet = stacks.filter(isQuiet);
  if (quiet.length === 0 || quiet.length === stacks.length) return [];
  return [`── no changes in ${quiet.map(({ name }) => makeVisible(name)).join(", ")}`];
}

/** Empty for a single stack, whose changes begin with the dangers. */
function dangers({ stacks }: Review, paint: Paint): string[] {
  const lines = dangersOf(stacks).map(({ stack, change, drift }) => {
    const forced = change.forcedBy.map(makeVisible).join(", ");
    const notes = [consequenceOf(change), drift].filter((note) => note !== null);
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
  const { name, totals, changes, outputs, diagnostics } = stack;
  if (isQuiet(stack)) return [];
  const state = reviewSentence({ totals, stacks: [stack] });
  return [
    ...(isOneOfMany ? [paint("bold", `── ${makeVisible(name)}: ${state}`)] : []),
    ...(stack.onlyUpdatesState ? [UPDATES_STATE] : []),
    ...diagnostics.map((one) => diagnosticLines(one, paint, { places: placesBesideSummary(one) }).join("\n")),
    ...changes.map((change) => changeLines(change, paint).join("\n")),
    ...driftBesideChanges(stack).map((one) => driftLines(one, paint).join("\n")),
    ...outputs.map((one) => outputLines(one, paint).join("\n")),
  ];
}
