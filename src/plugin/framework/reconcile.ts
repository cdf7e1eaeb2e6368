import { listAttributes, type Attribute, type Attributes, type Schema } from "../schema";
import { isUnknown, type ObjectValue, type Value } from "../values";
import { attributePath, DiagnosticError } from "./diagnostics";

/** What a hook returned: values by attribute. Attributes may be missing. */
export type HookResult = Readonly<Record<string, unknown>>;

/** Returns an object with every attribute, as Terraform requires; missing ones are null (section 0, row 9). */
export function complete(attributes: Attributes, result: HookResult): ObjectValue {
  const object: Record<string, Value> = {};
  for (const { name } of listAttributes(attributes)) {
    const value = result[name] as Value | undefined;
    object[name] = value === undefined || isUnknown(value) ? null : value;
  }
  return object;
}

/** Returns a complete state; throws a DiagnosticError when a value is missing that must not be null. */
export function completeState(schema: Schema, result: HookResult): ObjectValue {
  const state = complete(schema.attributes, result);
  for (const { name, attribute } of listAttributes(schema.attributes)) {
    if (state[name] === null && !attribute.nullable) {
      throw new DiagnosticError({
        severity: "error",
        summary: `The provider returned no value for ${name}`,
        detail: "This is a defect of the provider. Please report it with what you did.",
        path: attributePath(name),
      });
    }
  }
  return state;
}

/**
 * Returns the state to save after a read. An equivalent value keeps its known form; any other difference is
 * drift and is saved as read (section 3, "Normalisation vs drift").
 */
export function afterRead(attributes: Attributes, prior: ObjectValue, read: ObjectValue): ObjectValue {
  return merge(attributes, (name, attribute) =>
    isEquivalent(attribute, prior[name]!, read[name]!) ? prior[name]! : read[name]!,
  );
}

/**
 * Returns the state to save after a create or update. Terraform rejects a value that differs from a known
 * planned value. So the planned value is kept when the written one is equivalent or computed. The next read
 * reports a computed value that changed since the plan as drift.
 */
export function afterWrite(attributes: Attributes, planned: ObjectValue, written: ObjectValue): ObjectValue {
  return merge(attributes, (name, attribute) => {
    const plan = planned[name]!;
    if (isUnknown(plan)) return written[name]!;
    const keep = attribute.mode === "computed" || isEquivalent(attribute, plan, written[name]!);
    return keep ? plan : written[name]!;
  });
}

function merge(attributes: Attributes, choose: (name: string, attribute: Attribute) => Value): ObjectValue {
  const merged: Record<string, Value> = {};
  for (const { name, attribute } of listAttributes(attributes)) merged[name] = choose(name, attribute);
  return merged;
}

/** Reports whether the schema says that two different values mean the same. */
function isEquivalent({ nullable, options }: Attribute, known: Value, other: Value): boolean {
  if (options.equivalent === undefined) return false;
  // After an import only the id is known: the value that was read must replace the null of the state.
  if (known === null && !nullable) return false;
  return options.equivalent(known, other);
}
