import { groupBy } from "../../../util/lists";
import { capitalized, count, sentence } from "../../../util/text";
import { driftWords, isDangerous } from "../model/object-changes";
import {
  type Danger,
  HARMLESS,
  type Group,
  type ObjectChange,
  type ObjectDrift,
  type OutputChange,
  type Source,
  type StackReview,
  type Totals,
} from "../model/review";
import type { Entry } from "../model/groups";
import { type Texts, withoutObject } from "../model/likeness";
import { attributesOf, attributeText, type AttributeText } from "./attributes";
import {
  braced,
  consequenceOf,
  countOf,
  differences,
  fact,
  type Fact,
  factsOf,
  isLoss,
  keepFacts,
  kindOf,
  memberNote,
  type ObjectText,
  objectText,
  pairFacts,
  variableFacts,
  verbOf,
} from "./facts";

/** The kind of an entry, by which a reader can filter. */
export type Kind = keyof Totals | "outlier" | "acknowledged";

export interface EntryText {
  /** The first kind decides the colour. */
  readonly kinds: readonly Kind[];
  readonly verb: string;
  /** Such as `snippet`, or `59 snippets`; empty for an output. */
  readonly kind: string;
  /** The visible name of the object or output, or the name that all objects share; null if there is none. */
  readonly name: string | null;
  /** The only object; null for several and for an output. */
  readonly object: ObjectText | null;
  /** The stack of the only object or of the output; null in a review of one stack. */
  readonly where: string | null;
  /** Several objects, by stack; `where` is null in a review of one stack. */
  readonly lists: readonly { readonly where: string | null; readonly own: readonly ObjectText[] }[];
  readonly lineCount: string;
  /** What a reader of the title must know, such as `pending`. */
  readonly marks: readonly Fact[];
  readonly source: SourceText | null;
  readonly facts: readonly Fact[];
  readonly attributes: readonly AttributeText[];
  /** Without their object if there are several. */
  readonly warnings: readonly Texts[];
  /** What objects lose besides themselves, in few words. */
  readonly losses: readonly Fact[];
  readonly section: string;
  readonly isAnnounced: boolean;
  /** Whether a reader has to unfold it: never, in a long review, or always. */
  readonly folds: "never" | "in a long review" | "always";
  /** Less important entries are shortened first. */
  readonly importance: number;
}

interface SourceText {
  /** Such as `prompts/opener.md:12`; null if it is in the code of a construct. */
  readonly place: string | null;
  /** The address of the place at the code host. */
  readonly url: string | null;
  readonly construct: string | null;
}

/** A group shows more in as many lines as one object. */
const IMPORTANCE: Readonly<Record<Danger, number>> = {
  delete: 7,
  overwrite: 6.8,
  replace: 6.6,
  forget: 5.9,
  variables: 5.8,
  warning: 5.6,
  outlier: 5.4,
  group: 5,
  single: 4,
  kept: 2,
};

/** By how much a change that was pending before this branch is less important, unless the top announces it. */
const PENDING = 2;

export function entryText(entry: Entry, isOneOfMany: boolean): EntryText {
  const { change, members, danger, lines, pairedBy, attributes } = entry;
  const [first, ...others] = members;
  const isGroup = others.length > 0;
  const whereOf = ({ name }: StackReview) => (isOneOfMany ? name : null);
  const isAnnounced = isDangerous(change) || danger === "overwrite";
  const isPending = change.origin === "base" && !isAnnounced;
  // Times, import ids and former addresses differ from object to object: the list of the objects shows them.
  const shared = isGroup ? { ...change, updatedAt: null, importId: null, previousAddress: null } : change;
  const object = objectText(change);
  return {
    kinds: kindsOf(entry),
    verb: verbOf(entry),
    kind: isGroup ? countOf(entry) : kindOf(change),
    name: members.every((one) => one.change.name === change.name) ? object.name : null,
    object: isGroup ? null : object,
    where: isGroup ? null : whereOf(first.stack),
    lists: Array.from(
      groupBy(isGroup ? members : [], ({ stack }) => stack),
      ([stack, own]) => ({
        where: whereOf(stack),
        own: own.map((member) => objectText(member.change, memberNote(member))),
      }),
    ),
    lineCount: lineWords(lines),
    marks: marksOf(entry),
    source: sourceOf(entry),
    facts: [
      ...originFacts(change),
      ...pairFacts(entry),
      ...differences(entry),
      ...factsOf(shared),
      ...variableFacts(change.variables),
      ...keepFacts(entry),
    ],
    // The attributes of a pair have two sides.
    attributes: attributesOf(change, attributes, pairedBy === null ? change.action : "update", isGroup),
    warnings: isGroup ? change.warnings.map((one) => withoutObject(one, change)) : change.warnings,
    losses: lossesOf(change),
    section: `${danger === "kept" ? "Imports and moves" : "Changes"}${SECTIONS[change.origin ?? "none"]}`,
    isAnnounced,
    folds: isPending ? "always" : HARMLESS.has(danger) ? "in a long review" : "never",
    importance: IMPORTANCE[danger] - (change.action === "create" ? 0.5 : 0) - (isPending ? PENDING : 0),
  };
}

const SECTIONS = {
  none: "",
  branch: " of this branch",
  unknown: " that are not compared",
  base: " that were pending before",
} as const;

