import { count, sentence, shortened } from "../../../util/text";
import { lossOf, shellWord } from "../../../provider/wording/subject";
import { keptBy } from "../model/object-changes";
import { isOfDeposed, isOwnType, withoutKeys } from "../model/objects";
import { editLinesOf, type Entry } from "../model/groups";
import type { Texts } from "../model/likeness";
import type { Member } from "../model/pairs";
import type { ObjectChange, ObjectIdentity, VariableChange } from "../model/review";
import { saysLostEdit } from "../../../estate/engine/diagnostics";

/**
 * A sentence: `words`, followed by the texts `quoted`, which may contain anything. If `words` end with a
 * colon, formats print each text on its own line, without a full stop.
 */
export interface Fact {
  readonly words: string;
  readonly quoted: readonly string[];
  readonly isLoud: boolean;
  /** The encoded URL of the text at the code host; null without a link. */
  readonly url: string | null;
}

export function fact(words: string, quoted: readonly string[] = [], isLoud = false): Fact {
  return { words, quoted, isLoud, url: null };
}

export function endOf({ words }: Fact): "" | "." {
  return words.endsWith(":") ? "" : ".";
}

export const MAX_NAMED = 12;

export function firstOf(words: string, all: readonly string[], isLoud = false, most = MAX_NAMED): Fact {
  const first = all.length > most ? `, the first ${most} of ${all.length}` : "";
  return fact(`${words}${first}:`, all.slice(0, most), isLoud);
}

/** A message that concerns no planned change, or that several objects share. */
export interface MessageText extends Omit<Texts, "severity"> {
  readonly severity: Texts["severity"] | "acknowledged" | "finding";
  /** The stack and the object of each place that the message concerns. */
  readonly places: readonly (readonly string[])[];
}

export interface ObjectText {
  /** The name; null if the name is not visible, so that formats show the address. */
  readonly name: string | null;
  readonly address: string;
  readonly id: string | null;
  readonly note: string | null;
  readonly where: string | null;
}

export function objectText(object: ObjectIdentity): ObjectText {
  const { address, id } = object;
  return { name: visibleName(object), address, id, note: null, where: null };
}

export function visibleName({ name }: ObjectIdentity): string | null {
  return name === null || name.trim() === "" ? null : name;
}

export function namesOf(object: ObjectIdentity): string[] {
  const name = visibleName(object);
  return [...(name === null ? [] : [`${kindOf(object)} ${JSON.stringify(name)}`]), object.address];
}

export function kindOf({ type }: Pick<ObjectIdentity, "type">): string {
  return type.replace(/^outreach_/, "");
}

export function countOf({ members, change }: Pick<Entry, "members" | "change">): string {
  if (isOwnType(change.type)) return count(members.length, kindOf(change));
  return `${members.length} objects of type ${change.type}`;
}

export function verbOf({ change, pairedBy }: Pick<Entry, "change" | "pairedBy">): string {
  const { action, importId, adopts, previousAddress } = change;
  if (pairedBy === "name" || pairedBy === "prompt") return "delete and create";
  const verbs = [
    importId !== null && pairedBy === null && "import",
    (previousAddress !== null || pairedBy === "id") && "move",
    action === "create" && adopts ? "adopt" : action,
  ];
  return verbs.filter((verb) => verb !== false && verb !== "none").join(" and ");
}

export function consequenceOf({ associatedCount, action }: ObjectChange): string | null {
  if (associatedCount === null) return null;
  if (associatedCount === 0) return "no mailboxes are linked to it";
  return `${lossOf(associatedCount)}${action === "replace" ? ", and the new cluster starts with none" : ""}`;
}

export function isLoss({ associatedCount }: ObjectChange): boolean {
  return associatedCount !== null && associatedCount !== 0;
}

export function factsOf(change: ObjectChange): Fact[] {
  const { action, forcedBy, importId, previousAddress, adopts, knownAfterApply } = change;
  const { lostEdit, updatedAt, warnings } = change;
  const consequence = consequenceOf(change);
  const facts: Fact[] = [];
  const add = (...given: Parameters<typeof fact>) => facts.push(fact(...given));
  if (consequence !== null) add(sentence(consequence), [], isLoss(change));
  const time = updatedAt === null ? "" : ` The object was last updated at ${timeWords(updatedAt)}.`;
  // A warning of the provider may already say that the edit is lost.
  if (lostEdit !== null && !warnings.some(saysLostEdit))
    add(`An edit made outside of Terraform will be lost.${time}`, [], true);
  // Terraform shows an adoption as a create, so the review highlights it.
  if (adopts) add("It exists already and is adopted: the apply overwrites its content.", [], true);
  // With `existing_name = "adopt"`, `adopted` is unknown in the plan if the name is unknown.
  if (isOwnType(change.type) && knownAfterApply.includes("adopted")) add(MAY_ADOPT, [], true);
  if (forcedBy.length > 0) add("The replacement is forced by", forcedBy);
  if (change.forgetsOld) add("The old object is not destroyed: it leaves the state and stays at the server.");
  if (change.onlyUpdatesState) add("Nothing is sent to Outreach: the apply changes only the state.");
  if (action === "forget") add("It leaves the state and stays at the server.");
  if (change.reason !== null) add(change.reason);
  if (importId === "") add("Imported from an id that is sensitive or not known yet.");
  else if (importId !== null) add("Imported from the id", [importId]);
  if (previousAddress !== null) add("Moved here from", [previousAddress]);
  return facts;
}

