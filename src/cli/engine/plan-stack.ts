import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PROVIDER_ADDRESS } from "../../provider/address";
import { parseJson } from "../shared/json";
import { type Diagnostic, parseDiagnostic } from "./diagnostics";
import { FORMAT, type PlanJson } from "./plan-json";
import { type EngineOutcome, runEngine } from "./run-engine";
import type { Stack } from "./stacks";

/** What the engine said of one stack. */
export interface PlannedStack {
  readonly name: string;
  /** Null where the plan failed. */
  readonly plan: PlanJson | null;
  /** What the engine had planned before it failed, if it wrote that. It is only read to know what is sensitive. */
  readonly unfinished?: PlanJson | null;
  /** In any order; null where a plan file is merely read, which holds none. */
  readonly diagnostics: readonly Diagnostic[] | null;
  /** Names of the stacks that are to be applied before this one, as synth has noted them. Default: none. */
  readonly dependencies?: readonly string[];
}

interface PlanRun {
  readonly engine: string;
  readonly signal: AbortSignal;
  /** Runs this when no other stack does: engines share a cache of plugins that takes one writer at a time. */
  alone<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * Plans one stack with the engine. The plan says what changes and the stream of messages what the provider warns of;
 * neither has both (cdktf.md, section 7). A plan that fails is a result too. The plan file, which holds secrets, is in a
 * folder that only this user can read, and gone at the end.
 */
export async function planStack(
  { name, folder }: Pick<Stack, "name" | "folder">,
  { engine, signal, alone }: PlanRun,
): Promise<PlannedStack> {
  const initialized = await alone(() =>
    runEngine(engine, ["init", "-input=false", "-no-color"], { folder, signal }),
  );
  if (initialized.status !== 0) {
    const stderr = adviceOnProvider(folder, initialized) + initialized.stderr;
    return failed(name, [], `${engine} init`, { ...initialized, stderr });
  }
  const temporary = makeTemporaryFolder();
  try {
    const file = join(temporary, "plan");
    // The status of changes may be asked for in TF_CLI_ARGS_plan, and would look like a failure.
    const args = ["plan", "-json", "-no-color", "-input=false", "-detailed-exitcode=false", `-out=${file}`];
    const planned = await runEngine(engine, args, { folder, signal });
    const diagnostics = planned.stdout.split("\n").flatMap((line) => parseDiagnostic(line) ?? []);
    if (planned.status !== 0) {
      const written = existsSync(file) ? await showPlan(file, { engine, folder, signal }) : { plan: null };
      return { ...failed(name, diagnostics, `${engine} plan`, planned), unfinished: written.plan };
    }
    const { plan, outcome } = await showPlan(file, { engine, folder, signal });
    // Without the plan nothing tells what is sensitive in the warnings.
    return plan === null ? failed(name, [], `${engine} show`, outcome) : { name, plan, diagnostics };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Without the folder that synth fills, the engine asks a registry for our provider, and its words lead there.
 */
function adviceOnProvider(folder: string, { stderr }: EngineOutcome): string {
  const [, source] = PROVIDER_ADDRESS.split(/\/(.*)/);
  if (!stderr.includes(source!) || existsSync(join(folder, "terraform.d/plugins", PROVIDER_ADDRESS)))
    return "";
  return `${folder} lacks terraform.d, into which synth puts the provider. Run cdktf synth again.\n\n`;
}

function makeTemporaryFolder(): string {
  // TMPDIR may be relative, and the engine runs in another folder.
  const parent = resolve(tmpdir());
  try {
    return mkdtempSync(join(parent, "cdktf-outreach-review-"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The review cannot make a folder for its plans: ${reason}. Set TMPDIR to a folder that you may write to.`,
      { cause: error },
    );
  }
}

/** What the engine reads of a plan file in a folder that is initialized for its providers; else how it ended. */
export async function showPlan(
  file: string,
  { engine, folder, signal }: { engine: string; folder: string; signal: AbortSignal },
): Promise<{ plan: PlanJson; outcome?: never } | { plan: null; outcome: EngineOutcome }> {
  const args = ["show", "-json", "-no-color", file];
  const outcome = await runEngine(engine, args, { folder, signal });
  if (outcome.status === 0) return { plan: planIn(outcome.stdout, engine) };
  signal.throwIfAborted();
  return { plan: null, outcome };
}

function planIn(printed: string, engine: string): PlanJson {
  const plan = parseJson(planLine(printed)) as PlanJson;
  const { format_version: version = "" } = plan;
  if (FORMAT.test(version)) return plan;
  throw new Error(
    `${engine} prints plans in version ${JSON.stringify(version)} of their format, and this command reads 1.x. ` +
      "Use another version of the engine, or of cdktf-outreach.",
  );
}

/** Of what `show -json` prints, the plan, which is one line: OpenTofu 1.12 prints ahead of it what it warns of in its own settings. */
export function planLine(printed: string): string {
  return printed.split("\n").find((line) => line.startsWith("{")) ?? printed;
}

/** Where the engine said nothing that can be read, what it printed has to do. */
function failed(
  name: string,
  diagnostics: readonly Diagnostic[],
  command: string,
  { status, stderr }: EngineOutcome,
): PlannedStack {
  const hasError = diagnostics.some(({ severity }) => severity === "error");
  const failure: Diagnostic = {
    severity: "error",
    summary: `${command} ended with status ${status ?? "none"}`,
    detail: stderr.trim(),
    address: null,
    source: null,
  };
  return { name, plan: null, diagnostics: hasError ? diagnostics : [...diagnostics, failure] };
}
