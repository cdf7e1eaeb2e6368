import { onceForEach } from "../../../util/lists";
import { count } from "../../../util/text";
import {
  acknowledgedIn,
  entriesOf,
  type Entry,
  type Message,
  type MessageMember,
  messagesOf,
} from "../model/groups";
import { type Texts, withoutAddress } from "../model/likeness";
import type { ObjectIdentity, Review, StackReview, Totals } from "../model/review";
import { driftBesideChanges, isNothingToDo, isQuiet, TOTALS_IN_ORDER } from "../model/totals";
import { placesOf } from "../warnings";
import { driftText, type EntryText, entryText, lossTitle, outputText, titlesOf } from "./entries";
import { fact, type Fact, firstOf, namesOf, timeWords } from "./facts";
import {
  approvalFacts,
  baseFacts,
  counted,
  failureTitle,
  headlineOf,
  reviewWords,
  shortCommit,
} from "./summary";

/**
 * What the formats for people print of a review, in their order. Its words are safe in every format. All other texts
 * are as in the plan, even hostile texts: each format escapes them.
 */
export interface ReviewDocument {
  readonly headline: string;
  /** Whether there is nothing to show but the headline. */
  readonly isQuiet: boolean;
  readonly isCompared: boolean;
  readonly isApproval: boolean;
  /** The dangers of the plans, the worst first. */
  readonly titles: readonly string[];
  /** What clusters lose with their delete; empty for nothing. */
  readonly loss: string;
  readonly notes: readonly Fact[];
  readonly totals: readonly {
    readonly kind: keyof Totals;
    readonly number: number;
    readonly words: string;
  }[];
  readonly stacks: readonly StackText[];
  /** The title of the failures; empty without any. */
  readonly failureTitle: string;
  readonly failures: readonly FailureText[];
  readonly errors: readonly MessageText[];
  readonly entries: readonly EntryText[];
  readonly warnings: readonly MessageText[];
  readonly drift: readonly EntryText[];
  readonly outputs: readonly EntryText[];
  readonly acknowledged: readonly MessageText[];
  /** `entries` by their origin, for a page. */
  readonly sections: readonly { readonly title: string; readonly entries: readonly EntryText[] }[];
  /** What made the review, and from which commit; null if it is not known. */
  readonly maker: { readonly version: string; readonly commit: string | null };
}

interface StackText {
  readonly name: string;
  readonly words: string;
  readonly totals: Totals;
  /** A state that the totals do not show, such as `plan failed`; null for none. */
  readonly state: string | null;
  readonly isFailed: boolean;
  /** Which engine made the plan, and when; empty if neither is known. */
  readonly origin: string;
}

/** A stack whose plan failed, with its first error. */
interface FailureText {
  readonly stack: string;
  /** Index in `errors`; -1 without an error. */
  readonly error: number;
  readonly summary: string;
  /** Name and address of the object that failed; empty if the error is about none. */
  readonly object: readonly string[];
  readonly lack: Fact | null;
}

/** A message about none of the changes, or one that several objects share. */
export interface MessageText extends Omit<Texts, "severity"> {
  readonly kind: "error" | "warning" | "acknowledged";
  /** The stack and the object of each place. */
  readonly places: readonly (readonly string[])[];
}

const NO_ENGINE_WARNINGS =
  "A saved plan contains no warnings of the engine, except those about failed checks. The review checked the prompts itself.";

const UPDATES_STATE = "Applying this plan only updates the state.";

export function documentOf(review: Review): ReviewDocument {
  const { stacks, totals, base, approvalExceptions } = review;
  const isOneOfMany = stacks.length > 1;
  const each = <T>(of: (stack: StackReview) => readonly T[]) =>
    stacks.flatMap((stack) => of(stack).map((one) => [one, isOneOfMany ? stack.name : null] as const));
  const found = entriesOf(review);
  const entries = found.map((entry) => entryText(entry, isOneOfMany));
  const all = messagesOf(review);
  const messages = all.map((members) => messageText(members, isOneOfMany));
  const failed = stacks.filter(({ planned }) => !planned);
  return {
    headline: headlineOf(review),
    isQuiet: stacks.every(isQuiet),
    isCompared: base !== null,
    isApproval: approvalExceptions !== null,
    titles: titlesOf(found, stacks),
    loss: lossTitle(found),
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
    failureTitle: failed.length === 0 ? "" : failureTitle(stacks),
    failures: failed.map((stack) => failureText(stack, all, isOneOfMany)),
    errors: messages.filter(({ kind }) => kind === "error"),
    entries,
    warnings: messages.filter(({ kind }) => kind === "warning"),
    drift: each(driftBesideChanges).map((one) => driftText(...one)),
    outputs: each((stack) => stack.outputs).map((one) => outputText(...one)),
    acknowledged: acknowledgedIn(review).map(({ summary, reason, members }) => ({
      kind: "acknowledged",
      summary,
      detail: reason,
      places: members.map(({ stack, warning }) => [...(isOneOfMany ? [stack.name] : []), warning.address!]),
    })),
    sections: SECTIONS.map(([origin, isKept, title]) => {
      const isHere = ({ change, danger }: Entry) =>
        change.origin === origin && (danger === "kept") === isKept;
      return { title, entries: entries.filter((_, i) => isHere(found[i]!)) };
    }),
    maker: { version: review.generatorVersion, commit: review.commit && shortCommit(review.commit) },
  };
}

