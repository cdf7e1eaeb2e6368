import { appendFileSync, existsSync, lstatSync, readFileSync } from "node:fs";
import { escapeMarkup } from "../../render/markup";
import { UsageError } from "../../util/usage-error";
import { STATUS } from "../exit-status";
import { type Host, ownComment } from "./host";
import type { Options, Surroundings } from "./surroundings";

const FAILED = "The review failed before it was written: see the log of the job.";

export async function comment(options: Options, host: Host, { env, print }: Surroundings): Promise<number> {
  const [file = "", ...others] = options.files;
  if (file === "" || others.length > 0) throw new UsageError("ci comment takes the file of one review.");
  // The job that made the file runs the pull request's code, so the file may be a link to the token in /proc.
  const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const review = isFile ? readFileSync(file, "utf8").trim() : "";
  const status = statusOf(options.status, review);
  if (env["GITHUB_STEP_SUMMARY"])
    appendFileSync(env["GITHUB_STEP_SUMMARY"], `<pre>\n${escapeMarkup(review || FAILED)}\n</pre>\n`);
  print(`${await update(host, options, review || FAILED, status)}\n`);
  return status === STATUS.done || status === STATUS.found ? STATUS.done : status;
}

/** Returns `failed` without a review, or if `given` is no exit status, such as the "" of a cancelled job. */
function statusOf(given: string | undefined, review: string): number {
  if (review === "") return STATUS.failed;
  if (given === undefined) return STATUS.found;
  // A process that exits with 256 has the status 0.
  return /^\d{1,3}$/.test(given.trim()) && Number(given) < 256 ? Number(given) : STATUS.failed;
}

async function update(host: Host, { name, html }: Options, review: string, status: number) {
  const { pull, commit, sign } = host;
  if (pull === undefined) return "This run is not of a pull request, so no comment is written.";
  // A rerun must not replace the review of a later commit.
  if ((await host.headOf(pull)) !== commit)
    return `${commit} is not the last commit of ${sign}${pull} any more, so no comment is written.`;
  const own = await ownComment(host, pull, name);
  if (own.body === undefined && status === STATUS.done) return "Nothing changes, so no comment is written.";
  const page = html !== undefined && !existsSync(html) ? undefined : await host.pageOf(name, html);
  const link = page === undefined ? "" : ` [The whole review](${page})`;
  await own.write(`${review}\n\n<sub>Planned at ${commit}.${link}</sub>\n`);
  return `The comment of ${sign}${pull} shows the review.`;
}
