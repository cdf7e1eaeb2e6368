import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { findsProvider, overrideOf, readCliConfiguration } from "../../estate/engine/cli-configuration";
import { requirementsIn } from "../../estate/hcl/outline";
import { locateState } from "../../estate/states/read-states";
import { lockEntries, readLockFile } from "../../placing/lock-file";
import type { ProviderPackage } from "../../placing/provider-package";
import { PROVIDER_ADDRESS } from "../../provider/address";
import { type DoctorContext, type Finding, findingsIn, NAMES, ok, type Place, warning } from "./context";
import { requiresProvider } from "./placed-providers";

type Target = Pick<ProviderPackage, "address" | "version">;

export function checkEngineSettings({ environment, places, provider, folder }: DoctorContext): Finding[] {
  const target = provider instanceof Error ? { address: PROVIDER_ADDRESS, version: "" } : provider;
  const known = places instanceof Error ? [] : places;
  const users = known.filter((place) => mayRequire(place, target));
  const skipsLock = environment.CDKTF_SKIP_PROVIDER_LOCK === "true";
  const findings = [
    // Without a stack, the configuration in the home directory is the same.
    ...(users.length === 0
      ? installationFindings(environment, target, folder, false)
      : findingsIn(users, (place) => installationFindings(environment, target, place.folder, true))),
    ...findingsIn(known, (place) => [
      ...workspaceFindings(place, environment),
      ...(place.isStack && !skipsLock ? lockFindings(place, target) : []),
    ]),
  ];
  if (findings.length > 0 || places instanceof Error) return findings;
  return [ok("No setting keeps the engine from using the provider.")];
}

/** Reports whether a configuration needs the provider, or cannot be read; another check reports the latter. */
function mayRequire(place: Place, target: Target): boolean {
  try {
    return requiresProvider(place, target);
  } catch {
    return true;
  }
}

function installationFindings(
  environment: NodeJS.ProcessEnv,
  target: Target,
  folder: string,
  isPlaced: boolean,
): Finding[] {
  const { blocks, unread } = readCliConfiguration(environment, folder);
  const { address } = target;
  const unreadable = unread.map(({ path, reason }) => {
    const problem = `cannot be read, so doctor does not know whether the engine ignores terraform.d: ${reason.replace(/\.$/, "")}.`;
    return warning(`${path} ${problem}`, "Make it readable, or correct it.");
  });
  const blocking = blocks.flatMap(({ file, methods }) => {
    const override = overrideOf(methods, target);
    if (override !== undefined) {
      const text = `${file} has dev_overrides, so the engine runs the provider in ${override}, whatever the lock file says.`;
      return [warning(text, `Remove the entry of ${address} from dev_overrides.`)];
    }
    if (findsProvider(methods, target, isPlaced ? folder : undefined)) return [];
    return [
      warning(
        `${file} has a provider_installation block, so the engine may ignore terraform.d and use a registry.`,
        `Add a filesystem_mirror with path "terraform.d/plugins" and include ${address}, and exclude that address in ` +
          "direct, as the guide to setups shows.",
      ),
    ];
  });
  return [...unreadable, ...blocking];
}

/**
 * Only the local backend makes a workspace that does not exist, with an empty state. Which backend plain HCL has, only
 * the engine knows.
 */
function workspaceFindings(place: Place, environment: NodeJS.ProcessEnv): Finding[] {
  const name = environment.TF_WORKSPACE || "default";
  if (name === "default") return [];
  const { file, isLocal } = locateState(place, environment);
  const start = `TF_WORKSPACE names ${JSON.stringify(name)}, `;
  if (!isLocal || file === null) {
    const text = `${start}and doctor does not ask the backend of ${NAMES} whether it exists.`;
    return [warning(text, `If init does not find it, create it: terraform workspace new ${name}.`)];
  }
  const folder = dirname(file);
  if (existsSync(folder)) return [];
  const text = `${start}which ${NAMES} does not have, so init fails, or the engine plans to create every object.`;
  return [warning(text, "Correct it, or unset it, unless nothing is managed there yet.")];
}

/**
 * Checks that the lock file of a stack has an entry for every provider that the stack requires. If an entry is
 * missing, cdktf-cli requests all providers from a registry and fails.
 */
function lockFindings({ folder }: Place, { address }: Target): Finding[] {
  const locked = lockEntries(readLockFile(folder)).map((entry) => `/${entry.address}`);
  const sources = new Set(requirementsIn(folder).map(({ source }) => source));
  const lacking = [...sources].filter(
    (source) => source !== address && !locked.some((one) => one.endsWith(`/${source}`)),
  );
  if (lacking.length === 0) return [];
  const text = `The lock file of ${NAMES} lacks ${lacking.join(", ")}, so cdktf-cli requests every provider from a registry and fails.`;
  return [warning(text, "Set CDKTF_SKIP_PROVIDER_LOCK=true for cdktf diff, deploy, destroy and output.")];
}
