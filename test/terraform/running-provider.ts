import { existsSync } from "node:fs";
import { PROVIDER_ADDRESS } from "../../src/provider/address";

/** A provider that the engine connects to. It treats each connection as another process. */
export interface RunningProvider {
  /** The value of TF_REATTACH_PROVIDERS. */
  readonly reattach: string;
  /** Gives the provider the OUTREACH_ variables that it would inherit from the engine. */
  setEnvironment(env: NodeJS.ProcessEnv): void;
  close(): Promise<void>;
  /** What it has left behind once it is closed. */
  leftovers(): string[];
}

/** Returns the `leftovers` of a provider with this value of TF_REATTACH_PROVIDERS: its socket. */
export function leftoversOf(reattach: string): () => string[] {
  const entries = JSON.parse(reattach) as Record<string, { Addr: { String: string } }>;
  const socket = entries[PROVIDER_ADDRESS]!.Addr.String;
  return () => (existsSync(socket) ? [socket] : []);
}
