import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PROVIDER_ADDRESS } from "../../provider/address";
import { type LinkedCount, REVIEW_RUN } from "../../provider/run/review-run";
import { isObject, parseExact } from "../../util/json";
import { type Diagnostic, errorOf, type HandedOver, handedOver, parseDiagnostic } from "./diagnostics";
import { FORMAT, type PlanJson, type PlannedResource } from "./plan-json";
import { type EngineOutcome, type EngineRun, makeTemporaryFolder, runEngine } from "./run-program";
import type { Stack } from "./stacks";

export interface PlannedStack extends Partial<Omit<HandedOver, "diagnostics" | "linked">> {
  readonly name: string;
  /** Null if planning failed. */
  readonly plan: PlanJson | null;
  /** After a failure, the plan of the objects that do not depend on the failure. */
  readonly unfinished?: PlanJson | null;
  /** Null for a saved plan, which contains no diagnostics. */
  readonly diagnostics: readonly Diagnostic[] | null;
  readonly engine?: string;
  /** Names of the stacks that must be applied first. */
  readonly dependencies?: readonly string[];
}

/** Returns an empty plan if planning failed before the plan contained any object. */
export function planOf({ plan, unfinished }: Pick<PlannedStack, "plan" | "unfinished">): PlanJson {
  return plan ?? unfinished ?? {};
}

interface PlanRun {
  readonly engine: string;
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  /** Runs tasks one after the other, because only one init at a time may write to a plugin cache. */
  exclusively<T>(task: () => Promise<T>): Promise<T>;
}

type Planning = Pick<Stack, "name" | "folder" | "isPlain">;

/**
 * If the plan fails, the result holds the errors. In a user's own folder, `init` runs only if the engine asks
 * for it, because `init` may write the lock file.
 */
export async function planStack(stack: Planning, run: PlanRun): Promise<PlannedStack> {
  if (stack.isPlain === true) {
    const planned = await planInitialized(stack, run);
    const asksForInit = planned.diagnostics?.some(({ summary, detail }) => INIT.test(`${summary} ${detail}`));
    if (planned.plan !== null || asksForInit !== true) return planned;
  }
  const { name, folder } = stack;
  const { engine, exclusively, ...context } = run;
  const init = ["init", "-input=false", "-no-color"];
  const initialized = await exclusively(() => runEngine(engine, init, { folder, ...context }));
  if (initialized.status === 0) return planInitialized(stack, run);
  const stderr = adviceOnProvider(stack, initialized) + initialized.stderr;
  return failed(name, { command: `${engine} init`, ...initialized, stderr });
}

/** Both engines name `init` in errors that `init` resolves, such as a missing provider. */
const INIT = /\b(?:terraform|tofu) init\b/;

/**
 * Only the plan file contains the changes, and only `plan -json` prints the provider's warnings. The provider
 * prints no prompt warnings here, because the engine would read the whole configuration for each warning
 * (docs/design/review.md).
 */
