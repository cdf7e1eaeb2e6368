import type { ResourceCall } from "../framework";
import { attemptAtOnce } from "./attempt";

/**
 * What the hooks of a call want remembered. Where that has no form on the wire, the call has an error and what was
 * received stays: no object may be forgotten because of what a hook wanted to remember of it.
 */
export function privateToWire(call: ResourceCall, during: string, received: Uint8Array): Uint8Array {
  return attemptAtOnce(call.diagnostics, during, () => call.private.encode()) ?? received;
}
