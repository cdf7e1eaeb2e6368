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
  readonly address: string;
  readonly concurrency: number;
  readonly visibilityTimeoutMs: number;
}

export const RUN_DOCTOR = "Run npx cdktf-outreach doctor to find the cause.";

/**
 * `OUTREACH_…` variables configure the client. Throws an Error that names each missing or malformed variable.
 * If the API cannot be reached or refuses the credentials, the error says what to do next.
 */
export async function withCaller<T>(
  run: (client: OutreachClient, settings: KnownSettings) => Promise<T>,
): Promise<T> {
  const { settings, warnings } = settingsFromEnvironment(process.env);
  for (const { summary, detail } of warnings) process.stderr.write(`Warning: ${summary}. ${detail}\n`);
  const client = new OutreachClient(clientOptions(settings));
  try {
    return await run(client, settings);
  } catch (error) {
    if (!isOutage(error) && !isConnection(error)) throw error;
    throw new Error(`${error.message} ${RUN_DOCTOR}`, { cause: error });
  } finally {
    await client.close();
  }
}

/** If the API limited the rate, prints advice at the end. */
export function withConnection<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  return withCaller(async (client, settings) => {
    const { workspaceId, address, visibilityTimeoutMs, requestLimits } = new ProviderSettings(settings);
    const concurrency = requestLimits.concurrent;
    try {
      return await run({ client, workspaceId, address, visibilityTimeoutMs, concurrency });
    } finally {
      const { advisedRate: rate } = client;
      if (rate !== undefined)
        process.stderr.write(
          `The API limits the rate of requests. Set OUTREACH_REQUESTS_PER_SECOND=${rate}, so that it refuses none.\n`,
        );
    }
  });
}
