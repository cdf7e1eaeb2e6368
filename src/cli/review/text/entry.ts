import { makeVisible } from "../../../page/visible-text";
import { groupBy } from "../../shared/lists";
import type { Entry } from "../model/entries";
import type { ObjectIdentity } from "../model/review";
import { countOf, memberNote, wordsOfEntry } from "../wording/entries";
import { type Fact, kindOf } from "../wording/objects";
import { attributeLines } from "./attribute";
import { diagnosticLines } from "./message";
import { COLOURS, type Paint } from "./paint";

/** Returns the lines of an entry. If the review has several stacks, they name the stacks of the objects. */
export function entryLines(entry: Entry, isOneOfMany: boolean, paint: Paint): string[] {
  const { change, members } = entry;
  const words = wordsOfEntry(entry);
  const { isGroup, verb, lineCount, owner, rest } = words;
  const title = isGroup ? ` ${paint("bold", makeVisible(countOf(entry)))}` : titleOf(change, paint);
  const where = inStack(isOneOfMany && !isGroup ? members[0].stack.name : null);
  return [
    `${paint(COLOURS[change.action], verb.toUpperCase())}${title}${where}${lineCount && `  ${lineCount}`}`,
    ...sourceLines(words),
    ...words.facts.map((fact) => factLine(fact, paint)),
    ...words.edit.flatMap((attribute) => attributeLines(attribute, { action: "update" }, paint)),
    ...entry.attributes.flatMap((attribute) => attributeLines(attribute, owner, paint)),
    ...(rest === null ? [] : [paint("dim", `  ${rest}`)]),
    ...words.warnings.flatMap((one) => diagnosticLines(one, paint).map((line) => `  ${line}`)),
    ...(isGroup ? memberLines(entry, isOneOfMany, paint) : []),
  ];
}

function sourceLines({ source }: ReturnType<typeof wordsOfEntry>): string[] {
  if (source === null) return [];
  const { place, construct } = source;
  const parts = [place, construct === null ? null : `construct ${construct}`].filter((one) => one !== null);
  return [`  Source: ${parts.map(makeVisible).join(", ")}`];
}

function memberLines({ members }: Entry, isOneOfMany: boolean, paint: Paint): string[] {
  return Array.from(
    groupBy(members, ({ stack }) => stack),
    ([{ name }, own]) => [
      `  Objects${inStack(isOneOfMany ? name : null)}:`,
      ...own.map((member) => {
        const { change } = member;
        const note = memberNote(member);
        return `    ${identityOf(change, paint)}${note === null ? "" : `, ${makeVisible(note)}`}`;
      }),
    ],
  ).flat();
}

/** Returns a sentence with its texts, in one line. */
export function factLine({ words, quoted, isLoud }: Fact, paint: Paint): string {
  const text = quoted.length > 0 ? `${words} ${quoted.map(makeVisible).join(", ")}.` : words;
  return isLoud ? paint("red", `  ${text}`) : `  ${text}`;
}

/** Returns the words that name a stack; none for the only one. */
export function inStack(name: string | null): string {
  return name === null ? "" : ` in ${makeVisible(name)}`;
}

/** Returns kind, name, address and id of an object, after a blank. */
export function titleOf(object: ObjectIdentity, paint: Paint): string {
  return ` ${makeVisible(kindOf(object))}${object.name === null ? " " : ""} ${identityOf(object, paint)}`;
}

function identityOf({ name, id, address }: ObjectIdentity, paint: Paint): string {
  const named = name === null ? "" : `${paint("bold", makeVisible(JSON.stringify(name)))}  `;
  return `${named}${makeVisible(address)}${id === null ? "" : ` (${makeVisible(id)})`}`;
}
