import { makeVisible } from "../../../page/visible-text";
import type { Entry } from "../model/entries";
import type { ObjectIdentity } from "../model/review";
import { inStack } from "../wording/contents";
import { countOf, type EntryWords, memberNote, sharedNameOf, wordsOfEntry } from "../wording/entries";
import { endOf, type Fact, kindOf } from "../wording/objects";
import { attributeLines } from "./attribute";
import { diagnosticLines } from "./message";
import { COLOURS, type Paint } from "./paint";

/** Returns the lines of an entry. If the review has several stacks, they name the stacks of the objects. */
export function entryLines(entry: Entry, isOneOfMany: boolean, paint: Paint): string[] {
  const { change } = entry;
  const words = wordsOfEntry(entry, isOneOfMany);
  const { isGroup, verb, lineCount, owner, rest } = words;
  const title = isGroup ? groupTitle(entry, paint) : titleOf(change, paint);
  const where = inStack(words.where, makeVisible);
  return [
    `${paint(COLOURS[change.action], verb.toUpperCase())}${title}${where}${lineCount && `  ${lineCount}`}`,
    ...sourceLines(words),
    ...words.facts.map((fact) => factLine(fact, paint)),
    ...words.edit.flatMap((attribute) => attributeLines(attribute, { action: "update" }, paint)),
    ...entry.attributes.flatMap((attribute) => attributeLines(attribute, owner, paint)),
    ...(rest === null ? [] : [paint("dim", `  ${rest}`)]),
    ...words.warnings.flatMap((one) => diagnosticLines(one, paint).map((line) => `  ${line}`)),
    ...words.lists.flatMap((one) => memberLines(one, paint)),
  ];
}

function sourceLines({ source }: EntryWords): string[] {
  if (source === null) return [];
  const { place, construct } = source;
  const parts = [place, construct === null ? null : `construct ${construct}`].filter((one) => one !== null);
  return [`  Source: ${parts.map(makeVisible).join(", ")}`];
}

function memberLines({ where, own }: EntryWords["lists"][number], paint: Paint): string[] {
  const members = own.map((member) => {
    const note = memberNote(member);
    return `    ${identityOf(member.change, paint)}${note === null ? "" : `, ${makeVisible(note)}`}`;
  });
  return [`  Objects${inStack(where, makeVisible)}:`, ...members];
}

/** Returns a sentence with its texts: in one line, or several texts after a colon as one line each. */
export function factLine(one: Fact, paint: Paint): string {
  const { words, quoted, isLoud } = one;
  const texts = quoted.map(makeVisible);
  const list =
    endOf(one) === "" && texts.length > 1
      ? texts.map((text) => `\n    ${text}`).join("")
      : ` ${texts.join(", ")}`;
  const text = texts.length > 0 ? `${words}${list}${endOf(one)}` : words;
  return isLoud ? paint("red", `  ${text}`) : `  ${text}`;
}

function groupTitle(entry: Entry, paint: Paint): string {
  const name = sharedNameOf(entry);
  const named = name === null ? "" : ` ${JSON.stringify(name)}`;
  return ` ${paint("bold", makeVisible(`${countOf(entry)}${named}`))}`;
}

/** Returns kind, name, address and id of an object, after a blank. */
export function titleOf(object: ObjectIdentity, paint: Paint): string {
  return ` ${makeVisible(kindOf(object))}${object.name === null ? " " : ""} ${identityOf(object, paint)}`;
}

function identityOf({ name, id, address }: ObjectIdentity, paint: Paint): string {
  const named = name === null ? "" : `${paint("bold", makeVisible(JSON.stringify(name)))}  `;
  return `${named}${makeVisible(address)}${id === null ? "" : ` (${makeVisible(id)})`}`;
}
