import type { Schema } from "../../src/sdk/schema";

const NAME = /^[a-z_][a-z0-9_]*$/;
const RESERVED_IN_RESOURCES = [
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
];
const RESERVED_IN_PROVIDERS = ["alias", "version"];

/**
 * Lists what Terraform would reject in a schema (section 3, "Schema validity"). For the tests of a provider.
 */
export function schemaProblems(schema: Schema, use: "provider" | "resource"): string[] {
  const reserved = use === "provider" ? RESERVED_IN_PROVIDERS : RESERVED_IN_RESOURCES;
  return Object.entries(schema.attributes).flatMap(([name, { mode, of, options }]) => {
    const problems: string[] = [];
    if (!NAME.test(name))
      problems.push(`${name}: a name consists of a-z, 0-9 and _, and does not start with a digit`);
    if (reserved.includes(name)) problems.push(`${name}: Terraform reserves this name`);
    if (use === "resource" && mode !== "computed" && JSON.stringify(of.type).includes('"kind":"number"'))
      problems.push(`${name}: a configured number comes back rounded, which Terraform rejects in a plan`);
    if (options.description.trim() === "") problems.push(`${name}: a description is missing`);
    return problems;
  });
}
