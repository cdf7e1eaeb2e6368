import { messageOf } from "../../util/message-of";

/** The result of a check. It contains no credential. */
export interface Finding {
  readonly status: "ok" | "warning" | "error";
  readonly text: string;
  /** What to do; absent if the status is ok, or if the text says it. */
  readonly cure?: string;
  /** The name in the report. Default: the name of the check in `CHECKS`. */
  readonly check?: string;
}

export const ok = (text: string): Finding => ({ status: "ok", text });
export const warning = (text: string, cure: string): Finding => ({ status: "warning", text, cure });
export const error = (text: string, cure: string): Finding => ({ status: "error", text, cure });

/** Returns the finding for something that could not be examined. The message names the file or program. */
export function failed(failure: unknown): Finding {
  const text = messageOf(failure).replaceAll(/\s*\n\s*/g, " ");
  const { code } = failure as NodeJS.ErrnoException;
  if (code !== "EACCES" && code !== "EPERM") return { status: "error", text };
  return error(`${text}.`, "Let the user that runs doctor and the engine read it.");
}
