import { count, sentence } from "../../../util/text";
import { driftWords, isDangerous } from "../model/object-changes";
import {
  HARMLESS,
  type Group,
  type ObjectChange,
  type ObjectDrift,
  type OutputChange,
  type Preview,
  type Review,
  type StackReview,
  type Totals,
} from "../model/review";
import type { Entry } from "../model/groups";
import { type Texts, withoutObject } from "../model/likeness";
import { previewOf } from "../model/previews";
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
  type MessageText,
  type ObjectText,
  objectText,
  pairFacts,
  variableFacts,
  verbOf,
  visibleName,
} from "./facts";

export type Kind = keyof Totals | "outlier" | "acknowledged" | "finding";

export interface EntryText {
  readonly kinds: readonly Kind[];
  readonly verb: string;
  /** For example `snippet`, or `59 snippets`; empty for an output. */
  readonly kind: string;
  readonly name: string | null;
  /** Sorted by stack and address; empty for an output. */
  readonly objects: readonly ObjectText[];
  readonly stacks: readonly string[];
  readonly lineCount: string;
  /** Shown beside the title of a closed entry, such as `pending` or what a change loses. */
  readonly marks: readonly Fact[];
  readonly facts: readonly Fact[];
  readonly attributes: readonly AttributeText[];
  readonly warnings: readonly Texts[];
  /** What other programs have found. */
  readonly findings: readonly MessageText[];
  readonly preview: Preview | null;
  readonly section: string;
  readonly isAnnounced: boolean;
  readonly isMinor: boolean;
}

export function titleOf({ name, objects }: EntryText): string | null {
  return name ?? (objects.length === 1 ? objects[0]!.address : null);
}

export function entryText(
  entry: Entry,
  isOneOfMany: boolean,
  findings: readonly MessageText[],
  samples: Review["samples"],
): EntryText {
  const { change, members, danger, lines, pairedBy, attributes } = entry;
  const isGroup = members.length > 1;
  const stacks = isOneOfMany ? [...new Set(members.map(({ stack }) => stack.name))] : [];
  const isAnnounced = isDangerous(change) || danger === "overwrite";
  // Times, import ids and former addresses differ within a group, so the list of objects shows them.
  const shared = isGroup ? { ...change, updatedAt: null, importId: null, previousAddress: null } : change;
  return {
    kinds: [...kindsOf(entry), ...(findings.length > 0 ? (["finding"] as const) : [])],
    verb: verbOf(entry),
    kind: isGroup ? countOf(entry) : kindOf(change),
    name: members.every((one) => one.change.name === change.name) ? visibleName(change) : null,
    objects: members.map((one) => ({
      ...objectText(one.change),
      note: isGroup ? memberNote(one) : null,
      where: stacks.length > 1 ? one.stack.name : null,
    })),
    stacks,
    lineCount: lineWords(lines),
    marks: marksOf(entry),
    facts: [
      ...sourceFacts(entry),
      ...originFacts(change),
      ...pairFacts(entry),
      ...differences(entry),
      ...factsOf(shared),
      ...variableFacts(change.variables),
      ...keepFacts(entry),
    ],
    // A pair has old and new values, so a pair is shown like an update.
    attributes: attributesOf(change, attributes, pairedBy === null ? change.action : "update"),
    // The preview of a change covers only its half of a pair.
    preview: pairedBy === null ? change.preview : previewOf(change, samples),
    warnings: isGroup ? change.warnings.map((one) => withoutObject(one, change)) : change.warnings,
    findings,
    section: `${danger === "kept" ? "Imports and moves" : "Changes"}${SECTIONS[change.origin ?? "none"]}`,
    isAnnounced,
    isMinor: HARMLESS.has(danger) || (change.origin === "base" && !isAnnounced),
  };
}

const SECTIONS = {
  none: "",
  branch: " of this branch",
  unknown: " that are not compared",
  base: " that were pending before",
} as const;

