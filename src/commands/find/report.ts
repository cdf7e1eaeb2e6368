import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { DeclaredRow } from "../../estate/rows";
import { decodePrompt } from "../../estate/declared/stack-configuration";
import { literalOf } from "../../estate/hcl/configuration";
import { textOf } from "../../estate/states/state-file";
import { sameText } from "../../objects/text";
import { parsePrompt, positionsIn, promptVariables } from "../../prompts";
import { printReport, when } from "../../render/report";
import { printJson } from "../../util/json";
import { REDACTED } from "../../util/secrets";

export function namesOf({ declared: { body }, held }: DeclaredRow): string[] {
  return [literalOf(body?.name), held?.name].filter((name) => name !== undefined);
}

function shownNames({ declared: { body }, held }: DeclaredRow) {
  const applied = held?.sensitive.has("name") === true ? REDACTED : held?.name;
  return { declared: literalOf(body?.name), applied };
}

/** Returns undefined if neither the code nor the state shows the prompt. */
export function variablesOf({ declared: { body, wholeFile }, held }: DeclaredRow): string[] | undefined {
  const declared = literalOf(body?.prompt) ?? (wholeFile && contentOf(wholeFile));
  const texts = [declared, held && textOf(held, "prompt")].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : [...new Set(texts.flatMap(promptVariables))].sort();
}

function contentOf(file: string): string | undefined {
  try {
    return decodePrompt(readFileSync(file))?.text;
  } catch {
    return undefined;
  }
}

interface Result {
  readonly rows: readonly DeclaredRow[];
  readonly gaps: readonly string[];
  readonly variable: string | undefined;
  /** Names of the samples that have the variable. */
  readonly samples: readonly string[];
}

export function textReport({ rows, gaps, variable, samples }: Result): string {
  const having = samples.map((name) => JSON.stringify(name)).join(", ");
  return printReport(
    ...rows.map((row) => [titleOf(row), ...linesOf(row, variable)]),
    when(samples.length > 0, `samples with {${variable}}: ${having}`),
    gaps.map(notKnown),
  );
}

export function jsonReport({ rows, gaps, variable, samples }: Result): string {
  const found = rows.map((row) => {
    const { kind, held } = row;
    const { stack, address, constructPath, files, wholeFile, block } = row.declared;
    const { declared = null, applied = null } = shownNames(row);
    return {
      ...{ kind, id: held?.id ?? null, name: { declared, applied }, stack, address, constructPath },
      isDeposed: held?.isDeposed === true,
      block,
      promptFiles: files.map((file) => relative("", file)),
      lines: promptLinesOf(row, variable).filter(({ line }) => line !== null),
      isWholeFile: wholeFile !== undefined,
      variables: kind === "snippet" ? (variablesOf(row) ?? null) : [],
    };
  });
  return printJson({ found, unknown: gaps, samples });
}

function notKnown(gap: string): string {
  return `Not known: ${gap}`;
}

function titleOf(row: DeclaredRow): string {
  const { kind, held } = row;
  if (kind === null) return row.declared.address;
  const { declared, applied } = shownNames(row);
  const name = applied ?? declared;
  const shown = name === undefined ? kind : `${kind} "${name}"`;
  if (held === undefined) return `${shown} (not applied)`;
  return `${shown} (${held.id}${held.isDeposed ? ", deposed" : ""})`;
}

function linesOf(row: DeclaredRow, variable?: string): string[] {
  const { kind, held } = row;
  const { stack, address, constructPath, body, block } = row.declared;
  const { declared: after, applied: before } = shownNames(row);
  const isRenamed =
    after !== undefined && before !== undefined && before !== REDACTED && !sameText(after, before);
  const isGone = held !== undefined && body === undefined && !address.startsWith("module.");
  const variables = (kind === "snippet" && variablesOf(row)) || [];
  const lines: readonly (readonly [label: string, text: string | null])[] = [
    ["stack", stack],
    ["address", kind === null ? null : address],
    ["construct", isGone ? "none: the next apply deletes the object" : constructPath],
    ["code", block === null ? null : `${block.file}:${block.line}`],
    ["renamed", isRenamed ? `"${after}" after the next apply` : null],
    ["prompt", promptOf(row, variable)],
    ["variables", variables.map((one) => `{${one}}`).join(", ") || null],
  ];
  return lines.flatMap(([label, text]) => (text === null ? [] : [`  ${`${label}:`.padEnd(11)}${text}`]));
}

function promptOf(row: DeclaredRow, variable?: string): string | null {
  if (row.kind === "cluster") return null;
  if (row.declared.files.length === 0) return "no prompt file";
  const paths = promptLinesOf(row, variable)
    .map(({ file, line }) => (line === null ? file : `${file}:${line}`))
    .join(", ");
  return row.declared.wholeFile === undefined ? `contains ${paths}` : paths;
}

function promptLinesOf({ declared: { files } }: DeclaredRow, variable?: string) {
  return files.map((file) => ({
    file: relative("", file),
    line: variable === undefined ? null : lineOfVariable(file, variable),
  }));
}

function lineOfVariable(file: string, variable: string): number | null {
  const text = contentOf(file) ?? "";
  const use = parsePrompt(text).find((one) => one.variable.normalize("NFC") === variable);
  return use === undefined ? null : positionsIn(text)(use.start).line;
}
