import { lstatSync, rmSync } from "node:fs";
import { problemOfKey, writeApproval } from "../../../approval";
import type { PlannedStack } from "../../engine/plan-stack";
import { count } from "../../shared/text";
import { writeWhole } from "../../shared/write-whole";
import { UsageError } from "../../usage-error";
import { checkFolder } from "../output";
import { reviewedChanges } from "./reviewed-changes";

/** The file of `--approval`, and the key that signs it. */
export interface ApprovalFile {
  readonly file: string;
  readonly key: string | undefined;
}

/**
 * Returns the file of `--approval`; undefined without the option. Removes an approval of an earlier review: it must
 * not pass for the approval of this one. Throws before planning if no approval can be written.
 */
export function prepareApproval(file: string | undefined): ApprovalFile | undefined {
  if (file === undefined) return undefined;
  const stat = file === "" ? undefined : lstatSync(file, { throwIfNoEntry: false });
  if (file === "" || (stat !== undefined && !stat.isFile()))
    throw new UsageError(`--approval takes the name of a file, not ${JSON.stringify(file)}.`);
  checkFolder("--approval", file);
  const key = process.env["OUTREACH_APPROVAL_KEY"];
  const problem = key === undefined ? undefined : problemOfKey(key);
  if (problem !== undefined) throw new Error(problem);
  rmSync(file, { force: true });
  return { file, key };
}

/** Writes the approval of all changes of the plans, and returns a sentence about it. */
export function writeApprovalOf(stacks: readonly PlannedStack[], { file, key }: ApprovalFile): string {
  const changes = reviewedChanges(stacks);
  writeWhole(file, writeApproval(changes, { key }));
  const signed = key === undefined ? "" : ", signed";
  return `Approval of ${count(changes.length, "change")}${signed}: written to ${file}.\n`;
}
