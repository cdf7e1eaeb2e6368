import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../usage-error";
import type { PlannedStack } from "./from-plan";
import type { PlanJson } from "./plan-json";
import { showPlan } from "./run-plan";

/** The major version of the format of `show -json` that the review reads. */
const FORMAT = /^1\./;

/** Reads a plan that was made before: a plan file, or what `show -json` printed of it. What the engine warned of is not in it. */
export async function readPlanFile(
  path: string,
  { engine, signal }: { engine: () => string; signal: AbortSignal },
): Promise<PlannedStack> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UsageError(`The plan ${path} is missing.`);
  const text = readFileSync(file);
  const plan =
    text[0] === "{".charCodeAt(0)
      ? parsePlan(path, text.toString("utf8"))
      : await showPlan(file, { engine: engine(), folder: folderFor(file), signal });
  return { name: nameOf(file), plan, diagnostics: null };
}

function parsePlan(path: string, text: string): PlanJson {
  const plan = parse(text);
  if (FORMAT.test(plan?.format_version ?? "")) return plan!;
  throw new UsageError(
    `${path} is not a plan: neither a plan file nor what terraform show -json prints of one.`,
  );
}

function parse(text: string): PlanJson | undefined {
  try {
    return JSON.parse(text) as PlanJson;
  } catch {
    return undefined;
  }
}

/** An engine reads a plan only where its providers are installed. */
function folderFor(file: string): string {
  return existsSync(join(dirname(file), ".terraform")) ? dirname(file) : process.cwd();
}

/** cdktf leaves its plans as stacks/NAME/plan. */
function nameOf(file: string): string {
  const name = basename(file).replace(/\.[^.]+$/, "");
  return name === "plan" ? basename(dirname(file)) : name;
}
