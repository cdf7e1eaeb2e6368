type End = "done" | "failed" | "found" | "refused";

/** For all commands but lint. `found` asks a person to act. `review --fail-on` causes `refused`. */
export const STATUS: Readonly<Record<End, number>> = { done: 0, failed: 1, found: 2, refused: 3 };

/** As in other linters, status 1 means that files have mistakes. */
export const LINT_STATUS: typeof STATUS = { ...STATUS, found: 1, failed: 2 };

/** A failure counts more than findings, because the command may have missed other findings. */
export function exitStatus(isFailed: boolean, isFound: boolean, table = STATUS): number {
  return table[isFailed ? "failed" : isFound ? "found" : "done"];
}
