// The provider as Terraform runs it, with one more method, which ends the process with an error of the given
// text.
import { run } from "../../../src/sdk/process/serve";
import type { Method } from "../../../src/sdk/transport/method";
import { PROVIDER_ADDRESS } from "../../../src/provider/address";
import { loadOutreachProvider } from "../../../src/provider/provider";

const crash: Method = (request) => {
  setImmediate(() => {
    throw new Error(Buffer.from(request).toString());
  });
  return request;
};

run({
  address: PROVIDER_ADDRESS,
  version: "0.0.0",
  load: async (host) => {
    const plugin = await loadOutreachProvider(host);
    return { ...plugin, methods: new Map([...plugin.methods, ["/test.Service/Crash", crash]]) };
  },
});
