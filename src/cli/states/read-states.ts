import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf } from "../../shared/message-of";
import { findEngine, quotation } from "../engine/find-engine";
import { type EngineOutcome, runEngine } from "../engine/run-engine";
import { findStacks, type Stack, synthesizedStacks } from "../engine/stacks";
import { objectsOfState, type StateObject } from "./state-file";

interface StateSources {
  /** The folder that synth wrote; undefined for the default folder. */
  readonly cdktfOut: string | undefined;
  /** State files to read in addition. */
  readonly files: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Lists the objects in the state files and in the states of all stacks. Refreshes and writes nothing.
 * @throws Error naming the stack or file that cannot be read, and what to do.
 */
export async function readStates({ cdktfOut, files, signal }: StateSources): Promise<StateObject[]> {
  const states = files.map((file) => objectsOfState(readFile(file), file));
  for (const stack of configurations(cdktfOut)) {
    states.push(objectsOfState(await stateText(stack, signal), stack.name));
  }
  return states.flat();
}

/** Returns the synthesized stacks, else the working directory if it holds `.tf` files, else an empty list. */
export function configurations(cdktfOut: string | undefined): Stack[] {
  if (cdktfOut !== undefined) return findStacks(cdktfOut);
  const stacks = synthesizedStacks();
  if (stacks.length > 0 || existsSync("cdktf.json")) return stacks;
  return readdirSync(".").some((name) => /\.(tf|tofu)(\.json)?$/.test(name))
    ? [{ name: ".", folder: ".", dependencies: [] }]
    : [];
}

function readFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`The state file ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Reads a local state file directly. The engine fetches any other state, and decrypts an encrypted file. */
async function stateText(stack: Stack, signal: AbortSignal): Promise<string> {
  const file = localStateFile(stack);
  if (file === undefined) return pull(stack, signal);
  const text = existsSync(file) ? readFile(file) : "";
  return text.includes('"encrypted_data"') ? pull(stack, signal) : text;
}

interface Synthesized {
  readonly terraform?: { readonly backend?: { readonly local?: { readonly path?: string } } };
}

/** Returns the local state file; undefined if another backend or Terraform workspace has the state. */
function localStateFile({ folder }: Stack): string | undefined {
  const synthesized = join(folder, "cdk.tf.json");
  const hasWorkspaces = existsSync(join(folder, ".terraform/environment")) || process.env.TF_WORKSPACE;
  if (hasWorkspaces || !existsSync(synthesized)) return undefined;
  const { terraform } = JSON.parse(readFileSync(synthesized, "utf8")) as Synthesized;
  const local = terraform?.backend?.local;
  return local === undefined ? undefined : resolve(folder, local.path ?? "terraform.tfstate");
}

/** Fetches a state with the engine. If that fails, initializes the folder and tries once more. */
async function pull(stack: Stack, signal: AbortSignal): Promise<string> {
  const engine = findEngine();
  const run = async (...args: string[]) => {
    const outcome = await runEngine(engine, args, { folder: stack.folder, signal });
    signal.throwIfAborted();
    return outcome;
  };
  const pulled = await run("state", "pull");
  if (pulled.status === 0) return pulled.stdout;
  const initialized = await run("init", "-input=false", "-no-color");
  if (initialized.status !== 0) throw notRead(stack, `${engine} init`, initialized);
  const again = await run("state", "pull");
  if (again.status !== 0) throw notRead(stack, `${engine} state pull`, again);
  return again.stdout;
}

function notRead({ name, folder }: Stack, command: string, { status, stderr }: EngineOutcome): Error {
  const heading = `The state of ${name} cannot be read: ${command} in ${folder} ended with status ${status ?? "none"}:`;
  const advice = "Fix the error that the engine reports, then run the command again.";
  return new Error([heading, ...quotation(stderr, "Error"), advice].join("\n"));
}
