/**
 * Sets the flags of V8 for a process that lives for seconds, too short for most optimisations, and whose
 * garbage is collected on cores that Terraform needs (docs/design/speed.md). Node 22 counts calls in another
 * way.
 */
export async function setFlags(): Promise<void> {
  // Imported here and not at the start of the file: the handshake must not wait for it.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only --no-incremental-marking --no-parallel-scavenge");
  const isOld = Number.parseInt(process.versions.node) < 22;
  setFlagsFromString(isOld ? "--interrupt-budget=1000000" : "--invocation-count-for-turbofan=10000");
}
