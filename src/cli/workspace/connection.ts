import { DEFAULT_CONCURRENT_REQUESTS, type OutreachClient } from "../../client";
import { DEFAULT_VISIBILITY_TIMEOUT } from "../../provider/settings/configuration";
import { clientOf, settingsFromEnvironment } from "../../provider/settings/from-environment";

interface Connection {
  readonly client: OutreachClient;
  readonly workspaceId: string;
  /** How many requests the settings allow at a time. */
  readonly concurrency: number;
  /** Largest number of seconds until reads show a write. */
  readonly visibilityTimeout: number;
}

/**
 * Runs a task with the connection that the provider makes from the `OUTREACH_…` variables. Prints warnings
 * to stderr. Throws an Error that names every missing or malformed variable.
 */
export async function withConnection<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const { settings, warnings } = settingsFromEnvironment(process.env);
  for (const { summary, detail } of warnings) process.stderr.write(`Warning: ${summary}. ${detail}\n`);
  const client = clientOf(settings);
  const number = (value: unknown, otherwise: number) => (value === null ? otherwise : Number(value));
  try {
    return await run({
      client,
      workspaceId: settings.workspace_id,
      concurrency: number(settings.max_concurrent_requests, DEFAULT_CONCURRENT_REQUESTS),
      visibilityTimeout: number(settings.visibility_timeout, DEFAULT_VISIBILITY_TIMEOUT),
    });
  } finally {
    noteRateLimit(client);
    await client.close();
  }
}

function noteRateLimit({ advisedRate }: OutreachClient): void {
  if (advisedRate === undefined) return;
  process.stderr.write(
    `The API limits the rate of requests. Set OUTREACH_REQUESTS_PER_SECOND=${advisedRate}, so that it refuses none.\n`,
  );
}
