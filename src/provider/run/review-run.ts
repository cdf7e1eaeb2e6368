import type { HookCall } from "../../sdk/framework";
import { isUnknown } from "../../sdk/values";
import { addressOf, type Settings } from "../settings/settings";

/** The environment variable that `cdktf-outreach review` sets for its engine (docs/design/review.md). */
export const REVIEW_RUN = "OUTREACH_REVIEW_RUN";

/** The start of the summary that gives the review the known variables. Their list in JSON follows. */
export const KNOWN_VARIABLES = "For cdktf-outreach review, known_variables: ";

/** The start of the summary that gives the review the address of the API. It follows in JSON. */
export const ADDRESS = "For cdktf-outreach review, base_url: ";

/** The start of the summary that names texts of an object that this provider wrote after the state was stored. */
export const OWN_WRITE = "For cdktf-outreach review, own write: ";

/** The start of the summary that gives the review the number of mailboxes linked to a cluster. It follows in JSON. */
export const LINKED = "For cdktf-outreach review, linked: ";

/** Reports whether a review runs the engine and checks the prompts itself. */
export function isReviewRun(): boolean {
  return process.env[REVIEW_RUN] === "1";
}

/** Texts of an object that are no drift: an update of this provider wrote them, and its result was not known. */
export interface OwnWrite {
  readonly type: string;
  readonly id: string;
  readonly attributes: readonly string[];
}

/** Tells the review which texts of a read are no drift. */
export function handOverOwnWrite(write: OwnWrite, { diagnostics }: HookCall): void {
  if (!isReviewRun()) return;
  diagnostics.warn(
    OWN_WRITE + JSON.stringify(write),
    `An update of this provider wrote these texts, and the review does not show them as drift, because ${REVIEW_RUN} is set. Remove this variable if no review runs.`,
  );
}

/** The number of mailboxes linked to a cluster, the larger one of a read and a list. A plan shows that of the read. */
export interface LinkedCount {
  readonly id: string;
  readonly count: number;
}

/** Gives the review the number with which an approval is compared. */
export function handOverLinked(linked: LinkedCount, { diagnostics }: HookCall): void {
  if (!isReviewRun()) return;
  diagnostics.warn(
    LINKED + JSON.stringify(linked),
    `The list reports more linked mailboxes than the read. The review shows this number, because ${REVIEW_RUN} is set. Remove this variable if no review runs.`,
  );
}

type HandedOver = Pick<Settings, "known_variables" | "base_url">;

/** Gives the review the known variables and the address: a plan shows them only if they are constant. */
export function handOver({ known_variables, base_url }: HandedOver, { diagnostics }: HookCall): void {
  if (!isReviewRun()) return;
  const give = (start: string, value: readonly string[] | string | null) =>
    diagnostics.warn(
      `${start}${JSON.stringify(value)}`,
      `The provider leaves the checks of prompts to the review, because ${REVIEW_RUN} is set. Remove this variable if no review runs.`,
    );
  give(KNOWN_VARIABLES, known_variables);
  give(ADDRESS, base_url === null || isUnknown(base_url) ? null : addressOf(base_url));
}
