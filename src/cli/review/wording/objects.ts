import { count, sentence } from "../../shared/text";
import { isOwnType } from "../model/declared-attributes";
import type { Action, AttributeChange, ObjectChange, ObjectDrift, ObjectIdentity } from "../model/review";
import { consequenceOf, isLoss } from "./dangers";

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

/** What is said of a change beside its attributes: a sentence, or the start of one that ends with what is quoted. */
export interface Fact {
  readonly words: string;
  readonly quoted: readonly string[];
  /** Bad news. */
  readonly isLoud: boolean;
}

/** The same in every format. */
export function factsOf(change: ObjectChange): Fact[] {
  const { action, forcedBy, importId, previousAddress, reason, takesOver } = change;
  const consequence = consequenceOf(change);
  return [
    ...(consequence === null ? [] : [{ ...fact(sentence(consequence)), isLoud: isLoss(change) }]),
    ...(takesOver ? [{ ...fact(TAKES_OVER), isLoud: true }] : []),
    ...(mayTakeOver(change) ? [{ ...fact(MAY_TAKE_OVER), isLoud: true }] : []),
    ...(forcedBy.length === 0 ? [] : [fact("The replacement is forced by", forcedBy)]),
    ...(action === "replace" ? [fact(replacementWords(change))] : []),
    ...(action === "forget" ? [fact("It leaves the state and stays at the server.")] : []),
    ...(reason === null ? [] : [fact(reason)]),
    ...(importId === null ? [] : [importFact(importId)]),
    ...(previousAddress === null ? [] : [fact("Moved here from", [previousAddress])]),
  ];
}

function fact(words: string, quoted: readonly string[] = []): Fact {
  return { words, quoted, isLoud: false };
}

/** What Terraform calls a create, and is none. */
const TAKES_OVER = "It exists already and is taken over: what it holds is overwritten with this.";

/** The provider leaves it open where `existing_name = "adopt"` meets a name that the plan does not know. */
function mayTakeOver({ type, knownAfterApply }: ObjectChange): boolean {
  return isOwnType(type) && knownAfterApply.includes("adopted");
}

const MAY_TAKE_OVER =
  "Only the apply decides whether it is created, or an object of its name taken over and overwritten.";

/** What becomes of the old object. */
function replacementWords({ createsBeforeDestroy, forgetsOld }: ObjectChange): string {
  if (forgetsOld) return "The old object is not destroyed: it leaves the state and stays at the server.";
  return createsBeforeDestroy
    ? "The new object is created before the old one is deleted."
    : "The old object is deleted before the new one is created.";
}

function importFact(id: string): Fact {
  return id === ""
    ? fact("Imported from an id that is not known yet or sensitive.")
    : fact("Imported from the id", [id]);
}
