import type { Lint } from "../../prompts";
import { makeVisible } from "../../render/visible-text";
import { printJson } from "../../util/print-json";
import { count } from "../../util/text";
import type { CheckedFile } from "./check-files";

/** Returns 2 if a file could not be checked, else 1 if a file has mistakes, else 0. */
export function statusOf(checked: readonly CheckedFile[]): number {
  if (checked.some(({ problem }) => problem !== undefined)) return 2;
  return checked.some(({ lints }) => lints.length > 0) ? 1 : 0;
}

/** `promptFile` refuses a file with conflict markers, so synth fails. All other mistakes draw warnings. */
export function severityOf({ code }: Lint): "error" | "warning" {
  return code === "conflict" ? "error" : "warning";
}

/** Returns a line such as `{{company}} is doubled, so it is not a placeholder. Write {company} …`. */
export function messageOfLint({ what, advice }: Lint): string {
  return `${what}. ${advice}`;
}

/** Returns a sentence about a file that may have more mistakes than are listed. */
export function messageOfCut({ file, lints }: CheckedFile): string {
  return `${file}: there may be more. Correct the first ${lints.length}, then run the command again.`;
}

export function textReport(checked: readonly CheckedFile[]): string {
  const lines = checked.flatMap((one) => [
    ...one.lints.map((lint) => lineOfLint(one.file, lint)),
    ...(one.isCut ? [messageOfCut(one)] : []),
  ]);
  return [...lines, totals(checked)].map((line) => `${makeVisible(line)}\n`).join("");
}

export function lineOfLint(file: string, lint: Lint): string {
  return `${file}:${lint.line}:${lint.column}: ${lint.code}: ${messageOfLint(lint)}`;
}

export function totals(checked: readonly CheckedFile[]): string {
  const done = checked.filter(({ problem }) => problem === undefined);
  const wrong = done.filter(({ lints }) => lints.length > 0);
  const mistakes = done.flatMap(({ lints }) => lints).length;
  const unchecked = checked.length - done.length;
  return [
    `${count(done.length, "prompt file")} checked`,
    mistakes === 0 ? "no mistakes" : `${count(mistakes, "mistake")} in ${count(wrong.length, "file")}`,
    ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
  ].join(", ");
}

/** Returns one line for each file that was not checked, for stderr. */
export function problemsOf(checked: readonly CheckedFile[]): string {
  return checked
    .flatMap(({ file, problem }) => (problem === undefined ? [] : `cdktf-outreach: ${file} ${problem}`))
    .map((line) => `${makeVisible(line)}\n`)
    .join("");
}

export function jsonReport(checked: readonly CheckedFile[]): string {
  return printJson({
    files: checked.map(({ file, lints, isCut, problem = null }) => ({
      ...{ file, problem, isComplete: problem === null && !isCut },
      findings: lints.map((lint) => {
        const { line, column, code, text, suggestion } = lint;
        const [severity, message] = [severityOf(lint), messageOfLint(lint)];
        return { line, column, code, severity, text, suggestion, message };
      }),
    })),
  });
}
