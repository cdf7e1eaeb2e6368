import {
  listAttributes,
  type Attributes,
  type ConfigOf,
  type NamedAttribute,
  type Problem,
  type Schema,
} from "../schema";
import { isWhollyKnown, type ObjectValue, type Value } from "../values";
import type { HookCall } from "./call";

interface Validated {
  readonly schema: Schema;
  validate?(config: ConfigOf<Attributes>, call: HookCall): void;
}

/**
 * Checks a configuration and adds diagnostics. Without an error, the definition's `validate` hook runs last.
 * Unknown values are valid.
 */
export function validateConfig(definition: Validated, config: ObjectValue, call: HookCall): void {
  for (const named of listAttributes(definition.schema.attributes)) {
    const problem = problemOf(named, config[named.name] ?? null);
    if (problem === undefined) continue;
    const { severity = "error", summary, detail } = problem;
    call.diagnostics.add({ severity, summary, detail, attribute: named.name });
  }
  if (!call.diagnostics.hasError) definition.validate?.(config, call);
}

function problemOf({ name, attribute }: NamedAttribute, value: Value): Problem | undefined {
  const { mode, of, options } = attribute;
  if (value === null) {
    // Terraform only checks that the configuration contains the argument.
    if (mode !== "required") return undefined;
    return {
      summary: `${name} is required, and its value is null`,
      detail: "The value may come from a variable or another resource. Set it to a value that is not null.",
    };
  }
  if (mode !== "computed") return isWhollyKnown(of.type, value) ? options.validate?.(value) : undefined;
  // Terraform itself would accept the value. With another id, the resource would manage another object.
  return {
    summary: `${name} cannot be set`,
    detail: "The provider decides its value. Remove it from the configuration.",
  };
}
