import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isObject, type JsonObject } from "../../shared/json";
import type { Stack } from "../engine/stacks";
import { ADOPTIONS, SYNTHESIZED } from "../hcl/configuration";
import { configurationFiles } from "../shared/configuration-files";
import { readJsonFile } from "../../files/read-file";

/**
 * Returns where the engine keeps the state of a stack, as it decides itself: by the backend of the last init
 * and of the configuration, TF_DATA_DIR, TF_WORKSPACE, and the Terraform workspace that was selected. Only a
 * local backend in a folder with nothing but `cdk.tf.json` is located here; for any other, `file` is null, and only
 * the engine can fetch the state. `isLocal`: a missing state may only be missing on this machine.
 * @throws Error naming a file that is malformed
 */
export function locateState({ folder }: Pick<Stack, "folder">, environment = process.env) {
  // The engine runs in the stack's folder, so a relative path starts there.
  const dataFolder = resolve(folder, environment.TF_DATA_DIR || ".terraform");
  const initialized = initializedBackend(dataFolder);
  const declared = declaredBackend(folder);
  const isLocal = (initialized?.type ?? declared?.type ?? "local") === "local";
  if (declared?.type !== "local" || (initialized !== undefined && !isSame(initialized, declared)))
    return { file: null, isLocal };
  const workspace = environment.TF_WORKSPACE || selectedWorkspace(dataFolder);
  const { path, workspace_dir } = declared;
  const file =
    workspace === "default"
      ? (path ?? STATE_FILE)
      : join(workspace_dir ?? "terraform.tfstate.d", workspace, STATE_FILE);
  return { file: resolve(folder, file), isLocal };
}

const STATE_FILE = "terraform.tfstate";

interface Backend {
  readonly type: string;
  /** The settings of a local backend. */
  readonly path?: string | undefined;
  readonly workspace_dir?: string | undefined;
}

function isSame(one: Backend, other: Backend): boolean {
  return one.type === other.type && one.path === other.path && one.workspace_dir === other.workspace_dir;
}

function initializedBackend(dataFolder: string): Backend | undefined {
  const file = join(dataFolder, STATE_FILE);
  if (!existsSync(file)) return undefined;
  const { backend } = readJsonFile(file, "is not what terraform init writes. Run terraform init again.");
  if (!isObject(backend) || typeof backend.type !== "string") return undefined;
  return backendOf(backend.type, isObject(backend.config) ? backend.config : {});
}

/** Returns the backend in `cdk.tf.json`; undefined if another file of the folder may declare one. */
function declaredBackend(folder: string): Backend | undefined {
  const files = configurationFiles(folder).filter((name) => name !== ADOPTIONS);
  if (files.join() !== SYNTHESIZED) return undefined;
  const { terraform } = readJsonFile(join(folder, SYNTHESIZED), "is not JSON. Run cdktf synth again.");
  const backend = isObject(terraform) ? terraform.backend : undefined;
  const [[type, config] = [], ...others] = isObject(backend) ? Object.entries(backend) : [];
  return type === undefined || others.length > 0 || !isObject(config) ? undefined : backendOf(type, config);
}

function backendOf(type: string, config: JsonObject): Backend {
  // An empty path is the default path.
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { type, path: text(config.path), workspace_dir: text(config.workspace_dir) };
}

/** Returns the Terraform workspace that `terraform workspace select` has recorded. */
function selectedWorkspace(dataFolder: string): string {
  const file = join(dataFolder, "environment");
  return (existsSync(file) && readFileSync(file, "utf8").trim()) || "default";
}
