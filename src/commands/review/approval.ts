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
 * Returns the file of `--approval`; undefined without the option. Removes an approval of an earlier review: it must
 * not pass for the approval of this one. Throws before planning if no approval can be written.
 */
export function prepareApproval(
  values: Pick<Values, "approval" | "approve-sensitive">,
): ApprovalFile | undefined {
  const { approval: file, "approve-sensitive": approvesSensitive = false } = values;
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
        .filter(
          (change) =>
            // No limit applies to an update that sends nothing and leaves the approved attributes as they are.
            change.action !== "update" || !isUpdateOfState(afterOf(resource.change)) || !keepsContent(change),
        )
        .map((change) => ({
          ...change,
          place: places.get(identityOf(resource).address)!,
          workspace: workspaceOf(resource, stack),
          resource: { stack: stack.name, address: resource.address },
        }));
    });
  });
}

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

/** Returns the workspace of an object. Throws an Error if the plan does not make it certain. */
export function workspaceOf(resource: PlannedResource, stack: PlannedStack): WorkspaceIdentity {
  const { address: of, change } = resource;
  const unsure = (problem: string, advice: string) =>
    new Error(
      `No approval is written, because the workspace of ${of} in ${stack.name} is not certain: ${problem}. ${advice}, and review again.`,
    );
  const [workspaceId] = [afterOf(change), beforeOf(change)]
    .map((side) => partOf(side, "workspace_id").value)
    .filter((value) => typeof value === "string");
  if (workspaceId === undefined)
    throw unsure("its workspace_id is known only after the apply", "Set workspace_id to a known value");
  const [address, ...others] = new Set(addressesOf(resource, stack, unsure));
  if (address === undefined)
    throw unsure(
      "its provider does not give its address",
      "Run cdktf synth with this version of the package",
    );
  if (others.length > 0)
    throw unsure(
      "the providers of the stack have different addresses, and the plan does not show which one it uses",
      "Give all providers of the stack the same base_url, or plan this change without the others",
    );
  return { address, workspaceId };
}

type Unsure = (problem: string, advice: string) => Error;

/** Returns the address of the API of the object's provider; those of all providers if its code is removed. */
function addressesOf(resource: PlannedResource, stack: PlannedStack, unsure: Unsure): string[] {
  const { plan, addresses = new Map<string, string>(), diagnostics } = stack;
  const configured = configuredProvider(resource, plan ?? {});
  // A saved plan contains no diagnostics, so no provider was able to give its address.
  if (diagnostics === null) {
    const all = Object.values(plan?.configuration?.provider_config ?? {}).filter(isOwnProvider);
    return (configured === undefined ? all : [configured]).map((one) => savedAddress(one, unsure));
  }
  const given = addresses.get(providerAddress(configured ?? {}));
  return (given === undefined ? [...addresses.values()] : [given]).map((address) => {
    if (address !== null) return address;
    throw unsure("the base_url of its provider is known only after the apply", "Set it to a known value");
  });
}

/** Returns the address that a provider configuration of a saved plan has, or takes from the environment. */
function savedAddress({ expressions = {} }: ConfiguredProvider, unsure: Unsure): string {
  const { base_url: written } = expressions;
  const variable = environmentVariable("base_url");
  const text = written === undefined ? process.env[variable]?.trim() : written.constant_value;
  // Engines print "${var.url}" of a JSON configuration as if it were a constant.
  if (typeof text === "string" && text !== "" && !/[$%]\{/.test(text)) return addressOf(text.trim());
  throw written === undefined
    ? unsure(`its provider has no base_url, and ${variable} is not set`, `Set ${variable} as for the plan`)
    : unsure("a saved plan contains a base_url only if it is a constant", "Review without --plan");
}
