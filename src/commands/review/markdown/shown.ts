import { APPROVED } from "../../../approval";
import { kindOfType } from "../../../objects/kinds";
import { shownDiff } from "../../../render/diff/display";
import type { DiffLine, TextDiff } from "../../../render/diff/rows";
import { makeVisible } from "../../../render/visible-text";
import { documentOf } from "../document";
import { attributesOf } from "../document/attributes";
import { memberNote, objectText } from "../document/facts";
import { textOf } from "../model/likeness";
import { entriesOf } from "../model/groups";
import { type Member, placeOf } from "../model/pairs";
import type { ApprovalException, ObjectChange, Review } from "../model/review";
import { codeSpan } from "./code";
import { attributeLine, factLine, memberLine, objectLine } from "./pieces";

export interface Printed {
  readonly text: string;
  /** What Markdown, which may leave things out, prints about each of `groups`. Other formats print everything. */
  readonly entries?: readonly string[];
}

type Hidden = Omit<ApprovalException, "approved">;

/** Returns the changes that no document shows whole, and those of a sensitive text, which no document can show. */
export function hiddenIn(review: Review, documents: readonly Printed[]): Hidden[] {
  const { stacks, pairs } = review;
  const parts = documents.flatMap(({ entries }) => (entries === undefined ? [] : [entries]));
  const shown = parts.length < documents.length ? undefined : shownIn(review, parts);
  const firsts = new Map(pairs.map(({ first, second }) => [placeOf(second), placeOf(first)]));
  return stacks.flatMap(({ changes }, stack) =>
    changes.flatMap((one, change): Hidden[] => {
      const place = placeOf({ stack, change });
      if (isSensitive(one)) return [{ stack, change, why: "sensitive" }];
      const isShown = shown === undefined || shown.has(firsts.get(place) ?? place);
      return isShown ? [] : [{ stack, change, why: "not shown" }];
    }),
  );
}

function isSensitive({ type, attributes }: ObjectChange): boolean {
  const kind = kindOfType(type);
  const covered: readonly string[] = kind === undefined ? [] : APPROVED[kind];
  return attributes.some(
    ({ path, before, after }) =>
      covered.includes(path) && (before.kind === "sensitive" || after.kind === "sensitive"),
  );
}

function shownIn(review: Review, comments: readonly (readonly string[])[]): Set<string> {
  const shown = new Set<string>();
  const { entries } = documentOf(review);
  for (const [index, { members }] of entriesOf(review).entries()) {
    const { facts } = entries[index]!;
    const printed = comments.map((comment) => read(comment[index]!));
    const whole = printed.filter(({ text }) => facts.every((fact) => text.includes(factLine(fact))));
    for (const member of members) {
      const object = objectText(member.change, memberNote(member));
      const named = members.length === 1 ? objectLine(object) : memberLine(object);
      if (whole.some((comment) => shows(comment, member, named))) shown.add(placeOf(member.at));
    }
  }
  return shown;
}

interface Shown {
  readonly text: string;
  /** A name can look like the name of another object, but not as a whole span. */
  readonly spans: ReadonlySet<string>;
  /** The removed and added lines of all diffs, in order. */
  readonly lines: readonly Line[];
}

interface Line {
  readonly sign: string;
  readonly text: string;
  /** What is between the signs of a difference within the line. */
  readonly marked: string;
}

type Wanted = Omit<Line, "marked"> & Partial<Line>;

function read(text: string): Shown {
  // Within a diff, each line begins with a sign or a blank, and so ends no fence.
  const diffs = Array.from(text.matchAll(/^(`{3,})diff\n([^]*?)\n\1$/gm), ([, , lines]) => lines!);
  // A wrapped line goes on after its sign and an arrow.
  const lines = diffs.flatMap((diff) => diff.replace(/\n[-+] {3}↪ /g, "").split("\n"));
  return {
    text,
    spans: new Set(text.match(/(?<!`)(`+)(?!`)[^]*?[^`]\1(?!`)/g)),
    lines: lines.flatMap((line) => {
      if (!/^[-+] /.test(line)) return [];
      const marked = Array.from(line.matchAll(/⟦([^⟧]*)⟧/g), ([, part]) => part);
      return [{ sign: line[0]!, text: bare(line.slice(2)), marked: bare(marked.join("")) }];
    }),
  };
}

/** Returns a text without blanks, and without the signs that a comment adds or draws in place of invisible characters. */
function bare(text: string): string {
  return makeVisible(text).replace(/⟨U\+[0-9A-F]{4,6}⟩|[\s⟦⟧·→\p{Default_Ignorable_Code_Point}]/gu, "");
}

/** Reports whether a comment names an object by these words, and shows all that changes in it. */
function shows({ text, spans, lines }: Shown, member: Member, named: string): boolean {
  const { change, attributes, pairedBy } = member;
  if (!text.includes(named) || !spans.has(codeSpan(change.address))) return false;
  let next = 0;
  return attributesOf(change, attributes, pairedBy === null ? change.action : "update").every((attribute) => {
    if (attribute.diff === null) return text.includes(`- ${attributeLine(attribute)}\n`);
    return changedLines(attribute.diff).every((wanted) => {
      while (next < lines.length && !isLine(lines[next]!, wanted)) next += 1;
      next += 1;
      return next <= lines.length;
    });
  });
}

/** Returns the lines that a diff has to show. Of a line that both texts have in part, only `marked` must be there. */
function changedLines(diff: TextDiff): Wanted[] {
  const whole = (sign: string, line: DiffLine) => ({ sign, text: bare(textOf(line)) });
  const part = (sign: string, line: DiffLine) => {
    const marked = line.spans.map(({ text, marked }) => (marked ? text : "")).join("");
    return { ...whole(sign, line), marked: bare(marked) };
  };
  return shownDiff(diff).rows.flatMap((row): Wanted[] => {
    if (row.kind === "removed") return [whole("-", row.before)];
    if (row.kind === "added") return [whole("+", row.after)];
    return row.kind === "changed" ? [part("-", row.before), part("+", row.after)] : [];
  });
}

function isLine(line: Line, { sign, text, marked }: Wanted): boolean {
  return line.sign === sign && (line.text === text || line.marked === marked);
}
