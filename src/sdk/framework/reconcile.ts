import { listAttributes, type Attribute, type Attributes, type Schema } from "../schema";
import { isUnknown, type ObjectValue, type Value } from "../values";
import { DiagnosticError } from "./diagnostics";

export type HookResult = Readonly<Record<string, unknown>>;

/** Missing attributes become null, because Terraform requires all attributes. */
export function complete(attributes: Attributes, result: HookResult): ObjectValue {
  const object: Record<string, Value> = {};
  for (const { name } of listAttributes(attributes)) {
    const value = result[name] as Value | undefined;
    object[name] = value === undefined || isUnknown(value) ? null : value;
  }
  return object;
}

/** Throws a DiagnosticError if a value is null that must not be null. */
export function completeState(schema: Schema, result: HookResult): ObjectValue {
  const state = complete(schema.attributes, result);
  for (const { name, attribute } of listAttributes(schema.attributes)) {
    if (state[name] === null && !attribute.nullable) {
      throw DiagnosticError.of(
        `The provider returned no value for ${name}`,
        "This is a defect of the provider. Please report it, and say what you did.",
        name,
      );
    }
  }
  return state;
}

/** If the read value means the same as the prior value, the prior value is kept. */
export function afterRead(attributes: Attributes, prior: ObjectValue, read: ObjectValue): ObjectValue {
  return merge(attributes, (name, attribute) =>
    isSemanticallyEqual(attribute, prior[name]!, read[name]!) ? prior[name]! : read[name]!,
  );
}

/**
 * Terraform rejects a written value that differs from the known planned value. So the planned value stays if
 * the attribute is computed, or if both values mean the same. If a computed value did change, the next read
 * reports drift.
 */
export function afterWrite(attributes: Attributes, planned: ObjectValue, written: ObjectValue): ObjectValue {
  return merge(attributes, (name, attribute) => {
    const plan = planned[name]!;
    if (isUnknown(plan)) return written[name]!;
    const keep = attribute.mode === "computed" || isSemanticallyEqual(attribute, plan, written[name]!);
    return keep ? plan : written[name]!;
  });
}

function merge(attributes: Attributes, choose: (name: string, attribute: Attribute) => Value): ObjectValue {
  const merged: Record<string, Value> = {};
  for (const { name, attribute } of listAttributes(attributes)) merged[name] = choose(name, attribute);
  return merged;
}

function isSemanticallyEqual({ nullable, options }: Attribute, known: Value, other: Value): boolean {
  if (options.semanticEquals === undefined) return false;
  // After an import only the id is known, so each read value must replace the null of the state.
  if (known === null && !nullable) return false;
  return options.semanticEquals(known, other);
}
