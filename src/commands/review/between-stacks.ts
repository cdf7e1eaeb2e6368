import { canonicalText } from "../../objects/text";
import { shellWord } from "../../provider/wording/subject";
import { type Diagnostic, errorOf, warningOf } from "../../estate/engine/diagnostics";
import type { PlannedResource } from "../../estate/engine/plan-json";
import { afterOf, partOf } from "../../estate/engine/plan-sides";
import type { PlannedStack } from "../../estate/engine/plan-stack";
import { compareText, groupBy } from "../../util/lists";
import { actionOf } from "./model/object-changes";
import { configuredProvider, keyOfObject, ownResources, providerAddress, workspaceIn } from "./model/objects";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isObject, objectsIn } from "../../util/json";
import type { Stack } from "../../estate/engine/stacks";
import { readJsonConfiguration, SYNTHESIZED } from "../../estate/hcl/configuration";
import type { StackReview } from "./model/review";
import { isNothingToDo, totalsOf } from "./model/totals";

/** A warning about resources of several stacks. Plan files may give several stacks the same name. */
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

/** Warns of objects that a stack deletes, imports or adopts while another stack or alias manages them. */
export function warningsOfShared(stacks: readonly PlannedStack[]): StackWarning[] {
  const uses = stacks.flatMap((stack) => resourcesOf(stack).flatMap((resource) => usesBy(resource, stack)));
  return [...groupBy(uses, ({ object }) => object).values()].flatMap((users) =>
    users.filter(({ verb }) => verb !== "managed").flatMap((use) => sharedWarning(use, users)),
  );
}

function resourcesOf({ plan, unfinished }: PlannedStack): PlannedResource[] {
  return ownResources(plan ?? unfinished ?? {});
}

function usesBy({ address, change, type }: PlannedResource, stack: PlannedStack): Use[] {
  const action = actionOf(change.actions);
  if (action === undefined) return [];
  const use = (side: unknown, verb: Use["verb"]): Use[] => {
    const object = keyOfObject(type, side);
    return object === undefined ? [] : [{ object, stack, address, verb }];
  };
  const held = change.importing === undefined ? "managed" : "imported";
  const isNew = action === "create" || action === "replace";
  return [
    ...(change.actions.includes("delete") ? use(change.before, "deleted") : []),
    ...(action === "forget" ? [] : use(change.after, isNew ? "adopted" : held)),
  ];
}

function sharedWarning({ address, stack, verb }: Use, users: readonly Use[]): StackWarning[] {
  const others = users.filter((other) => other.stack !== stack || other.address !== address);
  if (others.length === 0) return [];
  const elsewhere = others.map((other) => `${other.verb} by ${other.address}${whereIs(other.stack, stack)}`);
  // An object does not leave the resource that imports or adopts it, if another one has it now.
  const old = users.filter((one) => one.verb === "deleted" || one.verb === "managed");
  const places = new Set((old.length > 0 ? old : others).map((one) => one.address));
  const commands = Array.from(places, (place) => `\`terraform state rm ${shellWord(place)}\``).join(" or ");
  const warning = warningOf(
    `${address}: the object that is ${verb} here is ${elsewhere.join(" and ")}`,
    "Two resources that manage one object overwrite each other's content, and a delete of either deletes it for both. " +
      `To move the object, first remove it from its old place, with a \`removed\` block with destroy = false or with ${commands}.`,
    address,
  );
  return [{ stack, warning }];
}

function whereIs(other: PlannedStack, stack: PlannedStack): string {
  return other === stack ? "" : ` of the stack ${other.name}`;
}

