import { setTimeout } from "node:timers/promises";
import { UsageError } from "../../util/usage-error";
import { comment } from "./comment";
import { GitHub } from "./github";
import type { Host, Surroundings } from "./host";

const SUBCOMMANDS = new Map<string, typeof comment>([["comment", comment]]);

const ours: Surroundings = {
  env: process.env,
  pause: (seconds) => setTimeout(seconds * 1000),
  print: (text) => process.stdout.write(text),
};

export async function run([name = "", ...args]: string[], surroundings = ours): Promise<number> {
  const subcommand = SUBCOMMANDS.get(name);
  if (subcommand === undefined)
    throw new UsageError(`ci takes ${[...SUBCOMMANDS.keys()].join(", ")}, not ${JSON.stringify(name)}.`);
  return subcommand(args, hostOf(surroundings), surroundings);
}

function hostOf(surroundings: Surroundings): Host {
  if (surroundings.env["GITHUB_ACTIONS"] === "true") return new GitHub(surroundings);
  throw new UsageError("ci runs in GitHub Actions, which sets GITHUB_ACTIONS=true. This is another place.");
}

export const usage = `Usage: cdktf-outreach ci comment [--html FILE] [--name NAME] [--status N] FILE

For jobs of GitHub Actions that have a token and run nothing of the pull request.

  comment FILE     keep one comment of the pull request up to date with FILE, the Markdown of a review;
                   also write it to the summary of the step
  --status N       the exit status of the review: with 0, a first comment is not written
  --html FILE      the page of the review; if it exists, the comment links it
  --name NAME      the app, if a repository has several: each has its own comment and artifacts

GitHub: GITHUB_ACTIONS, GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SHA,
GITHUB_EVENT_NAME, GITHUB_EVENT_PATH and GITHUB_STEP_SUMMARY are set by Actions. Set GITHUB_TOKEN (or
GH_TOKEN) to github.token; the job needs the permissions pull-requests: write and actions: read.

Exit status of comment: 0 the review has ended well, with or without changes; else the status of the review.
1 an error, such as a missing right of the token.
`;
