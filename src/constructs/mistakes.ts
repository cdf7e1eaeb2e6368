import { TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import { closest, userError } from "../prompts";

/**
 * Throws if a config has an unknown property, or a `provider` that is not a provider, because CDKTF ignores
 * both mistakes. The error quotes no values, which may be credentials.
 */
export function refuseMistakes(construct: IConstruct, config: object, known: readonly string[]): void {
  const made = construct.constructor as abstract new (...args: never[]) => unknown;
  const problems = Object.entries(config).flatMap(([property, value]) => {
    if (value === undefined || value === null) return [];
    if (property === "provider" && known.includes(property))
      return TerraformProvider.isTerraformProvider(value) ? [] : '"provider" must be a provider.';
    if (known.includes(property)) return [];
    const near = closest(property, known);
    return `${made.name} has no property ${JSON.stringify(property)}. The closest property is "${near}": correct the name, or remove the property.`;
  });
  if (problems.length > 0) throw userError(`${construct.node.path}: ${problems.join(" ")}`, made);
}
