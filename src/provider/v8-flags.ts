/**
 * A process lives for seconds: optimising the WebAssembly that undici parses answers with costs more than it gains, and of
 * our own code only what is hottest is worth it (docs/performance.md). Only the V8 of Node 20 knows the second flag.
 */
export async function setFlags(): Promise<void> {
  // Loaded behind the handshake, which would wait for it.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only");
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=500000");
}
