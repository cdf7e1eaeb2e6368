import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type HclBody, parseHcl } from "../../placing/hcl";
import type { ProviderPackage } from "../../placing/provider-package";
import { readText } from "../../util/files/read-file";
import { isWindows } from "../../util/process";
import { type JsonObject, objectsIn } from "../../util/json";
import { groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";

interface InstallationMethod {
  readonly type: string;
  readonly settings: JsonObject;
}

/**
 * A `provider_installation` block makes an engine ignore `terraform.d/plugins`. Terraform reads
 * `.terraformrc` and OpenTofu `.tofurc`; this function reads both.
 */
export function readCliConfiguration(env: NodeJS.ProcessEnv, folder: string) {
  // If TF_CLI_CONFIG_FILE or TERRAFORM_CONFIG is set, an engine reads no other file.
  const named = env.TF_CLI_CONFIG_FILE || env.TERRAFORM_CONFIG;
  const blocks: { readonly file: string; readonly methods: readonly InstallationMethod[] }[] = [];
  const unread: { readonly path: string; readonly reason: string }[] = [];
  for (const file of named ? [resolve(folder, named)] : usualFiles(env)) {
    try {
      const methods = methodsIn(file);
      if (methods !== undefined) blocks.push({ file, methods });
    } catch (error) {
      unread.push({ path: file, reason: messageOf(error) });
    }
  }
  return { blocks, unread };
}

function usualFiles({ APPDATA, HOME, XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string[] {
  if (isWindows()) return APPDATA ? [join(APPDATA, "terraform.rc"), join(APPDATA, "tofu.rc")] : [];
  const home = HOME || homedir();
  const config = XDG_CONFIG_HOME || join(home, ".config");
  return [join(home, ".terraformrc"), join(home, ".tofurc"), join(config, "opentofu/tofurc")];
}

/** Returns undefined without the block or the file. */
function methodsIn(file: string): InstallationMethod[] | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const blocks = objectsIn(contentOf(readText(file))["provider_installation"]);
  if (blocks.length === 0) return undefined;
  return blocks
    .flatMap((block) => Object.entries(block))
    .flatMap(([type, value]) => objectsIn(value).map((settings) => ({ type, settings })));
}

function contentOf(text: string): JsonObject {
  try {
    return asJson(parseHcl(text));
  } catch (cause) {
    throw new Error(`It is not HCL that this command can read: see ${messageOf(cause)}.`, { cause });
  }
}

/** Returns a body in the engines' JSON syntax: each block type has a list of objects. */
function asJson({ attributes, blocks }: HclBody): JsonObject {
  const lists = [...groupBy(blocks, ({ type }) => type)].map(([type, bodies]) => [type, bodies.map(asJson)]);
  return { ...attributes, ...(Object.fromEntries(lists) as JsonObject) };
}

/** Reports whether an engine in this folder finds the provider in a mirror, without a registry. */
export function findsProvider(
  methods: readonly InstallationMethod[],
  { address, version }: Pick<ProviderPackage, "address" | "version">,
  folder: string,
): boolean {
  const used = methods.filter((method) => method.type !== "dev_overrides" && serves(method, address));
  const mirrors = used.filter(({ type }) => type === "filesystem_mirror");
  const hasVersion = ({ settings: { path } }: InstallationMethod) =>
    typeof path === "string" && existsSync(join(resolve(folder, path), address, version));
  return mirrors.length === used.length && mirrors.some(hasVersion);
}

function serves({ settings: { include, exclude } }: InstallationMethod, address: string): boolean {
  const wanted = address.split("/");
  const matches = (pattern: unknown) => {
    const parts = completed(String(pattern)).split("/");
    return parts.length === wanted.length && parts.every((part, at) => part === "*" || part === wanted[at]);
  };
  const isMatched = (patterns: unknown) => Array.isArray(patterns) && patterns.some(matches);
  return (!Array.isArray(include) || include.length === 0 || isMatched(include)) && !isMatched(exclude);
}

/** For a source without a host, Terraform assumes registry.terraform.io. */
function completed(source: string): string {
  return source.split("/").length === 2 ? `registry.terraform.io/${source}` : source;
}
