import { APPROVED } from "../../../approval";
import { kindOfType } from "../../../objects/kinds";
import { escapeMarkup } from "../../../page/markup";
import { makeVisible } from "../../../page/visible-text";
import { shownDiff } from "../../diff/display";
import type { DiffLine, TextDiff } from "../../diff/rows";
import { codeSpan } from "./escape";
import { entriesOf, type Member } from "../model/entries";
import { placeOf } from "../model/pairs";
import { type Placed, placedIn } from "../model/placed";
import type { ApprovalException, ObjectChange, Review } from "../model/review";
import { shownSides, valueText } from "../wording/attributes";
import { lostEditOf, wordsOfEntry } from "../wording/entries";
import { isNamed } from "../wording/objects";

/** A printed review. */
export interface Document {
  readonly text: string;
  /** What Markdown, which may leave things out, prints about each of `groups`. Other formats print everything. */
  readonly entries?: readonly string[];
}

type Hidden = Omit<ApprovalException, "approved">;

/** Returns the changes that no document shows whole, and those of a sensitive text, which no document can show. */
export function hiddenIn(review: Review, documents: readonly Document[]): Hidden[] {
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

/** Reports whether a text that an approval covers is sensitive. */
function isSensitive({ type, attributes }: ObjectChange): boolean {
  const kind = kindOfType(type);
  const covered: readonly string[] = kind === undefined ? [] : APPROVED[kind];
  return attributes.some(
    ({ path, before, after }) =>
      covered.includes(path) && (before.kind === "sensitive" || after.kind === "sensitive"),
  );
}

/** Returns the places of the changes that a comment shows whole. */
function shownIn(review: Review, comments: readonly (readonly string[])[]): Set<string> {
  const { stacks, pairs, groups } = review;
  const placed = new Map(placedIn(stacks, pairs).map((one) => [placeOf(one.at), one]));
  const shown = new Set<string>();
  for (const [index, entry] of entriesOf(review).entries()) {
    const { facts } = wordsOfEntry(entry, stacks.length > 1);
    const words = facts.flatMap((fact) => [fact.words, ...fact.quoted]).map(bare);
    const printed = comments.map((entries) => read(entries[index]!));
    const whole = printed.filter(({ text }) => words.every((one) => text.includes(one)));
    for (const [i, member] of entry.members.entries()) {
      const one = placed.get(placeOf(groups[index]!.objects[i]!))!;
      if (whole.some((comment) => shows(comment, one, member))) shown.add(placeOf(one.at));
    }
  }
  return shown;
}

/** What a comment prints about an entry. */
interface Printed {
  /** Without blanks and signs. */
  readonly text: string;
  readonly spans: ReadonlySet<string>;
  /** The removed and added lines of its diffs, in order, and the text between the signs of a difference within a line. */
  readonly lines: readonly Line[];
}

interface Line {
  readonly sign: string;
  readonly text: string;
  readonly marked: string;
}

function read(markdown: string): Printed {
  const spans = markdown.match(/(?<!`)(`+)(?!`)[^]*?[^`]\1(?!`)/g);
  // A wrapped line goes on after its sign and an arrow.
  const lines = markdown.replace(/\n[-+] {3}↪ /g, "").split("\n");
  return {
    text: bare(markdown),
    spans: new Set(spans),
    lines: lines.flatMap((line) => {
      if (!/^[-+] /.test(line)) return [];
      const marked = Array.from(line.matchAll(/⟦([^⟧]*)⟧/g), ([, text]) => text);
      return [{ sign: line[0]!, text: bare(line.slice(2)), marked: bare(marked.join("")) }];
    }),
  };
}

/** Returns a text without blanks, and without the signs that a comment adds or draws in place of invisible characters. */
function bare(text: string): string {
  return makeVisible(text).replace(/⟨U\+[0-9A-F]{4,6}⟩|[\s`*⟦⟧⇥⏎·→\p{Default_Ignorable_Code_Point}]/gu, "");
}

/** Reports whether a comment names an object, and shows all that changes in it. */
function shows(
  { text, spans, lines }: Printed,
  { change, attributes, pair }: Placed,
  { partner }: Member,
): boolean {
  const { name, address } = change;
  const spelled = [name ?? "", JSON.stringify(name), escapeMarkup(makeVisible(name ?? ""))];
  if (isNamed(change) && !spelled.some((one) => text.includes(bare(one)))) return false;
  if (!spans.has(codeSpan(address))) return false;
  if (partner !== null && !text.includes(bare(partner.change.address))) return false;
  const action = pair === null ? change.action : "update";
  const listed = [
    ...lostEditOf(change).map((one) => ({ one, action: "update" as const })),
    ...attributes.map((one) => ({ one, action })),
  ];
  let next = 0;
  return listed.every(({ one, action }) => {
    const sides = shownSides(one, action);
    if (one.diff === null) return sides.every((side) => text.includes(bare(valueText(side, sides))));
    return changedLines(one.diff).every((wanted) => {
      while (next < lines.length && !isLine(lines[next]!, wanted)) next += 1;
      next += 1;
      return next <= lines.length;
    });
  });
}

/** Returns the lines that a diff has to show: a removed or added line whole, of any other one the marked parts. */
function changedLines(diff: TextDiff): Partial<Line>[] {
  const whole = (sign: string, { spans }: DiffLine) => ({
    sign,
    text: bare(spans.map(({ text }) => text).join("")),
  });
  const parts = (sign: string, { spans }: DiffLine) => {
    return { sign, marked: bare(spans.map(({ text, marked }) => (marked ? text : "")).join("")) };
  };
  return shownDiff(diff).rows.flatMap((row): Partial<Line>[] => {
    if (row.kind === "removed") return [whole("-", row.before)];
    if (row.kind === "added") return [whole("+", row.after)];
    return row.kind === "changed" ? [parts("-", row.before), parts("+", row.after)] : [];
  });
}

function isLine(line: Line, wanted: Partial<Line>): boolean {
  return (["sign", "text", "marked"] as const).every(
    (part) => wanted[part] === undefined || wanted[part] === line[part],
  );
}
