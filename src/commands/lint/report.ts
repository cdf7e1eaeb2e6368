import { createHash } from "node:crypto";
import { relative, resolve, sep } from "node:path";
import type { Lint } from "../../prompts";
import { printReport } from "../../render/report";
import { visibleLines } from "../../render/visible-text";
import { isInside, realPath } from "../../util/files/read-file";
import { printJson } from "../../util/json";
import { count } from "../../util/text";

export interface CheckedFile {
  readonly file: string;
  readonly lints: readonly Lint[];
  /** True if the file may have more mistakes than `lints`. */
  readonly isCut: boolean;
  /** Why the file was not checked, as the end of a sentence; undefined if it was. */
  readonly problem?: string;
}

export function statusOf(checked: readonly CheckedFile[]): number {
  if (checked.some(({ problem }) => problem !== undefined)) return 2;
  return checked.some(({ lints }) => lints.length > 0) ? 1 : 0;
}

export function problemsOf(checked: readonly CheckedFile[]): string {
  return printReport(
    checked.flatMap(({ file, problem }) =>
      problem === undefined ? [] : `cdktf-outreach: ${file} ${problem}`,
    ),
  );
}

/**
 * Returns what the command prints in a format. Commands for GitHub are bytes, because `neutraliseCommands` changes all
 * texts that look like commands.
 */
export function printed(
  checked: readonly CheckedFile[],
  format: "text" | "json" | "github" | "gitlab",
): (string | Buffer)[] {
  if (format === "json") return [jsonReport(checked)];
  const issues = checked.flatMap(issuesOf);
  if (format === "github") return githubReport(issues, totals(checked));
  if (format === "gitlab") return [gitlabReport(issues)];
  const found = issues.filter(({ level }) => level !== "blocker");
  return [printReport([...found.map(({ line }) => line), totals(checked)])];
}

/** A mistake, or a file that was not checked (`blocker`), or not to its end. */
interface Issue {
  readonly file: string;
  readonly level: "blocker" | "error" | "warning";
  readonly code: string;
  readonly at: Pick<Lint, "line" | "column" | "text"> | undefined;
  /** The sentences about it. Those about a whole file name it. */
  readonly message: string;
  readonly line: string;
}

function issuesOf({ file, lints, isCut, problem }: CheckedFile): Issue[] {
  const ofFile = (level: Issue["level"], code: string, message: string): Issue => ({
    ...{ file, level, code, at: undefined, message, line: message },
  });
  if (problem !== undefined) return [ofFile("blocker", "not-checked", `${file} ${problem}`)];
  const more = `${file}: there may be more. Correct the first ${lints.length}, then run the command again.`;
  return [
    ...lints.map((lint): Issue => {
      const { line, column, code } = lint;
      const message = messageOf(lint);
      const place = `${file}:${line}:${column}: ${code}`;
      return { file, level: severityOf(lint), code, at: lint, message, line: `${place}: ${message}` };
    }),
    ...(isCut ? [ofFile("warning", "not-complete", more)] : []),
  ];
}

/** `promptFile` refuses a file with conflict markers, so synth fails. All other mistakes draw warnings. */
function severityOf({ code }: Lint): "error" | "warning" {
  return code === "conflict" ? "error" : "warning";
}

/** Returns sentences such as `{{company}} is doubled, so it is not a placeholder. Write {company} …`. */
function messageOf({ what, advice }: Lint): string {
  return `${what}. ${advice}`;
}

function totals(checked: readonly CheckedFile[]): string {
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

function jsonReport(checked: readonly CheckedFile[]): string {
  return printJson({
    files: checked.map(({ file, lints, isCut, problem = null }) => ({
      ...{ file, problem, isComplete: problem === null && !isCut },
      findings: lints.map((lint) => {
        const { line, column, code, text, suggestion } = lint;
        const [severity, message] = [severityOf(lint), messageOf(lint)];
        return { line, column, code, severity, text, suggestion, message };
      }),
    })),
  });
}

/** The number of errors, and of warnings, that GitHub shows of one step. */
const SHOWN = 10;

/**
 * Returns a workflow command of GitHub Actions for as many issues as GitHub shows, and lines for the log with the others
 * and the total. Text from files and names cannot end a command or begin another one (escapes of the runner's toolkit).
 */
function githubReport(issues: readonly Issue[], total: string): (string | Buffer)[] {
  const isWarning = ({ level }: Issue) => level === "warning";
  const first = (wanted: boolean) => issues.filter((one) => isWarning(one) === wanted).slice(0, SHOWN);
  const shown = new Set([...first(false), ...first(true)]);
  const others = issues.filter((one) => !shown.has(one));
  const notice = `${total}. GitHub shows ${SHOWN} errors and ${SHOWN} warnings of a step; the log of the step has the others.`;
  const commands = issues
    .filter((one) => shown.has(one))
    .map((one) => {
      const { file, code, at, message } = one;
      const place = at && `,line=${at.line},col=${at.column},title=${property(code)}`;
      const path = `file=${property(pathIn(process.env.GITHUB_WORKSPACE, file))}`;
      return `::${isWarning(one) ? "warning" : "error"} ${path}${place ?? ""}::${data(message)}\n`;
    });
  if (others.length > 0) commands.push(`::notice::${data(notice)}\n`);
  return [Buffer.from(commands.join("")), printReport([...others.map(({ line }) => line), total])];
}

function data(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

const GITLAB_SEVERITY = { blocker: "blocker", error: "major", warning: "minor" } as const;

/** Returns a report of GitLab Code Quality: a list of issues. A fingerprint does not change if lines are added. */
function gitlabReport(issues: readonly Issue[]): string {
  const seen = new Map<string, number>();
  const listed = issues.map(({ file, code, at, message, level }) => {
    const path = pathIn(process.env.CI_PROJECT_DIR, file);
    const key = JSON.stringify([path, code, at?.text ?? ""]);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash("sha256").update(`${key}${earlier}`).digest("hex"),
      severity: GITLAB_SEVERITY[level],
      location: { path, lines: { begin: at?.line ?? 1 } },
    };
  });
  return printJson(listed);
}

/** Returns the path from the top of the repository, if the CI names that folder and it contains the file. */
function pathIn(top: string | undefined, file: string): string {
  const [folder, path] = [realPath(resolve(top || ".")), realPath(resolve(file))];
  return (top && isInside(folder, path) ? relative(folder, path) : file).split(sep).join("/");
}
