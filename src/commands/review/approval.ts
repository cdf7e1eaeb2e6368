import { lstatSync, rmSync } from "node:fs";
import {
  type Action,
  type ApprovedContent,
  type Change,
  contentOf,
  keepsContent,
  notKnown,
  problemOfKey,
  type ReviewedChange,
  writeApproval,
} from "../../approval";
import { makeVisible } from "../../render/visible-text";
import type { PlannedStack } from "../../estate/engine/plan-stack";
import { count } from "../../util/text";
import { writeWhole } from "../../util/files/write-whole";
import { UsageError } from "../../util/usage-error";
import { placeOf } from "./model/pairs";
import type { Review } from "./model/review";
import type { Values } from "./options";
import { checkFolder } from "./output";
import { approvalFacts } from "./document/summary";
import { type Kind, kindOfType, type WorkspaceIdentity } from "../../objects/kinds";
import type { ConfiguredProvider, PlannedResource } from "../../estate/engine/plan-json";
import { asFound, inReview } from "./from-plan";
import { actionOf, isUpdateOfState } from "./model/object-changes";
import { configuredProvider, identityOf, isOwnProvider, providerAddress } from "./model/objects";
import { afterOf, beforeOf, partOf, type Side } from "../../estate/engine/plan-sides";
import { environmentVariable } from "../../provider/settings/configuration";
import { addressOf } from "../../provider/settings/settings";

interface ApprovalFile {
  readonly file: string;
  readonly key: string | undefined;
  readonly approvesSensitive: boolean;
}

/**
 * Removes an earlier approval, which could be taken for the new approval. Throws if no file can be written.
 */
export function prepareApproval(
  values: Pick<Values, "approval" | "approve-sensitive">,
): ApprovalFile | undefined {
  const { approval: file, "approve-sensitive": approvesSensitive = false } = values;
  if (file === undefined && approvesSensitive)
    throw new UsageError("--approve-sensitive needs --approval FILE.");
  if (file === undefined) return undefined;
  if (file === "" || lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new UsageError(`--approval takes the name of a file, not ${JSON.stringify(file)}.`);
  checkFolder("--approval", file);
  const key = process.env["OUTREACH_APPROVAL_KEY"];
  const problem = key === undefined ? undefined : problemOfKey(key);
  if (problem !== undefined) throw new Error(problem);
  rmSync(file, { force: true });
  return { file, key, approvesSensitive };
}

export function askedOf(
  { approvesSensitive }: ApprovalFile,
  planned: readonly PlannedStack[],
  review: Review,
) {
  try {
    const changes = reviewedChanges(planned, review);
    return { changes, places: new Set(changes.map(({ place }) => place)), approvesSensitive };
  } catch (error) {
    return error as Error;
  }
}

/** Omits changes that no document shows. Returns sentences for the user. */
export function writeApprovalOf(
  changes: readonly Reviewed[],
  review: Review,
  { file, key }: ApprovalFile,
): string {
  const left = new Set(review.approvalExceptions?.filter(({ approved }) => !approved).map(placeOf));
  const covered = changes.filter(({ place }) => !left.has(place));
  writeWhole(file, writeApproval(covered, key));
  const signed = key === undefined ? "" : ", signed";
  const facts = approvalFacts(review, Infinity).flatMap(({ words, quoted }) => [
    words,
    ...quoted.map((one) => `  ${one}`),
  ]);
  const written = `Approval of ${count(covered.length, "change")}${signed}: written to ${file}.`;
  return `${[written, ...facts].map(makeVisible).join("\n")}\n`;
}

type Reviewed = ReturnType<typeof reviewedChanges>[number];

/** Returns a replace as a delete and a create. Throws an Error if the workspace of a change is uncertain. */
export function reviewedChanges(planned: readonly PlannedStack[], { stacks }: Review) {
  return inReview(planned).flatMap((stack, index) => {
    const places = new Map(
      stacks[index]!.changes.map(({ address }, change) => [address, placeOf({ stack: index, change })]),
    );
    return asFound(stack.plan ?? {}).flatMap((resource) =>
      writesOf(resource).map((change): ReviewedChange & { readonly place: string } => ({
        ...change,
        place: places.get(identityOf(resource).address)!,
        workspace: workspaceOf(resource, stack),
        resource: { stack: stack.name, address: resource.address },
      })),
    );
  });
}

function writesOf(resource: PlannedResource): PlannedWrite[] {
  const { mode, type, change } = resource;
  const [kind, action] = [kindOfType(type), actionOf(change.actions)];
  if (mode !== "managed" || kind === undefined) return [];
  const write = (one: Action) => changeOf(resource, kind, one);
  if (action === "replace")
    return [...(change.actions.includes("forget") ? [] : [write("delete")]), write("create")];
  if (action !== "create" && action !== "update" && action !== "delete") return [];
  const planned = write(action);
  // An update that sends nothing and keeps the approved attributes needs no approval.
  const isOfState = action === "update" && isUpdateOfState(afterOf(change)) && keepsContent(planned);
  return isOfState ? [] : [planned];
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
  if (kind !== "cluster" || action !== "delete") return changed;
  const { value: linked } = partOf(before, "associated_count");
  return { ...changed, linked: Number.isSafeInteger(linked) ? Number(linked) : 0 };
}

function textsOf(kind: Kind, side: Side): ApprovedContent {
  return contentOf(kind, (attribute) => {
    const { value, unknown } = partOf(side, attribute);
    return unknown === true ? notKnown : value;
  });
}

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

export function workspaceOf(resource: PlannedResource, stack: PlannedStack): WorkspaceIdentity {
  const { address: of, change } = resource;
  const unsure = (problem: string) =>
    new Error(
      `No approval is written, because the workspace of ${of} in ${stack.name} is not certain: ${problem}, and review again.`,
    );
  const [workspaceId] = [afterOf(change), beforeOf(change)]
    .map((side) => partOf(side, "workspace_id").value)
    .filter((value) => typeof value === "string");
  if (workspaceId === undefined)
    throw unsure("its workspace_id is known only after the apply. Set workspace_id to a known value");
  const [address = null, ...others] = new Set(addressesOf(resource, stack));
  if (address === null || others.length > 0)
    throw unsure(
      "the plan does not show the base_url of its provider. Give all providers of the stack one base_url, as a constant " +
        `or in ${environmentVariable("base_url")}`,
    );
  return { address, workspaceId };
}

/**
 * Returns the API address of the object's provider; null if unknown. If the resource has left the code,
 * returns the addresses of all providers.
 */
function addressesOf(resource: PlannedResource, stack: PlannedStack): (string | null)[] {
  const { plan, addresses = new Map<string, string>(), diagnostics } = stack;
  const configured = configuredProvider(resource, plan ?? {});
  if (diagnostics !== null) {
    const given = addresses.get(providerAddress(configured ?? {}));
    return given === undefined ? [...addresses.values()] : [given];
  }
  // Providers report their API addresses in diagnostics, which a saved plan lacks.
  const all = Object.values(plan?.configuration?.provider_config ?? {}).filter(isOwnProvider);
  return (configured === undefined ? all : [configured]).map(savedAddress);
}

function savedAddress({ expressions: { base_url } = {} }: ConfiguredProvider): string | null {
  const text =
    base_url === undefined ? process.env[environmentVariable("base_url")] : base_url.constant_value;
  // In a JSON configuration, engines print "${var.url}" as if it were a constant.
  const isKnown = typeof text === "string" && text.trim() !== "" && !/[$%]\{/.test(text);
  return isKnown ? addressOf(text.trim()) : null;
}
