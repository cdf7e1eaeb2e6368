import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, parse as parsePath, resolve } from "node:path";
import { makeVisible } from "../../render/visible-text";
import { UsageError } from "../../util/usage-error";
import { findEngine, quotation } from "./find-engine";
import { FORMAT, type PlanJson, type PlannedChange, type PlannedResource } from "./plan-json";
import { parsePlan, planLine, type PlannedStack, showPlan } from "./plan-stack";
import { findStacks, type Stack } from "./stacks";

/**
 * Returns the plan in a plan file, or in the output of `show -json`. Throws UsageError for other files. `cdktfOut` is
 * the folder that cdktf synth wrote, which may be missing; undefined for the default folder.
 */
export async function readPlanFile(
  path: string,
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<PlannedStack> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UsageError(`The plan ${path} is missing.`);
  if (statSync(file).isDirectory()) throw new UsageError(`--plan takes a file, and ${file} is a folder.`);
  const text = decode(readFileSync(file));
  const isJson = text.startsWith("{");
  const given = parse(isJson ? text : planLine(text));
  // An encrypted plan file of OpenTofu is JSON, too, but only the engine can decrypt it.
  if (given === undefined && isJson && !text.includes('"encrypted_data"')) throw notPlan(path);
  const plan = given ?? (await readWithEngine(file, cdktfOut, signal));
  // The file may be an encrypted state: only the decrypted text shows the difference to a plan.
  if (!isPlan(plan)) throw notPlan(path);
  const [missing] = missingIn(plan);
  if (missing === undefined) return { name: stackName(file), plan, diagnostics: null };
  throw new UsageError(`${path} is no plan that this command can read: ${makeVisible(missing)} is missing.`);
}

/** Decodes UTF-8, and UTF-16 as Windows PowerShell writes it. Removes a byte order mark. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function notPlan(path: string): UsageError {
  return new UsageError(
    `${path} is not a plan: neither a plan file nor what terraform show -json PLAN prints. Without PLAN, that command prints the state.`,
  );
}

function parse(text: string): PlanJson | undefined {
  const plan = parsePlan(text);
  return plan && FORMAT.test(plan.format_version ?? "") && isPlan(plan) ? plan : undefined;
}

/** Reports whether JSON is a plan: a state or a schema must not count as a plan without changes. */
function isPlan({ planned_values, configuration, resource_changes: changes }: PlanJson): boolean {
  const isShown = planned_values !== undefined || configuration !== undefined || changes !== undefined;
  return isShown && (changes === undefined || Array.isArray(changes));
}

function missingIn({ resource_changes, resource_drift, output_changes = {} }: PlanJson): string[] {
  const found: Record<string, unknown> = {};
  for (const [list, resources = []] of Object.entries({ resource_changes, resource_drift })) {
    for (const [index, resource] of resources.entries() as Iterable<
      [number, Partial<PlannedResource> | null]
    >) {
      const { address, mode, type, change } = resource ?? {};
      const parts = { address, mode, type, "change.actions": change?.actions };
      for (const [name, part] of Object.entries(parts)) found[`${list}[${index}].${name}`] = part;
    }
  }
  const outputs = Object.entries<Partial<PlannedChange> | null>(output_changes);
  for (const [name, change] of outputs) found[`output_changes.${name}.actions`] = change?.actions;
  return Object.keys(found).filter((path) => found[path] === undefined);
}

/** Tries several folders: an engine reads a plan only where the plan's providers are installed. */
async function readWithEngine(
  file: string,
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<PlanJson> {
  const { program } = await findEngine(signal);
  const failures: Failure[] = [];
  for (const folder of foldersFor(file, cdktfOut)) {
    const { plan, outcome } = await showPlan(file, { engine: program, folder, signal });
    if (plan !== null) return plan;
    const problem = outcome.stderr.trim();
    failures.push({ folder, problem });
    if (!LACKS_PROVIDERS.test(problem)) break;
  }
  throw new Error(explain(file, program, failures.find(lacksInstalledProviders) ?? failures[0]!));
}

interface Failure {
  readonly folder: string;
  readonly problem: string;
}

const LACKS_PROVIDERS = /plugin|provider|schema/i;

/** Reports whether an initialized folder lacks its providers, as after a plugin cache was removed. */
function lacksInstalledProviders({ problem }: Failure): boolean {
  return problem.includes("there is no package for");
}

/** Returns the folders that may have the plan's providers, the most likely folders first. */
function foldersFor(file: string, cdktfOut: string | undefined): Set<string> {
  const isOwn = ({ name }: Stack) => Number(name === stackName(file));
  const stacks = stacksIn(cdktfOut).sort((a, b) => isOwn(b) - isOwn(a));
  const folders = [dirname(file), process.cwd(), ...stacks.map(({ folder }) => resolve(folder))];
  // With TF_DATA_DIR, the working directory may be initialized without a .terraform folder.
  return new Set([...folders.filter((folder) => existsSync(join(folder, ".terraform"))), process.cwd()]);
}

/** Returns the stacks. After an error the list is empty: the plan may come from another project. */
function stacksIn(cdktfOut: string | undefined): Stack[] {
  try {
    return findStacks(cdktfOut);
  } catch {
    return [];
  }
}

function explain(file: string, program: string, failure: Failure): string {
  const heading = `${program} show cannot read the plan ${file} in ${failure.folder}:`;
  // Warnings about the engine's settings may come before the error.
  return [heading, ...quotation(failure.problem, "Error: "), adviceFor(failure, program)].join("\n");
}

function adviceFor(failure: Failure, program: string): string {
  if (lacksInstalledProviders(failure))
    return `Run ${program} init in ${failure.folder}, then this command again.`;
  return LACKS_PROVIDERS.test(failure.problem)
    ? "Run cdktf-outreach in the folder of the plan's stack, where init has installed the providers, or give --plan the\n" +
        `output of ${program} show -json PLAN from there.`
    : `Give --plan a plan file that ${program} has written, or the output of ${program} show -json PLAN.`;
}

/** Returns the stack that a plan file is named after: cdktf writes its plans as stacks/NAME/plan. */
function stackName(file: string): string {
  const { dir, name } = parsePath(file);
  return name === "plan" ? basename(dir) : name;
}
