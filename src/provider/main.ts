import { createHost, serve, serveForDebugging, type LoadPlugin } from "../plugin/process";
import { PROVIDER_ADDRESS } from "./address";
import { PROVIDER_VERSION } from "./version";

// What Terraform starts. With --debug it is started by a person, and Terraform attaches to it.

/** The provider itself is loaded behind the handshake, while Terraform connects. */
const load: LoadPlugin = async (host) => (await import("./load")).loadOutreachProvider(host);

if (process.argv.includes("--debug")) {
  void serveForDebugging({ address: PROVIDER_ADDRESS, load, host: createHost(PROVIDER_ADDRESS) });
} else {
  void serve({ address: PROVIDER_ADDRESS, version: PROVIDER_VERSION, load });
}
