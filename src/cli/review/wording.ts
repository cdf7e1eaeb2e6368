import type {
  Action,
  AttributeChange,
  ObjectChange,
  ObjectDrift,
  ObjectIdentity,
  Review,
  TextDiff,
  TextSize,
  Totals,
  VariableChange,
} from "./model";
import { isNothingToDo } from "./totals";
import { wordsFor } from "./value-text";

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

const DONE_TO_OBJECTS = ["delete", "replace", "forget", "update", "create", "import", "move"] as const;

export function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}

/** Of plans that were read and not made. */
export const NO_ENGINE_WARNINGS =
  "A saved plan does not hold the engine's warnings, except those of failed checks; prompts were checked again.";

export function lacksEngineWarnings({ stacks }: Pick<Review, "stacks">): boolean {
  return stacks.some(({ hasEngineWarnings }) => !hasEngineWarnings);
}

/** Of a stack whose plan does nothing else. */
export const ONLY_STATE = "only the state";
export const UPDATES_STATE = "Applying this plan only updates the state.";

/** `1 of 3 plans failed, 1 to delete, 2 changed outside, 1 warning`; `no changes` where that is so. */
export function reviewSentence({ totals, stacks }: Pick<Review, "totals" | "stacks">): string {
  const failed = stacks.filter(({ planned }) => !planned).length;
  const parts = partsOf(totals, stacks);
  if (failed === 0) return [...(stacks.every(isNothingToDo) ? ["no changes"] : []), ...parts].join(", ");
  return [
    stacks.length === 1 ? "the plan failed" : `${failed} of ${stacks.length} plans failed`,
    ...parts,
  ].join(", ");
}

function partsOf(totals: Totals, stacks: Review["stacks"]): string[] {
  const parts = DONE_TO_OBJECTS.filter((name) => totals[name] > 0).map(
    (name) => `${totals[name]} to ${name}`,
  );
  if (totals.output > 0) parts.push(`${count(totals.output, "output")} to change`);
  const states = stacks.filter(({ onlyUpdatesState }) => onlyUpdatesState).length;
  if (states > 0)
    parts.push(`${ONLY_STATE}${stacks.length === 1 ? "" : ` of ${count(states, "stack")}`} to update`);
  const notShown = stacks.reduce((sum, stack) => sum + stack.notShown, 0);
  if (notShown > 0) parts.push(`${notShown} not shown`);
  if (totals.drift > 0) parts.push(`${totals.drift} changed outside`);
  if (totals.warning > 0) parts.push(count(totals.warning, "warning"));
  if (totals.error > 0) parts.push(count(totals.error, "error"));
  return parts;
}

/** What stands above a diff. Where only the old lines are known, it says that new ones will follow. */
export function captionOf({ after }: AttributeChange, diff: TextDiff): string {
  return `${sizesOf(diff)}${after.kind === "unknown" ? ` → ${wordsFor(after)}` : ""}`;
}

/** `516 → 499 characters, 12 → 12 lines` */
function sizesOf({ before, after }: TextDiff): string {
  const both = (part: keyof TextSize, unit: string) => {
    const sides = new Set([before, after].flatMap((size) => (size === null ? [] : [size[part]])));
    return `${[...sides].join(" → ")} ${[...sides].at(-1) === 1 ? unit : `${unit}s`}`;
  };
  return `${both("characters", "character")}, ${both("lines", "line")}${lineBreakOf(before, after)}`;
}

/** Says that the text gains or loses the line break at its end, which a diff line by line hardly shows. */
function lineBreakOf(before: TextSize | null, after: TextSize | null): string {
  const isCompared = [before, after].every((size) => size !== null && size.characters > 0);
  if (!isCompared || before!.endsWithLineBreak === after!.endsWithLineBreak) return "";
  return after!.endsWithLineBreak ? ", with a line break at the end" : ", without a line break at the end";
}

/** Marks the last line of a text that ends without a line break, where the other text ends with one. */
export const NO_LINE_BREAK = "no line break at the end";

/** What an attribute belongs to; an output has no variables. */
export interface AttributeOwner {
  readonly action: Action;
  readonly variables?: VariableChange | null;
}

/** After the sizes of a prompt; `write` makes a placeholder safe for the format. */
export function variableWords({ appear, vanish }: VariableChange, write: (text: string) => string): string {
  const list = (words: string, variables: readonly string[]) =>
    variables.length === 0
      ? ""
      : `; ${words} ${variables.map((variable) => write(`{${variable}}`)).join(", ")}`;
  return list("new variables", appear) + list("variables gone", vanish);
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

/** Words as a sentence of their own. */
export function sentence(words: string): string {
  return `${capitalized(words)}.`;
}

export function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Of an object that is not as Terraform last knew it, or not there. */
export const CHANGED_OUTSIDE = "it was changed outside of Terraform since the last apply";
export const DELETED_OUTSIDE = "it was deleted outside of Terraform";

/** The type, without the provider's name where it is ours. */
export function kindOf({ type }: Pick<ObjectIdentity, "type">): string {
  return type.replace(/^outreach_/, "");
}

/** `delete`, `move and update`; `import` where nothing else is done. */
export function verbOf({ action, importId, takesOver, previousAddress }: ObjectChange): string {
  const verbs = [
    ...(importId === null ? [] : ["import"]),
    ...(previousAddress === null ? [] : ["move"]),
    ...(action === "none" ? [] : [action === "create" && takesOver ? "take over" : action]),
  ];
  return verbs.join(" and ");
}

export function driftVerb({ action }: ObjectDrift): string {
  return action === "delete" ? "deleted outside" : "changed outside";
}

/** Whether the name shows anything. */
export function isNamed({ name }: ObjectIdentity): boolean {
  return name !== null && name.trim() !== "";
}

/** What an object is called: its name where that shows anything, else the address. */
export function nameOf(object: ObjectIdentity): string {
  return isNamed(object) ? object.name! : object.address;
}

/** The same in a line of its own. */
export function titleOf(object: ObjectIdentity): string {
  const characters = Array.from(nameOf(object));
  return characters.length <= LONGEST_TITLE
    ? characters.join("")
    : `${characters.slice(0, LONGEST_TITLE).join("")}…`;
}
