import { findEngine } from "../../estate/engine/find-engine";
import type { PlannedResource } from "../../estate/engine/plan-json";
import { type PlannedStack, planStack } from "../../estate/engine/plan-stack";
import { atMost } from "../../util/lists";
import { addressOf } from "./format";
import { linkedHcl } from "./linked-hcl";
import { readCode } from "./open-code";
import type { ExportOptions } from "./options";
import { synthesizeExport } from "./synthesize";

/**
 * Plans the exported code with the real engine and an empty state, and prints what the plan does. Returns
 * whether the plan imports every object that the code imports, and changes none of them. The other resources
 * of the code are left out: their objects are in a state, and this plan would create them.
 */
export async function verifyExport(options: ExportOptions, signal: AbortSignal): Promise<boolean> {
  const code = await readCode(options, signal);
  const imported = code.declared.filter(({ isImported }) => isImported);
  if (imported.length === 0) {
    process.stderr.write("Nothing to verify: the code imports no object.\n");
    return true;
  }
  const engine = findEngine();
  const { folder, remove } =
    options.format === "hcl" ? linkedHcl(options.out) : await synthesizeExport(options, code.rows, signal);
  try {
    // An absolute TF_DATA_DIR would be the data folder of the user's configuration, which init would overwrite.
    const run = { engine, signal, env: { TF_DATA_DIR: undefined }, exclusively: atMost(1) };
    const addresses = imported.map((object) => addressOf(object, options.format));
    return report(await planStack({ name: options.stack, folder }, run), addresses);
  } finally {
    remove();
  }
}

function report({ plan, diagnostics }: PlannedStack, addresses: readonly string[]): boolean {
  if (plan === null) {
    const errors = (diagnostics ?? []).filter(({ severity }) => severity === "error");
    const lines = errors.map(({ summary, detail }) => `${summary}: ${detail}`);
    process.stderr.write(`The plan of the code failed:\n${lines.join("\n")}\n`);
    return false;
  }
  const planned = new Map((plan.resource_changes ?? []).map((resource) => [resource.address, resource]));
  const found = addresses.flatMap((address) => planned.get(address) ?? []);
  const missing = addresses.filter((address) => !planned.has(address));
  const imports = found.filter(({ change }) => change.importing !== undefined);
  const isClean = ({ change }: PlannedResource) =>
    change.actions.join() === "no-op" && change.importing !== undefined;
  const unclean = found.filter((one) => !isClean(one));
  const count = (action: string) => unclean.filter(({ change }) => change.actions.includes(action)).length;
  process.stderr.write(
    `Verified with the engine: ${imports.length} to import, ${count("create")} to add, ${count("update")} to change, ` +
      `${count("delete")} to destroy.\n`,
  );
  for (const resource of unclean) process.stderr.write(`  ${explain(resource)}\n`);
  for (const address of missing) process.stderr.write(`  ${address}: not in the plan\n`);
  return unclean.length === 0 && missing.length === 0;
}

/** Returns the names of the attributes that would change, without their values. */
function explain({ address, change }: PlannedResource): string {
  const [before, after] = [change.before ?? {}, change.after ?? {}] as Record<string, unknown>[];
  const json = (side: Record<string, unknown> | undefined, key: string) => JSON.stringify(side?.[key]);
  const changed = Object.keys(after!).filter((key) => json(after, key) !== json(before, key));
  return `${address}: ${change.actions.join(", ")} of ${changed.join(", ")}`;
}
