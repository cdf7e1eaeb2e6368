import { readdirSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { readText } from "../../util/files/read-file";
import { isWindows } from "../../util/is-windows";
import { Attempts, type Unread } from "../../util/attempts";
import { type InstallationMethod, installationMethods } from "./installation-methods";

export interface CliConfiguration {
  /** The files with a `provider_installation` block. It makes an engine ignore `terraform.d/plugins`. */
  readonly blocks: readonly { readonly file: string; readonly methods: readonly InstallationMethod[] }[];
  readonly unread: readonly Unread[];
}

/**
 * Returns the CLI configuration of Terraform and OpenTofu, as an engine sees it that runs in a folder.
 * Terraform reads `.terraformrc` and OpenTofu reads `.tofurc`; this function reads both.
 */
export function readCliConfiguration(env: NodeJS.ProcessEnv, folder: string): CliConfiguration {
  const attempts = new Attempts();
  const named = namedConfiguration(env, folder)?.path;
  const files = named === undefined ? unnamedFiles(env, folder, attempts) : [named];
  const blocks = files.flatMap((file) => {
    const methods = attempts.read(file, methodsIn);
    return methods === undefined ? [] : [{ file, methods }];
  });
  return { blocks, unread: attempts.unread };
}

/** Returns the file that the environment names. An engine that finds its variable set reads no other file. */
export function namedConfiguration(env: NodeJS.ProcessEnv, folder: string) {
  const variable = ["TF_CLI_CONFIG_FILE", "TERRAFORM_CONFIG"].find((name) => (env[name] ?? "") !== "");
  if (variable === undefined) return undefined;
  const value = env[variable]!;
  return { variable, value, path: resolve(folder, value) };
}

/** Returns the files that an engine looks for if the environment names none, in its order. */
function unnamedFiles(env: NodeJS.ProcessEnv, folder: string, attempts: Attempts): string[] {
  if (isWindows()) return filesOfWindows(env, attempts);
  const home = homeOf(env, folder);
  if (home === undefined) return [];
  const config = resolve(folder, env.XDG_CONFIG_HOME || join(home, ".config"));
  const fragments = attempts.read(join(home, ".terraform.d"), fragmentsIn) ?? [];
  return [join(home, ".terraformrc"), join(home, ".tofurc"), join(config, "opentofu/tofurc"), ...fragments];
}

/** Returns the files that an engine looks for on Windows. They are not in the home directory. */
function filesOfWindows({ APPDATA: folder }: NodeJS.ProcessEnv, attempts: Attempts): string[] {
  if (folder === undefined) return [];
  const fragments = attempts.read(join(folder, "terraform.d"), fragmentsIn) ?? [];
  return [join(folder, "terraform.rc"), join(folder, "tofu.rc"), ...fragments];
}

/** Returns the home directory; undefined for a user without one, as in some containers. */
function homeOf(env: NodeJS.ProcessEnv, folder: string): string | undefined {
  try {
    return resolve(folder, env.HOME || homedir());
  } catch {
    return undefined;
  }
}

function fragmentsIn(folder: string): string[] {
  if (found(folder)?.isDirectory() !== true) return [];
  const names = readdirSync(folder).filter((name) => /\.tfrc(\.json)?$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Returns the methods of the file's block; undefined if there is no such block or no such file. */
function methodsIn(file: string): InstallationMethod[] | undefined {
  return found(file)?.isFile() === true ? installationMethods(readText(file)) : undefined;
}

/** Returns what a path leads to; undefined if there is nothing, as in a home directory that is no folder. */
function found(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
