import { lstatSync, rmSync } from "node:fs";
import {
  problemOfKey,
  writeApproval,
  type Action,
  type Change,
  contentOf,
  type ApprovedContent,
  keepsContent,
  notKnown,
  type ReviewedChange,
} from "../../../approval";
import { makeVisible } from "../../../render/visible-text";
import type { PlannedStack } from "../../../estate/engine/plan-stack";
import { count } from "../../../util/text";
import { writeWhole } from "../../../util/files/write-whole";
import { UsageError } from "../../../util/usage-error";
import { placeOf } from "../model/pairs";
import type { Review } from "../model/review";
import { checkFolder } from "../output";
import { approvalFacts } from "../wording/approval";
import { kindOfType, type Kind } from "../../../objects/kinds";
import type { PlannedResource } from "../../../estate/engine/plan-json";
import { asFound, inReview } from "../from-plan";
import { actionOf } from "../model/actions";
import { identityOf, isUpdateOfState } from "../model/object-changes";
import { afterOf, beforeOf, partOf, type Side } from "../../../estate/engine/plan-sides";
import { workspaceOf } from "./workspace";

/** The file of `--approval`, and the key that signs it. */
interface ApprovalFile {
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

/** A change as an approval lists it, and its place in the review. */
interface Reviewed extends ReviewedChange {
  readonly place: string;
}

/**
 * Returns the changes of clusters and snippets in the plans, as an approval lists them: a replace is a delete
 * and a create. Throws an Error if the workspace of a change is not certain.
 */
export function reviewedChanges(planned: readonly PlannedStack[], { stacks }: Review): Reviewed[] {
  const order = inReview(planned);
  return planned.flatMap((stack) => {
    const index = order.indexOf(stack);
    const places = new Map(
      stacks[index]!.changes.map(({ address }, change) => [address, placeOf({ stack: index, change })]),
    );
    return asFound(stack.plan ?? {}).flatMap((resource) => {
      const kind = kindOfType(resource.type);
      const actions = kind === undefined ? [] : writesOf(resource);
      return actions
        .map((action) => changeOf(resource, kind!, action))
        .filter((change) => !isOfStateOnly(change, resource))
        .map((change) => ({
          ...change,
          place: places.get(identityOf(resource).address)!,
          workspace: workspaceOf({ resource, stack }),
          resource: { stack: stack.name, address: resource.address },
        }));
    });
  });
}

/** Reports whether a change sends nothing and leaves the approved attributes as they are: no limit applies to it. */
function isOfStateOnly({ action, before, after }: PlannedWrite, { change }: PlannedResource): boolean {
  return action === "update" && isUpdateOfState(afterOf(change)) && keepsContent({ before, after });
}

/** Returns what a planned change writes at the server, in the order of an approval's entries. */
function writesOf({ mode, change: { actions } }: PlannedResource): Action[] {
  const action = mode === "managed" ? actionOf(actions) : undefined;
  if (action === "replace") return actions.includes("forget") ? ["create"] : ["delete", "create"];
  return action === "create" || action === "update" || action === "delete" ? [action] : [];
}

type PlannedWrite = Omit<Change, "workspace">;

function changeOf({ change }: PlannedResource, kind: Kind, action: Action): PlannedWrite {
  const [before, after] = [beforeOf(change), afterOf(change)];
  const changed: PlannedWrite = {
    kind,
    action,
    id: action === "create" ? adoptedIn(after) : idIn(before),
    before: action === "create" ? null : textsOf(kind, before),
    after: action === "delete" ? null : textsOf(kind, after),
  };
  return kind === "cluster" && action === "delete" ? { ...changed, linked: linkedTo(before) } : changed;
}

function textsOf(kind: Kind, side: Side): ApprovedContent {
  return contentOf(kind, (attribute) => {
    const { value, unknown } = partOf(side, attribute);
    return unknown === true ? notKnown : value;
  });
}

/** Returns the id of the object that a create adopts. `adopted` is unknown if the apply decides. */
function adoptedIn(after: Side): Change["id"] {
  const adopted = partOf(after, "adopted");
  if (adopted.unknown === true) return notKnown;
  return adopted.value === true ? idIn(after) : null;
}

function idIn(side: Side): string {
  const { value } = partOf(side, "id");
  if (typeof value === "string") return value;
  throw new Error(
    "No approval is written, because the state of a planned object has no id. Import the object again, and review again.",
  );
}

/** Returns the number that the API reports; 0 if it reports none. */
function linkedTo(cluster: Side): number {
  const { value } = partOf(cluster, "associated_count");
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}
