import { relative } from "node:path";
import { makeVisible } from "../../render/visible-text";
import { sameText } from "../../objects/text";
import { REDACTED } from "../../util/secrets";
import { printJson } from "../../util/print-json";
import { count } from "../../util/text";
import { type Place, lineOfVariable, namesOf, type Texts, type Use, variablesOf } from "./places";

const ONLY = { declared: " (after the next apply)", applied: " (until the next apply)" } as const;

interface Shown {
  readonly gaps: readonly string[];
  /** The variable that was searched. Prompt files then have the line that uses it. */
  readonly variable: string | undefined;
}

export function textReport(places: readonly Place[], { gaps, variable }: Shown): string {
  const paragraphs = places.map((place) => [titleOf(place), ...linesOf(place, variable)]);
  return paragraphsOf([...paragraphs, ...gapLines(gaps)]);
}

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

function linesOf(place: Place, variable: string | undefined): string[] {
  const { kind, stack, address, constructPath, declared, object, block } = place;
  const { declared: after, applied: before } = shownNames(place);
  const isRenamed =
    after !== undefined && before !== undefined && before !== REDACTED && !sameText(after, before);
  const isGone = object !== undefined && declared === undefined && !address.startsWith("module.");
  const variables = kind === "snippet" ? variablesOf(place)?.map(shownUse) : undefined;
  const rows: readonly (readonly [label: string, text: string | null])[] = [
    ["stack", stack],
    ["address", kind === null ? null : address],
    ["construct", isGone ? "none: the next apply deletes the object" : constructPath],
    ["code", block === null ? null : `${block.file}:${block.line}`],
    ["renamed", isRenamed ? `"${after}" after the next apply` : null],
    ["prompt", promptOf(place, variable)],
    ["variables", variables === undefined || variables.length === 0 ? null : variables.join(", ")],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : [`  ${`${label}:`.padEnd(11)}${text}`]));
}

function promptOf(place: Place, variable: string | undefined): string | null {
  const { kind, files, isWholeFile } = place;
  if (kind === "cluster") return null;
  if (files.length === 0) return "no prompt file";
  const paths = promptLinesOf(place, variable)
    .map(({ file, line }) => (line === null ? file : `${file}:${line}`))
    .join(", ");
  return isWholeFile ? paths : `contains ${paths}`;
}

/** Returns the prompt files, each with the first line that uses the variable; null if that is not known. */
function promptLinesOf({ files }: Place, variable: string | undefined) {
  return files.map((file) => ({
    file: relative("", file),
    line: variable === undefined ? null : lineOfVariable(file, variable),
  }));
}

function shownUse({ variable, only }: Use): string {
  return `{${variable}}${only === null ? "" : ONLY[only]}`;
}

/** Returns the names, without one that the configuration marks as sensitive. */
function shownNames(place: Place): Texts {
  const names = namesOf(place);
  return place.object?.sensitive.has("name") === true ? { ...names, applied: REDACTED } : names;
}

export function jsonReport(places: readonly Place[], { gaps, variable }: Shown): string {
  const found = places.map((place) => {
    const { kind, stack, address, constructPath, object, files, isWholeFile, block } = place;
    const { declared = null, applied = null } = shownNames(place);
    return {
      ...{ kind, id: object?.id ?? null, name: { declared, applied }, stack, address, constructPath },
      isDeposed: object?.isDeposed === true,
      block,
      promptFiles: files.map((file) => relative("", file)),
      lines: promptLinesOf(place, variable).filter(({ line }) => line !== null),
      isWholeFile,
      variables: kind === "snippet" ? (variablesOf(place) ?? null) : [],
    };
  });
  return printJson({ found, unknown: gaps });
}

export function unusedJson(files: readonly string[], gaps: readonly string[]): string {
  return printJson({ unused: files.map((file) => relative("", file)), unknown: gaps });
}
