import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseDiagnostic } from "../../../src/estate/engine/diagnostics";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import { PROVIDER_VERSION } from "../../../src/provider/version";
import type { PlanJson } from "../../../src/estate/engine/plan-json";

interface Recorded {
  readonly plan: PlanJson;
  readonly lines: readonly string[];
}

const plans = join(__dirname, "plans");

/** What Terraform 1.11 has printed for objects of the simulator. A file has parts of the plan, and the diagnostics. */
export const recordedNames = readdirSync(plans).map((file) => basename(file, ".json"));

/**
 * Returns a recorded plan as a stack. All plans were recorded from the same objects. Here each plan gets a separate
 * workspace, or the stacks of a review would share objects.
 */
export function recordedStack(scenario: string): PlannedStack & { readonly plan: PlanJson } {
  const file = join(plans, `${scenario}.json`);
  const { plan, lines } = JSON.parse(readFileSync(file, "utf8"), (key, value: unknown) =>
    key === "workspace_id" && typeof value === "string" ? `workspace of ${scenario}` : value,
  ) as Recorded;
  return { name: scenario, plan, diagnostics: lines.flatMap((line) => parseDiagnostic(line) ?? []) };
}

export function recordedReview(...scenarios: readonly string[]): Review {
  return reviewOf(scenarios.map(recordedStack));
}

/**
 * Compares with a file of goldens/, which contain no version of this package. With UPDATE_GOLDENS=1 it writes the file instead, to be read before it is
 * committed.
 */
export function expectGolden(name: string, output: string): void {
  const text = output.replace(`"generatorVersion": "${PROVIDER_VERSION}"`, '"generatorVersion": "(version)"');
  const file = join(__dirname, "goldens", `${name}.txt`);
  if (process.env["UPDATE_GOLDENS"] === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (!existsSync(file)) throw new Error(`${file} is missing. Write it with UPDATE_GOLDENS=1, and read it.`);
  expect(text).toBe(readFileSync(file, "utf8"));
}
