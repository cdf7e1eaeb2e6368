import { canonicalText } from "../../objects/text";
import { type Diagnostic, errorOf, warningOf } from "../../estate/engine/diagnostics";
import type { PlannedResource } from "../../estate/engine/plan-json";
import { afterOf, partOf } from "../../estate/engine/plan-sides";
import { type PlannedStack, planOf } from "../../estate/engine/plan-stack";
import { compareText, groupBy } from "../../util/lists";
import { actionOf } from "./model/object-changes";
import { configuredProvider, keyOfObject, ownResources, providerAddress, workspaceIn } from "./model/objects";
import type { StackReview } from "./model/review";
import { isNothingToDo, totalsOf } from "./model/totals";

/** A warning holds its whole stack, because plan files may share a name. */
export interface StackWarning {
  readonly stack: PlannedStack;
  readonly warning: Diagnostic;
}

interface Use {
  readonly object: string;
  readonly stack: PlannedStack;
  readonly address: string;
  readonly verb: "deleted" | "imported" | "adopted" | "managed";
}

export function warningsOfShared(stacks: readonly PlannedStack[]): StackWarning[] {
  const uses = stacks.flatMap((stack) => resourcesOf(stack).flatMap((resource) => usesBy(resource, stack)));
  return [...groupBy(uses, ({ object }) => object).values()].flatMap((users) =>
    users.filter(({ verb }) => verb !== "managed").flatMap((use) => sharedWarning(use, users)),
  );
}

function resourcesOf(stack: PlannedStack): PlannedResource[] {
  return ownResources(planOf(stack));
}

function usesBy({ address, change, type }: PlannedResource, stack: PlannedStack): Use[] {
  const action = actionOf(change.actions);
  if (action === undefined) return [];
  const use = (side: unknown, verb: Use["verb"]): Use[] => {
    const object = keyOfObject(type, side);
    return object === null ? [] : [{ object, stack, address, verb }];
  };
  const held = change.importing === undefined ? "managed" : "imported";
  const isNew = action === "create" || action === "replace";
  return [
    ...(change.actions.includes("delete") ? use(change.before, "deleted") : []),
    ...(action === "forget" ? [] : use(change.after, isNew ? "adopted" : held)),
  ];
}

function sharedWarning({ address, stack, verb }: Use, users: readonly Use[]): StackWarning[] {
  const elsewhere = users
    .filter((other) => other.stack !== stack || other.address !== address)
    .map((other) => `${other.verb} by ${other.address}${whereIs(other.stack, stack)}`);
  const warning = warningOf(
    `${address}: the object that is ${verb} here is ${elsewhere.join(" and ")}`,
    "Two resources that manage one object overwrite each other's content, and a delete of either deletes it for both. " +
      "To move the object, first remove it from its old place, with a `removed` block with destroy = false or with " +
      "`terraform state rm`.",
    address,
  );
  return elsewhere.length === 0 ? [] : [{ stack, warning }];
}

function whereIs(other: PlannedStack, stack: PlannedStack): string {
  return other === stack ? "" : ` of the stack ${other.name}`;
}

/** Creates with the same name, even in different stacks, would make duplicates. */
export function warningsOfSameNames(stacks: readonly PlannedStack[]): StackWarning[] {
  const creates = stacks.flatMap((stack, i) =>
    resourcesOf(stack).flatMap((resource) => {
      const { address, type, change } = resource;
      const part = (attribute: string) => partOf(afterOf(change), attribute).value;
      const [name, adopted] = [part("name"), part("adopted")];
      if (actionOf(change.actions) !== "create" || typeof name !== "string" || adopted === true) return [];
      // If the plan does not show the workspace, each stack and provider is assumed to use another workspace.
      const provider = configuredProvider(resource, planOf(stack));
      const workspace = workspaceIn(change.after) || [i, providerAddress(provider ?? {})];
      return [{ stack, address, key: JSON.stringify([type, workspace, canonicalText(name)]) }];
    }),
  );
  return [...groupBy(creates, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others.map(({ stack, address }) => ({
      stack,
      warning: warningOf(
        `${address}: ${first.address}${whereIs(first.stack, stack)} creates an object with this name, too`,
        "An apply creates duplicates that differ only in their ids, and existing_name cannot decide which resource owns " +
          "which object. Rename one of them.",
        address,
      ),
    })),
  );
}

const READS = /^data\.terraform_remote_state\.cross-stack-reference-input-/;

/**
 * If an engine misses a state or output of another stack, an error that names the stack to apply first
 * replaces the engine's error.
 */
export function withReasons(stack: PlannedStack): PlannedStack {
  const { name, dependencies = [], diagnostics } = stack;
  const others = dependencies.join(" or ");
  const reason = errorOf(
    `${name} reads outputs that ${others} has not written yet`,
    `Apply ${others} first, then review ${name} again.`,
  );
  const isMissing = ({ summary, detail, address }: Diagnostic) =>
    (summary === "Unable to find remote state" && READS.test(address ?? "")) ||
    (summary === "Unsupported attribute" && detail.includes('"cross-stack-output-'));
  if (others === "" || diagnostics === null) return stack;
  return { ...stack, diagnostics: diagnostics.map((one) => (isMissing(one) ? reason : one)) };
}

/** A plan used outdated outputs if its stack depends on a stack with planned changes. */
export function withDependencies(
  reviews: readonly StackReview[],
  stacks: readonly PlannedStack[],
): StackReview[] {
  const changed = reviews.filter((review) => review.planned && !isNothingToDo(review));
  const changing = new Set(changed.map(({ name }) => name));
  const direct = new Map(stacks.map(({ name, dependencies = [] }) => [name, dependencies]));
  return reviews.map((review) => {
    const { name, planned, diagnostics } = review;
    const found = [...reachableFrom(name, direct)].filter((other) => changing.has(other)).sort(compareText);
    if (!planned || found.length === 0) return review;
    const others = found.join(" and ");
    const warning = warningOf(
      `${name} depends on ${others}: an apply of ${others} may change more in ${name}`,
      `Apply ${others} first, then review ${name} again.`,
    );
    const withWarning = { ...review, diagnostics: [warning, ...diagnostics] };
    return { ...withWarning, totals: totalsOf(withWarning) };
  });
}

function reachableFrom(name: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(direct.get(name));
  for (const one of found) for (const next of direct.get(one) ?? []) found.add(next);
  found.delete(name);
  return found;
}
