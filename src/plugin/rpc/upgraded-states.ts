import type { Schema } from "../schema";
import { onceForEach } from "../../shared/once-for-each";
import type { ObjectValue } from "../values";

/** Largest number of cached states per schema. Terraform works on only ten resources at a time by default. */
const MAX_STATES = 128;
/** Size of the largest cached state in bytes. */
const MAX_BYTES = 16 * 1024;

/** Returns the cached states of a schema. The key of a state is the `keyOf` of its bytes. */
const statesOf: (schema: Schema) => Map<string, ObjectValue> = onceForEach(() => new Map());

/**
 * Caches the state of an UpgradeResourceState response. Without drift, Terraform sends its bytes again for
 * the read, the plan and the apply (docs/design/speed.md).
 */
export function cacheUpgraded(schema: Schema, bytes: Uint8Array, state: ObjectValue): void {
  if (bytes.length > MAX_BYTES) return;
  const states = statesOf(schema);
  states.set(keyOf(bytes), state);
  if (states.size > MAX_STATES) {
    const [oldest] = states.keys();
    states.delete(oldest!);
  }
}

/** Returns the cached state that was encoded as these bytes; undefined when it is not cached. */
export function cachedUpgrade(schema: Schema, bytes: Uint8Array): ObjectValue | undefined {
  return bytes.length > MAX_BYTES ? undefined : statesOf(schema).get(keyOf(bytes));
}

/** Returns a string with one character per byte. */
function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
