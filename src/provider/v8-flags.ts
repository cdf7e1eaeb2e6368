/**
 * Sets the flags of V8 for a process that lives for seconds. Optimising code costs more than it gains: the
 * WebAssembly that parses responses for undici, and all but the hottest JavaScript (bench/NOTES.md). V8
 * counts calls in another way since Node 22. Incremental marking only shortens pauses, which do not matter
 * here. Parallel scavenging waits for threads on cores that Terraform needs.
 */
export async function setFlags(): Promise<void> {
  // Loaded after the handshake, which would wait for it otherwise.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only --no-incremental-marking --no-parallel-scavenge");
  const isOld = Number.parseInt(process.versions.node) < 22;
  setFlagsFromString(isOld ? "--interrupt-budget=1000000" : "--invocation-count-for-turbofan=10000");
}
