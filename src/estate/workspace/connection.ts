import { isConnection, isOutage, OutreachClient } from "../../client";
import {
  clientOptions,
  type KnownSettings,
  ProviderSettings,
  settingsFromEnvironment,
} from "../../provider/settings/settings";

export interface Connection {
  readonly client: OutreachClient;
  readonly workspaceId: string;
  /** The address of the API without credentials, as private state records it. */
  readonly address: string;
  /** How many requests the settings allow at a time. */
  readonly concurrency: number;
  /** Largest number of milliseconds until reads show a write. */
  readonly visibilityTimeoutMs: number;
}

/**
 * Runs a task with the connection that the provider makes from the `OUTREACH_…` variables. Prints warnings
 * to stderr. Throws an Error that names every missing or malformed variable. If the API cannot be reached or
 * refuses the credentials, the error names the next step.
 */
export async function withConnection<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const settings = environmentSettings();
  const client = new OutreachClient(clientOptions(settings));
  const { workspaceId, address, visibilityTimeoutMs, requestLimits } = new ProviderSettings(settings);
  const connection = {
    client,
    workspaceId,
    address,
    concurrency: requestLimits.concurrent,
    visibilityTimeoutMs,
  };
  return closing(client, () => run(connection).finally(() => noteRateLimit(client)));
}

/** Runs a task with a caller that the provider's settings configure, as `withConnection` does with a client. */
export async function withCaller<T>(run: (caller: OutreachClient) => Promise<T>): Promise<T> {
  const caller = new OutreachClient(clientOptions(environmentSettings()));
  return closing(caller, () => run(caller));
}

async function closing<T>(sender: OutreachClient, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw withNextStep(error);
  } finally {
    await sender.close();
  }
}

function environmentSettings(): KnownSettings {
  const { settings, warnings } = settingsFromEnvironment(process.env);
  for (const { summary, detail } of warnings) process.stderr.write(`Warning: ${summary}. ${detail}\n`);
  return settings;
}

/** The next step after an error that keeps every request from succeeding. */
export const RUN_DOCTOR = "Run npx cdktf-outreach doctor to find the cause.";

function withNextStep(error: unknown): unknown {
  if (!isOutage(error) && !isConnection(error)) return error;
  return new Error(`${error.message} ${RUN_DOCTOR}`, { cause: error });
}

function noteRateLimit({ advisedRate }: OutreachClient): void {
  if (advisedRate === undefined) return;
  process.stderr.write(
    `The API limits the rate of requests. Set OUTREACH_REQUESTS_PER_SECOND=${advisedRate}, so that it refuses none.\n`,
  );
}
