import type { Attribute, ConfigOf, Schema } from "../schema";
import type { Attributes } from "../schema";
import { isUnknown, isWhollyKnown, type ObjectValue, type Value } from "../values";
import type { Call } from "./call";
import { attributePath } from "./diagnostics";

export interface Validated {
  readonly schema: Schema;
  validate?(config: ConfigOf<Attributes>, call: Call): void;
}

/** Checks a configuration: each attribute's validators, then the definition's own hook. Says nothing about what is unknown. */
export function validateConfig(definition: Validated, config: ObjectValue, call: Call): void {
  for (const [name, attribute] of Object.entries(definition.schema.attributes)) {
    const value = config[name] ?? null;
    if (value === null || !isWhollyKnown(attribute.of.type, value)) continue;
    validateAttribute(name, attribute, value, call);
  }
  if (!call.diagnostics.hasError) definition.validate?.(config as ConfigOf<Attributes>, call);
}

function validateAttribute(name: string, { of, options }: Attribute, value: Value, call: Call): void {
  const path = attributePath(name);
  if (of.integer === true && !isUnknown(value) && !Number.isSafeInteger(value)) {
    call.diagnostics.error(`${name} must be a whole number`, "Write it without a fraction.", path);
    return;
  }
  for (const validate of options.validate ?? []) {
    const problem = validate(value);
    if (problem !== undefined) {
      call.diagnostics.add({
        severity: problem.severity ?? "error",
        summary: problem.summary,
        detail: problem.detail,
        path,
      });
    }
  }
}