const PLAIN = {
  lineCount: "",
  marks: [],
  warnings: [],
  findings: [],
  preview: null,
  isAnnounced: false,
  isMinor: true,
} as const;

export function driftText(drift: ObjectDrift, stacks: readonly string[]): EntryText {
  const { action, attributes, variables } = drift;
  return {
    ...PLAIN,
    ...{ verb: "drift", kind: kindOf(drift), name: visibleName(drift), objects: [objectText(drift)], stacks },
    kinds: ["drift"],
    section: "Drift",
    facts: [fact(sentence(driftWords(drift)), [], action === "delete"), ...variableFacts(variables)],
    attributes: attributes.map((one) => attributeText(one, action)),
  };
}

export function outputText({ name, action, attributes }: OutputChange, stacks: readonly string[]): EntryText {
  return {
    ...PLAIN,
    ...{ verb: `${action} output`, kind: "", name, objects: [], stacks },
    kinds: ["output"],
    section: "Outputs",
    facts: [],
    attributes: attributes.map((one) => attributeText(one, action)),
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
  const { action, origin, forcedBy, lostEdit, adopts, variables } = change;
  const vanish = action === "update" || action === "replace" ? (variables?.vanish ?? []) : [];
  const marks = [
    isLoss(change) && fact(consequenceOf(change)!),
    lostEdit !== null && fact("loses an edit made outside of Terraform"),
    adopts && fact("overwrites an existing object"),
    vanish.length > 0 && fact("loses", vanish.map(braced)),
    forcedBy.length > 0 && fact("forced by", forcedBy),
    origin === "base" && fact("pending"),
    origin === "unknown" && fact("not compared"),
    danger === "outlier" && fact("unlike the others"),
  ];
  return marks.filter((mark) => mark !== false);
}

function lineWords({ added, removed }: Group["lines"]): string {
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(" ");
}

/** Returns the place in the code that all objects of an entry share, and the construct of a single object. */
function sourceFacts({ members }: Entry): Fact[] {
  const sources = members.map(({ change, partner }) => change.source ?? partner?.change.source);
  const [place, ...others] = new Set(sources.map((one) => one?.file && `${one.file}:${one.line}`));
  const { url = null, constructPath = null } = sources[0] ?? {};
  return [
    ...(place && others.length === 0 ? [{ ...fact("Source:", [place]), url }] : []),
    ...(constructPath !== null && members.length === 1 ? [fact("Construct:", [constructPath])] : []),
  ];
}

function originFacts({ origin }: ObjectChange): Fact[] {
  if (origin === "base") return [fact("It was pending before this branch.")];
  return origin === "unknown" ? [fact("It is not compared with the base.")] : [];
}

/** Returns the first words of every format, such as `This plan deletes 2 objects`; empty without dangers. */
export function dangersOf(entries: readonly Entry[], stacks: readonly StackReview[]): string {
  const objects = (isWanted: (change: ObjectChange) => boolean) =>
    entries.filter(({ change }) => isWanted(change)).reduce((sum, { members }) => sum + members.length, 0);
  const deleted = objects(({ action }) => action === "delete");
  const replaced = objects((change) => change.action === "replace" && isDangerous(change));
  const overwritten = objects(({ adopts }) => adopts);
  const lost = objects(({ lostEdit }) => lostEdit !== null);
  const notShown = stacks.reduce((sum, { deletesNotShown }) => sum + deletesNotShown, 0);
  const parts = [
    deleted > 0 && `deletes ${count(deleted, "object")}`,
    replaced > 0 && `replaces ${count(replaced, "object")}`,
    overwritten > 0 && `overwrites ${count(overwritten, "existing object")}`,
    lost > 0 && `loses edits made outside of Terraform in ${count(lost, "object")}`,
    notShown > 0 && `has ${count(notShown, "delete")} that this review cannot show`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `This plan ${parts.join(", ")}`;
}