const MAY_ADOPT =
  "Only the apply decides whether it is created, or whether a same-named object is adopted and overwritten.";

export function variableFacts(variables: VariableChange | null): Fact[] {
  const listed = (verb: string, names: readonly string[] = []) =>
    names.length === 0 ? [] : [fact(`The prompt ${verb}`, names.map(braced))];
  return [...listed("gains", variables?.appear), ...listed("loses", variables?.vanish)];
}

export function braced(variable: string): string {
  return `{${variable}}`;
}

export function pairFacts({ members, pairedBy }: Entry): Fact[] {
  const [member] = members;
  const { stack, partner } = member;
  if (partner === null) return [];
  const isOne = members.length === 1;
  const place = `${partner.change.address}${partner.stack === stack ? "" : ` in ${partner.stack.name}`}`;
  if (pairedBy === "id") {
    const words = "The object moves: it leaves the state in its old place, and stays at the server.";
    return [fact(words), ...(isOne ? [fact("It moves here from", [place])] : [])];
  }
  const looks = isOne ? "It looks" : "Each looks";
  return [
    fact(`${looks} like a rename, because the new object has the same ${pairedBy}.`),
    ...(isOne ? [fact("The new object is", [place]), ...linesFor(member)] : [fact(KEEP_ALL, [], true)]),
  ];
}

const KEEP_ALL = "To keep the objects, copy the line of each object in the list to its new construct.";

function linesFor({ change, stack, partner }: Member): Fact[] {
  const { address, id } = change;
  if (partner!.stack === stack)
    return [
      fact("To keep the object, add to the new construct:", [moveLine(change)], true),
      fact("In HCL, write a moved block:", [`from = ${address}`, `to = ${partner!.change.address}`]),
    ];
  return [
    fact("To keep the object, add to the old stack:", [removedLine(address)], true),
    ...(id === null
      ? []
      : [
          fact("And add to the new construct:", [importLine(id)], true),
          fact("In HCL, write a removed block in the old stack, and an import block in the new one."),
        ]),
  ];
}

/** Returns how to keep a deleted object that has no pair. For several objects, `ADDRESS` stands for each. */
export function keepFacts({ change, members, pairedBy }: Entry): Fact[] {
  const by = pairedBy === null && isOwnType(change.type) && !isOfDeposed(change) ? keptBy(change) : null;
  if (by === null) return [];
  const isOne = members.length === 1;
  const address = isOne ? change.address : "ADDRESS";
  const keep = `To keep ${isOne ? "the" : "each"} object and end its management`;
  if (by === "command") {
    const command = `terraform state rm ${shellWord(address)}`;
    return [fact(`${keep}, run in the folder of the stack before the apply:`, [command])];
  }
  const from = withoutKeys(address);
  return [
    fact(`${keep}, add to the stack${isOne ? "" : " a line for each"}:`, [removedLine(address)]),
    fact("In HCL, write a removed block:", [`from = ${from}`, "lifecycle { destroy = false }"]),
  ];
}

const [MAX_LINES, MAX_CHARACTERS] = [3, 200];

export function differences({ change, resembles }: Entry): Fact[] {
  if (resembles === null) return [];
  const [own, other] = [editLinesOf(change), editLinesOf(resembles.change)];
  const unlike = `Unlike the similar edit of ${count(resembles.members.length, "object")}`;
  const listed = (where: string, of: typeof own, from: typeof own): Fact[] => {
    const lines = Array.from(of).flatMap(([key, line]) =>
      from.has(key) ? [] : shortened(line, MAX_CHARACTERS),
    );
    return lines.length === 0 ? [] : [firstOf(`${unlike}, ${where}`, lines, true, MAX_LINES)];
  };
  const found = [...listed("only here", own, other), ...listed("not here", other, own)];
  return found.length > 0 ? found : [fact(`${unlike}, the same lines stand at another place.`, [], true)];
}

export function memberNote({ change, stack, partner }: Member): string | null {
  const { importId, previousAddress, id } = change;
  const other =
    partner && `${partner.change.address}${partner.stack === stack ? "" : ` in ${partner.stack.name}`}`;
  const moved = id === null ? "removed here" : `${importLine(id)}, and removed here`;
  const notes = [
    importId && `import id ${importId}`,
    previousAddress && `moved from ${previousAddress}`,
    other && importId !== null && `from ${other}`,
    other && importId === null && `new: ${other}, ${partner!.stack === stack ? moveLine(change) : moved}`,
  ];
  return notes.filter(Boolean).join(", ") || null;
}

function removedLine(address: string): string {
  return `removed(stack, ${JSON.stringify(withoutKeys(address))})`;
}

function moveLine({ address }: ObjectChange): string {
  return `moveFromId(${JSON.stringify(address)})`;
}

function importLine(id: string): string {
  return `importFrom(${JSON.stringify(id)})`;
}

export function timeWords(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2 UTC");
}
