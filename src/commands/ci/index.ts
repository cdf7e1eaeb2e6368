import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { visibleLines } from "../../render/visible-text";
import { refuseEmpty, UsageError } from "../../util/usage-error";
import { approvals } from "./approvals";
import { comment } from "./comment";
import { deployed } from "./deployed";
import { hostOf } from "./host";
import { propose } from "./propose";
import type { Surroundings } from "./surroundings";

/** Each subcommand with its options. */
const SUBCOMMANDS = new Map<string, readonly [typeof comment, ...string[]]>([
  ["comment", [comment, "html", "name", "status"]],
  ["approvals", [approvals, "out", "environment", "name", "allow-old"]],
  ["deployed", [deployed, "approvals", "environment", "name", "result"]],
  ["propose", [propose, "branch", "title", "revert"]],
]);

const ours: Surroundings = {
  env: process.env,
  pause: (seconds) => setTimeout(seconds * 1000),
  print: (text) => process.stdout.write(visibleLines(text)),
};

export async function run([name = "", ...args]: string[], surroundings = ours): Promise<number> {
  const [subcommand, ...names] = SUBCOMMANDS.get(name) ?? [];
  if (subcommand === undefined)
    throw new UsageError(`ci takes ${[...SUBCOMMANDS.keys()].join(", ")}, not ${JSON.stringify(name)}.`);
  const host = hostOf(surroundings);
  const type = (option: string) => (option === "allow-old" ? "boolean" : "string");
  const options = Object.fromEntries(names.map((option) => [option, { type: type(option) }] as const));
  const allowPositionals = subcommand === comment || subcommand === propose;
  const { values, positionals: files } = parseArgs({ args, options, allowPositionals });
  // The status of a job that was cancelled is empty.
  refuseEmpty({ ...values, status: undefined });
  const environment = surroundings.env["CI_ENVIRONMENT_NAME"];
  return subcommand({ environment, ...values, files }, host, surroundings);
}

export const usage = `Usage: cdktf-outreach ci comment [--html FILE] [--name NAME] [--status N] FILE
       cdktf-outreach ci approvals --out DIR [--environment NAME] [--name NAME] [--allow-old]
       cdktf-outreach ci deployed --approvals DIR [--environment NAME] [--name NAME] [--result RESULT]
       cdktf-outreach ci propose --revert COMMIT | --branch NAME --title TITLE PATCH

For jobs of GitHub Actions and GitLab CI that have a token and run nothing of the pull request.

  comment FILE        keep one comment of the pull request up to date with FILE, the Markdown of a review; on
                      GitHub, also write it to the summary of the step
  --status N          the exit status of the review: with 0, a first comment is not written
  --html FILE         the page of the review; if it exists, the comment links it

  approvals           write the approvals of all pull requests that were merged since the last successful
                      deploy of the environment, for OUTREACH_APPROVED=DIR
  --out DIR           a new folder
  --allow-old         also for a commit that is not the last one of its branch

  deployed            say in the comments of these pull requests what was applied; review open pull requests
                      again that change the same objects, or ask for it in their comments
  --approvals DIR     the folder that approvals has written
  --result RESULT     success (default) or failure

  propose             commit a patch, or the revert of a commit, to a branch, and open a pull request for it;
                      never over commits of a person, and a change that the branch has is not pushed again
  --revert COMMIT     the id of a commit of this branch; its title and branch are Roll back ID
  PATCH               a file of git diff --binary, for a new commit on this branch

  --environment NAME  default on GitLab: the environment of the job
  --name NAME         the app, if a repository has several: each has its own comment, artifacts and jobs, and
                      needs its own environments, because a deploy of one app is none of another

GitHub sets GITHUB_ACTIONS, GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SHA,
GITHUB_REF_NAME, GITHUB_EVENT_PATH and GITHUB_STEP_SUMMARY. Set GITHUB_TOKEN (or GH_TOKEN) to github.token. The
permissions of the job are, for comment, pull-requests: write and actions: read; for approvals, contents,
pull-requests, actions and deployments: read; for deployed, pull-requests and actions: write; for propose,
contents and pull-requests: write.
GitLab sets GITLAB_CI, CI_API_V4_URL, CI_PROJECT_ID, CI_PROJECT_URL, CI_PIPELINE_ID, CI_COMMIT_SHA,
CI_COMMIT_REF_NAME, CI_ENVIRONMENT_NAME, CI_MERGE_REQUEST_IID and CI_MERGE_REQUEST_SOURCE_BRANCH_SHA. Set
NOTE_TOKEN to a project access token with the scope api; for propose, also write_repository.

Exit status of comment: 0 the review has ended well, with or without changes; else the status of the review.
Of the others: 0 everything is written; 1 something is missing, a conflict, or an error of the host.
`;