async function planInitialized(
  { name, folder, isPlain = false }: Planning,
  { engine, signal, env: further }: PlanRun,
): Promise<PlannedStack> {
  const temporary = makeTemporaryFolder();
  try {
    const [file, facts] = [join(temporary, "plan"), join(temporary, "facts")];
    writeFileSync(facts, "", { mode: 0o600 });
    // If TF_CLI_ARGS_plan has -detailed-exitcode, a plan with changes would end with 2, which counts as a
    // failure.
    const args = ["plan", "-json", "-no-color", "-input=false", "-detailed-exitcode=false", `-out=${file}`];
    // With TF_IN_AUTOMATION, engines leave the advice to run `init` out of some errors.
    const env = { ...further, [REVIEW_RUN]: facts, ...(isPlain && { TF_IN_AUTOMATION: "" }) };
    const planned = await runEngine(engine, args, { folder, signal, env });
    const reported = planned.stdout.split("\n").flatMap((line) => parseDiagnostic(line) ?? []);
    const { diagnostics, linked, ...given } = handedOver(reported, readFileSync(facts, "utf8"));
    const isShown = planned.status === 0 || existsSync(file);
    const shown = isShown ? await showPlan(file, { engine, folder, signal, env }) : undefined;
    const plan = shown?.plan ?? null;
    const program = plan === null ? {} : { engine: basename(engine) };
    if (planned.status !== 0) {
      const failure = failed(name, { command: `${engine} plan`, ...planned }, diagnostics);
      return { ...failure, unfinished: plan, ...given, ...program };
    }
    // Only the plan shows which texts in warnings are sensitive, so all warnings are dropped without a plan.
    if (plan === null) return failed(name, { command: `${engine} show`, ...(shown?.outcome ?? planned) });
    return { name, plan: withLinked(plan, linked), diagnostics, ...given, ...program };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

export function withLinked(plan: PlanJson, linked: readonly LinkedCount[]): PlanJson {
  const { resource_changes, resource_drift } = plan;
  const counts = new Map(linked.map(({ id, count }) => [id, count]));
  if (counts.size === 0) return plan;
  const counted = (side: "before" | "after") => (resource: PlannedResource) => {
    const { type, change } = resource;
    const found = change[side];
    const count =
      type === "outreach_cluster" && isObject(found) ? counts.get(String(found["id"])) : undefined;
    if (count === undefined) return resource;
    return { ...resource, change: { ...change, [side]: { ...(found as object), associated_count: count } } };
  };
  return {
    ...plan,
    ...(resource_changes && { resource_changes: resource_changes.map(counted("before")) }),
    ...(resource_drift && { resource_drift: resource_drift.map(counted("after")) }),
  };
}

/** Without a terraform.d folder, the engine requests this provider from a registry. */
function adviceOnProvider({ folder, isPlain }: Planning, { stderr }: EngineOutcome): string {
  const [, source] = PROVIDER_ADDRESS.split(/\/(.*)/);
  if (!stderr.includes(source!) || existsSync(join(folder, "terraform.d/plugins", PROVIDER_ADDRESS)))
    return "";
  const cure = isPlain === true ? `Run cdktf-outreach install ${folder}` : "Run cdktf synth again";
  return `${folder} lacks terraform.d with the provider. ${cure}.\n\n`;
}

/** The plan's providers must be installed in `folder`. */
export async function showPlan(
  file: string,
  { engine, ...run }: EngineRun & { readonly engine: string },
): Promise<{ plan: PlanJson; outcome?: never } | { plan: null; outcome: EngineOutcome }> {
  const outcome = await runEngine(engine, ["show", "-json", "-no-color", file], run);
  if (outcome.status === 0) return { plan: planIn(outcome.stdout, engine) };
  run.signal.throwIfAborted();
  return { plan: null, outcome };
}

function planIn(printed: string, engine: string): PlanJson {
  const plan = parsePlan(planLine(printed));
  const { format_version: version = "" } = plan ?? {};
  if (plan !== undefined && FORMAT.test(version)) return plan;
  throw new Error(
    plan === undefined
      ? `${engine} show -json prints no JSON. Run it in the folder of the stack, and correct what it reports.`
      : `${engine} prints plans in version ${JSON.stringify(version)} of their format, and this command reads 1.x. ` +
          "Use another version of the engine, or of cdktf-outreach.",
  );
}

export function parsePlan(text: string): PlanJson | undefined {
  try {
    return parseExact(text) as PlanJson;
  } catch {
    return undefined;
  }
}

/** OpenTofu 1.12 prints warnings about its own settings before the line that holds the plan. */
export function planLine(printed: string): string {
  return printed.split("\n").find((line) => line.startsWith("{")) ?? printed;
}

function failed(
  name: string,
  { command, status, stderr }: EngineOutcome & { readonly command: string },
  diagnostics: readonly Diagnostic[] = [],
): PlannedStack {
  const hasError = diagnostics.some(({ severity }) => severity === "error");
  const failure = errorOf(`${command} ended with status ${status ?? "none"}`, stderr.trim());
  return { name, plan: null, diagnostics: hasError ? diagnostics : [...diagnostics, failure] };
}
