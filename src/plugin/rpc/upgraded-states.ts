import type { Schema } from "../schema";
import type { ObjectValue } from "../values";

/** Terraform has ten resources under way at a time, unless it is told otherwise. */
const MOST_STATES = 128;
/** Of one state, in bytes: more of it would fill the memory. */
const MOST_BYTES = 16 * 1024;

const upgraded = new WeakMap<Schema, Map<string, ObjectValue>>();

/**
 * Keeps a state for the next calls. To the read, the plan and the apply of a resource that has not changed outside, Terraform
 * sends the very bytes that the upgrade of its state was answered with: what they hold need not be decoded again.
 *
 * `state` must be decoded, and not put together by an author, whose numbers and sets may have another form than decoded ones.
 */
export function keepUpgraded(schema: Schema, bytes: Uint8Array, state: ObjectValue): void {
  if (bytes.length > MOST_BYTES) return;
  let states = upgraded.get(schema);
  if (states === undefined) upgraded.set(schema, (states = new Map()));
  states.set(keyOf(bytes), state);
  if (states.size > MOST_STATES) {
    const [oldest] = states.keys();
    states.delete(oldest!);
  }
}

/** What was kept of these bytes. */
export function findUpgraded(schema: Schema, bytes: Uint8Array): ObjectValue | undefined {
  return bytes.length > MOST_BYTES ? undefined : upgraded.get(schema)?.get(keyOf(bytes));
}

/** One character for each byte. */
function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
