import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, type Approval, ApprovalError, parseApproval } from "../../approval";
import { readTextFile } from "../../util/files/read-file";
import { messageOf } from "../../util/message-of";
import { count } from "../../util/text";
import { oneOf, UsageError } from "../../util/usage-error";
import { type Host, type OwnComment, ownComment } from "./host";
import { HostError } from "./requests";
import type { Options, PullRequest, Surroundings } from "./surroundings";

/**
 * Adds the result of the deploy to each deployed pull request. Starts the reviews of open pull requests with
 * the same objects again.
 */
export async function deployed(options: Options, host: Host, { print }: Surroundings): Promise<number> {
  const { approvals: folder, name: app, environment } = options;
  if (!folder || !environment)
    throw new UsageError("ci deployed takes --approvals DIR and --environment NAME.");
  const result = oneOf("--result", options.result ?? "success", ["success", "failure"]);
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
    const rest = `${host.commit}: ${result}. Approved: ${contentsOf(approval, environment)}. [Log](${host.runUrl})`;
    await attempt(pull, async () => addLine(await ownComment(host, pull, app), start, rest));
  }
  const changed = new Set([...of.values()].flatMap(resourcesOf));
  const open = await host.openPulls().catch((error: unknown) => {
    problems.push(messageOf(error));
    return [];
  });
  for (const pull of open) await attempt(pull.number, () => reviewAgain(host, pull, changed, app));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return 0;
}

function approvalsIn(folder: string): (readonly [number, Approval])[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const names = files.filter((name) => /^\d+\.json$/.test(name));
  if (names.length === 0)
    throw new Error(`${folder} has no approval, such as 12.json, that ci approvals wrote.`);
  return names.map((name) => {
    const file = join(folder, name);
    return [Number.parseInt(name, 10), parseApproval(readTextFile("approval", file), file)];
  });
}

/** Digests of two approvals cannot be compared, but stacks and addresses can. */
function resourcesOf({ entries }: Approval): string[] {
  return entries.flatMap(({ resources }) => resources.map((one) => JSON.stringify([one.stack, one.address])));
}

/** Counts the changes of the stack that has the name of the environment; without this stack, all changes. */
function contentsOf({ entries }: Approval, environment: string): string {
  const all = entries.flatMap(({ action, resources }) => resources.map(({ stack }) => ({ action, stack })));
  const own = all.filter(({ stack }) => stack === environment);
  const counts = ACTIONS.map((action) => {
    const times = (own.length > 0 ? own : all).filter((one) => one.action === action).length;
    return times === 0 ? "" : count(times, action);
  });
  const note = own.length > 0 || all.length === 0 ? "" : " (all stacks)";
  return (counts.filter(Boolean).join(", ") || "no change") + note;
}

/**
 * The line replaces an earlier line with the same start in the review's comment. A new review removes the
 * line.
 */
async function addLine({ body = "", write }: OwnComment, start: string, rest: string): Promise<string> {
  const lines = body.trimEnd().split(/\r?\n/).slice(1);
  const kept = lines.filter((one) => !one.startsWith(`<sub>${start}`));
  await write([...kept, `<sub>${start}${rest}</sub>`, ""].join("\n"));
  return `${start}${rest}`;
}

/** An approval that cannot be read permits no deploy, so its review has to run again. */
function isOfOthers(approval: string, changed: ReadonlySet<string>): boolean {
  try {
    return !resourcesOf(parseApproval(approval, "of a review")).some((one) => changed.has(one));
  } catch (error) {
    if (error instanceof ApprovalError) return false;
    throw error;
  }
}

async function reviewAgain(host: Host, pull: PullRequest, changed: ReadonlySet<string>, app?: string) {
  const { run, approval } = await host.reviewsOf(pull, app);
  if (run === undefined || approval === undefined) return "has no review yet.";
  if (isOfOthers(approval, changed)) return "changes other objects.";
  try {
    await host.reviewAgain(pull.number, run);
    return "is reviewed again.";
  } catch (error) {
    if (!(error instanceof HostError) || error.status === undefined || error.status >= 500) throw error;
    const own = await ownComment(host, pull.number, app);
    await addLine(own, "A deploy has changed objects of this review", ": review again.");
    return `is to be reviewed again: ${error.message}`;
  }
}
