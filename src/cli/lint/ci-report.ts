import { createHash } from "node:crypto";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { visibleLines } from "../../page/visible-text";
import { printJson } from "../shared/print-json";
import { realPath } from "../shared/real-path";
import type { CheckedFile } from "./check-files";
import { messageOfCut, messageOfLint, severityOf } from "./report";

/**
 * Returns a workflow command of GitHub Actions for each mistake and for each file that was not checked. Text from
 * files and names cannot end a command or begin another one (escapes of the runner's toolkit).
 */
export function githubReport(checked: readonly CheckedFile[]): string {
  const lines = checked.flatMap((one) => {
    const { file, lints, problem } = one;
    const path = property(pathIn(process.env.GITHUB_WORKSPACE, file));
    if (problem !== undefined) return [`::error file=${path}::${data(`${file} ${problem}`)}`];
    const listed = lints.map((lint) => {
      const place = `file=${path},line=${lint.line},col=${lint.column},title=${property(lint.code)}`;
      return `::${severityOf(lint)} ${place}::${data(messageOfLint(lint))}`;
    });
    return one.isCut ? [...listed, `::warning file=${path}::${data(messageOfCut(one))}`] : listed;
  });
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
