import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, parse as parsePath, resolve } from "node:path";
import { makeVisible } from "../../page/visible-text";
import { parseJson } from "../shared/json";
import { UsageError } from "../usage-error";
import { quotation } from "./find-engine";
import { FORMAT, type PlanJson, type PlannedChange, type PlannedResource } from "./plan-json";
import { planLine, type PlannedStack, showPlan } from "./plan-stack";
import { findStacks, type Stack } from "./stacks";

interface Reading {
  readonly engine: () => string;
  readonly signal: AbortSignal;
  /** The folder that cdktf synth wrote, whether it is there or not. Default: as for `findStacks`. */
  readonly cdktfOut: string | undefined;
}

/** Reads a plan that was made before: a plan file, or what `show -json` printed of it. What the engine warned of is not in it. */
export async function readPlanFile(path: string, reading: Reading): Promise<PlannedStack> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UsageError(`The plan ${path} is missing.`);
  if (statSync(file).isDirectory()) throw new UsageError(`--plan takes a file, and ${file} is a folder.`);
  const text = decode(readFileSync(file));
  const isJson = text.startsWith("{");
  const given = parse(isJson ? text : planLine(text));
  if (given === undefined && isJson && !isEncrypted(text)) throw notPlan(path);
  const plan = given ?? (await readWithEngine(file, reading));
  // Nothing tells an encrypted state from an encrypted plan but what the engine prints of it.
  if (!isPlan(plan)) throw notPlan(path);
  const missing = missingIn(plan);
  if (missing !== undefined)
    throw new UsageError(
      `${path} is no plan that this command can read: ${makeVisible(missing)} is missing.`,
    );
  return { name: nameOf(file), plan, diagnostics: null };
}

/** Windows PowerShell writes what a command prints in UTF-16, and other tools put a byte order mark in front of UTF-8. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function notPlan(path: string): UsageError {
  return new UsageError(
    `${path} is not a plan: neither a plan file nor what terraform show -json PLAN prints. Without PLAN it prints the state.`,
  );
}

/** OpenTofu encrypts plan files where it is told to. They are JSON then, and only the engine can read them. */
function isEncrypted(text: string): boolean {
  try {
    return typeof (parseJson(text) as { encrypted_data?: unknown }).encrypted_data === "string";
  } catch {
    return false;
  }
}

function parse(text: string): PlanJson | undefined {
  try {
    const plan = parseJson(text) as PlanJson;
    return FORMAT.test(plan.format_version ?? "") && isPlan(plan) ? plan : undefined;
  } catch {
    return undefined;
  }
}

/** What engines print of a state, of a validation and of schemas names the same version: to a review it must not look like a plan without changes. */
function isPlan({ planned_values, configuration, resource_changes: changes }: PlanJson): boolean {
  const isShown = planned_values !== undefined || configuration !== undefined || changes !== undefined;
  return isShown && (changes === undefined || Array.isArray(changes));
}

/** Where a part is missing that every change of an object or an output has; undefined where nothing is. */
function missingIn({ resource_changes, resource_drift, output_changes = {} }: PlanJson): string | undefined {
  const found = Object.entries({ resource_changes, resource_drift }).flatMap(([list, resources = []]) =>
    resources.flatMap((resource: Partial<PlannedResource> | null, index) => {
      const { address, mode, type, change } = resource ?? {};
      const parts = { address, mode, type, "change.actions": change?.actions };
      return Object.entries(parts).flatMap(([name, part]) =>
        part === undefined ? [`${list}[${index}].${name}`] : [],
      );
    }),
  );
  const outputs = Object.entries(output_changes).flatMap(
    ([name, change]: [string, Partial<PlannedChange> | null]) =>
      change?.actions === undefined ? [`output_changes.${name}.actions`] : [],
  );
  return [...found, ...outputs][0];
}

/** An engine reads a plan only where the plan's providers are installed, so that it is asked in one folder after the other. */
async function readWithEngine(file: string, { engine, signal, cdktfOut }: Reading): Promise<PlanJson> {
  const program = engine();
  const failures: Failure[] = [];
  for (const folder of foldersFor(file, cdktfOut)) {
    const { plan, outcome } = await showPlan(file, { engine: program, folder, signal });
    if (plan !== null) return plan;
    const problem = outcome.stderr.trim();
    failures.push({ folder, problem });
    if (!LACKS_PROVIDERS.test(problem)) break;
  }
  throw new Error(explain(file, program, failures.find(isOfLostProviders) ?? failures[0]!));
}

interface Failure {
  readonly folder: string;
  /** What the engine said. */
  readonly problem: string;
}

const LACKS_PROVIDERS = /plugin|provider|schema/i;

/** Whether the folder has chosen its providers, but no longer has them: the plugin cache that they were in is gone, say. */
function isOfLostProviders({ problem }: Failure): boolean {
  return problem.includes("there is no package for");
}

/** The folder of the plan, this one, and those of the stacks, the plan's own before the others. */
function foldersFor(file: string, cdktfOut: string | undefined): Set<string> {
  const stacks = stacksIn(cdktfOut).sort(
    (a, b) => Number(b.name === nameOf(file)) - Number(a.name === nameOf(file)),
  );
  const isInitialized = (folder: string) => existsSync(join(folder, ".terraform"));
  const initialized = [dirname(file), process.cwd(), ...stacks.map(({ folder }) => resolve(folder))].filter(
    isInitialized,
  );
  // What TF_DATA_DIR names may serve this folder, too.
  return new Set([...initialized, process.cwd()]);
}

/** Nobody asked for the stacks, so that it does not matter why there are none. */
function stacksIn(cdktfOut: string | undefined): Stack[] {
  try {
    return findStacks(cdktfOut);
  } catch {
    return [];
  }
}

function explain(file: string, program: string, failure: Failure): string {
  const { folder, problem } = failure;
  const heading = `${program} show cannot read the plan ${file} in ${folder}:`;
  // In front of the error there may be warnings about the engine's own settings.
  return [heading, ...quotation(problem, "Error: "), adviceFor(failure, program)].join("\n");
}

function adviceFor(failure: Failure, program: string): string {
  if (isOfLostProviders(failure)) return `Run ${program} init in ${failure.folder}, then this command again.`;
  return LACKS_PROVIDERS.test(failure.problem)
    ? "Run cdktf-outreach in the folder of the plan's stack, where init has installed the providers, or give --plan the\n" +
        `output of ${program} show -json PLAN from there.`
    : `Give --plan a plan file that ${program} has written, or the output of ${program} show -json PLAN.`;
}

/** cdktf leaves its plans as stacks/NAME/plan. */
function nameOf(file: string): string {
  const { dir, name } = parsePath(file);
  return name === "plan" ? basename(dir) : name;
}
