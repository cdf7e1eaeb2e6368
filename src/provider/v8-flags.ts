/**
 * Sets the flags of V8 for a process that lives for seconds. Such a process is too short for most
 * optimisations: V8 optimises neither undici's WebAssembly parser nor any JavaScript except the hottest
 * (bench/NOTES.md). Since Node 22, V8 counts calls in another way. Incremental marking only shortens pauses,
 * which do not matter here. Parallel scavenging waits for threads on cores that Terraform needs.
 */
export async function setFlags(): Promise<void> {
  // Imported here and not at the start of the file: the handshake must not wait for it.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only --no-incremental-marking --no-parallel-scavenge");
  const isOld = Number.parseInt(process.versions.node) < 22;
  setFlagsFromString(isOld ? "--interrupt-budget=1000000" : "--invocation-count-for-turbofan=10000");
}