/** The titles of changes, and of imports and moves, by their origin. */
const SECTIONS = [
  [null, false, "Changes"],
  [null, true, "Imports and moves"],
  ["branch", false, "Changes of this branch"],
  ["branch", true, "Imports and moves of this branch"],
  ["unknown", false, "Changes that are not compared"],
  ["unknown", true, "Imports and moves that are not compared"],
  ["base", false, "Changes that were pending before"],
  ["base", true, "Imports and moves that were pending before"],
] as const;

function stackText(stack: StackReview): StackText {
  const { name, totals, planned, notReviewed, onlyUpdatesState, engine, engineVersion, plannedAt } = stack;
  const program = engineVersion === null ? [] : [`${engine ?? "engine"} ${engineVersion}`];
  const failure = notReviewed === null ? "not planned" : "plan failed";
  return {
    name,
    words: reviewWords({ totals, stacks: [stack] }),
    totals,
    state: !planned
      ? failure
      : onlyUpdatesState
        ? "only the state"
        : isNothingToDo(stack)
          ? "no changes"
          : null,
    isFailed: !planned,
    origin: [...program, ...(plannedAt === null ? [] : [timeWords(plannedAt)])].join(", "),
  };
}

function failureText(stack: StackReview, messages: readonly Message[], isOneOfMany: boolean): FailureText {
  const error = stack.diagnostics.find(({ severity }) => severity === "error");
  // Errors are the first messages.
  const index = messages.findIndex((members) => members.some((one) => one.diagnostic === error));
  const address = error?.address ?? null;
  const places = address === null ? [] : placesOfMember({ stack, diagnostic: error! }, false);
  return {
    stack: stack.name,
    error: index,
    summary: error?.summary ?? "",
    object: places.slice(0, places.indexOf(address!) + 1),
    lack: lackOf(stack, isOneOfMany),
  };
}

/** Returns what the review lacks of a failed stack; null if the plan failed before it had any object. */
function lackOf({ name, notReviewed }: StackReview, isOneOfMany: boolean): Fact | null {
  if (notReviewed === null) return null;
  const { length } = notReviewed;
  if (length === 0)
    return fact(
      `The plan failed, but covers every object${isOneOfMany ? " of" : "."}`,
      isOneOfMany ? [name] : [],
    );
  const [are, why] =
    length === 1
      ? ["1 object is", "it failed or depends"]
      : [`${length} objects are`, "they failed or depend"];
  const names = notReviewed.map((one) => `${namesOf(one).join(" ")}${isOneOfMany ? ` in ${name}` : ""}`);
  return firstOf(`The plan stopped, so ${are} not reviewed, because ${why} on what failed`, names);
}

/** Returns a message without its object if the message is about several, with the places of each. */
function messageText(members: Message, isOneOfMany: boolean): MessageText {
  const [{ diagnostic }, ...others] = members;
  const { severity, summary, detail } = others.length === 0 ? diagnostic : withoutAddress(diagnostic);
  return {
    ...{ kind: severity, summary, detail },
    places: members.map((member) => placesOfMember(member, isOneOfMany)),
  };
}

/** Returns where a member of a message is: its stack if the review has several, its object, and its places. */
function placesOfMember({ stack, diagnostic }: MessageMember, isOneOfMany: boolean): string[] {
  const object = objectsOf(stack).get(diagnostic.address ?? "");
  const places = placesOf(diagnostic);
  const named = object === undefined ? places : [...namesOf(object), ...places.slice(1)];
  return [...(isOneOfMany ? [stack.name] : []), ...named];
}

/** Returns the objects of a stack by address. Without this index, thousands of messages take minutes. */
const objectsOf = onceForEach(({ changes, notReviewed }: StackReview) => {
  const all: readonly ObjectIdentity[] = [...changes, ...(notReviewed ?? [])];
  return new Map(all.map((one) => [one.address, one]));
});

/** Returns the places of a message that is about one, if its summary lacks them. Others are listed below it. */
export function besideOf({ summary, places }: MessageText): readonly string[] {
  return places.length === 1 ? places[0]!.filter((place) => !summary.includes(place)) : [];
}

/** Returns a title such as `2 acknowledged warnings`. */
export function acknowledgedTitle({ acknowledged }: Pick<ReviewDocument, "acknowledged">): string {
  return count(acknowledged.flatMap(({ places }) => places).length, "acknowledged warning");
}