/** Warns of each create that has the name of an earlier one: synth sees this only for names in the code of one stack. */
export function warningsOfSameNames(stacks: readonly PlannedStack[]): StackWarning[] {
  const creates = stacks.flatMap((stack, i) =>
    resourcesOf(stack).flatMap((resource) => {
      const { address, type, change } = resource;
      const part = (attribute: string) => partOf(afterOf(change), attribute).value;
      const [name, adopted] = [part("name"), part("adopted")];
      if (actionOf(change.actions) !== "create" || typeof name !== "string" || adopted === true) return [];
      // Where the plan does not show the workspace, other stacks and other providers may have another one.
      const provider = configuredProvider(resource, stack.plan ?? stack.unfinished ?? {});
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

/** What the configuration of a stack that is not reviewed says about moves between stacks. */
export interface OtherStack {
  readonly name: string;
  readonly imports: readonly { readonly to: string; readonly id: string }[];
  /** Addresses of resources that the stack stops managing without a delete. */
  readonly removes: readonly string[];
}

/** Reads the configuration that synth wrote for a stack. A configuration in HCL says nothing. */
export function otherStack({ name, folder }: Pick<Stack, "name" | "folder">): OtherStack {
  const file = join(folder, SYNTHESIZED);
  const found = existsSync(file) ? readJsonConfiguration(file) : {};
  const imports = objectsIn(found.import).flatMap(({ to, id }) =>
    typeof to === "string" && typeof id === "string" ? [{ to, id }] : [],
  );
  const removes = objectsIn(found.removed).flatMap(({ from }) => (typeof from === "string" ? [from] : []));
  return { name, imports, removes };
}

/** Warns in each stack of objects that move from or to a stack that is not reviewed. */
export function warningsOfOthers(
  stacks: readonly PlannedStack[],
  others: readonly OtherStack[],
): StackWarning[] {
  const forgotten = new Set(
    stacks
      .flatMap(resourcesOf)
      .filter(({ change }) => change.actions.includes("forget"))
      .map(({ type, change }) => keyOfObject(type, change.before)),
  );
  const isPaired = ({ type, change }: PlannedResource) =>
    forgotten.has(keyOfObject(type, change.after, change.importing?.id));
  return stacks.flatMap((stack) =>
    resourcesOf(stack).flatMap((one) =>
      others
        .flatMap((other) => [...movesTo(one, other), ...(isPaired(one) ? [] : movesFrom(one, other))])
        .map((warning) => ({ stack, warning })),
    ),
  );
}

function movesTo({ address, type, change }: PlannedResource, { name, imports }: OtherStack): Diagnostic[] {
  const { actions, before } = change;
  const isDeleted = actions.includes("delete");
  if (!isDeleted && !actions.includes("forget")) return [];
  const verb = isDeleted ? "deleted" : "removed from the state";
  return imports
    .filter(({ id, to }) => isObject(before) && before["id"] === id && to.startsWith(`${type}.`))
    .map(({ to }) =>
      warningOf(
        `${address}: the object that is ${verb} here is imported by ${to} of the stack ${name}, which is not reviewed`,
        `Review both stacks in one command, and name ${name}, too.`,
        address,
      ),
    );
}

function movesFrom({ address, type, change }: PlannedResource, { name, removes }: OtherStack): Diagnostic[] {
  const from = removes.find((one) => one.startsWith(`${type}.`));
  if (change.importing === undefined || from === undefined) return [];
  const summary = `${address}: the object that is imported here may be that of ${from} of the stack ${name}, which is not reviewed`;
  const detail = `${name} has a removed block. Review both stacks in one command, and name ${name}, too.`;
  return [warningOf(summary, detail, address)];
}

/** Matches the data source that reads another stack's outputs in CDKTF; that stack's name is at its end. */
const READS = /^data\.terraform_remote_state\.cross-stack-reference-input-(.+)$/;

/** The errors of engines for a state that was never written, and for an output that a state lacks. */
const NO_STATE = "Unable to find remote state";
const NO_ATTRIBUTE = "Unsupported attribute";
const NO_OUTPUT = /"cross-stack-output-/;

/** If an output is not written yet, the error of the returned stack names the stack to apply first. */
export function withReasons(stack: PlannedStack): PlannedStack {
  return { ...stack, diagnostics: stack.diagnostics?.map((one) => reasonFor(one, stack)) ?? null };
}

function reasonFor(one: Diagnostic, { name, dependencies = [] }: PlannedStack): Diagnostic {
  const { summary, detail, address } = one;
  const read = READS.exec(address ?? "")?.[1];
  const others = dependencies.join(" or ");
  const mustWait = (other: string, problem: string) =>
    errorOf(
      problem,
      `${name} can be planned only after an apply of ${other}. Apply ${other} first, then review again.`,
    );
  if (summary === NO_STATE && read !== undefined) {
    const other = nameOf(read, dependencies);
    return mustWait(other, `${name} reads from ${other}, which has not been applied yet`);
  }
  if (summary === NO_ATTRIBUTE && NO_OUTPUT.test(detail) && others !== "")
    return mustWait(others, `${name} reads outputs that only the next apply of ${others} writes`);
  return one;
}

/** Warns in each stack whose plan used old outputs: a stack that it depends on has planned changes. */
export function withDependencies(
  reviews: readonly StackReview[],
  stacks: readonly PlannedStack[],
): StackReview[] {
  const changed = reviews.filter((review) => review.planned && !isNothingToDo(review));
  const changing = new Set(changed.map(({ name }) => name));
  const direct = new Map(
    stacks.map((stack) => [stack.name, [...(stack.dependencies ?? []), ...readBy(stack)]]),
  );
  return reviews.map((review) => {
    const { name, planned, diagnostics } = review;
    const found = [...reachableFrom(name, direct)].filter((other) => changing.has(other)).sort(compareText);
    if (!planned || found.length === 0) return review;
    const [change, are] = found.length === 1 ? ["changes", "is"] : ["change", "are"];
    const others = found.join(" and ");
    const warning = warningOf(
      `${name} depends on ${others}, which ${change}: the changes of ${name} show only after ${others} ${are} applied`,
      `Apply ${others} first, then review ${name} again.`,
    );
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const withWarning = { ...review, diagnostics: [...errors, warning, ...diagnostics.slice(errors.length)] };
    return { ...withWarning, totals: totalsOf(withWarning) };
  });
}

/** Returns the names of the stacks whose outputs a stack reads, as far as its plan shows. */
function readBy({ plan, dependencies = [] }: PlannedStack): string[] {
  const resources = plan?.configuration?.root_module?.resources ?? [];
  const read = resources.flatMap(({ address }) => READS.exec(address)?.[1] ?? []);
  return read.map((name) => nameOf(name, dependencies));
}

/** Returns the name of a stack that CDKTF writes in addresses with only letters, digits, `_` and `-`. */
function nameOf(read: string, dependencies: readonly string[]): string {
  return dependencies.find((dependency) => dependency.replace(/[^A-Za-z0-9_-]/g, "") === read) ?? read;
}

function reachableFrom(name: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(direct.get(name));
  for (const one of found) for (const next of direct.get(one) ?? []) found.add(next);
  found.delete(name);
  return found;
}
