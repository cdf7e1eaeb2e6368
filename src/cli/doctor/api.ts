import type { OutreachClient } from "../../client";
import { clientOf, settingsFromEnvironment } from "../../provider/settings/from-environment";
import { error, type Context, type Finding, ok, warning } from "./finding";

const CHECK = "API";

/** A larger difference misleads readers of the server's dates, and breaks proxies that check signatures. */
const MOST_CLOCK_DIFFERENCE_SECONDS = 60;

/**
 * Checks the credentials by a list request for one object of each kind, and the clock by the Date header of
 * the responses.
 */
export async function checkApi({ environment }: Context): Promise<Finding[]> {
  let read: ReturnType<typeof settingsFromEnvironment>;
  try {
    read = settingsFromEnvironment(environment);
  } catch (failure) {
    return [warning(CHECK, "Not checked.", (failure as Error).message.replaceAll("\n", " "))];
  }
  const client = clientOf({ ...read.settings, max_retries: 0 });
  try {
    const warnings = read.warnings.map(({ summary, detail }) => warning(CHECK, `${summary}.`, detail));
    return [...warnings, ...(await lists(client)), ...clock(client)];
  } finally {
    await client.close();
  }
}

async function lists(client: OutreachClient): Promise<Finding[]> {
  const kinds = [
    ["clusters", client.call("ListClusters", { maxItems: 1 })],
    ["snippets", client.call("ListSnippet", { maxItems: 1 })],
  ] as const;
  return Promise.all(
    kinds.map(([kind, list]) =>
      list.then(
        () => ok(CHECK, `The credentials list ${kind}.`),
        (failure: Error) =>
          error(
            CHECK,
            `The list of ${kind} fails: ${failure.message}`,
            "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.",
          ),
      ),
    ),
  );
}

function clock(client: OutreachClient): Finding[] {
  const server = client.serverTime();
  if (server === undefined) return [];
  const seconds = Math.round(Math.abs(server - Date.now()) / 1000);
  if (seconds <= MOST_CLOCK_DIFFERENCE_SECONDS) return [ok("clock", "It agrees with that of the server.")];
  return [
    warning(
      "clock",
      `It differs from that of the server by ${seconds} s.`,
      "Set this machine's clock by NTP.",
    ),
  ];
}
