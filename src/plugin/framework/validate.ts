import { listAttributes, type Attributes, type ConfigOf, type NamedAttribute, type Schema } from "../schema";
import { isWhollyKnown, type ObjectValue, type Value } from "../values";
import type { HookCall } from "./call";

interface Validated {
  readonly schema: Schema;
  validate?(config: ConfigOf<Attributes>, call: HookCall): void;
}

/**
 * Checks a configuration and adds diagnostics. Required attributes must be set, and computed ones must not be
 * set. Then the validators of each attribute run, and last the definition's `validate` hook. Unknown values
 * are valid.
 */
export function validateConfig(definition: Validated, config: ObjectValue, call: HookCall): void {
  listAttributes(definition.schema.attributes).forEach((named) => {
    const { name, attribute } = named;
    const value = config[name] ?? null;
    if (value === null) {
      if (attribute.mode === "required") rejectNull(name, call);
    } else if (attribute.mode === "computed") rejectComputed(name, call);
    else if (isWhollyKnown(attribute.of.type, value)) validateAttribute(named, value, call);
  });
  if (!call.diagnostics.hasError) definition.validate?.(config, call);
}

/**
 * Reports a computed attribute that the configuration sets. Terraform itself would accept the value. If the
 * attribute is the id, the resource would then manage another object.
 */
function rejectComputed(name: string, call: HookCall): void {
  call.diagnostics.error(
    `${name} cannot be set`,
    "The provider decides its value. Remove it from the configuration.",
    name,
  );
}

/**
 * Reports a required argument that is null. Terraform itself accepts null: it only checks that the
 * configuration contains the argument.
 */
function rejectNull(name: string, call: HookCall): void {
  call.diagnostics.error(
    `${name} is required, and its value is null`,
    "The value may come from a variable or another resource. Set it to a value that is not null.",
    name,
  );
}

function validateAttribute({ name, attribute }: NamedAttribute, value: Value, call: HookCall): void {
  const problem = attribute.options.validate?.(value);
  if (problem === undefined) return;
  const { severity = "error", summary, detail } = problem;
  call.diagnostics.add({ severity, summary, detail, attribute: name });
}
