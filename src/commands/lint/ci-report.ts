import { createHash } from "node:crypto";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { makeVisible, visibleLines } from "../../render/visible-text";
import { printJson } from "../../util/print-json";
import { realPath } from "../../util/files/real-path";
import type { CheckedFile } from "./check-files";
import { lineOfLint, messageOfCut, messageOfLint, severityOf, totals } from "./report";

/** The number of errors, and of warnings, that GitHub shows of one step. */
const SHOWN = 10;

/**
 * Returns a workflow command of GitHub Actions for each mistake and each file that was not checked, as many as
 * GitHub shows, and lines for the log with the others and the total. Text from files and names cannot end a command
 * or begin another one (escapes of the runner's toolkit).
 */
export function githubReport(checked: readonly CheckedFile[]) {
  const all = checked.flatMap(annotationsOf);
  const shown = ["error", "warning"].flatMap((level) =>
    all.filter((one) => one.level === level).slice(0, SHOWN),
  );
  const others = all.filter((one) => !shown.includes(one));
  const total = totals(checked);
  const notice = `${total}. GitHub shows ${SHOWN} errors and ${SHOWN} warnings of a step; the log of the step has the others.`;
  const commands = [
    ...all
      .filter((one) => shown.includes(one))
      .map(({ level, place, text }) => `::${level} ${place}::${data(text)}`),
    ...(others.length > 0 ? [`::notice::${data(notice)}`] : []),
  ];
  return {
    commands: linesOf(commands),
    log: linesOf([...others.map(({ line }) => makeVisible(line)), total]),
  };
}

function annotationsOf(one: CheckedFile) {
  const { file, lints, problem } = one;
  const path = `file=${property(pathIn(process.env.GITHUB_WORKSPACE, file))}`;
  const ofFile = (level: "error" | "warning", text: string) => ({ level, place: path, text, line: text });
  if (problem !== undefined) return [ofFile("error", `${file} ${problem}`)];
  const listed = lints.map((lint) => {
    const place = `${path},line=${lint.line},col=${lint.column},title=${property(lint.code)}`;
    return { level: severityOf(lint), place, text: messageOfLint(lint), line: lineOfLint(file, lint) };
  });
  return one.isCut ? [...listed, ofFile("warning", messageOfCut(one))] : listed;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function data(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Returns a report of GitLab Code Quality: a list of issues. A file that was not checked, or not to its end, is one. */
export function gitlabReport(checked: readonly CheckedFile[]): string {
  const issues = checked.flatMap((one) => {
    const { file, lints, problem } = one;
    const path = pathIn(process.env.CI_PROJECT_DIR, file);
    const issue = issuesIn(path);
    if (problem !== undefined)
      return [issue({ code: "not-checked", text: "", line: 1, severity: "blocker" }, `${file} ${problem}`)];
    const listed = lints.map((lint) =>
      issue({ ...lint, severity: severityOf(lint) === "error" ? "major" : "minor" }, messageOfLint(lint)),
    );
    if (!one.isCut) return listed;
    return [
      ...listed,
      issue({ code: "not-complete", text: "", line: 1, severity: "major" }, messageOfCut(one)),
    ];
  });
  return printJson(issues);
}

interface Issue {
  readonly code: string;
  readonly text: string;
  readonly line: number;
  readonly severity: "minor" | "major" | "blocker";
}

/** Returns a function that makes the issues of a file. A fingerprint does not change if lines are added. */
function issuesIn(path: string) {
  const seen = new Map<string, number>();
  return ({ code, text, line, severity }: Issue, description: string) => {
    const key = JSON.stringify([path, code, text]);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return {
      description,
      check_name: code,
      fingerprint: createHash("sha256").update(`${key}${earlier}`).digest("hex"),
      severity,
      location: { path, lines: { begin: line } },
    };
  };
}

/** Returns the path from the top of the repository, if the CI names that folder and it contains the file. */
function pathIn(top: string | undefined, file: string): string {
  const inside = top === undefined || top === "" ? file : relative(realPath(top), realPath(resolve(file)));
  const isOutside = inside === "" || inside.startsWith("..") || isAbsolute(inside);
  return (isOutside ? file : inside).split(sep).join("/");
}
