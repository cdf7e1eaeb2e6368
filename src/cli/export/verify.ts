import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findProviderPackage, placeProvider } from "../../install";
import { findEngine } from "../engine/find-engine";
import type { PlannedResource } from "../engine/plan-json";
import { type PlannedStack, planStack } from "../engine/plan-stack";
import { atMost } from "../shared/lists";
import type { ExportOptions } from "./options";
import { synthesizeExport } from "./synthesize";

/**
 * Plans the exported code with the real engine and an empty state, and prints what the plan does. Returns
 * whether the plan imports every object that has an import id, and adds, changes and destroys nothing.
 */
export async function verifyExport(options: ExportOptions, signal: AbortSignal): Promise<boolean> {
  const engine = findEngine();
  const { folder, remove } = options.format === "hcl" ? copyOfHcl(options.out) : synthesizeExport(options);
  try {
    const run = { engine, signal, exclusively: atMost(1) };
    return report(await planStack({ name: options.stack, folder }, run));
  } finally {
    remove();
  }
}

function copyOfHcl(out: string) {
  const folder = mkdtempSync(join(resolve(tmpdir()), "cdktf-outreach-verify-"));
  const isCode = (name: string) => /\.(tf|tofu)$/.test(name) || name === "prompts";
  for (const name of readdirSync(out).filter(isCode)) {
    cpSync(join(out, name), join(folder, name), { recursive: true });
  }
  placeProvider(findProviderPackage(), folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function report({ plan, diagnostics }: PlannedStack): boolean {
  if (plan === null) {
    const errors = (diagnostics ?? []).filter(({ severity }) => severity === "error");
    const lines = errors.map(({ summary, detail }) => `${summary}: ${detail}`);
    process.stderr.write(`The plan of the code failed:\n${lines.join("\n")}\n`);
    return false;
  }
  const changes = (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  const imports = changes.filter(({ change }) => change.importing !== undefined);
  const isClean = ({ change }: PlannedResource) =>
    change.actions.join() === "no-op" && change.importing !== undefined;
  const unclean = changes.filter((one) => !isClean(one));
  const count = (action: string) => unclean.filter(({ change }) => change.actions.includes(action)).length;
  process.stderr.write(
    `Verified with the engine: ${imports.length} to import, ${count("create")} to add, ${count("update")} to change, ` +
      `${count("delete")} to destroy.\n`,
  );
  for (const resource of unclean) process.stderr.write(`  ${explain(resource)}\n`);
  return unclean.length === 0;
}

/** Returns the names of the attributes that would change, without their values. */
function explain({ address, change }: PlannedResource): string {
  const [before, after] = [change.before ?? {}, change.after ?? {}] as Record<string, unknown>[];
  const json = (side: Record<string, unknown> | undefined, key: string) => JSON.stringify(side?.[key]);
  const changed = Object.keys(after!).filter((key) => json(after, key) !== json(before, key));
  return `${address}: ${change.actions.join(", ")} of ${changed.join(", ")}`;
}
