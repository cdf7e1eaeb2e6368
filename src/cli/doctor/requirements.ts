import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ProviderPackage, readText } from "../../install";
import { isObject, parseJson } from "../../shared/json";
import { configurationFiles } from "../shared/configuration-files";
import type { Place } from "./context";

/**
 * Returns the sources of all providers that a synthesized stack requires. Returns an empty list for a stack
 * in HCL, which has no `cdk.tf.json`.
 * @throws Error naming the file if it is not what synth writes
 */
export function requiredSources(stack: string): string[] {
  const file = join(stack, "cdk.tf.json");
  if (!existsSync(file)) return [];
  const value = parseJson(readText(file))?.value;
  if (!isObject(value)) throw new Error(`${file} is not what synth writes. Run synth again.`);
  const { terraform } = value;
  const required = isObject(terraform) ? terraform.required_providers : undefined;
  const providers = isObject(required) ? Object.values(required) : [];
  return providers
    .map((one) => (isObject(one) ? one.source : undefined))
    .filter((one) => typeof one === "string");
}

/**
 * Reports whether the configuration in a folder needs the provider. Other stacks of an app may not use it.
 * @throws Error naming a file that cannot be read
 */
export function requiresProvider(
  { folder, isStack }: Place,
  { address }: Pick<ProviderPackage, "address">,
): boolean {
  const short = address.split("/").slice(1).join("/");
  if (existsSync(join(folder, "terraform.d/plugins", address))) return true;
  if (isStack && existsSync(join(folder, "cdk.tf.json")))
    return requiredSources(folder).some((source) => source === address || source === short);
  return configurationFiles(folder).some((name) => {
    const text = readText(join(folder, name));
    return text.includes(`"${address}"`) || text.includes(`"${short}"`);
  });
}
