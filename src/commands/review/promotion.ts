import { warningOf } from "../../estate/engine/diagnostics";
import type { PlannedChange } from "../../estate/engine/plan-json";
import { afterOf, beforeOf, hasMark, partOf, type Side } from "../../estate/engine/plan-sides";
import { type PlannedStack, planOf } from "../../estate/engine/plan-stack";
import { CONTENT, kindOfType } from "../../objects/kinds";
import { sameText } from "../../objects/text";
import type { StackWarning } from "./between-stacks";
import { asFound } from "./from-plan";
import { actionOf } from "./model/object-changes";
import { currentResources, ownResources } from "./model/objects";

/**
 * Compares the prompts and descriptions that a change writes with the texts of `other` at the same address.
 */
export function warningsOfNewTexts(stacks: readonly PlannedStack[], other: PlannedStack): StackWarning[] {
  const held = currentResources({ resource_changes: asFound(other.plan ?? {}) });
  const changes = stacks
    .filter((stack) => stack !== other)
    .flatMap((stack) => ownResources(planOf(stack)).map((resource) => ({ stack, ...resource })));
  return changes.flatMap(({ stack, address, type, change }) => {
    const found = held.get(address)?.change;
    return textsBroughtBy(change, type)
      .filter((name) => found === undefined || !isSame(name, afterOf(change), beforeOf(found)))
      .map((name) => ({ stack, warning: warningOfText(name, address, other.name) }));
  });
}

function textsBroughtBy(change: PlannedChange, type: string): string[] {
  const kind = kindOfType(type);
  const action = actionOf(change.actions);
  if (kind === undefined || (action !== "create" && action !== "update" && action !== "replace")) return [];
  return CONTENT[kind].filter((name) => name !== "name" && !isSame(name, afterOf(change), beforeOf(change)));
}

function isSame(name: string, after: Side, before: Side): boolean {
  const [next, old] = [partOf(after, name), partOf(before, name)];
  return !hasMark(next.unknown) && sameText(String(next.value ?? ""), String(old.value ?? ""));
}

function warningOfText(name: string, address: string, other: string) {
  return warningOf(
    `${address}: the stack ${other} does not have this ${name}`,
    `With --only-texts-of ${other}, a change may only bring texts that ${other} has at the same address. ` +
      `Deploy ${other} with this ${name} first, then review again.`,
    address,
  );
}
