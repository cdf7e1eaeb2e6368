import type { LoadPlugin } from "../sdk/process/plugin";
import { run } from "../sdk/process/serve";
import { PROVIDER_ADDRESS } from "./address";
import { setFlags } from "./v8-flags";
import { PROVIDER_VERSION } from "./version";

/** Loads the provider after the handshake, while Terraform connects. */
const load: LoadPlugin = async (host) => {
  await setFlags();
  return (await import("./provider")).loadOutreachProvider(host);
};

run({ address: PROVIDER_ADDRESS, version: PROVIDER_VERSION, load });
