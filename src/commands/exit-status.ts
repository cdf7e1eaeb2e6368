/** How a command ends. */
type End = "done" | "failed" | "found" | "refused";

/** For all commands: `found` asks a person to act, and `refused` is a finding that `review --fail-on` names. */
export const STATUS: Readonly<Record<End, number>> = { done: 0, failed: 1, found: 2, refused: 3 };

/** As for other linters, 1 means that files have mistakes. */
export const LINT_STATUS: typeof STATUS = { ...STATUS, found: 1, failed: 2 };

/** What a command could not find out counts more than what it has found. */
export function exitStatus(isFailed: boolean, isFound: boolean, table = STATUS): number {
  return table[isFailed ? "failed" : isFound ? "found" : "done"];
}
