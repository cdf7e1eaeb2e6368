/** The result of a check. It contains no credential. */
export interface Finding {
  readonly status: "ok" | "warning" | "error";
  readonly text: string;
  /** What to do; absent if the status is ok. */
  readonly cure?: string;
  /** The name in the report. Default: the name of the check in `CHECKS`. */
  readonly check?: string;
}

/** Checks one part of the machine or the project. If it throws, doctor reports the message as an error. */
export type Check = (context: Context) => readonly Finding[] | Promise<readonly Finding[]>;

/** The input of every check. */
export interface Context {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the project, with cdktf.json or the `.tf` files. */
  readonly folder: string;
}

export const ok = (text: string): Finding => ({ status: "ok", text });
export const warning = (text: string, cure: string): Finding => ({ status: "warning", text, cure });
export const error = (text: string, cure: string): Finding => ({ status: "error", text, cure });
