/** What one check found. Its text and cure never hold a credential. */
export interface Finding {
  /** What was looked at, in a word or two: the first column of the report. */
  readonly check: string;
  readonly status: "ok" | "warning" | "error";
  readonly text: string;
  /** What to do about it; absent where the status is ok. */
  readonly cure?: string;
}

/** Looks at one part of the machine or the project. Returns several findings where there are several such parts. */
export type Check = (context: Context) => readonly Finding[] | Promise<readonly Finding[]>;

/** What the checks look at. */
export interface Context {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the project, where cdktf.json or the `.tf` files are. */
  readonly folder: string;
}

export function ok(check: string, text: string): Finding {
  return { check, status: "ok", text };
}

export function warning(check: string, text: string, cure: string): Finding {
  return { check, status: "warning", text, cure };
}

export function error(check: string, text: string, cure: string): Finding {
  return { check, status: "error", text, cure };
}

/** The findings, or the one of a part about which there is nothing to say. */
export function orOk(findings: readonly Finding[], check: string, text: string): readonly Finding[] {
  return findings.length > 0 ? findings : [ok(check, text)];
}
