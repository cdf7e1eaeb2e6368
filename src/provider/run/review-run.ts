import type { Call } from "../../plugin/framework";

/**
 * The environment variable that `cdktf-outreach review` sets for its engine. The provider then sends no
 * warnings about prompts, because the review checks the planned prompts itself (docs/design/review.md).
 */
export const REVIEW_RUN = "OUTREACH_REVIEW_RUN";

/** The start of the summary that gives the review the known variables. Their list in JSON follows. */
export const KNOWN_VARIABLES = "For cdktf-outreach review, known_variables: ";

/** Reports whether a review runs the engine and checks the prompts itself. */
export function isReviewRun(): boolean {
  return process.env[REVIEW_RUN] === "1";
}

/** Gives the review the known variables, which a plan contains only if they are a constant. */
export function handOver(knownVariables: readonly string[] | null, { diagnostics }: Call): void {
  if (!isReviewRun()) return;
  diagnostics.warn(
    `${KNOWN_VARIABLES}${JSON.stringify(knownVariables)}`,
    `The provider leaves the checks of prompts to the review, because ${REVIEW_RUN} is set. Remove this variable if no review runs.`,
  );
}
