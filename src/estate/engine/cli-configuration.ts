import { existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type HclBody, parseHcl } from "../../placing/hcl";
import type { ProviderPackage } from "../../placing/provider-package";
import { Attempts, readText, type Unread } from "../../util/files/read-file";
import { isWindows } from "../../util/process";
import { isObject, type JsonObject, objectsIn, parseJson } from "../../util/json";
import { groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";

interface CliConfiguration {
  /** The files with a `provider_installation` block. It makes an engine ignore `terraform.d/plugins`. */
  readonly blocks: readonly { readonly file: string; readonly methods: readonly InstallationMethod[] }[];
  readonly unread: readonly Unread[];
}

/** A method of a `provider_installation` block. An engine looks for a provider with each of them. */
interface InstallationMethod {
  readonly type: string;
  /** Its arguments. Those of `dev_overrides` are addresses of providers and their folders. */
  readonly settings: JsonObject;
}

/**
 * Returns the CLI configuration of Terraform and OpenTofu, as an engine sees it that runs in a folder.
 * Terraform reads `.terraformrc` and OpenTofu reads `.tofurc`; this function reads both.
 */
export function readCliConfiguration(env: NodeJS.ProcessEnv, folder: string): CliConfiguration {
  const attempts = new Attempts();
  // An engine that finds one of these variables set reads no other file.
  const named = env.TF_CLI_CONFIG_FILE || env.TERRAFORM_CONFIG;
  const files = named ? [resolve(folder, named)] : usualFiles(env, folder, attempts);
  const blocks = files.flatMap((file) => {
    const methods = attempts.read(file, methodsIn);
    return methods === undefined ? [] : [{ file, methods }];
  });
  return { blocks, unread: attempts.unread };
}

function usualFiles(env: NodeJS.ProcessEnv, folder: string, attempts: Attempts): string[] {
  const fragments = (below: string) => attempts.read(below, fragmentsIn) ?? [];
  if (isWindows()) {
    // Not in the home directory.
    const { APPDATA: data } = env;
    if (data === undefined) return [];
    return [join(data, "terraform.rc"), join(data, "tofu.rc"), ...fragments(join(data, "terraform.d"))];
  }
  const home = homeOf(env, folder);
  if (home === undefined) return [];
  const config = resolve(folder, env.XDG_CONFIG_HOME || join(home, ".config"));
  const files = [join(home, ".terraformrc"), join(home, ".tofurc"), join(config, "opentofu/tofurc")];
  return [...files, ...fragments(join(home, ".terraform.d"))];
}

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

/** Returns what a path leads to; undefined if there is nothing, as in a home directory that is no folder. */
function found(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Returns the methods of the file's block, in HCL or JSON; undefined if there is no such block or no such file. */
function methodsIn(file: string): InstallationMethod[] | undefined {
  if (found(file)?.isFile() !== true) return undefined;
  const blocks = objectsIn(contentOf(readText(file))["provider_installation"]);
  if (blocks.length === 0) return undefined;
  return blocks
    .flatMap((block) => Object.entries(block))
    .flatMap(([type, value]) => objectsIn(value).map((settings) => ({ type, settings })));
}

function contentOf(text: string): JsonObject {
  if (text.trimStart().startsWith("{")) {
    const value = parseJson(text)?.value;
    if (isObject(value)) return value;
    throw new Error("It is not JSON.");
  }
  try {
    return asJson(parseHcl(text));
  } catch (cause) {
    throw new Error(`It is not HCL that this command can read: see ${messageOf(cause)}.`, { cause });
  }
}

/** Returns a body as an engine's JSON has it: a block is a list of objects below the block's type. */
function asJson({ attributes, blocks }: HclBody): JsonObject {
  const lists = [...groupBy(blocks, ({ type }) => type)].map(([type, bodies]) => [type, bodies.map(asJson)]);
  return { ...attributes, ...(Object.fromEntries(lists) as JsonObject) };
}

/** Returns the folder that `dev_overrides` gives for the provider; undefined if there is none. */
export function overrideOf(
  methods: readonly InstallationMethod[],
  { address }: Pick<ProviderPackage, "address">,
): string | undefined {
  const overrides = methods.filter(({ type }) => type === "dev_overrides");
  const entries = overrides.flatMap(({ settings }) => Object.entries(settings));
  const found = entries.find(([source]) => completed(source) === address);
  return found === undefined ? undefined : String(found[1]);
}

/**
 * Reports whether an engine that runs in a folder finds the provider in a file system mirror, and asks no
 * registry for it. If the folder is undefined, does not look whether the mirror has the provider.
 */
export function findsProvider(
  methods: readonly InstallationMethod[],
  { address, version }: Pick<ProviderPackage, "address" | "version">,
  folder: string | undefined,
): boolean {
  const used = methods.filter((method) => method.type !== "dev_overrides" && serves(method, address));
  const mirrors = used.filter(({ type }) => type === "filesystem_mirror");
  const hasVersion = ({ settings: { path } }: InstallationMethod) =>
    folder === undefined ||
    (typeof path === "string" && existsSync(join(resolve(folder, path), address, version)));
  return mirrors.length === used.length && mirrors.some(hasVersion);
}

function serves({ settings: { include, exclude } }: InstallationMethod, address: string): boolean {
  const isMatched = (patterns: unknown) =>
    Array.isArray(patterns) && patterns.some((pattern) => matches(String(pattern), address));
  return (!Array.isArray(include) || include.length === 0 || isMatched(include)) && !isMatched(exclude);
}

function matches(pattern: string, address: string): boolean {
  const parts = completed(pattern).split("/");
  const wanted = address.split("/");
  return (
    parts.length === wanted.length && parts.every((part, index) => part === "*" || part === wanted[index])
  );
}

/** Adds the host that Terraform adds to a source without a host. */
function completed(source: string): string {
  return source.split("/").length === 2 ? `registry.terraform.io/${source}` : source;
}
