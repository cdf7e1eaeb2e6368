import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../provider/address";
import { findInstallationBlocks } from "../engine/configuration";
import { type Context, type Finding, orOk, warning } from "./finding";
import { synthesizedStacks } from "./synthesized-stacks";

const CHECK = "engine settings";

/** Checks settings that keep an engine or cdktf-cli from using the placed provider. */
export function checkEngineConfiguration({ environment, folder }: Context): readonly Finding[] {
  const findings = [
    ...missingConfiguration(environment),
    ...installationBlocks(environment),
    ...pluginCache(environment),
    ...skippedLock(environment),
    ...unlockedProviders(environment, folder),
  ];
  return orOk(findings, CHECK, "Nothing hides the placed provider.");
}

function missingConfiguration({ TF_CLI_CONFIG_FILE: file = "" }: NodeJS.ProcessEnv): Finding[] {
  if (file === "" || existsSync(file)) return [];
  return [
    warning(
      CHECK,
      `TF_CLI_CONFIG_FILE names ${file}, which does not exist, so the engine warns at every call.`,
      "Unset it.",
    ),
  ];
}

function installationBlocks(environment: NodeJS.ProcessEnv): Finding[] {
  return findInstallationBlocks(environment).map((file) =>
    warning(
      CHECK,
      `${file} has a provider_installation block, so the engine may ignore terraform.d and ask a registry.`,
      `Add a filesystem_mirror with path "terraform.d/plugins" and include ${PROVIDER_ADDRESS}, and exclude that ` +
        "address in direct, as the guide to setups shows.",
    ),
  );
}

function pluginCache({ TF_PLUGIN_CACHE_DIR: folder = "" }: NodeJS.ProcessEnv): Finding[] {
  if (folder === "" || existsSync(folder)) return [];
  return [
    warning(
      CHECK,
      `TF_PLUGIN_CACHE_DIR names ${folder}, which does not exist, so the engine fails at init.`,
      "Make that folder, or unset the variable.",
    ),
  ];
}

function skippedLock({ CDKTF_SKIP_PROVIDER_LOCK: value = "" }: NodeJS.ProcessEnv): Finding[] {
  if (value === "" || value === "true" || value === "false") return [];
  return [
    warning(
      CHECK,
      "CDKTF_SKIP_PROVIDER_LOCK is neither true nor false, so cdktf-cli ignores it.",
      "Set it to true, which a stack with a second provider from a registry needs, or unset it.",
    ),
  ];
}

/**
 * If a stack's lock file lacks a provider, cdktf-cli runs `providers lock`, which asks a registry for all
 * providers.
 */
function unlockedProviders(environment: NodeJS.ProcessEnv, folder: string): Finding[] {
  if (environment.CDKTF_SKIP_PROVIDER_LOCK === "true") return [];
  return synthesizedStacks(folder)
    .map(({ name, folder: stack }) => ({ name, sources: sourcesWithoutLock(stack) }))
    .filter(({ sources }) => sources.length > 0)
    .map(({ name, sources }) =>
      warning(
        CHECK,
        `The lock file of ${name} lacks ${sources.join(", ")}, so cdktf-cli asks a registry for every provider and fails.`,
        "Set CDKTF_SKIP_PROVIDER_LOCK=true for cdktf diff, deploy, destroy and output.",
      ),
    );
}

/** Returns the sources of other providers that a stack requires and its lock file does not hold. */
function sourcesWithoutLock(stack: string): string[] {
  const locked = Array.from(
    read(join(stack, ".terraform.lock.hcl")).matchAll(/^provider "([^"]+)"/gm),
    ([, address]) => `/${address}`,
  );
  const { terraform } = JSON.parse(read(join(stack, "cdk.tf.json")) || "{}") as Synthesized;
  return Object.values(terraform?.required_providers ?? {})
    .map(({ source }) => source)
    .filter((source) => source !== PROVIDER_ADDRESS)
    .filter((source) => !locked.some((address) => address.endsWith(`/${source}`)));
}

/** The part of `cdk.tf.json` that this check needs. */
interface Synthesized {
  readonly terraform?: {
    readonly required_providers?: Readonly<Record<string, { readonly source: string }>>;
  };
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
