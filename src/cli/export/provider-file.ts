import { findProviderPackage } from "../../install";
import type { Configuration } from "../hcl/configuration";
import { configurationBlocks, requirementBlock } from "../install/blocks";
import type { FileToWrite } from "../shared/write-whole";

const NAME = "outreach";

/** Returns a file with the blocks of the provider; an empty list if the configuration has such blocks. */
export function providerFile(configuration: Configuration, names: readonly string[]): FileToWrite[] {
  if (configuration.requiredProviders !== undefined) return [];
  const blocks = configuration.configuredProviders.has(NAME) ? requirementBlock : configurationBlocks;
  const path = names.includes("provider.tf") ? "outreach-provider.tf" : "provider.tf";
  return [{ path, contents: `${blocks(findProviderPackage())}\n`, expected: null }];
}

/** Returns what is missing in a `required_providers` block of the user; a module may have only one. */
export function providerAdvice({ requiredProviders }: Configuration): string[] {
  if (requiredProviders === undefined || requiredProviders.has(NAME)) return [];
  const { address, version } = findProviderPackage();
  const entry = `${NAME} = { source = "${address}", version = "${version}" }`;
  return [`Add this line to the required_providers block of your configuration: ${entry}`];
}
