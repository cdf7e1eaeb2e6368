import { objectType, type Attributes, type PriorOf } from "../schema";
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
  const read = await resource.read(state as PriorOf<Attributes>, provider, call);
  if (read === null) return null;
  if (read === unchanged) return state;
  const { schema } = resource;
  const found = afterRead(schema.attributes, state, completeState(schema, read as Answer));
  return valuesEqual(objectType(schema), state, found) ? state : found;
}
