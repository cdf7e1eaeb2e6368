import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isInWorkspace, kindOfType } from "../../objects/kinds";
import { readJsonFile, readTextFile, realPath } from "../../util/files/read-file";
import { isObject, type JsonObject } from "../../util/json";
import { findEngine, quotation } from "../engine/find-engine";
import { runEngine } from "../engine/run-program";
import { configurations, plainStack, type Stack } from "../engine/stacks";
import {
  ADOPTIONS,
  configurationFiles,
  readConfiguration,
  readJsonConfiguration,
  SYNTHESIZED,
} from "../hcl/configuration";
import { parseState, type StateObject, type StateSource } from "./state-file";

export interface State {
  readonly objects: readonly StateObject[];
  readonly source: StateSource;
  readonly stack: Stack | undefined;
  /**
   * True if the code declares objects without a state file: never applied, or the file is on another machine.
   */
  readonly isMissing: boolean;
}

/**
 * The configuration in the folder `hcl` counts as a stack.
 * @throws Error naming the stack or file, and the next step
 */
export async function readEachState(
  cdktfOut: string | undefined,
  files: readonly string[],
  signal: AbortSignal,
  hcl = "",
): Promise<State[]> {
  const isOther = relative("", hcl) !== "" && configurationFiles(hcl).length > 0;
  const states: State[] = [];
  for (const stack of [...configurations(cdktfOut), ...(isOther ? [plainStack(hcl)] : [])]) {
    states.push(await stateOf(stack, signal));
  }
  // If `--state` names the state file of a stack, the file must not count twice.
  const known = new Set(states.map(({ source: { file } }) => file && realPath(file)));
  for (const file of new Set(files.filter((one) => !known.has(realPath(one))))) {
    const source = { name: file, file };
    const objects = parseState(readTextFile("state file", file), source);
    states.push({ source, stack: undefined, objects, isMissing: false });
  }
  return states;
}

/** HCL files may declare objects, but only the optional parser could tell. */
async function mayHaveObjects({ folder }: Stack, signal: AbortSignal): Promise<boolean> {
  if (configurationFiles(folder).some((name) => ![SYNTHESIZED, ADOPTIONS].includes(name))) return true;
  const { resources } = await readConfiguration(folder, signal);
  return [...resources.keys()].some((address) => kindOfType(address.split(".")[0]!) !== undefined);
}

export function objectsOfWorkspace(states: readonly State[], workspaceId: string): StateObject[] {
  return states.flatMap(({ objects }) =>
    objects.filter((one) => isInWorkspace(one.workspaceId, workspaceId)),
  );
}

/** Only the engine can fetch a remote state or decrypt an encrypted file. */
async function stateOf(stack: Stack, signal: AbortSignal): Promise<State> {
  const { file, isLocal } = locateState(stack);
  const text = file !== null && existsSync(file) ? readTextFile("state file", file) : "";
  const isFetched = file === null || text.includes('"encrypted_data"');
  const source = { name: stack.name, file: isFetched ? null : relative("", file) };
  const fetched = isFetched ? await pull(stack, signal) : text;
  const isMissing = isLocal && fetched.trim() === "" && (await mayHaveObjects(stack, signal));
  return { source, stack, objects: parseState(fetched, source), isMissing };
}

async function pull({ name, folder }: Stack, signal: AbortSignal): Promise<string> {
  const { program } = await findEngine(signal);
  const run = async (command: string, ...options: string[]) => {
    const outcome = await runEngine(program, [...command.split(" "), ...options], { folder, signal });
    signal.throwIfAborted();
    return { command, ...outcome };
  };
  let outcome = await run("state pull");
  if (outcome.status === 0) return outcome.stdout;
  outcome = await run("init", "-input=false", "-no-color");
  if (outcome.status === 0) outcome = await run("state pull");
  if (outcome.status === 0) return outcome.stdout;
  const { command, status, stderr } = outcome;
  const heading = `The state of ${name} cannot be read: ${program} ${command} in ${folder} ended with status ${status ?? "none"}:`;
  const advice = "Fix the error that the engine reports, then run the command again.";
  throw new Error([heading, ...quotation(stderr, "Error"), advice].join("\n"));
}

/**
 * Finds the state by the engine's rules. `file` is null if only the engine can fetch the state: for a remote
 * backend, and if another file than `cdk.tf.json` has configuration. `isLocal` is true for a local backend,
 * whose missing state may be on another machine.
 */
export function locateState({ folder }: Pick<Stack, "folder">, environment = process.env) {
  // The engine runs in the stack's folder, so a relative path starts there.
  const dataFolder = resolve(folder, environment.TF_DATA_DIR || ".terraform");
  const initialized = initializedBackend(dataFolder);
  const declared = declaredBackend(folder);
  const isLocal = (initialized?.type ?? declared?.type ?? "local") === "local";
  if (declared?.type !== "local" || (initialized !== undefined && !isDeepStrictEqual(initialized, declared)))
    return { file: null, isLocal };
  const selection = join(dataFolder, "environment");
  const selected = existsSync(selection) ? readFileSync(selection, "utf8").trim() : "";
  const workspace = environment.TF_WORKSPACE || selected || "default";
  const { path, workspace_dir } = declared;
  const file =
    workspace === "default"
      ? (path ?? STATE_FILE)
      : join(workspace_dir ?? "terraform.tfstate.d", workspace, STATE_FILE);
  return { file: resolve(folder, file), isLocal };
}

const STATE_FILE = "terraform.tfstate";

function initializedBackend(dataFolder: string) {
  const file = join(dataFolder, STATE_FILE);
  if (!existsSync(file)) return undefined;
  const { backend } = readJsonFile(file, "is not what terraform init writes. Run terraform init again.");
  if (!isObject(backend) || typeof backend.type !== "string") return undefined;
  return backendOf(backend.type, isObject(backend.config) ? backend.config : {});
}

/** Returns undefined if a file other than `cdk.tf.json` may declare a backend. */
function declaredBackend(folder: string) {
  const files = configurationFiles(folder).filter((name) => name !== ADOPTIONS);
  if (files.join() !== SYNTHESIZED) return undefined;
  const { terraform } = readJsonConfiguration(join(folder, SYNTHESIZED));
  const backend = isObject(terraform) ? terraform.backend : undefined;
  const [[type, config] = [], ...others] = isObject(backend) ? Object.entries(backend) : [];
  return type === undefined || others.length > 0 || !isObject(config) ? undefined : backendOf(type, config);
}

function backendOf(type: string, config: JsonObject) {
  // An empty path means the default path.
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { type, path: text(config.path), workspace_dir: text(config.workspace_dir) };
}
