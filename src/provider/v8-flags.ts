/** The flags suit a process that runs for seconds next to Terraform (docs/design/speed.md). */
export async function setFlags(): Promise<void> {
  // An import at the start of the file would delay the handshake.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only --no-incremental-marking --no-parallel-scavenge");
  const isOld = Number.parseInt(process.versions.node) < 22;
  setFlagsFromString(isOld ? "--interrupt-budget=1000000" : "--invocation-count-for-turbofan=10000");
}
