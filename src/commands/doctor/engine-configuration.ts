import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockEntries, readLockFile, type ProviderPackage } from "../../placing";
import { readText } from "../../util/files/read-file";
import { PROVIDER_ADDRESS } from "../../provider/address";
import {
  type CliConfiguration,
  namedConfiguration,
  readCliConfiguration,
} from "../../estate/engine/configuration";
import { findsProvider, overrideOf } from "../../estate/engine/installation-methods";
import { configurationFiles } from "../../estate/hcl/configuration-files";
import { requirementsIn } from "../../estate/hcl/requirements";
import { locateState } from "../../estate/states/read-states";
import type { DoctorContext, Place } from "./context";
import { error, failed, type Finding, ok, warning } from "./finding";
import { findingsIn, findingsOfPath, type SharedFinding } from "./places";
import { requiresProvider } from "./requirements";

/** Checks settings that keep an engine or cdktf-cli from using the provider in `terraform.d`. */
export function checkEngineConfiguration(context: DoctorContext): Finding[] {
  const { environment, places } = context;
  const findings = [
    ...namedFileFindings(context),
    ...installationFindings(context),
    ...cacheFindings(context),
    ...argumentFindings(context),
    ...(places instanceof Error ? [] : findingsIn(places, (place) => workspaceFindings(place, environment))),
    ...skipFindings(environment.CDKTF_SKIP_PROVIDER_LOCK ?? ""),
    ...(environment.CDKTF_SKIP_PROVIDER_LOCK === "true" || places instanceof Error
      ? []
      : findingsIn(places, (place) => lockFindings(place, targetOf(context).address))),
  ];
  if (findings.length > 0 || places instanceof Error) return findings;
  return [ok("No setting keeps the engine from using the provider.")];
}

function namedFileFindings(context: DoctorContext): Finding[] {
  const named = namedConfiguration(context.environment, context.folder);
  if (named === undefined) return [];
  const { variable: name, value } = named;
  return findingsOfPath({ name, value, reader: "the engine" }, context, (path) => {
    const kind = kindOf(path);
    const cure = "Correct it, or unset it.";
    if (kind === "missing") return warning("does not exist", `The engine warns of it at every call. ${cure}`);
    // Another check reports a file that cannot be read.
    return kind === "file" || kind === "unreadable" ? undefined : error("is not a file", cure);
  });
}

/** Without an existing folder, the engine prints an error at each command; a file makes init fail. */
function cacheFindings(context: DoctorContext): Finding[] {
  const value = context.environment.TF_PLUGIN_CACHE_DIR ?? "";
  if (value === "") return [];
  const setting = { name: "TF_PLUGIN_CACHE_DIR", value, reader: "the engine" };
  return findingsOfPath(setting, context, (path) => {
    const kind = kindOf(path);
    if (kind === "folder") return undefined;
    const found = kind === "unreadable" ? "cannot be read" : "is not a folder";
    return error(kind === "missing" ? "does not exist" : found, "Make that folder, or unset the variable.");
  });
}

/** With -plugin-dir, init looks for providers in that folder only. */
function argumentFindings(context: DoctorContext): Finding[] {
  const { address, version } = targetOf(context);
  const cure = "Remove the argument, or copy terraform.d/plugins there.";
  return ["TF_CLI_ARGS", "TF_CLI_ARGS_init"].flatMap((variable) => {
    const argument = /(?:^|\s)["']?--?plugin-dir(?:=|\s+)["']?([^\s"']+)/;
    const value = argument.exec(context.environment[variable] ?? "")?.[1];
    if (value === undefined) return [];
    const setting = { name: `-plugin-dir in ${variable}`, value, reader: "the engine" };
    return findingsOfPath(setting, context, (path) => {
      const names = kindOf(join(path, address)) === "folder" ? readdirSync(join(path, address)) : [];
      const lacks = `does not contain version ${version} of the provider, so init fails`;
      return names.some((name) => name.includes(version)) ? undefined : error(lacks, cure);
    });
  });
}

/** Only the local backend makes a workspace that does not exist, with an empty state. */
function workspaceFindings(place: Place, environment: NodeJS.ProcessEnv): SharedFinding[] {
  const name = environment.TF_WORKSPACE || "default";
  if (name === "default") return [];
  const { file, isLocal } = locateState(place, environment);
  const start = `TF_WORKSPACE names ${JSON.stringify(name)}, `;
  if (!isLocal || declaresBackend(place)) {
    const text = (of: string) => `${start}and doctor does not ask the backend of ${of} whether it exists.`;
    const cure = `If init does not find it, create it: terraform workspace new ${name}.`;
    return [{ status: "warning", text, cure }];
  }
  const folder = file === null ? join(place.folder, "terraform.tfstate.d", name) : dirname(file);
  if (existsSync(folder)) return [];
  // Beside other workspaces, init refuses to make one.
  const hasOthers = existsSync(dirname(folder)) && readdirSync(dirname(folder)).length > 0;
  const text = (of: string) =>
    `${start}which ${of} does not have, so ${hasOthers ? "init fails, or " : ""}the engine begins with an empty state ` +
    "and plans to create every object.";
  const cure = "Correct it, or unset it, unless nothing is managed there yet.";
  return [{ status: hasOthers ? "error" : "warning", text, cure }];
}

