import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseApproval } from "../../approval";
import { count } from "../../util/text";
import { UsageError } from "../../util/usage-error";
import type { Host } from "./host";
import { type Options, type PullRequest, settled, type Surroundings } from "./surroundings";

/** Writes one approval for each pull request that was merged since the last deploy of an environment. */
export async function approvals(options: Options, host: Host, surroundings: Surroundings): Promise<number> {
  const { out, name: app, environment } = options;
  if (!out || !environment) throw new UsageError("ci approvals takes --out DIR and --environment NAME.");
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(
      `${out} is not empty, and OUTREACH_APPROVED would take its files, too. Name a new folder.`,
    );
  const head = options["allow-old"] ? host.commit : await host.branchHead();
  if (head !== host.commit)
    throw new Error(
      `${host.commit} is not the last commit of ${host.branch}, so its deploy would take back what was merged since. ` +
        `Deploy ${head}. If you want the older commit, pass --allow-old.`,
    );
  const commits = await undeployed(host, environment, surroundings);
  const { pulls, problems } = await pullsOf(host, commits, surroundings);
  const files = new Map<string, string>();
  for (const pull of pulls) {
    const place = `${host.sign}${pull.number}`;
    const find = () => host.reviewsOf(pull, app);
    const { approval, isPending } = await settled(surroundings.pause, find, (found) => !found.isPending);
    if (approval === undefined) {
      const what = `no review of its last commit ${pull.head} has ended well and kept one.`;
      const later = isPending ? " One has not ended: run this job again when it has." : "";
      problems.push(`${place} has no approval: ${what}${later}`);
      continue;
    }
    const { entries } = parseApproval(approval, `of ${place}`);
    files.set(`${pull.number}.json`, approval);
    surroundings.print(`${place}: ${count(entries.length, "approved change")}\n`);
  }
  const next = 'To go on, see "ci approvals" in node_modules/cdktf-outreach/docs/guides/ci.md.';
  if (problems.length > 0) throw new Error([...problems, next].join("\n"));
  mkdirSync(out, { recursive: true });
  for (const [name, approval] of files) writeFileSync(join(out, name), approval);
  return 0;
}

/**
 * Returns the commits that the environment lacks, newest first. If there are none, returns the run's commit.
 */
async function undeployed(host: Host, environment: string, { print }: Surroundings): Promise<string[]> {
  const last = await host.lastDeploy(environment);
  const landed = last === undefined ? [] : await host.landedSince(last);
  if (landed.length > 0) return landed;
  const known = last === undefined ? "was never deployed, or its name is misspelled" : `has ${last} already`;
  print(`${environment} ${known}, so only the pull request of ${host.commit} counts.\n`);
  return [host.commit];
}

async function pullsOf(host: Host, commits: readonly string[], { pause }: Surroundings) {
  const found = new Map<string, PullRequest>();
  const left = () => commits.filter((commit) => !found.has(commit));
  const look = async () => {
    for (const commit of left()) {
      const pull = await host.mergedAs(commit);
      if (pull !== undefined) found.set(commit, pull);
    }
  };
  await settled(pause, look, () => left().length === 0);
  const problems = left().map(
    (one) => `${one} is not of a merged pull request, so nobody has reviewed its plan.`,
  );
  // If a pull request has landed several commits, a merge train has reviewed only the newest commit.
  const merged = [...commits].reverse().flatMap((commit) => found.get(commit) ?? []);
  const pulls = new Map(merged.map((pull) => [pull.number, pull]));
  return { pulls: [...pulls.values()], problems };
}
