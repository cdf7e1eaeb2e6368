import type { OutreachClient } from "../../client";
import { clientOf, settingsFromEnvironment } from "../../provider/settings/from-environment";
import { type Context, error, type Finding, ok, warning } from "./finding";

/** With a larger difference, the server's dates mislead readers, and a proxy may reject signed requests. */
const MOST_CLOCK_DIFFERENCE_SECONDS = 60;

/** Checks the credentials by one list request for each kind, and the clock by a response's Date header. */
export async function checkApi({ environment }: Context): Promise<Finding[]> {
  let read: ReturnType<typeof settingsFromEnvironment>;
  try {
    read = settingsFromEnvironment(environment);
  } catch (failure) {
    return [warning("Not checked.", (failure as Error).message.replaceAll("\n", " "))];
  }
  const client = clientOf({ ...read.settings, max_retries: 0 });
  try {
    const warnings = read.warnings.map(({ summary, detail }) => warning(`${summary}.`, detail));
    const lists = await Promise.all([
      listed("clusters", client.call("ListClusters", { maxItems: 1 })),
      listed("snippets", client.call("ListSnippet", { maxItems: 1 })),
    ]);
    return [...warnings, ...lists, ...clock(client)];
  } finally {
    await client.close();
  }
}

function listed(kind: string, list: Promise<unknown>): Promise<Finding> {
  const cure = "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.";
  return list.then(
    () => ok(`The credentials list ${kind}.`),
    (failure: Error) => error(`The list of ${kind} fails: ${failure.message}`, cure),
  );
}

function clock(client: OutreachClient): Finding[] {
  const server = client.serverTime();
  if (server === undefined) return [];
  const seconds = Math.round(Math.abs(server - Date.now()) / 1000);
  const isRight = seconds <= MOST_CLOCK_DIFFERENCE_SECONDS;
  const text = `This machine's clock differs from the server's clock by ${seconds} s.`;
  const wrong = warning(text, "Set this machine's clock by NTP.");
  return [{ ...(isRight ? ok("This machine's clock agrees with the server's.") : wrong), check: "clock" }];
}
