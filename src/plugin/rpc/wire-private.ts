import type { ResourceCall } from "../framework";

/**
 * What the hooks of a call want remembered. Where that has no form on the wire, the call has an error and what was
 * received stays: no object may be forgotten because of what a hook wanted to remember of it.
 */
export function privateToWire(call: ResourceCall, during: string, received: Uint8Array): Uint8Array {
  try {
    return call.private.encode();
  } catch (error) {
    call.diagnostics.addThrown(error, during);
    return received;
  }
}
