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
import { isObject } from "../../util/json";
import type { Stack } from "../../estate/engine/stacks";
import { SYNTHESIZED } from "../../estate/hcl/configuration";
import { readJsonFile } from "../../util/files/read-file";
import type { StackReview } from "./model/review";
import { isNothingToDo } from "./model/totals";

/** What a stack does with an object. Stacks are compared by identity, because plan files may share a name. */
interface Use {
  readonly object: string;
  readonly stack: PlannedStack;
  readonly address: string;
  readonly verb: "deleted" | "imported" | "adopted" | "managed";
}

/** Warns of objects that a stack deletes, imports or adopts while another stack or alias manages them. */
export function warningsOfShared(stacks: readonly PlannedStack[]): Map<PlannedStack, Diagnostic[]> {
  const uses = stacks.flatMap((stack) =>
    ownResources(stack.plan ?? stack.unfinished ?? {}).flatMap((resource) => usesBy(resource, stack)),
  );
  const users = groupBy(uses, ({ object }) => object);
  const changing = groupBy(uses, ({ verb, stack }) => (verb === "managed" ? null : stack));
  const warningsIn = (own: readonly Use[]) => own.flatMap((use) => warningsOf(use, users.get(use.object)!));
  return new Map([...changing].map(([stack, own]) => [stack, warningsIn(own)]));
}

