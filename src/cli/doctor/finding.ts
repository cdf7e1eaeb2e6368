/** The result of one check. Neither text nor cure holds a credential. */
export interface Finding {
  /** What was checked, in a word or two: the first column of the report. */
  readonly check: string;
  readonly status: "ok" | "warning" | "error";
  readonly text: string;
  /** What to do; absent if the status is ok. */
  readonly cure?: string;
}

/** Checks one part of the machine or the project. Returns a finding for each such part. */
export type Check = (context: Context) => readonly Finding[] | Promise<readonly Finding[]>;

/** The input of every check. */
export interface Context {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the project, with cdktf.json or the `.tf` files. */
  readonly folder: string;
}

/** Returns a finding without a problem. */
export function ok(check: string, text: string): Finding {
  return { check, status: "ok", text };
}

/** Returns a warning. */
export function warning(check: string, text: string, cure: string): Finding {
  return { check, status: "warning", text, cure };
}

/** Returns an error. */
export function error(check: string, text: string, cure: string): Finding {
  return { check, status: "error", text, cure };
}

/** Returns the findings, or an ok if there are none. */
export function orOk(findings: readonly Finding[], check: string, text: string): readonly Finding[] {
  return findings.length > 0 ? findings : [ok(check, text)];
}
