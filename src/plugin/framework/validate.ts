import {
  integerProblem,
  listAttributes,
  type Attribute,
  type Attributes,
  type ConfigOf,
  type Schema,
} from "../schema";
import { isWhollyKnown, type ObjectValue, type Value } from "../values";
import type { Call } from "./call";
import { attributePath } from "./diagnostics";

interface Validated {
  readonly schema: Schema;
  validate?(config: ConfigOf<Attributes>, call: Call): void;
}

/**
 * Checks a configuration: that it sets nothing which is the provider's to decide and all that is required, then each
 * attribute's validators, then the definition's own hook. Says nothing else about what is unknown.
 */
export function validateConfig(definition: Validated, config: ObjectValue, call: Call): void {
  listAttributes(definition.schema.attributes).forEach(({ name, attribute }) => {
    const value = config[name] ?? null;
    if (value === null) {
      if (attribute.mode === "required") refuseNull(name, call);
    } else if (attribute.mode === "computed") refuseComputed(name, call);
    else if (isWhollyKnown(attribute.of.type, value)) validateAttribute(name, attribute, value, call);
  });
  if (!call.diagnostics.hasError) definition.validate?.(config, call);
}

/** Terraform takes any configured value for planned. With a configured id the state would lead to another object. */
function refuseComputed(name: string, call: Call): void {
  call.diagnostics.error(
    `${name} cannot be set`,
    "The provider decides its value. Remove it from the configuration.",
    attributePath(name),
  );
}

/** Terraform only sees to it that a required argument is written: null, such as a variable's, it lets through. */
function refuseNull(name: string, call: Call): void {
  call.diagnostics.error(
    `${name} is required, and its value is null`,
    "Give it a value. Where that comes from a variable or another resource, it is null there.",
    attributePath(name),
  );
}

function validateAttribute(name: string, { of, options }: Attribute, value: Value, call: Call): void {
  const path = attributePath(name);
  // The mark in the schema is for editors: Terraform itself (seen with 1.11.4) tells nobody of it.
  if (options.deprecated !== undefined) {
    call.diagnostics.warn(`${name} is deprecated`, options.deprecated, path);
  }
  const wrong = integerProblem(of, value);
  if (wrong !== undefined) {
    call.diagnostics.error(`${name} ${wrong}`, "Write such a number, without a fraction.", path);
    return;
  }
  options.validate?.forEach((validate) => {
    const problem = validate(value);
    if (problem !== undefined) {
      call.diagnostics.add({
        severity: problem.severity ?? "error",
        summary: problem.summary,
        detail: problem.detail,
        path,
      });
    }
  });
}
