import { shellWord } from "../../../provider/wording/subject";
import { keptBy } from "../model/object-changes";
import { isOfDeposed, isOwnType, withoutKeys } from "../model/objects";
import type { Entry, Member } from "../model/groups";
import type { ObjectChange } from "../model/review";
import { fact, type Fact, verbOf } from "./objects";

/** Returns what an entry does to its objects, such as `update`, `delete and create` or `move`. */
export function verbOfEntry({ change, pairedBy }: Entry): string {
  if (pairedBy === null) return verbOf(change);
  return pairedBy === "id"
    ? verbOf({ ...change, importId: null, previousAddress: change.address })
    : "delete and create";
}

/** Returns the facts about a pair: where its second change is, and the line that keeps the object. */
export function pairFacts({ members, pairedBy }: Entry): Fact[] {
  const [{ change, stack, partner }] = members;
  if (partner === null) return [];
  const isOne = members.length === 1;
  const where = partner.stack === stack ? "" : ` in ${partner.stack.name}`;
  if (pairedBy === "id") {
    const words = "The object moves: it leaves the state in its old place, and stays at the server.";
    return [
      fact(words),
      ...(isOne ? [fact("It moves here from", [`${partner.change.address}${where}`])] : []),
    ];
  }
  const same = `It looks like a rename, because the new object has the same ${pairedBy}.`;
  return [
    fact(isOne ? same : same.replace("It looks", "Each looks")),
    ...(isOne ? [fact("The new object is", [`${partner.change.address}${where}`])] : []),
    ...(isOne ? linesFor({ change, stack, partner }) : [fact(KEEP_ALL, [], true)]),
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
  const removed = removedLine(address);
  const words = "To keep the object, add to the old stack, beside other removed blocks:";
  if (id === null) return [fact(words, [removed], true)];
  return [
    fact(words, [removed], true),
    fact("And add to the new construct:", [importLine(id)], true),
    fact("In HCL, write a removed block in the old stack, and an import block in the new one."),
  ];
}

/** Returns how to keep the objects of a delete that is no pair, as a rename says it; none for any other change. */
export function keepFacts({ change, members, pairedBy }: Entry): Fact[] {
  const by = pairedBy === null && isOwnType(change.type) && !isOfDeposed(change) ? keptBy(change) : null;
  if (by === null) return [];
  const isOne = members.length === 1;
  const address = isOne ? change.address : "ADDRESS";
  const keep = isOne
    ? "To keep the object and end its management"
    : "To keep the objects and end their management";
  if (by === "command") {
    const command = `terraform state rm ${shellWord(address)}`;
    return [fact(`${keep}, run in the folder of the stack before the apply:`, [command])];
  }
  const from = withoutKeys(address);
  const place = isOne ? "beside other removed blocks" : "with an entry for each";
  return [
    fact(`${keep}, add to the stack, ${place}:`, [removedLine(from)]),
    fact("In HCL, write a removed block:", [`from = ${from}`, "lifecycle { destroy = false }"]),
  ];
}

function removedLine(address: string): string {
  return `addOverride("removed", [{ from: ${JSON.stringify(address)}, lifecycle: { destroy: false } }])`;
}

/** Returns what the list of a group says about one pair; null for any other change. */
export function pairNote({ change, stack, partner }: Member): string | null {
  if (partner === null) return null;
  const isHere = partner.stack === stack;
  const other = `${partner.change.address}${isHere ? "" : ` in ${partner.stack.name}`}`;
  if (change.importId !== null) return `from ${other}`;
  if (isHere) return `new: ${other}, ${moveLine(change)}`;
  return `new: ${other}, ${change.id === null ? "" : `${importLine(change.id)}, and `}removed here`;
}

function moveLine({ address }: ObjectChange): string {
  return `moveFromId(${JSON.stringify(address)})`;
}

function importLine(id: string): string {
  return `importFrom(${JSON.stringify(id)})`;
}
