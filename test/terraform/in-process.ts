import { startReattach } from "../../src/sdk/process/reattach";
import { createHost } from "../../src/sdk/process/serve";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { loadOutreachProvider } from "../../src/provider/provider";
import { leftoversOf, type RunningProvider } from "./running-provider";

/** Starts the provider within this process, where a debugger and the coverage see it. */
export async function startInProcess(): Promise<RunningProvider> {
  const { environmentValue, close } = await startReattach(
    PROVIDER_ADDRESS,
    loadOutreachProvider,
    createHost(),
  );
  return {
    reattach: environmentValue,
    setEnvironment(env) {
      for (const name of Object.keys(process.env)) if (name.startsWith("OUTREACH_")) delete process.env[name];
      for (const [name, value] of Object.entries(env)) {
        if (name.startsWith("OUTREACH_")) process.env[name] = value;
      }
    },
    close,
    leftovers: leftoversOf(environmentValue),
  };
}
