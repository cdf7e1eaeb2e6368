import { serve } from "../plugin/process/serve";
import { PROVIDER_ADDRESS } from "./address";
import { PROVIDER_VERSION } from "./version";

/** What Terraform starts. The provider itself is loaded while Terraform connects. */
void serve({
  address: PROVIDER_ADDRESS,
  version: PROVIDER_VERSION,
  load: async (host) => (await import("./load")).loadOutreachProvider(host),
});
