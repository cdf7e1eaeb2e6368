import { type Context, segmentsOf } from "../../../render/diff/display";
import { groupBy } from "../../../util/lists";
import { count } from "../../../util/text";
import { editLinesOf, type Entry, type Member } from "../model/groups";
import { isOwnType } from "../model/objects";
import { textOf, type Texts, withoutObject } from "../model/likeness";
import type { Action, AttributeChange, LineCount, ObjectChange, Source, StackReview } from "../model/review";
import { originFacts } from "./base";
import { keepFacts, pairFacts, pairNote, verbOfEntry } from "./pairs";
import { cut, fact, type Fact, factsOf, filledIn, isNamed, kindOf, titleOf } from "./objects";

/** Returns what every format shows of an entry. `isAnnounced`: the top of the page shows the effect on mailboxes. */
export function wordsOfEntry(entry: Entry, isOneOfMany: boolean, isAnnounced = false) {
  const { change, members, lines, pairedBy } = entry;
  const isGroup = members.length > 1;
  const whereOf = ({ name }: StackReview) => (isOneOfMany ? name : null);
  // The attributes of a pair have two sides.
  const action: Action = pairedBy === null ? change.action : "update";
  // Times, import ids and former addresses differ from object to object: the list of the objects shows them.
  const shared = isGroup ? { ...change, updatedAt: null, importId: null, previousAddress: null } : change;
  return {
    isGroup,
    verb: verbOfEntry(entry),
    lineCount: lineWords(lines),
    source: sourceOf(entry),
    facts: [
      ...originFacts(change),
      ...pairFacts(entry),
      ...differences(entry),
      ...factsOf(shared, isAnnounced),
      ...keepFacts(entry),
    ],
    /** Without their object if there are several. */
    warnings: isGroup ? change.warnings.map((one): Texts => withoutObject(one, change)) : change.warnings,
    edit: lostEditOf(change),
    owner: { ...change, action, isShared: isGroup },
    rest: filledIn(change),
    /** The name of the stack of a single object, if the review has several. */
    where: isGroup ? null : whereOf(members[0].stack),
    /** The objects of a group, by stack. */
    lists: Array.from(
      groupBy(isGroup ? members : [], ({ stack }) => stack),
      ([stack, own]) => ({ where: whereOf(stack), own }),
    ),
  };
}

export type EntryWords = ReturnType<typeof wordsOfEntry>;

/** Returns the number of objects of a group, such as `59 snippets`. */
export function countOf({ members, change }: Pick<Entry, "members" | "change">): string {
  if (isOwnType(change.type)) return count(members.length, kindOf(change));
  return `${members.length} objects of type ${change.type}`;
}

/** Returns the name that all objects of a group share; null for a single object, and for several names. */
export function sharedNameOf({ members, change }: Pick<Entry, "members" | "change">): string | null {
  const isShared = members.length > 1 && isNamed(change);
  return isShared && members.every((member) => member.change.name === change.name) ? titleOf(change) : null;
}

/** Returns the number without a type of another provider, which may be any text: for words that no format escapes. */
function plainCountOf(entry: Pick<Entry, "members" | "change">): string {
  const { members, change } = entry;
  return isOwnType(change.type) ? countOf(entry) : count(members.length, "object");
}

/** Returns added and removed lines, such as `+3 −2`; the empty text if there are none. */
export function lineWords({ added, removed }: LineCount): string {
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(" ");
}

/** Returns what the list of a group says about one of its objects; null for nothing. */
export function memberNote(member: Member): string | null {
  const { importId, previousAddress } = member.change;
  const notes = [
    importId && `import id ${importId}`,
    previousAddress && `moved from ${previousAddress}`,
    pairNote(member),
  ];
  return notes.filter(Boolean).join(", ") || null;
}

/**
 * Returns the place that all objects of an entry share: such as `prompts/opener.md:12`, or null if it is in the code of
 * a construct; its address at the code host; and the construct of a single object. Null if the place is not known.
 */
function sourceOf({ members }: Entry) {
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

/** Largest number of lines that are quoted, and of characters of each. */
const [MAX_LINES, MAX_CHARACTERS] = [3, 200];

/** How much of a quoted line is shown around its changed words. */
const QUOTED: Context = { lines: 0, edge: 20, changedEdge: 60, least: 20 };

/** Returns a line of an edit with its sign. Of a long line, the changed words come first. */
function quotedLine(line: string, { attributes }: ObjectChange): string {
  const [sign, text] = [line.slice(0, 2), line.slice(2)];
  for (const row of attributes.flatMap(({ diff }) => diff?.rows ?? [])) {
    if (row.kind === "same") continue;
    const side = sign === "+ " ? row.kind !== "removed" && row.after : row.kind !== "added" && row.before;
    if (side === false || textOf(side) !== text) continue;
    const segments = segmentsOf(side, row, QUOTED);
    return cut(sign + segments.map((segment) => segment.text).join(""), MAX_CHARACTERS);
  }
  return cut(line, MAX_CHARACTERS);
}

/** Returns the lines of an edit that the similar edit of more objects lacks, and the reverse; none for other entries. */
export function differences({ change, resembles }: Entry): Fact[] {
  if (resembles === null) return [];
  const [own, other] = [editLinesOf(change), editLinesOf(resembles.change)];
  const unlike = `Unlike the similar edit of ${plainCountOf(resembles)}`;
  const listed = (where: string, lines: readonly string[], of: ObjectChange): Fact[] => {
    if (lines.length === 0) return [];
    const first = lines.length > MAX_LINES ? ` (the first ${MAX_LINES} of ${lines.length} lines)` : "";
    const quoted = lines.slice(0, MAX_LINES).map((line) => quotedLine(line, of));
    return [fact(`${unlike}, ${where}${first}:`, quoted, true)];
  };
  const linesIn = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
    Array.from(a).flatMap(([key, line]) => (b.has(key) ? [] : line));
  const found = [
    ...listed("only here", linesIn(own, other), change),
    ...listed("not here", linesIn(other, own), resembles.change),
  ];
  return found.length > 0 ? found : [fact(`${unlike}, the same lines stand at another place.`, [], true)];
}

/**
 * Returns the edit that a change loses, under paths such as `prompt, as edited`. Returns none if the change only undoes
 * the edit, because it shows the same difference then.
 */
export function lostEditOf({ lostEdit, undoesDrift }: ObjectChange): AttributeChange[] {
  if (lostEdit === null || undoesDrift) return [];
  return lostEdit.map((attribute) => ({ ...attribute, path: `${attribute.path}, as edited` }));
}
