import { existsSync } from "node:fs";
import { createHost, startReattach } from "../../src/plugin/process";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { loadOutreachProvider } from "../../src/provider/provider";

/** A provider that the engine connects to. It serves each connection as a process of its own would. */
export interface RunningProvider {
  /** The value of TF_REATTACH_PROVIDERS. */
  readonly reattach: string;
  /** Gives the provider the OUTREACH_ variables that it would inherit from the engine. */
  setEnvironment(env: NodeJS.ProcessEnv): void;
  close(): Promise<void>;
  /** What it has left behind once it is closed. */
  leftovers(): string[];
}

/** The provider within this process, where a debugger and the coverage see it. */
export type InProcessProvider = RunningProvider;

export async function startInProcess(): Promise<InProcessProvider> {
  const { environmentValue, close } = await startReattach({
    address: PROVIDER_ADDRESS,
    load: loadOutreachProvider,
    host: createHost(PROVIDER_ADDRESS),
  });
  const entries = JSON.parse(environmentValue) as Record<string, { Addr: { String: string } }>;
  const socket = entries[PROVIDER_ADDRESS]!.Addr.String;
  return {
    reattach: environmentValue,
    setEnvironment(env) {
      for (const name of Object.keys(process.env)) if (name.startsWith("OUTREACH_")) delete process.env[name];
      for (const [name, value] of Object.entries(env)) {
        if (name.startsWith("OUTREACH_")) process.env[name] = value;
      }
    },
    close,
    leftovers: () => (existsSync(socket) ? [socket] : []),
  };
}
