import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../provider/address";
import { findInstallationBlocks } from "../engine/configuration";
import { synthesizedStacks } from "../engine/stacks";
import { type Context, type Finding, ok, warning } from "./finding";

/** Checks settings that keep an engine or cdktf-cli from using the provider in `terraform.d`. */
export function checkEngineConfiguration({ environment, folder }: Context): Finding[] {
  const { TF_CLI_CONFIG_FILE: file = "", TF_PLUGIN_CACHE_DIR: cache = "" } = environment;
  const findings: Finding[] = [];
  if (file !== "" && !existsSync(file)) {
    const text = `TF_CLI_CONFIG_FILE names ${file}, which does not exist, so the engine warns at every call.`;
    findings.push(warning(text, "Unset it."));
  }
  findings.push(...installationBlocks(environment));
  if (cache !== "" && !existsSync(cache)) {
    const text = `TF_PLUGIN_CACHE_DIR names ${cache}, which does not exist, so the engine fails at init.`;
    findings.push(warning(text, "Make that folder, or unset the variable."));
  }
  findings.push(...lockFindings(environment.CDKTF_SKIP_PROVIDER_LOCK ?? "", folder));
  return findings.length > 0 ? findings : [ok("No setting keeps the engine from using the provider.")];
}

function installationBlocks(environment: NodeJS.ProcessEnv): Finding[] {
  return findInstallationBlocks(environment).map((file) =>
    warning(
      `${file} has a provider_installation block, so the engine may ignore terraform.d and use a registry.`,
      `Add a filesystem_mirror with path "terraform.d/plugins" and include ${PROVIDER_ADDRESS}, and exclude that ` +
        "address in direct, as the guide to setups shows.",
    ),
  );
}

/**
 * Checks that each lock file has an entry for every provider that its stack requires. If an entry is missing,
 * cdktf-cli requests all providers from a registry and fails.
 */
function lockFindings(skip: string, folder: string): Finding[] {
  if (skip === "true") return [];
  const unlocked = synthesizedStacks(folder)
    .map(({ name, folder: stack }) => ({ name, sources: sourcesWithoutLock(stack).join(", ") }))
    .filter(({ sources }) => sources !== "")
    .map(({ name, sources }) =>
      warning(
        `The lock file of ${name} lacks ${sources}, so cdktf-cli requests every provider from a registry and fails.`,
        "Set CDKTF_SKIP_PROVIDER_LOCK=true for cdktf diff, deploy, destroy and output.",
      ),
    );
  if (skip === "" || skip === "false") return unlocked;
  const text = "CDKTF_SKIP_PROVIDER_LOCK is neither true nor false, so cdktf-cli ignores it.";
  const cure = "Set it to true if a stack uses another provider from a registry. Otherwise unset it.";
  return [warning(text, cure), ...unlocked];
}

/** Returns the sources of the providers, besides ours, that a stack requires and its lock file lacks. */
function sourcesWithoutLock(stack: string): string[] {
  const lock = read(join(stack, ".terraform.lock.hcl"));
  const locked = Array.from(lock.matchAll(/^provider "([^"]+)"/gm), ([, address]) => `/${address}`);
  const { terraform } = JSON.parse(read(join(stack, "cdk.tf.json")) || "{}") as {
    terraform?: { required_providers?: Record<string, { source: string }> };
  };
  return Object.values(terraform?.required_providers ?? {})
    .map(({ source }) => source)
    .filter((source) => source !== PROVIDER_ADDRESS)
    .filter((source) => !locked.some((address) => address.endsWith(`/${source}`)));
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
