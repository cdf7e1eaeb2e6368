import { relative } from "node:path";
import { makeVisible } from "../../page/visible-text";
import { sameText } from "../../objects/text";
import { REDACTED } from "../../shared/secrets";
import { printJson } from "../shared/print-json";
import { count } from "../shared/text";
import type { Place } from "./places";
import { namesOf, type Texts, type Use, variablesOf } from "./texts";

const ONLY = { declared: " (after the next apply)", applied: " (until the next apply)" } as const;

/** Returns a paragraph for each place. */
export function textReport(places: readonly Place[], gaps: readonly string[]): string {
  const paragraphs = places.map((place) => [titleOf(place), ...linesOf(place)]);
  return paragraphsOf([...paragraphs, ...gapLines(gaps)]);
}

/** Returns a line for each file, and what the list does not prove. */
export function unusedReport(files: readonly string[], gaps: readonly string[]): string {
  const paths = files.map((file) => relative("", file));
  const note =
    "A file whose text the program changes is listed too. Look for its name in the code before you delete it.";
  const listed =
    files.length === 0
      ? [["Every file is used by a prompt."]]
      : [[`${count(files.length, "file")} that no prompt uses:`, ...paths.map((path) => `  ${path}`), note]];
  return paragraphsOf([...listed, ...gapLines(gaps)]);
}

function gapLines(gaps: readonly string[]): string[][] {
  return gaps.length === 0 ? [] : [gaps.map((gap) => `Not known: ${gap}`)];
}

function paragraphsOf(paragraphs: readonly (readonly string[])[]): string {
  return paragraphs.map((lines) => lines.map((line) => `${makeVisible(line)}\n`).join("")).join("\n");
}

function titleOf(place: Place): string {
  const { kind, object, address } = place;
  if (kind === null) return address;
  const { declared, applied } = shownNames(place);
  const name = applied ?? declared;
  const shown = name === undefined ? kind : `${kind} "${name}"`;
  if (object === undefined) return `${shown} (not applied)`;
  return `${shown} (${object.id}${object.isDeposed ? ", deposed" : ""})`;
}

function linesOf(place: Place): string[] {
  const { kind, stack, address, constructPath, declared, object, files } = place;
  const { declared: after, applied: before } = shownNames(place);
  const isRenamed =
    after !== undefined && before !== undefined && before !== REDACTED && !sameText(after, before);
  const isGone = object !== undefined && declared === undefined && !address.startsWith("module.");
  const variables = kind === "snippet" ? variablesOf(place)?.map(shownUse) : undefined;
  const rows: readonly (readonly [label: string, text: string | null])[] = [
    ["stack", stack],
    ["address", kind === null ? null : address],
    ["construct", isGone ? "none: the next apply deletes the object" : constructPath],
    ["renamed", isRenamed ? `"${after}" after the next apply` : null],
    ["prompt", promptOf(place, files)],
    ["variables", variables === undefined || variables.length === 0 ? null : variables.join(", ")],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : [`  ${`${label}:`.padEnd(11)}${text}`]));
}

function promptOf({ kind, isWholeFile }: Place, files: readonly string[]): string | null {
  if (kind === "cluster") return null;
  if (files.length === 0) return "no prompt file";
  const paths = files.map((file) => relative("", file)).join(", ");
  return isWholeFile ? paths : `contains ${paths}`;
}

function shownUse({ variable, only }: Use): string {
  return `{${variable}}${only === null ? "" : ONLY[only]}`;
}

/** Returns the names, without one that the configuration marks as sensitive. */
function shownNames(place: Place): Texts {
  const names = namesOf(place);
  return place.object?.sensitive.has("name") === true ? { ...names, applied: REDACTED } : names;
}

export function jsonReport(places: readonly Place[], gaps: readonly string[]): string {
  const found = places.map((place) => {
    const { kind, stack, address, constructPath, object, files, isWholeFile } = place;
    const { declared = null, applied = null } = shownNames(place);
    return {
      ...{ kind, id: object?.id ?? null, name: { declared, applied }, stack, address, constructPath },
      isDeposed: object?.isDeposed === true,
      promptFiles: files.map((file) => relative("", file)),
      isWholeFile,
      variables: kind === "snippet" ? (variablesOf(place) ?? null) : [],
    };
  });
  return printJson({ found, unknown: gaps });
}

export function unusedJson(files: readonly string[], gaps: readonly string[]): string {
  return printJson({ unused: files.map((file) => relative("", file)), unknown: gaps });
}
