import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ACTIONS, type Approval, parseApproval } from "../../approval";
import { readTextFile } from "../../util/files/read-file";
import { messageOf } from "../../util/message-of";
import { count } from "../../util/text";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { type Host, ownComment } from "./host";
import { HostError } from "./requests";
import type { PullRequest, Surroundings } from "./surroundings";

/** Says in each deployed pull request what was applied, and has open ones reviewed again that change the same objects. */
export async function deployed(args: string[], host: Host, { env, print }: Surroundings): Promise<number> {
  const text = { type: "string" } as const;
  const options = { approvals: text, environment: text, name: text, result: { ...text, default: "success" } };
  const { values } = parseArgs({ args, options });
  refuseEmpty(values);
  const { approvals: folder, name: app, environment = env["CI_ENVIRONMENT_NAME"] } = values;
  if (!folder || !environment)
    throw new UsageError("ci deployed takes --approvals DIR and --environment NAME.");
  const result = oneOf("--result", values.result, ["success", "failure"]);
  const of = new Map(approvalsIn(folder));
  const problems: string[] = [];
  const attempt = async (pull: number, task: () => Promise<string>) => {
    try {
      print(`${host.sign}${pull}: ${await task()}\n`);
    } catch (error) {
      problems.push(`${host.sign}${pull}: ${messageOf(error)}`);
    }
  };
  for (const [pull, approval] of of) {
    const start = `Deploy to ${environment} at `;
    const line = `${start}${host.commit}: ${result}. Approved: ${contentsOf(approval)}. [Log](${host.runUrl})`;
    await attempt(pull, () => addLine(host, { pull, app, line, start }));
  }
  const changed = new Set([...of.values()].flatMap(resourcesOf));
  for (const pull of await host.openPulls())
    if (!of.has(pull.number)) await attempt(pull.number, () => reviewAgain({ host, pull, app, changed }));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return 0;
}

/** Returns the approvals that `ci approvals` has written, by the number of their pull request. */
function approvalsIn(folder: string): (readonly [number, Approval])[] {
  const names = readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  return names.map((name) => {
    const file = join(folder, name);
    return [Number.parseInt(name, 10), parseApproval(readTextFile("approval", file), file)];
  });
}

/** The digests of two approvals cannot be compared, but resources have the same names in both. */
function resourcesOf({ entries }: Approval): string[] {
  return entries.flatMap(({ resources }) => resources.map((one) => JSON.stringify([one.stack, one.address])));
}

function contentsOf({ entries }: Approval): string {
  const counts = ACTIONS.map((action) => {
    const times = entries.filter((one) => one.action === action).flatMap(({ resources }) => resources).length;
    return times === 0 ? "" : count(times, action);
  });
  return counts.filter(Boolean).join(", ") || "no change";
}

interface Line {
  readonly pull: number;
  readonly app: string | undefined;
  readonly line: string;
  /** The beginning, also of the earlier line that this one replaces. */
  readonly start: string;
}

/** Adds a line to the comment of the review, which the next review replaces. */
async function addLine(host: Host, { pull, app, line, start }: Line): Promise<string> {
  const own = await ownComment(host, pull, app);
  const lines = (own.body ?? "").trimEnd().split(/\r?\n/).slice(1);
  const kept = lines.filter((one) => !one.startsWith(`<sub>${start}`));
  await own.write([...kept, `<sub>${line}</sub>`, ""].join("\n"));
  return line;
}

interface Open {
  readonly host: Host;
  readonly pull: PullRequest;
  readonly app: string | undefined;
  readonly changed: ReadonlySet<string>;
}

async function reviewAgain({ host, pull, app, changed }: Open): Promise<string> {
  const { run, approval } = await host.reviewsOf(pull, app);
  if (run === undefined || approval === undefined) return "has no review yet.";
  const entries = resourcesOf(parseApproval(approval, `of ${host.sign}${pull.number}`));
  if (!entries.some((one) => changed.has(one))) return "changes other objects.";
  try {
    await host.reviewAgain(pull.number, run);
    return "is reviewed again.";
  } catch (error) {
    if (!(error instanceof HostError) || error.status === undefined || error.status >= 500) throw error;
    const start = "A deploy has changed objects of this review";
    await addLine(host, { pull: pull.number, app, line: `${start}: review again.`, start });
    return `is to be reviewed again: ${error.message}`;
  }
}
