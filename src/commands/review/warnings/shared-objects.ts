import { canonicalText } from "../../../objects/text";
import { shellWord } from "../../../provider/wording/subject";
import { type Diagnostic, warningOf } from "../../../estate/engine/diagnostics";
import type { PlannedResource } from "../../../estate/engine/plan-json";
import { afterOf, partOf } from "../../../estate/engine/plan-sides";
import type { PlannedStack } from "../../../estate/engine/plan-stack";
import { groupBy } from "../../../util/lists";
import { actionOf } from "../model/actions";
import { configuredProvider, ownResources, providerAddress } from "../model/declared-attributes";
import { keyOfObject, workspaceIn } from "../model/addresses";

/** Stacks are compared by identity, because plan files may give several stacks the same name. */
type Stack = Pick<PlannedStack, "name" | "plan" | "unfinished">;

interface Use {
  readonly object: string;
  readonly stack: Stack;
  readonly address: string;
  readonly verb: "deleted" | "imported" | "adopted" | "managed";
}

/** Warns of objects that a stack deletes, imports or adopts while another stack or alias manages them. */
export function warningsOfShared(stacks: readonly Stack[]): Map<Stack, Diagnostic[]> {
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
  readonly stack: Stack;
  readonly address: string;
  readonly key: string;
}

/** Warns of each create that has the name of an earlier one: synth sees this only for names in the code of one stack. */
export function warningsOfSameNames(stacks: readonly Stack[]): Map<Stack, Diagnostic[]> {
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

function createOf(resource: PlannedResource, stack: Stack, index: number): Create[] {
  const { address, type, change } = resource;
  const [name, adopted] = ["name", "adopted"].map((attribute) => partOf(afterOf(change), attribute).value);
  if (actionOf(change.actions) !== "create" || typeof name !== "string" || adopted === true) return [];
  // Where the plan does not show the workspace, other stacks and other providers may have another one.
  const provider = configuredProvider(resource, stack.plan ?? stack.unfinished ?? {});
  const workspace = workspaceIn(change.after) || [index, providerAddress(provider ?? {})];
  return [{ stack, address, key: JSON.stringify([type, workspace, canonicalText(name)]) }];
}

function sameNameWarning(address: string, stack: Stack, first: Create): Diagnostic {
  const where = first.stack === stack ? "" : ` of the stack ${first.stack.name}`;
  return warningOf(
    `${address}: ${first.address}${where} creates an object with this name, too`,
    "An apply creates duplicates that differ only in their ids, and existing_name cannot decide which resource owns " +
      "which object. Rename one of them.",
    address,
  );
}

function usesBy({ address, change, type }: PlannedResource, stack: Stack): Use[] {
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
