import { createHash } from "node:crypto";
import { relative, resolve, sep } from "node:path";
import type { Lint } from "../../prompts";
import { printReport } from "../../render/report";
import { visibleLines } from "../../render/visible-text";
import { isInside, realPath } from "../../util/files/read-file";
import { printJson } from "../../util/json";
import { count } from "../../util/text";

export type Mistake = Omit<Lint, "code"> & { readonly code: Lint["code"] | "unused-file" };

export interface CheckedFile {
  readonly file: string;
  readonly mistakes: readonly Mistake[];
  /** True if the list of the file's mistakes is incomplete. */
  readonly isCut: boolean;
  /** Why the file was not checked, as the end of a sentence; null for a checked file. */
  readonly problem: string | null;
}

export function problemsOf(checked: readonly CheckedFile[]): string {
  return printReport(
    checked.flatMap(({ file, problem }) => (problem === null ? [] : `cdktf-outreach: ${file} ${problem}`)),
  );
}

/** Returns GitHub's commands as bytes, because `neutraliseCommands` alters commands in texts. */
export function printed(
  checked: readonly CheckedFile[],
  format: "text" | "json" | "github" | "gitlab",
): (string | Buffer)[] {
  if (format === "json") return [jsonReport(checked)];
  const issues = checked.flatMap(issuesOf);
  if (format === "gitlab") return [gitlabReport(issues)];
  const lines = issues.filter(({ severity }) => severity !== "blocker").map(lineOf);
  const text = printReport([...lines, totals(checked)]);
  return format === "github" ? [Buffer.from(issues.map(githubCommand).join("")), text] : [text];
}

interface Issue {
  readonly file: string;
  readonly severity: "blocker" | "error" | "warning";
  readonly code: string;
  readonly at?: Mistake;
  readonly message: string;
}

function issuesOf({ file, mistakes, isCut, problem }: CheckedFile): Issue[] {
  if (problem !== null)
    return [{ file, severity: "blocker", code: "not-checked", message: `${file} ${problem}` }];
  const message = `${file}: there may be more. Correct the first ${mistakes.length}, then run the command again.`;
  return [
    ...mistakes.map((at): Issue => ({ file, code: at.code, at, ...judged(at) })),
    ...(isCut ? [{ file, severity: "warning", code: "not-complete", message } as const] : []),
  ];
}

function judged({ code, what, advice }: Mistake) {
  // Conflict markers are errors: `promptFile` rejects them, so synth fails.
  return { severity: code === "conflict" ? "error" : "warning", message: `${what}. ${advice}` } as const;
}

function lineOf({ file, code, at, message }: Issue): string {
  return at === undefined ? message : `${file}:${at.line}:${at.column}: ${code}: ${message}`;
}

function totals(checked: readonly CheckedFile[]): string {
  const done = checked.filter(({ problem }) => problem === null);
  const wrong = done.filter(({ mistakes }) => mistakes.length > 0);
  const found = wrong.flatMap(({ mistakes }) => mistakes).length;
  const unchecked = checked.length - done.length;
  return [
    `${count(done.length, "prompt file")} checked`,
    found === 0 ? "no mistakes" : `${count(found, "mistake")} in ${count(wrong.length, "file")}`,
    ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
  ].join(", ");
}

function jsonReport(checked: readonly CheckedFile[]): string {
  return printJson({
    files: checked.map(({ file, mistakes, isCut, problem }) => ({
      ...{ file, problem, isComplete: problem === null && !isCut },
      findings: mistakes.map((mistake) => {
        const { line, column, code, text, suggestion } = mistake;
        return { line, column, code, text, suggestion, ...judged(mistake) };
      }),
    })),
  });
}

/** Escapes texts as GitHub's runner toolkit does, so that no text ends or begins a command. */
function githubCommand({ file, severity, code, at, message }: Issue): string {
  const place = at && `,line=${at.line},col=${at.column},title=${property(code)}`;
  const path = `file=${property(pathIn(process.env.GITHUB_WORKSPACE, file))}`;
  const command = severity === "warning" ? "warning" : "error";
  return `::${command} ${path}${place ?? ""}::${data(message)}\n`;
}

function data(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

const GITLAB_SEVERITY = { blocker: "blocker", error: "major", warning: "minor" } as const;

/** Added lines in a file do not change the fingerprints. */
function gitlabReport(issues: readonly Issue[]): string {
  const seen = new Map<string, number>();
  const listed = issues.map(({ file, code, at, message, severity }) => {
    const path = pathIn(process.env.CI_PROJECT_DIR, file);
    const key = JSON.stringify([path, code, at?.text ?? ""]);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash("sha256").update(`${key}${earlier}`).digest("hex"),
      severity: GITLAB_SEVERITY[severity],
      location: { path, lines: { begin: at?.line ?? 1 } },
    };
  });
  return printJson(listed);
}

/** Returns the path from the repository's folder `top`. For a file outside of `top`, returns `file`. */
function pathIn(top: string | undefined, file: string): string {
  const [folder, path] = [realPath(resolve(top || ".")), realPath(resolve(file))];
  return (top && isInside(folder, path) ? relative(folder, path) : file).split(sep).join("/");
}
