import type { LoadPlugin } from "../plugin/process";
import { serve } from "../plugin/process/serve";
import { PROVIDER_ADDRESS } from "./address";
import { setFlags } from "./v8-flags";
import { PROVIDER_VERSION } from "./version";

// What Terraform starts. With --debug it is started by a person, and Terraform attaches to it.

/** The provider itself is loaded after the handshake, while Terraform connects. */
const load: LoadPlugin = async (host) => {
  await setFlags();
  return (await import("./load")).loadOutreachProvider(host);
};

async function debug(): Promise<void> {
  const { createHost, serveForDebugging } = await import("../plugin/process");
  await serveForDebugging({ address: PROVIDER_ADDRESS, load, host: createHost(PROVIDER_ADDRESS) });
}

if (process.argv.includes("--debug")) void debug();
else void serve({ address: PROVIDER_ADDRESS, version: PROVIDER_VERSION, load });
