import { type OutreachClient, RawCaller } from "../../client";
import { Diagnostics, type Logger } from "../../plugin/framework";
import { configurationAttributes, type ProviderConfig } from "./configuration";
import { clientOptions, connect } from "./connect";
import { readSettings, type KnownSettings } from "./settings";

const silent = () => undefined;
const noLog: Logger = { debug: silent, info: silent, warn: silent, error: silent };

/** A provider block without arguments. */
const EMPTY = Object.fromEntries(
  Object.keys(configurationAttributes).map((argument) => [argument, null]),
) as unknown as ProviderConfig;

/** Reads the settings of an empty provider block. The Error lists every wrong variable without its value. */
export function settingsFromEnvironment(environment: NodeJS.ProcessEnv) {
  const secrets = { add: silent, text: (text: string) => text };
  const diagnostics = new Diagnostics({ log: noLog, secrets });
  const call = { diagnostics, log: noLog, signal: new AbortController().signal };
  try {
    const settings = readSettings(EMPTY, environment, call) as KnownSettings;
    return { settings, warnings: diagnostics.all };
  } catch (error) {
    if (!diagnostics.hasError) throw error;
    const errors = diagnostics.all.filter(({ severity }) => severity === "error");
    throw new Error(errors.map(({ summary, detail }) => `${summary}. ${detail}`).join("\n"), {
      cause: error,
    });
  }
}

/** Returns the client of the workspace that the environment names. It connects on its first call. */
export function clientOf(settings: KnownSettings): OutreachClient {
  return connect(settings, "none", noLog);
}

/** Returns a caller for requests that may break the contract. It connects on its first call. */
export function rawCallerOf(settings: KnownSettings): RawCaller {
  return new RawCaller(clientOptions(settings, "none", noLog));
}
