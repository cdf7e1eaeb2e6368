import type { LoadPlugin } from "../src/sdk/process/plugin";
import { run } from "../src/sdk/process/serve";
import { PROVIDER_ADDRESS } from "../src/provider/address";
import { setFlags } from "../src/provider/v8-flags";
import { PROVIDER_VERSION } from "../src/provider/version";

// Starts as src/provider/main.ts does, so that both programs have the same cost for the common parts.

const load: LoadPlugin = async (host) => {
  await setFlags();
  return (await import("./echo-plugin")).loadEcho(host);
};

run({ address: PROVIDER_ADDRESS, version: PROVIDER_VERSION, load });
