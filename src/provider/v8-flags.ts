/**
 * A process lives for seconds: optimising the WebAssembly that undici parses answers with costs more than it
 * gains, and of our own code only what is hottest is worth it (bench/NOTES.md). V8 counts that in another way
 * since Node 22. Marking garbage beside the work keeps pauses short, which nobody notices here, and is done
 * in vain where the process ends first. Of the little garbage there is, threads that help to collect it wait
 * for each other, on cores that Terraform needs.
 */
export async function setFlags(): Promise<void> {
  // Loaded after the handshake, which would otherwise wait for it.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only --no-incremental-marking --no-parallel-scavenge");
  const isOld = Number.parseInt(process.versions.node) < 22;
  setFlagsFromString(isOld ? "--interrupt-budget=1000000" : "--invocation-count-for-turbofan=10000");
}
