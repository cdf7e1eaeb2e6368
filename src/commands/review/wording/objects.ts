import { count, sentence } from "../../../util/text";
import { saysLostEdit } from "../../../estate/engine/diagnostics";
import { withoutDrift } from "../model/object-changes";
import { isOwnType } from "../model/objects";
import type { ObjectChange, ObjectIdentity } from "../model/review";
import { consequenceOf, isLoss } from "./dangers";
import { timeWords } from "./summary";

const MAX_TITLE_LENGTH = 120;

/** Largest number of objects, places or changes that a list names. */
export const MAX_NAMED = 12;

/** Returns words such as `3 more attributes known after apply` for a new object; null if there are none. */
export function filledIn({ action, knownAfterApply }: ObjectChange): string | null {
  if (knownAfterApply.length === 0 || (action !== "create" && action !== "replace")) return null;
  return `${count(knownAfterApply.length, "more attribute")} known after apply`;
}

/** Returns the type without the prefix of our provider. */
export function kindOf({ type }: Pick<ObjectIdentity, "type">): string {
  return type.replace(/^outreach_/, "");
}

/** Returns words such as `delete` or `move and update`; only `import` if nothing else is done. */
export function verbOf({ action, importId, adopts, previousAddress }: ObjectChange): string {
  const verbs = [
    importId === null ? null : "import",
    previousAddress === null ? null : "move",
    action === "create" && adopts ? "adopt" : action,
  ];
  return verbs.filter((verb) => verb !== null && verb !== "none").join(" and ");
}

/** Reports whether the name is visible. */
export function isNamed({ name }: ObjectIdentity): boolean {
  return name !== null && name.trim() !== "";
}

/** Returns the name of an object if it is visible, else the address. */
export function nameOf(object: ObjectIdentity): string {
  return isNamed(object) ? object.name! : object.address;
}

/** Returns words such as `snippet "Opener"` if the name is visible, then the address. */
export function namesOf(object: ObjectIdentity): string[] {
  const { name, address } = object;
  return [...(isNamed(object) ? [`${kindOf(object)} ${JSON.stringify(name)}`] : []), address];
}

/** Returns the name or address, cut after 120 characters. */
export function titleOf(object: ObjectIdentity): string {
  return cut(nameOf(object), MAX_TITLE_LENGTH);
}

/** Returns a text of at most `most` characters, with `…` in place of the rest. */
export function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}

/**
 * A sentence about a change. `words` is the whole sentence, or its start if `quoted` has texts to append. After a
 * colon, the texts are lines that end as they do, so formats add no full stop.
 */
export interface Fact {
  readonly words: string;
  readonly quoted: readonly string[];
  readonly isLoud: boolean;
}

/** Returns what ends a sentence after its quoted texts. */
export function endOf({ words }: Fact): "" | "." {
  return words.endsWith(":") ? "" : ".";
}

export function fact(words: string, quoted: readonly string[] = [], isLoud = false): Fact {
  return { words, quoted, isLoud };
}

/**
 * Returns the facts about a change. If the top of the page shows the effect on mailboxes and that an edit is lost, the
 * facts do not repeat it. A lost edit is one sentence: that of the provider's warning, if there is one.
 */
export function factsOf(change: ObjectChange, isAnnounced: boolean): Fact[] {
  const { action, type, forcedBy, importId, previousAddress, adopts, knownAfterApply } = change;
  const { lostEdit, updatedAt, warnings } = change;
  const consequence = isAnnounced ? null : consequenceOf(change);
  const facts: Fact[] = [];
  const add = (...given: Parameters<typeof fact>) => facts.push(fact(...given));
  if (consequence !== null) add(sentence(consequence), [], isLoss(change));
  const time = updatedAt === null ? "" : ` The object was last updated at ${timeWords(updatedAt)}.`;
  if (lostEdit !== null && !isAnnounced && !warnings.some(saysLostEdit))
    add(`An edit made outside of Terraform will be lost.${time}`, [], true);
  // Terraform shows an adoption as a create, so this fact is highlighted.
  if (adopts) add("It exists already and is adopted: the apply overwrites its content.", [], true);
  // With `existing_name = "adopt"`, the provider leaves `adopted` unknown if the name is not known yet.
  if (isOwnType(type) && knownAfterApply.includes("adopted")) add(MAY_ADOPT, [], true);
  if (forcedBy.length > 0) add("The replacement is forced by", forcedBy);
  if (action === "replace") add(replacementWords(change));
  if (change.onlyUpdatesState) add("Nothing is sent to Outreach: the apply changes only the state.");
  if (action === "forget") add("It leaves the state and stays at the server.");
  const reason = lostEdit === null ? change.reason : withoutDrift(change);
  if (reason !== null) add(reason);
  if (importId === "") add("Imported from an id that is sensitive or not known yet.");
  else if (importId !== null) add("Imported from the id", [importId]);
  if (previousAddress !== null) add("Moved here from", [previousAddress]);
  return facts;
}

const MAY_ADOPT =
  "Only the apply decides whether it is created, or whether a same-named object is adopted and overwritten.";

function replacementWords({ createsBeforeDestroy, forgetsOld }: ObjectChange): string {
  if (forgetsOld) return "The old object is not destroyed: it leaves the state and stays at the server.";
  return createsBeforeDestroy
    ? "The new object is created before the old one is deleted."
    : "The old object is deleted before the new one is created.";
}
