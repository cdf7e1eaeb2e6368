import { isDecidedByProvider, listAttributes, type Attribute, type Attributes, type Schema } from "../schema";
import { isUnknown, type ObjectValue, type Value } from "../values";
import { attributePath, DiagnosticError } from "./diagnostics";

/** What a hook answered: values by attribute, possibly fewer than the schema has. */
export type Answer = Readonly<Record<string, unknown>>;

/** A full object for the wire: every attribute of the schema, null where the answer has none (section 0, row 9). */
export function complete(attributes: Attributes, answer: Answer): ObjectValue {
  const object: Record<string, Value> = {};
  for (const { name } of listAttributes(attributes)) {
    const value = answer[name] as Value | undefined;
    object[name] = value === undefined || isUnknown(value) ? null : value;
  }
  return object;
}

/** Like `complete`, for an answer that must have every value a state needs. */
export function completeState(schema: Schema, answer: Answer): ObjectValue {
  const state = complete(schema.attributes, answer);
  for (const { name, attribute } of listAttributes(schema.attributes)) {
    if (state[name] === null && !attribute.nullable) {
      throw new DiagnosticError({
        severity: "error",
        summary: `The provider gave no value for ${name}`,
        detail: "This is a defect of the provider. Please report it with what you did.",
        path: attributePath(name),
      });
    }
  }
  return state;
}

/**
 * The state to save after a read. A value that only was normalised stays as Terraform knows it; a value that means
 * something else is drift and is taken as read (section 3, "Normalisation vs drift").
 */
export function afterRead(attributes: Attributes, prior: ObjectValue, read: ObjectValue): ObjectValue {
  return merge(attributes, (name, attribute) =>
    isEquivalent(attribute, prior[name]!, read[name]!) ? prior[name]! : read[name]!,
  );
}

/**
 * The state to save after a create or update. Terraform refuses another value than a known planned one, so normalised
 * values, and those of the provider that moved meanwhile, keep the plan's; the next read brings the latter as drift.
 */
export function afterWrite(
  attributes: Attributes,
  config: () => ObjectValue,
  planned: ObjectValue,
  written: ObjectValue,
): ObjectValue {
  return merge(attributes, (name, attribute) => {
    const plan = planned[name]!;
    if (isUnknown(plan)) return written[name]!;
    const keep =
      isDecidedByProvider(attribute, () => config()[name]!) || isEquivalent(attribute, plan, written[name]!);
    return keep ? plan : written[name]!;
  });
}

function merge(attributes: Attributes, choose: (name: string, attribute: Attribute) => Value): ObjectValue {
  const merged: Record<string, Value> = {};
  for (const { name, attribute } of listAttributes(attributes)) merged[name] = choose(name, attribute);
  return merged;
}

export function isEquivalent({ nullable, options }: Attribute, known: Value, other: Value): boolean {
  if (options.equivalent === undefined) return false;
  // An import knows only the id: a null where the schema has none is a value to be filled, not one to be kept.
  if (known === null && !nullable) return false;
  return options.equivalent(known, other);
}
