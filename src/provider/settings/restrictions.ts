import { readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import {
  ACTIONS,
  ApprovalError,
  Approvals,
  parseApproval,
  problemOfKey,
  type Action,
  type Approval,
  type Phase,
} from "../../approval";
import { DiagnosticError } from "../../sdk/framework";

/** Restrictions come only from the environment, because code under review must not loosen them. */
export interface Restrictions {
  readonly approvals: Approvals | undefined;
  readonly allowed: readonly Action[] | undefined;
  readonly maxDeletes: number | undefined;
  /** Objects to delete, by phase, and the number of changes that the plan refused. */
  readonly soFar: { readonly deletes: Readonly<Record<Phase, Set<string>>>; refused: number };
}

export const ALLOW_DUPLICATES = "OUTREACH_ALLOW_DUPLICATES";

export function allowsDuplicates(): boolean {
  return process.env[ALLOW_DUPLICATES] === "true";
}

/** Returns undefined if no variable is set. Throws DiagnosticError if a value is invalid. */
export function readRestrictions(environment: NodeJS.ProcessEnv): Restrictions | undefined {
  const { OUTREACH_APPROVED: approved, OUTREACH_ALLOW: allow, OUTREACH_MAX_DELETES: most } = environment;
  if (approved === undefined && allow === undefined && most === undefined) return undefined;
  return {
    approvals: approved === undefined ? undefined : approvalsIn(approved, environment),
    allowed: allow === undefined ? undefined : actionsIn(allow),
    maxDeletes: most === undefined ? undefined : countIn(most),
    soFar: { deletes: { plan: new Set(), apply: new Set() }, refused: 0 },
  };
}

/** An empty value is an error, because it usually comes from a variable that CI failed to set. */
function actionsIn(text: string): Action[] {
  const given = text.split(",").map((action) => action.trim());
  const allowed = ACTIONS.filter((action) => given.includes(action));
  if (given.every((action) => allowed.some((one) => one === action))) return allowed;
  throw wrong("OUTREACH_ALLOW", `is not a list of ${ACTIONS.join(", ")}`, "a list such as create,update");
}

function countIn(text: string): number {
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text);
  throw wrong("OUTREACH_MAX_DELETES", "is not a whole number from 0 on", "such a number");
}

function approvalsIn(paths: string, environment: NodeJS.ProcessEnv): Approvals {
  const { OUTREACH_APPROVAL_KEY: key } = environment;
  const problem = key === undefined ? undefined : problemOfKey(key);
  if (problem !== undefined) throw DiagnosticError.of("OUTREACH_APPROVAL_KEY cannot be used", problem);
  const files = paths
    .split(delimiter)
    .map((path) => path.trim())
    .filter((path) => path !== "")
    .flatMap((path) => filesAt(resolve(startFolder(environment), path)));
  if (files.length === 0) throw notApproval("is empty");
  return new Approvals(files.map((file) => readApproval(file, key)));
}

/** The user typed a path relative to PWD, but cdktf and -chdir start the provider in another folder. */
function startFolder({ PWD: folder }: NodeJS.ProcessEnv): string {
  return folder !== undefined && isAbsolute(folder) ? folder : process.cwd();
}

function filesAt(path: string): string[] {
  return fromDisk(path, () => {
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path).filter((name) => name.endsWith(".json"));
    if (files.length === 0) throw notApproval(`names a folder without .json files: ${path}`);
    return files.sort().map((name) => join(path, name));
  });
}

function readApproval(file: string, key: string | undefined): Approval {
  const text = fromDisk(file, () => {
    // Reading a named pipe or a terminal could wait forever.
    if (!statSync(file).isFile()) throw notApproval(`names something that is no file: ${file}`);
    return readFileSync(file, "utf8");
  });
  try {
    return parseApproval(text, file, key);
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    throw DiagnosticError.of("OUTREACH_APPROVED names an approval that cannot be used", error.message);
  }
}

function fromDisk<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw notApproval(`names a file that cannot be read: ${path} (${code})`);
  }
}

function notApproval(problem: string): DiagnosticError {
  return wrong("OUTREACH_APPROVED", problem, "the file of an approval");
}

function wrong(variable: string, problem: string, right: string): DiagnosticError {
  const detail = `${variable} ${problem}. Set it to ${right}.`;
  return DiagnosticError.of(`${variable} has a wrong value`, detail);
}
