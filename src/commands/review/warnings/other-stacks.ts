import { existsSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../../util/json";
import { type Diagnostic, warningOf } from "../../../estate/engine/diagnostics";
import type { PlannedResource } from "../../../estate/engine/plan-json";
import type { PlannedStack } from "../../../estate/engine/plan-stack";
import type { Stack } from "../../../estate/engine/stacks";
import { SYNTHESIZED } from "../../../estate/hcl/configuration";
import { readJsonFile } from "../../../util/files/read-file";
import { ownResources } from "../model/declared-attributes";
import { keyOfObject } from "../model/addresses";

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
