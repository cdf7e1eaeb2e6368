type End = "done" | "failed" | "found" | "refused";

/** `found` asks a person to act. `review --fail-on` causes `refused`. */
export const STATUS: Readonly<Record<End, number>> = { done: 0, failed: 1, found: 2, refused: 3 };

/** A failure counts more than findings, because the command may have missed other findings. */
export function exitStatus(isFailed: boolean, isFound: boolean): number {
  return STATUS[isFailed ? "failed" : isFound ? "found" : "done"];
}
