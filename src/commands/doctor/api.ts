import { type Doubt, isUnauthorized, type ListOptions, OutreachClient } from "../../client";
import { clientOptions, settingsFromEnvironment } from "../../provider/settings/settings";
import { messageOf } from "../../util/message-of";
import { groupBy } from "../../util/lists";
import type { DoctorContext } from "./context";
import { error, type Finding, ok, warning } from "./finding";

/** With a larger difference, the server's dates mislead readers, and a proxy may reject signed requests. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 60;

const VARIABLES = ["OUTREACH_BASE_URL", "OUTREACH_USER_ID", "OUTREACH_WORKSPACE_ID"] as const;

const CHECK_VARIABLES = "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.";
const CHECK_CREDENTIALS =
  "Check OUTREACH_USER_ID, OUTREACH_WORKSPACE_ID and, if your workspace needs one, OUTREACH_AUTHORIZATION_TOKEN.";

/** Checks the credentials by one list request for each kind, and the clock by a response's Date header. */
export async function checkApi({ environment, signal }: DoctorContext): Promise<Finding[]> {
  let read: ReturnType<typeof settingsFromEnvironment>;
  try {
    read = settingsFromEnvironment(environment);
  } catch (failure) {
    return unusableSettings(messageOf(failure), environment);
  }
  const client = new OutreachClient({ ...clientOptions(read.settings), maxRetries: 0 });
  try {
    const lists = await Promise.all([
      firstPage("clusters", (options) => client.listClusters({ ...options, signal })),
      firstPage("snippets", (options) => client.listSnippets({ ...options, signal })),
    ]);
    const warnings = read.warnings
      // The check of the network reports this variable.
      .filter(({ detail }) => !detail.includes("NODE_TLS_REJECT_UNAUTHORIZED"))
      .map(({ summary, detail }) => warning(`${summary}.`, detail));
    return [...warnings, ...listFindings(lists), ...clock(client)];
  } finally {
    await client.close();
  }
}

/** Missing variables may be set where the engine runs, so they are a warning. A wrong value is an error. */
function unusableSettings(message: string, environment: NodeJS.ProcessEnv): Finding[] {
  const missing = VARIABLES.filter((name) => (environment[name]?.trim() ?? "") === "");
  const wrong = message.split("\n").filter((line) => !line.startsWith("The outreach provider needs "));
  const findings: Finding[] = wrong.map((text) => ({ status: "error", text }));
  if (missing.length === 0) return findings;
  const text = `Not checked, because ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set.`;
  return [...findings, warning(text, "Set all three variables, then run doctor again.")];
}

interface ListOutcome {
  readonly kind: string;
  /** Why the list fails; undefined if it does not. */
  readonly failure?: string;
  readonly isRefused?: boolean;
  /** Number of objects on the first page; null if the response has no list. */
  readonly size?: number | null;
  readonly doubt?: Doubt | undefined;
}

async function firstPage(
  kind: string,
  list: (options: ListOptions) => AsyncIterable<readonly unknown[]>,
): Promise<ListOutcome> {
  let doubt: Doubt | undefined;
  try {
    const onDoubt = (found: Doubt) => (doubt = found);
    for await (const page of list({ maxItems: 1, onDoubt }))
      return { kind, size: doubt?.isPartial === false ? null : page.length, doubt };
    return { kind, size: null };
  } catch (failure) {
    // The cause is often the same for both lists, but the message begins with the operation.
    const isRefused = isUnauthorized(failure);
    return { kind, failure: messageOf(failure).replace(/^\w+: /, ""), isRefused };
  }
}

function listFindings(lists: readonly ListOutcome[]): Finding[] {
  const failures = [...groupBy(lists, ({ failure }) => failure ?? null)].map(([failure, failed]) => {
    const kinds = failed.map(({ kind }) => kind).join(" and ");
    return error(
      `${failed.length === 1 ? `The list of ${kinds} fails` : `The lists of ${kinds} fail`}: ${failure}`,
      failed[0]!.isRefused === true ? CHECK_CREDENTIALS : CHECK_VARIABLES,
    );
  });
  const others = lists.filter(({ failure }) => failure === undefined);
  return [...failures, ...others.map(sizeFinding)];
}

function sizeFinding({ kind, size = null, doubt }: ListOutcome): Finding {
  if (doubt?.isPartial === true) {
    return warning(
      `The list of ${kind} may lack objects: ${doubt.reason}. So it proves no delete.`,
      "Ask the operator of the platform, or of a proxy on the way, why the list is incomplete.",
    );
  }
  if (size === null) {
    const text = `The response has no list of ${kind}, so it proves nothing about the credentials.`;
    return warning(text, `If the workspace has ${kind}: ${CHECK_VARIABLES}`);
  }
  return ok(
    size === 0 ? `The credentials list ${kind}; the list is empty.` : `The credentials list ${kind}.`,
  );
}

function clock(client: OutreachClient): Finding[] {
  const server = client.serverTime();
  if (server === undefined) return [];
  const seconds = Math.round(Math.abs(server - Date.now()) / 1000);
  const isRight = seconds <= MAX_CLOCK_DIFFERENCE_SECONDS;
  const text = `This machine's clock differs from the server's clock by ${seconds} s.`;
  const wrong = warning(text, "Set this machine's clock by NTP.");
  return [{ ...(isRight ? ok("This machine's clock agrees with the server's.") : wrong), check: "clock" }];
}