/** What drift and outputs have not. */
const PLAIN = {
  lists: [],
  lineCount: "",
  marks: [],
  source: null,
  warnings: [],
  losses: [],
  isAnnounced: false,
  folds: "in a long review",
} as const;

export function driftText(drift: ObjectDrift, where: string | null): EntryText {
  const { action, attributes, variables } = drift;
  const object = objectText(drift);
  return {
    ...PLAIN,
    ...{ verb: "drift", kind: kindOf(drift), name: object.name, object, where },
    kinds: ["drift"],
    section: "Drift",
    facts: [fact(sentence(driftWords(drift)), [], action === "delete"), ...variableFacts(variables)],
    attributes: attributes.map((one) => attributeText(one, action)),
    importance: 1,
  };
}

export function outputText({ name, action, attributes }: OutputChange, where: string | null): EntryText {
  return {
    ...PLAIN,
    ...{ verb: `${action} output`, kind: "", name, object: null, where },
    kinds: ["output"],
    section: "Outputs",
    facts: [],
    attributes: attributes.map((one) => attributeText(one, action)),
    importance: 1.5,
  };
}

function kindsOf({ change, danger, pairedBy }: Entry): Kind[] {
  const kinds: (Kind | false)[] = [
    change.action !== "none" && change.action,
    change.importId !== null && "import",
    (pairedBy === "name" || pairedBy === "prompt") && "create",
    (pairedBy === "id" || change.previousAddress !== null) && "move",
    (change.undoesDrift || change.lostEdit !== null) && "drift",
    change.warnings.length > 0 && "warning",
    danger === "outlier" && "outlier",
  ];
  return kinds.filter((kind) => kind !== false);
}

function marksOf({ change, danger }: Entry): Fact[] {
  const { origin, forcedBy } = change;
  return [
    ...(forcedBy.length > 0 ? [fact("forced by", forcedBy)] : []),
    ...(origin === "base" ? [fact("pending")] : origin === "unknown" ? [fact("not compared")] : []),
    ...(danger === "outlier" ? [fact("unlike the others")] : []),
  ];
}

function lineWords({ added, removed }: Group["lines"]): string {
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(" ");
}

/** Returns the place that all objects of an entry share, and the construct of a single object; null if it is not known. */
function sourceOf({ members }: Entry): SourceText | null {
  const [first, ...others] = members.map(
    ({ change, partner }) => change.source ?? partner?.change.source ?? null,
  );
  if (first === undefined || first === null) return null;
  const place = placeOf(first);
  if (others.some((other) => placeOf(other) !== place)) return null;
  const construct = others.length === 0 ? first.constructPath : null;
  return place === null && construct === null ? null : { place, url: first.url, construct };
}

function placeOf(source: Source | null): string | null {
  return source === null || source.file === null ? null : `${source.file}:${source.line}`;
}

function originFacts({ origin }: ObjectChange): Fact[] {
  if (origin === "base") return [fact("It was pending before this branch.")];
  return origin === "unknown" ? [fact("It is not compared with the base.")] : [];
}

function lossesOf(change: ObjectChange): Fact[] {
  const { action, lostEdit, adopts, variables } = change;
  const vanish = action === "update" || action === "replace" ? (variables?.vanish ?? []) : [];
  return [
    ...(isLoss(change) ? [fact(consequenceOf(change)!, [], true)] : []),
    ...(lostEdit !== null ? [fact("an edit made outside of Terraform", [], true)] : []),
    ...(adopts ? [fact("the content of an existing object", [], true)] : []),
    ...(vanish.length > 0 ? [fact("", vanish.map(braced))] : []),
  ];
}

/** Returns what every format announces, such as `This plan deletes 2 objects`, the most dangerous first. */
export function titlesOf(entries: readonly Entry[], stacks: readonly StackReview[]): string[] {
  const objects = (isWanted: (change: ObjectChange) => boolean) =>
    entries.filter(({ change }) => isWanted(change)).reduce((sum, { members }) => sum + members.length, 0);
  const deleted = objects(({ action }) => action === "delete");
  const replaced = objects((change) => change.action === "replace" && isDangerous(change));
  const overwritten = objects(({ adopts }) => adopts);
  const parts = [
    deleted > 0 && `deletes ${count(deleted, "object")}`,
    replaced > 0 && `replaces ${deleted > 0 ? replaced : count(replaced, "object")}`,
    overwritten > 0 && `overwrites ${count(overwritten, "existing object")}`,
  ].filter((part) => part !== false);
  const done = [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "");
  const lost = objects(({ lostEdit }) => lostEdit !== null);
  const notShown = stacks.reduce((sum, { deletesNotShown }) => sum + deletesNotShown, 0);
  return [
    parts.length > 0 && `This plan ${done.join(" and ")}`,
    lost > 0 && `Edits made outside of Terraform will be lost in ${count(lost, "object")}`,
    notShown > 0 && `The plan has ${count(notShown, "delete")} that this review cannot show`,
  ].filter((title) => title !== false);
}

/** Returns the first loss of mailboxes, and how many clusters are lost beside it; empty for none. */
export function lossTitle(entries: readonly Entry[]): string {
  const [loss, ...more] = entries.flatMap(({ change }) => (isLoss(change) ? consequenceOf(change)! : []));
  if (loss === undefined) return "";
  return capitalized(more.length > 0 ? `${loss}, and ${count(more.length, "other cluster")} in use` : loss);
}
