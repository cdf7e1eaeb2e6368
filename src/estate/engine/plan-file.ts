import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, parse as parsePath, resolve } from "node:path";
import { makeVisible } from "../../render/visible-text";
import { messageOf } from "../../util/message-of";
import { having, listOf, text } from "../../util/shape";
import { UsageError } from "../../util/usage-error";
import { findEngine, quotation } from "./find-engine";
import { FORMAT, type PlanJson } from "./plan-json";
import { parsePlan, planLine, type PlannedStack, showPlan } from "./plan-stack";
import { synthesizedFolder } from "./stacks";

/** Reads a plan file, or the output of `show -json`. Throws UsageError for other files. */
export async function readPlanFile(
  path: string,
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<PlannedStack> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UsageError(`The plan ${path} is missing.`);
  if (statSync(file).isDirectory()) throw new UsageError(`--plan takes a file, and ${file} is a folder.`);
  const content = decode(readFileSync(file));
  const isJson = content.startsWith("{");
  const given = parse(isJson ? content : planLine(content));
  // OpenTofu's encrypted plan files are JSON, too, but only the engine can decrypt them.
  if (given === undefined && isJson && !content.includes('"encrypted_data"')) throw notPlan(path);
  const plan = given ?? (await readWithEngine(file, cdktfOut, signal));
  // An encrypted file may contain a state instead of a plan, which only the decrypted text shows.
  if (!isPlan(plan)) throw notPlan(path);
  try {
    refuseIncomplete(plan);
  } catch (cause) {
    const reason = makeVisible(messageOf(cause));
    throw new UsageError(`${path} is no plan that this command can read: ${reason}.`, { cause });
  }
  return { name: stackName(file), plan, diagnostics: null };
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function notPlan(path: string): UsageError {
  return new UsageError(
    `${path} is not a plan: neither a plan file nor what terraform show -json PLAN prints. Without PLAN, that command prints the state.`,
  );
}

function parse(content: string): PlanJson | undefined {
  const plan = parsePlan(content);
  return plan && FORMAT.test(plan.format_version ?? "") && isPlan(plan) ? plan : undefined;
}

/** A state or a schema would look like a plan without changes. */
function isPlan({ planned_values, configuration, resource_changes: changes }: PlanJson): boolean {
  const isShown = planned_values !== undefined || configuration !== undefined || changes !== undefined;
  return isShown && (changes === undefined || Array.isArray(changes));
}

const CHANGE = having({ actions: listOf(text) });
const RESOURCES = listOf(having({ address: text, mode: text, type: text, change: CHANGE }));

/** @throws ShapeError naming a missing member that the review needs */
function refuseIncomplete({ resource_changes = [], resource_drift = [], output_changes = {} }: PlanJson) {
  RESOURCES(resource_changes, "resource_changes");
  RESOURCES(resource_drift, "resource_drift");
  for (const [name, change] of Object.entries(output_changes)) CHANGE(change, `output_changes.${name}`);
}

async function readWithEngine(
  file: string,
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<PlanJson> {
  const { program } = await findEngine(signal);
  const candidates = [
    dirname(file),
    process.cwd(),
    resolve(cdktfOut ?? synthesizedFolder(), "stacks", stackName(file)),
  ];
  const folder = candidates.find((one) => existsSync(join(one, ".terraform"))) ?? process.cwd();
  const { plan, outcome } = await showPlan(file, { engine: program, folder, signal });
  if (plan !== null) return plan;
  // Warnings about the engine's settings may precede the error.
  const said = quotation(outcome.stderr, "Error: ").join("\n");
  throw new Error(
    `${program} show cannot read the plan ${file} in ${folder}:\n${said}\nGive --plan a plan file that ${program} has ` +
      `written, and run this command in the folder of the plan's stack after\n${program} init. Or give --plan the output ` +
      `of ${program} show -json PLAN.`,
  );
}

/** cdktf writes plans to stacks/NAME/plan. */
function stackName(file: string): string {
  const { dir, name } = parsePath(file);
  return name === "plan" ? basename(dir) : name;
}