function warningsOf({ address, stack, verb }: Use, users: readonly Use[]): Diagnostic[] {
  const others = users.filter((other) => other.stack !== stack || other.address !== address);
  if (others.length === 0) return [];
  const elsewhere = others.map((other) => {
    const where = other.stack === stack ? "" : ` of the stack ${other.stack.name}`;
    return `${other.verb} by ${other.address}${where}`;
  });
  const warning = warningOf(
    `${address}: the object that is ${verb} here is ${elsewhere.join(" and ")}`,
    "Two resources that manage one object overwrite each other's content, and a delete of either deletes it for both. " +
      "To move the object, first remove it from its old place, with a `removed` block with destroy = false or with " +
      `${oldPlaces(users, others)
        .map((old) => `\`terraform state rm ${shellWord(old)}\``)
        .join(" or ")}.`,
    address,
  );
  return [warning];
}

/** Returns the addresses that an object may leave: not those that import or adopt it, if there are others. */
function oldPlaces(users: readonly Use[], others: readonly Use[]): string[] {
  const old = users.filter(({ verb }) => verb === "deleted" || verb === "managed");
  return [...new Set((old.length > 0 ? old : others).map(({ address }) => address))];
}

/** A planned create of an object of ours, and the key that creates of the same name in one workspace share. */
interface Create {
  readonly stack: PlannedStack;
  readonly address: string;
  readonly key: string;
}

/** Warns of each create that has the name of an earlier one: synth sees this only for names in the code of one stack. */
export function warningsOfSameNames(stacks: readonly PlannedStack[]): Map<PlannedStack, Diagnostic[]> {
  const creates = stacks.flatMap((stack, i) =>
    ownResources(stack.plan ?? stack.unfinished ?? {}).flatMap((one) => createOf(one, stack, i)),
  );
  const warned = [...groupBy(creates, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others.map(({ stack, address }) => ({ stack, warning: sameNameWarning(address, stack, first) })),
  );
  return new Map(
    Array.from(
      groupBy(warned, ({ stack }) => stack),
      ([stack, own]) => [stack, own.map(({ warning }) => warning)],
    ),
  );
}

function createOf(resource: PlannedResource, stack: PlannedStack, index: number): Create[] {
  const { address, type, change } = resource;
  const [name, adopted] = ["name", "adopted"].map((attribute) => partOf(afterOf(change), attribute).value);
  if (actionOf(change.actions) !== "create" || typeof name !== "string" || adopted === true) return [];
  // Where the plan does not show the workspace, other stacks and other providers may have another one.
  const provider = configuredProvider(resource, stack.plan ?? stack.unfinished ?? {});
  const workspace = workspaceIn(change.after) || [index, providerAddress(provider ?? {})];
  return [{ stack, address, key: JSON.stringify([type, workspace, canonicalText(name)]) }];
}

function sameNameWarning(address: string, stack: PlannedStack, first: Create): Diagnostic {
  const where = first.stack === stack ? "" : ` of the stack ${first.stack.name}`;
  return warningOf(
    `${address}: ${first.address}${where} creates an object with this name, too`,
    "An apply creates duplicates that differ only in their ids, and existing_name cannot decide which resource owns " +
      "which object. Rename one of them.",
    address,
  );
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
  const found = existsSync(file)
    ? readJsonFile(file, "is not what cdktf synth writes. Run cdktf synth again.")
    : {};
  const imports = blocksOf(found.import).flatMap(({ to, id }) =>
    typeof to === "string" && typeof id === "string" ? [{ to, id }] : [],
  );
  const removes = blocksOf(found.removed).flatMap(({ from }) => (typeof from === "string" ? [from] : []));
  return { name, imports, removes };
}

function blocksOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

/** Warns in each stack of objects that move from or to a stack that is not reviewed. */
export function warningsOfOthers(
  stacks: readonly PlannedStack[],
  others: readonly OtherStack[],
): Map<PlannedStack, Diagnostic[]> {
  if (others.length === 0) return new Map();
  const resources = ({ plan }: PlannedStack) => ownResources(plan ?? {});
  const forgotten = new Set(
    stacks
      .flatMap(resources)
      .flatMap(({ type, change }) =>
        change.actions.includes("forget") ? [keyOfObject(type, change.before)] : [],
      ),
  );
  const isPaired = ({ type, change }: PlannedResource) =>
    forgotten.has(keyOfObject(type, change.after, change.importing?.id));
  return new Map(
    stacks.map((stack) => [
      stack,
      resources(stack).flatMap((one) => [
        ...movesTo(one, others),
        ...(one.change.importing === undefined || isPaired(one) ? [] : movesFrom(one, others)),
      ]),
    ]),
  );
}

function movesTo({ address, type, change }: PlannedResource, others: readonly OtherStack[]): Diagnostic[] {
  const leaves = change.actions.includes("delete") || change.actions.includes("forget");
  const { id } = (isObject(change.before) ? change.before : {}) as { readonly id?: unknown };
  if (!leaves || typeof id !== "string") return [];
  const verb = change.actions.includes("delete") ? "deleted" : "removed from the state";
  return others.flatMap(({ name, imports }) =>
    imports
      .filter((one) => one.id === id && one.to.startsWith(`${type}.`))
      .map(({ to }) =>
        warningOf(
          `${address}: the object that is ${verb} here is imported by ${to} of the stack ${name}, which is not reviewed`,
          `Review both stacks in one command, and name ${name}, too.`,
          address,
        ),
      ),
  );
}

function movesFrom({ address, type }: PlannedResource, others: readonly OtherStack[]): Diagnostic[] {
  return others.flatMap(({ name, removes }) => {
    const from = removes.find((one) => one.startsWith(`${type}.`));
    if (from === undefined) return [];
    return warningOf(
      `${address}: the object that is imported here may be that of ${from} of the stack ${name}, which is not reviewed`,
      `${name} has a removed block. Review both stacks in one command, and name ${name}, too.`,
      address,
    );
  });
}

/** Matches the data source that reads another stack's outputs in CDKTF; that stack's name is at its end. */
const READS = /^data\.terraform_remote_state\.cross-stack-reference-input-(.+)$/;

/** The errors of engines for a state that was never written, and for an output that a state lacks. */
const NO_STATE = "Unable to find remote state";
const NO_ATTRIBUTE = "Unsupported attribute";
const NO_OUTPUT = /"cross-stack-output-/;

/** Returns the stack. If an output is not written yet, the error then names the stack to apply first. */
export function withReasons(stack: PlannedStack): PlannedStack {
  const diagnostics = stack.diagnostics?.map((one) => reasonFor(one, stack) ?? one) ?? null;
  return { ...stack, diagnostics };
}

function reasonFor(one: Diagnostic, { name, dependencies = [] }: PlannedStack): Diagnostic | undefined {
  const { summary, detail, address } = one;
  const [, read] = READS.exec(address ?? "") ?? [];
  const others = dependencies.join(" or ");
  if (summary === NO_STATE && read !== undefined) {
    const other = nameOf(read, dependencies);
    return mustWait(name, other, `${name} reads from ${other}, which has not been applied yet`);
  }
  if (summary === NO_ATTRIBUTE && NO_OUTPUT.test(detail) && others !== "")
    return mustWait(name, others, `${name} reads outputs that only the next apply of ${others} writes`);
  return undefined;
}

function mustWait(name: string, other: string, summary: string): Diagnostic {
  return errorOf(
    summary,
    `${name} can be planned only after an apply of ${other}. Apply ${other} first, then review again.`,
  );
}

/** Warns in each stack whose plan used old outputs: a stack that it depends on has planned changes. */
export function withDependencies(
  reviews: readonly StackReview[],
  stacks: readonly PlannedStack[],
): StackReview[] {
  const changed = reviews.filter((review) => review.planned && !isNothingToDo(review));
  const changing = new Set(changed.map(({ name }) => name));
  const read = new Map(stacks.map((stack) => [stack.name, readBy(stack)]));
  const direct = new Map(
    stacks.map(({ name, dependencies = [] }) => [name, [...dependencies, ...read.get(name)!]]),
  );
  return reviews.map((review) => {
    const { name, planned } = review;
    const found = [...reachableFrom(name, direct)].filter((other) => changing.has(other)).sort(compareText);
    if (!planned || found.length === 0) return review;
    const reads = found.every((other) => read.get(name)?.includes(other));
    return withWarning(review, outdated(name, found, reads ? "reads from" : "depends on"));
  });
}

function outdated(name: string, changing: readonly string[], verb: string): Diagnostic {
  const [change, are] = changing.length === 1 ? ["changes", "is"] : ["change", "are"];
  const others = changing.join(" and ");
  return warningOf(
    `${name} ${verb} ${others}, which ${change}: the changes of ${name} show only after ${others} ${are} applied`,
    `Apply ${others} first, then review ${name} again.`,
  );
}

function withWarning(review: StackReview, warning: Diagnostic): StackReview {
  const totals = { ...review.totals, warning: review.totals.warning + 1 };
  const errors = review.diagnostics.filter(({ severity }) => severity === "error");
  const warnings = review.diagnostics.slice(errors.length);
  return { ...review, totals, diagnostics: [...errors, warning, ...warnings] };
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

/** Returns the direct and indirect dependencies of a stack, without the stack. */
function reachableFrom(name: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(direct.get(name));
  for (const one of found) for (const next of direct.get(one) ?? []) found.add(next);
  found.delete(name);
  return found;
}
