import { existsSync } from "node:fs";
import { findInstallationBlocks } from "../engine/configuration";
import { type Context, type Finding, orOk, warning } from "./finding";

const CHECK = "engine settings";

/** Checks settings that keep an engine or cdktf-cli from using the placed provider. */
export function checkEngineConfiguration({ environment }: Context): readonly Finding[] {
  const findings = [
    ...missingConfiguration(environment),
    ...installationBlocks(environment),
    ...pluginCache(environment),
    ...skippedLock(environment),
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
      "Run cdktf-outreach install, which prints the filesystem_mirror that the block needs.",
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
