import type {
  Action,
  AttributeChange,
  ObjectChange,
  ObjectDrift,
  ObjectIdentity,
  TextDiff,
  TextSize,
  Totals,
  Value,
} from "./model";
import { isNothingToDo } from "./totals";

/** Headings of the groups of changes, in the order of the model. */
export const ACTION_HEADINGS: Readonly<Record<Action, string>> = {
  delete: "Delete",
  replace: "Replace",
  forget: "Leave the state and stay at the server",
  update: "Update",
  create: "Create",
  none: "Only import or move",
};

const LONGEST_TITLE = 120;

const COUNTED = [
  ["delete", "to delete"],
  ["replace", "to replace"],
  ["forget", "to forget"],
  ["update", "to update"],
  ["create", "to create"],
  ["import", "to import"],
  ["move", "to move"],
] as const;

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `1 to delete, 3 to update, 2 drifted, 1 warning`; `no changes` where that is so. */
export function totalsSentence(totals: Totals): string {
  const parts = COUNTED.filter(([name]) => totals[name] > 0).map(
    ([name, words]) => `${totals[name]} ${words}`,
  );
  if (totals.output > 0) parts.push(`${count(totals.output, "output")} to change`);
  if (isNothingToDo({ totals })) parts.push("no changes");
  if (totals.drift > 0) parts.push(`${totals.drift} changed outside`);
  if (totals.warning > 0) parts.push(count(totals.warning, "warning"));
  if (totals.error > 0) parts.push(count(totals.error, "error"));
  return parts.join(", ");
}

/** `516 → 499 characters, 12 → 12 lines` */
export function sizesOf({ before, after }: TextDiff): string {
  const both = (part: keyof TextSize, unit: string) => {
    const sides = new Set([before, after].flatMap((size) => (size === null ? [] : [size[part]])));
    return `${[...sides].join(" → ")} ${[...sides].at(-1) === 1 ? unit : `${unit}s`}`;
  };
  return `${both("characters", "character")}, ${both("lines", "line")}`;
}

/** What is said of a value instead of showing it. */
export function wordsFor(value: Value): string | undefined {
  switch (value.kind) {
    case "absent":
      return "none";
    case "unknown":
      return "known after apply";
    case "sensitive":
      return "(sensitive value)";
    case "value":
      return undefined;
  }
}

/** One line; a text stands for itself, so that a reader sees no quotes that are not there. */
export function valueText(value: Value): string {
  if (value.kind !== "value") return wordsFor(value)!;
  return typeof value.value === "string" ? value.value : JSON.stringify(value.value);
}

/** A value that comes or goes with its object stands alone, and so does one that nobody may see. */
export function shownSides({ before, after }: AttributeChange, action: Action): Value[] {
  if (before.kind === "absent") return [after];
  if (action === "delete") return [before];
  return before.kind === "sensitive" && after.kind === "sensitive" ? [after] : [before, after];
}

/** What is worth a line of its own: the name of an object that comes or goes stands in its title. */
export function listedAttributes({ action, attributes, name }: ObjectChange): readonly AttributeChange[] {
  if (action !== "create" && action !== "delete") return attributes;
  return attributes.filter(({ path }) => path !== "name" || name === null);
}

/** How many values the provider will choose for a new object. For others that is noise. */
export function filledIn({ action, knownAfterApply }: ObjectChange): string | null {
  if (knownAfterApply.length === 0 || (action !== "create" && action !== "replace")) return null;
  return `${count(knownAfterApply.length, "more attribute")} known after apply`;
}

/** What the loss of a cluster means, or a replacement of any object; null where there is nothing to add. */
export function consequenceOf({ associatedCount, action }: ObjectChange): string | null {
  if (associatedCount === null) return null;
  if (associatedCount === 0) return "no mailboxes are linked to it";
  const lost = count(
    associatedCount,
    "linked mailbox or other resource",
    "linked mailboxes and other resources",
  );
  const verb = associatedCount === 1 ? "loses its" : "lose their";
  return `${lost} ${verb} cluster${action === "replace" ? ", and the new cluster starts with none" : ""}`;
}

/** The type, without the provider's name where it is ours. */
export function kindOf({ type }: Pick<ObjectIdentity, "type">): string {
  return type.replace(/^outreach_/, "");
}

/** `delete`, `update and move`; `import` where nothing else is done. */
export function verbOf({ action, importId, previousAddress }: ObjectChange): string {
  const verbs = [
    ...(importId === null ? [] : ["import"]),
    ...(previousAddress === null ? [] : ["move"]),
    ...(action === "none" ? [] : [action]),
  ];
  return verbs.join(" and ");
}

export function driftVerb({ action }: ObjectDrift): string {
  return action === "delete" ? "deleted outside" : "changed outside";
}

/** What an object is called in a line of its own. */
export function titleOf({ name, address }: ObjectIdentity): string {
  const characters = Array.from(name ?? address);
  return characters.length <= LONGEST_TITLE
    ? characters.join("")
    : `${characters.slice(0, LONGEST_TITLE).join("")}…`;
}