/** Reports whether a file in HCL declares another backend than the local one. */
function declaresBackend({ folder }: Place): boolean {
  const files = configurationFiles(folder).filter((name) => !name.endsWith(".json"));
  return files.some((name) => /^\s*(?:cloud\s*\{|backend\s+"(?!local"))/m.test(readText(join(folder, name))));
}

function kindOf(path: string): "file" | "folder" | "other" | "missing" | "unreadable" {
  try {
    const found = statSync(path);
    return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return ["ENOENT", "ENOTDIR"].includes(code) ? "missing" : "unreadable";
  }
}

type Target = Pick<ProviderPackage, "address" | "version">;

function targetOf({ provider }: DoctorContext): Target {
  return provider instanceof Error ? { address: PROVIDER_ADDRESS, version: "" } : provider;
}

function installationFindings(context: DoctorContext): Finding[] {
  const { places, folder, environment } = context;
  const target = targetOf(context);
  const users = places instanceof Error ? [] : places.filter((place) => mayRequire(place, target));
  if (users.length > 0)
    return findingsIn(users, (place) =>
      findingsOf(readCliConfiguration(environment, place.folder), target, place.folder),
    );
  // Without a stack, the configuration in the home directory is the same.
  return findingsOf(readCliConfiguration(environment, folder), target, undefined);
}

/** Returns what the configuration does to the provider in a folder; undefined is any folder. */
function findingsOf(
  { blocks, unread }: CliConfiguration,
  target: Target,
  folder: string | undefined,
): Finding[] {
  const unreadable = unread.map(({ path, reason }) => {
    const problem = `cannot be read, so doctor does not know whether the engine ignores terraform.d: ${reason.replace(/\.$/, "")}.`;
    return warning(`${path} ${problem}`, "Make it readable, or correct it.");
  });
  const blocking = blocks.flatMap(({ file, methods }) => {
    const override = overrideOf(methods, target);
    if (override !== undefined) return [overridden(file, override, target)];
    return findsProvider(methods, target, folder) ? [] : [hidden(file, target)];
  });
  return [...unreadable, ...blocking];
}

/** Reports whether a configuration needs the provider, or cannot be read; another check reports the latter. */
function mayRequire(place: Place, provider: Target): boolean {
  try {
    return requiresProvider(place, provider);
  } catch {
    return true;
  }
}

function overridden(file: string, override: string, { address }: Target): Finding {
  return warning(
    `${file} has dev_overrides, so the engine runs the provider in ${override}, whatever the lock file says.`,
    `Remove the entry of ${address} from dev_overrides.`,
  );
}

function hidden(file: string, { address }: Target): Finding {
  return warning(
    `${file} has a provider_installation block, so the engine may ignore terraform.d and use a registry.`,
    `Add a filesystem_mirror with path "terraform.d/plugins" and include ${address}, and exclude that address in ` +
      "direct, as the guide to setups shows.",
  );
}

function skipFindings(skip: string): Finding[] {
  if (["", "true", "false"].includes(skip)) return [];
  const text = "CDKTF_SKIP_PROVIDER_LOCK is neither true nor false, so cdktf-cli ignores it.";
  const cure = "Set it to true if a stack uses another provider from a registry. Otherwise unset it.";
  return [warning(text, cure)];
}

/**
 * Checks that the lock file of a stack has an entry for every provider that the stack requires. If an entry is
 * missing, cdktf-cli requests all providers from a registry and fails.
 */
function lockFindings({ folder, isStack }: Place, address: string): SharedFinding[] {
  if (!isStack) return [];
  try {
    const locked = lockEntries(readLockFile(folder)).map((entry) => `/${entry.address}`);
    const sources = new Set(requirementsIn(folder).map(({ source }) => source));
    const others = [...sources].filter((source) => source !== address);
    const lacking = others.filter((source) => !locked.some((one) => one.endsWith(`/${source}`))).join(", ");
    if (lacking === "") return [];
    const text = (names: string) =>
      `The lock file of ${names} lacks ${lacking}, so cdktf-cli requests every provider from a registry and fails.`;
    const cure = "Set CDKTF_SKIP_PROVIDER_LOCK=true for cdktf diff, deploy, destroy and output.";
    return [{ status: "warning", text, cure }];
  } catch (failure) {
    return [failed(failure)];
  }
}
