import { onceForEach } from "../../../util/lists";
import { count } from "../../../util/text";
import { acknowledgedIn, entriesOf, type Message, messagesOf } from "../model/groups";
import { withoutAddress } from "../model/likeness";
import type { ObjectIdentity, Review, StackReview } from "../model/review";
import { driftBesideChanges, isNothingToDo, TOTALS_IN_ORDER } from "../model/totals";
import { placesOf } from "../warnings";
import { dangersOf, driftText, entryText, outputText } from "./entries";
import { fact, type Fact, firstOf, type MessageText, namesOf, timeWords } from "./facts";
import { findingsBeside, otherFindings } from "./findings";
import { approvalFacts, baseFacts, counted, headlineOf, reviewWords, shortCommit } from "./summary";

const NO_ENGINE_WARNINGS =
  "A saved plan contains no warnings of the engine, except those about failed checks. The review checked the prompts itself.";

const UPDATES_STATE = "Applying this plan only updates the state.";

export type ReviewDocument = ReturnType<typeof documentOf>;

/**
 * The review's own words are safe in every format. All other texts are as in the plan and may be hostile, so
 * each format escapes them.
 */
export function documentOf(review: Review) {
  const { stacks, totals, base, approvalExceptions, generatorVersion, commit, samples } = review;
  const isOneOfMany = stacks.length > 1;
  const each = <T>(of: (stack: StackReview) => readonly T[]) =>
    stacks.flatMap((stack) => of(stack).map((one) => [one, isOneOfMany ? [stack.name] : []] as const));
  const entries = entriesOf(review);
  const messages = messagesOf(review).map((members) => messageText(members, isOneOfMany));
  return {
    headline: headlineOf(review),
    isCompared: base !== null,
    isApproval: approvalExceptions !== null,
    /** The most dangerous effects of the plans; empty if no effect is dangerous. */
    title: dangersOf(entries, stacks),
    notes: [
      ...approvalFacts(review),
      ...baseFacts(review),
      ...(stacks.some(({ hasEngineWarnings }) => !hasEngineWarnings) ? [fact(NO_ENGINE_WARNINGS)] : []),
      ...(!isOneOfMany && stacks[0]?.onlyUpdatesState === true ? [fact(UPDATES_STATE)] : []),
    ],
    totals: TOTALS_IN_ORDER.filter((kind) => totals[kind] > 0).map((kind) => {
      return { kind, number: totals[kind], words: counted(kind, totals[kind]) };
    }),
    stacks: stacks.map(stackText),
    errors: messages.filter(({ severity }) => severity === "error"),
    lacks: stacks.flatMap((stack) => lackOf(stack, isOneOfMany) ?? []),
    entries: entries.map((entry) => entryText(entry, isOneOfMany, findingsBeside(review, entry), samples)),
    samples,
    warnings: messages.filter(({ severity }) => severity === "warning"),
    findings: otherFindings(review),
    drift: each(driftBesideChanges).map((one) => driftText(...one)),
    outputs: each((stack) => stack.outputs).map((one) => outputText(...one)),
    acknowledged: acknowledgedIn(review).map(({ summary, reason, members }): MessageText => {
      const places = members.map(({ stack, warning }) => [
        ...(isOneOfMany ? [stack.name] : []),
        warning.address!,
      ]);
      return { severity: "acknowledged", summary, detail: reason, places };
    }),
    maker: { version: generatorVersion, commit: commit && shortCommit(commit) },
  };
}

function stackText(stack: StackReview) {
  const { name, totals, planned, notReviewed, onlyUpdatesState, engine, engineVersion, plannedAt } = stack;
  const program = engineVersion === null ? [] : [`${engine ?? "engine"} ${engineVersion}`];
  const failure = notReviewed === null ? "not planned" : "plan failed";
  const success = onlyUpdatesState ? "only the state" : isNothingToDo(stack) ? "no changes" : null;
  return {
    ...{ name, totals, isFailed: !planned },
    words: reviewWords({ totals, stacks: [stack] }),
    /**
     * Label beside the stack's name, such as `plan failed` or `no changes`; null if the totals say enough.
     */
    state: planned ? success : failure,
    origin: [...program, ...(plannedAt === null ? [] : [timeWords(plannedAt)])].join(", "),
  };
}

function lackOf({ name, planned, notReviewed }: StackReview, isOneOfMany: boolean): Fact | null {
  if (planned || notReviewed === null || notReviewed.length === 0) return null;
  const names = notReviewed.map((one) => `${namesOf(one).join(" ")}${isOneOfMany ? ` in ${name}` : ""}`);
  const number = count(names.length, "object");
  return firstOf(`The plan stopped at an error, so this review lacks ${number}`, names);
}

function messageText(members: Message, isOneOfMany: boolean): MessageText {
  const { diagnostic } = members[0]!;
  const { severity, summary, detail } = members.length === 1 ? diagnostic : withoutAddress(diagnostic);
  return {
    ...{ severity, summary, detail },
    places: members.flatMap(({ stack, diagnostic: one }) => {
      const object = objectsOf(stack).get(one.address ?? "");
      const places = placesOf(one);
      const named = object === undefined ? places : [...namesOf(object), ...places.slice(1)];
      const place = [...(isOneOfMany ? [stack.name] : []), ...named];
      return place.length === 0 ? [] : [place];
    }),
  };
}

/** Thousands of messages look for objects by address, which would take minutes without an index. */
const objectsOf = onceForEach(({ changes, notReviewed }: StackReview) => {
  const all: readonly ObjectIdentity[] = [...changes, ...(notReviewed ?? [])];
  return new Map(all.map((one) => [one.address, one]));
});

export function acknowledgedTitle({ acknowledged }: Pick<ReviewDocument, "acknowledged">): string {
  return count(acknowledged.flatMap(({ places }) => places).length, "acknowledged warning");
}
