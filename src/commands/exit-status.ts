type End = "done" | "failed" | "found" | "refused";

/** `found`: a person has to act. `refused`: `review --fail-on` has found a change. */
export const STATUS: Readonly<Record<End, number>> = { done: 0, failed: 1, found: 2, refused: 3 };

/** A command that failed may have missed findings, so a failure counts more. */
export function exitStatus(isFailed: boolean, isFound: boolean): number {
  return STATUS[isFailed ? "failed" : isFound ? "found" : "done"];
}
