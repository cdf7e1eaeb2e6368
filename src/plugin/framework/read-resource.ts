import { listAttributes, objectType, type Attributes } from "../schema";
import { valuesEqual, type ObjectValue } from "../values";
import type { ResourceCall } from "./call";
import { unchanged, type Resource } from "./definitions";
import { afterRead, completeState, type Answer } from "./reconcile";

/**
 * What is really there, in the words Terraform already knows where they mean the same; null where it is gone, and the very
 * `state` where nothing has changed.
 */
export async function readResource<C>(
  resource: Resource<C>,
  state: ObjectValue,
  provider: C,
  call: ResourceCall,
): Promise<ObjectValue | null> {
  const read = await resource.read(state, provider, call);
  if (read === null) return null;
  if (read === unchanged) return state;
  const { schema } = resource;
  if (isSame(schema.attributes, state, read)) return state;
  const found = afterRead(schema.attributes, state, completeState(schema, read));
  return valuesEqual(objectType(schema), state, found) ? state : found;
}

/** Whether an answer is the state, as it nearly always is: told without building another one. False says nothing. */
function isSame(attributes: Attributes, state: ObjectValue, answer: Answer): boolean {
  return listAttributes(attributes).every(({ name, attribute }) => {
    const known = state[name]!;
    const isComplete = known !== null || attribute.nullable;
    return isComplete && valuesEqual(attribute.of.type, known, answer[name] ?? null);
  });
}
