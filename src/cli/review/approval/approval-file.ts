import { lstatSync, rmSync } from "node:fs";
import { problemOfKey, writeApproval } from "../../../approval";
import { makeVisible } from "../../../page/visible-text";
import type { PlannedStack } from "../../engine/plan-stack";
import { count } from "../../shared/text";
import { writeWhole } from "../../../files/write-whole";
import { UsageError } from "../../usage-error";
import { placeOf } from "../model/pairs";
import type { Review } from "../model/review";
import { checkFolder } from "../output";
import { approvalFacts } from "../wording/approval";
import { type Reviewed, reviewedChanges } from "./reviewed-changes";

/** The file of `--approval`, and the key that signs it. */
export interface ApprovalFile {
  readonly file: string;
  readonly key: string | undefined;
  /** Whether it covers changes of sensitive texts, too. */
  readonly approvesSensitive: boolean;
}

/**
 * Returns the file of `--approval`; undefined without the option. Removes an approval of an earlier review: it must
 * not pass for the approval of this one. Throws before planning if no approval can be written.
 */
export function prepareApproval({
  approval: file,
  "approve-sensitive": approvesSensitive = false,
}: {
  readonly approval?: string | undefined;
  readonly "approve-sensitive"?: boolean | undefined;
}): ApprovalFile | undefined {
  if (file === undefined && approvesSensitive)
    throw new UsageError("--approve-sensitive needs --approval FILE.");
  if (file === undefined) return undefined;
  const stat = file === "" ? undefined : lstatSync(file, { throwIfNoEntry: false });
  if (file === "" || (stat !== undefined && !stat.isFile()))
    throw new UsageError(`--approval takes the name of a file, not ${JSON.stringify(file)}.`);
  checkFolder("--approval", file);
  const key = process.env["OUTREACH_APPROVAL_KEY"];
  const problem = key === undefined ? undefined : problemOfKey(key);
  if (problem !== undefined) throw new Error(problem);
  rmSync(file, { force: true });
  return { file, key, approvesSensitive };
}

/** Returns what an approval asks for, and the changes of the plans; an Error if the workspace of one is not certain. */
export function askedOf(
  { approvesSensitive }: ApprovalFile,
  planned: readonly PlannedStack[],
  review: Review,
) {
  try {
    const changes = reviewedChanges(planned, review);
    return { changes, places: new Set(changes.map(({ place }) => place)), approvesSensitive };
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** Writes the approval of these changes, except those that readers did not see. Returns sentences about it. */
export function writeApprovalOf(
  changes: readonly Reviewed[],
  review: Review,
  { file, key }: ApprovalFile,
): string {
  const left = new Set(review.approvalExceptions?.filter(({ approved }) => !approved).map(placeOf));
  const covered = changes.filter(({ place }) => !left.has(place));
  writeWhole(file, writeApproval(covered, { key }));
  const signed = key === undefined ? "" : ", signed";
  const facts = approvalFacts(review, Infinity).map(({ words, quoted }) => [
    words,
    ...quoted.map((one) => `  ${one}`),
  ]);
  const lines = [
    `Approval of ${count(covered.length, "change")}${signed}: written to ${file}.`,
    ...facts.flat(),
  ];
  return `${lines.map(makeVisible).join("\n")}\n`;
}
