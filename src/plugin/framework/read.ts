import { listAttributes, objectType, type Attributes } from "../schema";
import { valuesEqual, type ObjectValue } from "../values";
import type { HookArguments } from "./call";
import { unchanged, type Resource } from "./definitions";
import { afterRead, completeState, type HookResult } from "./reconcile";

/**
 * Reads one resource instance and returns the state to save: null when the object does not exist, `state`
 * itself when nothing has changed.
 */
export async function readResource<C>(
  resource: Resource<C>,
  state: ObjectValue,
  { provider, call }: HookArguments<C>,
): Promise<ObjectValue | null> {
  const read = await resource.read(state, provider, call);
  if (read === null) return null;
  if (read === unchanged) return state;
  const { schema } = resource;
  if (isSame(schema.attributes, state, read)) return state;
  const found = afterRead(schema.attributes, state, completeState(schema, read));
  return valuesEqual(objectType(schema), state, found) ? state : found;
}

/** Reports whether a result certainly equals the state. This is the normal case. It needs no new object. */
function isSame(attributes: Attributes, state: ObjectValue, result: HookResult): boolean {
  return listAttributes(attributes).every(({ name, attribute }) => {
    const known = state[name]!;
    const isComplete = known !== null || attribute.nullable;
    return isComplete && valuesEqual(attribute.of.type, known, result[name] ?? null);
  });
}
