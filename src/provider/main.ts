import type { LoadPlugin } from "../plugin/process";
import { serve } from "../plugin/process/serve";
import { PROVIDER_ADDRESS } from "./address";
import { PROVIDER_VERSION } from "./version";

// What Terraform starts. With --debug it is started by a person, and Terraform attaches to it.

/** The provider itself is loaded behind the handshake, while Terraform connects. */
const load: LoadPlugin = async (host) => {
  await setFlags();
  return (await import("./load")).loadOutreachProvider(host);
};

/**
 * A process lives for seconds: optimising the WebAssembly that undici parses answers with costs more than it gains, and of
 * our own code only what is hottest is worth it (docs/performance.md). Only the V8 of Node 20 knows the second flag.
 */
async function setFlags(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only");
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=500000");
}

async function debug(): Promise<void> {
  const { createHost, serveForDebugging } = await import("../plugin/process");
  await serveForDebugging({ address: PROVIDER_ADDRESS, load, host: createHost(PROVIDER_ADDRESS) });
}

if (process.argv.includes("--debug")) void debug();
else void serve({ address: PROVIDER_ADDRESS, version: PROVIDER_VERSION, load });
