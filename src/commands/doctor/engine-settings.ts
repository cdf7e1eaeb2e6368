import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { findsProvider, readCliConfiguration } from "../../estate/engine/cli-configuration";
import { locateState } from "../../estate/states/read-states";
import type { ProviderPackage } from "../../placing/provider-package";
import { type DoctorContext, type Finding, findingsIn, ok, warning } from "./context";
import { requiresProvider } from "./placed-providers";

export function checkEngineSettings({ environment, places, provider }: DoctorContext): Finding[] {
  const findings = findingsIn(places, (place) => [
    ...(requiresProvider(place, provider) ? installationFindings(environment, provider, place.folder) : []),
    ...workspaceFindings(place.folder, environment),
  ]);
  return findings.length > 0 ? findings : [ok("No setting keeps the engine from using the provider.")];
}

function installationFindings(
  environment: NodeJS.ProcessEnv,
  provider: ProviderPackage,
  folder: string,
): Finding[] {
  const { blocks, unread } = readCliConfiguration(environment, folder);
  const unreadable = unread.map(({ path, reason }) => {
    const problem = `cannot be read, so doctor does not know whether the engine ignores terraform.d: ${reason.replace(/\.$/, "")}.`;
    return warning(`${path} ${problem}`, "Make it readable, or correct it.");
  });
  const blocking = blocks
    .filter(({ methods }) => !findsProvider(methods, provider, folder))
    .map(({ file }) =>
      warning(
        `${file} has a provider_installation block, so the engine may ignore terraform.d and use a registry.`,
        `Add a filesystem_mirror with path "terraform.d/plugins" and include ${provider.address}, and exclude that address ` +
          "in direct, as the guide to setups shows.",
      ),
    );
  return [...unreadable, ...blocking];
}

/**
 * The local backend creates a missing Terraform workspace with an empty state. With other backends, the
 * engine fails. Only the engine knows the backend of plain HCL.
 */
function workspaceFindings(folder: string, environment: NodeJS.ProcessEnv): Finding[] {
  const name = environment.TF_WORKSPACE || "default";
  if (name === "default") return [];
  const { file, isLocal } = locateState({ folder }, environment);
  const start = `TF_WORKSPACE names ${JSON.stringify(name)}, `;
  if (!isLocal || file === null) {
    const text = `${start}and doctor does not ask the backend whether it exists.`;
    return [warning(text, `If init does not find it, create it: terraform workspace new ${name}.`)];
  }
  if (existsSync(dirname(file))) return [];
  const text = `${start}which does not exist, so init fails, or the engine plans to create every object.`;
  return [warning(text, "Correct it, or unset it, unless nothing is managed there yet.")];
}
