import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { writeApproval } from "../../../src/approval";
import { creating, reviewed, updating } from "../../approval/changes";
import { bundleCommand } from "../command";
import { scriptsOf } from "../pull-request-example";
import { GitHubHost } from "./github-host";
import { GitLabHost } from "./gitlab-host";
import { Job } from "./jobs";

const command = bundleCommand();
let job: Job;
afterEach(() => job.remove());
afterAll(() => command.remove());

/** Installs a program in the project of the job. */
function program(name: string, line: string): void {
  const bin = join(job.folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}

/** Runs the script of a workflow in a project with the built command. A deploy lists the approvals. */
async function run(workflow: string, words: string, env: NodeJS.ProcessEnv = {}) {
  program(
    "cdktf-outreach",
    `exec "${process.execPath}" "${join(command.folder, "cdktf-outreach.cjs")}" "$@"`,
  );
  program("cdktf", 'ls "$OUTREACH_APPROVED"');
  const script = scriptsOf(workflow).find((one) => one.includes(words))!;
  const PATH = [join(job.folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const child = spawn("bash", ["-e", "-c", script], {
    cwd: job.folder,
    env: { PATH, HOME: job.folder, npm_config_offline: "true", ...job.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const status = await new Promise<number | null>((done) => child.on("close", done));
  return { status, output };
}

describe("on GitHub", () => {
  let host: GitHubHost;
  beforeEach(async () => {
    host = await new GitHubHost().start();
  });
  afterEach(() => host.stop());

  it("the steps of review.yml comment with the status and the page of the review", async () => {
    job = Job.onGitHub(host.url);
    const GITHUB_EVENT_PATH = job.write(
      "event.json",
      JSON.stringify({ pull_request: { number: 12, head: { sha: "c0ffee" } } }),
    );
    const FILE = join(job.folder, "review");
    for (const [name, text] of [
      ["md", "## Plan review\n"],
      ["html", "<p>"],
      ["status", "2\n"],
    ])
      writeFileSync(`${FILE}.${name}`, text!);
    host.artifacts.push({ id: 5, name: "review-page", run: 77, expired: false });
    expect(await run("review.yml", "ci comment", { FILE, GITHUB_EVENT_PATH })).toMatchObject({ status: 0 });
    expect(host.comments[0]!.body).toContain("(https://github.com/acme/prompts/actions/runs/77/artifacts/5)");
  });

  it("the steps of deploy.yml deploy two merged pull requests with both approvals, and report them", async () => {
    host.deployments.push({ id: 1, sha: "root", environment: "staging", states: ["success"] });
    host.land("m12", host.pulls[0]);
    host.land("m13", host.pull(13, "beef"));
    host.review("c0ffee", "approval-12", writeApproval([reviewed(creating)]));
    host.review("m13", "approval", writeApproval([reviewed(updating)]), { event: "merge_group" });
    job = Job.onGitHub(host.url, {}, { GITHUB_SHA: "m13" });
    const env = { GITHUB_JOB: "staging", STACK: "staging", RESULT: "cancelled" };
    const GITHUB_EVENT_PATH = job.write("event.json", "{}");
    expect(await run("deploy.yml", "ci approvals", { ...env, GITHUB_EVENT_PATH })).toEqual({
      status: 0,
      output: "#12: 1 approved change\n#13: 1 approved change\n",
    });
    expect((await run("deploy.yml", "cdktf deploy", env)).output).toContain("12.json\n13.json\n");
    expect(await run("deploy.yml", "ci deployed", { ...env, GITHUB_EVENT_PATH })).toMatchObject({
      status: 0,
    });
    expect(host.comments.map(({ pull, body }) => [pull, /at m13: failure/.test(body)])).toEqual([
      [12, true],
      [13, true],
    ]);
  });
});

describe("on GitLab", () => {
  let host: GitLabHost;
  beforeEach(async () => {
    host = await new GitLabHost().start();
  });
  afterEach(() => host.stop());

  it("the jobs of gitlab-ci.yml deploy two merged requests with both approvals, and report them", async () => {
    const second = { iid: 13, sha: "beef", state: "opened" as const, target_branch: "main" };
    host.requests.push(second);
    host.deployments.push({ id: 1, sha: "root", environment: "staging", status: "success" });
    host.land("m12", host.requests[0]);
    host.land("m13", second);
    host.review(12, "c0ffee", writeApproval([reviewed(creating)]));
    host.review(13, "beef", writeApproval([reviewed(updating)]));
    job = Job.onGitLab(host.url, { CI_COMMIT_SHA: "m13", CI_COMMIT_REF_NAME: "main" });
    const named = (CI_JOB_NAME: string) => ({ CI_JOB_NAME });
    expect(await run("gitlab-ci.yml", "ci approvals", named("approvals staging"))).toEqual({
      status: 0,
      output: "!12: 1 approved change\n!13: 1 approved change\n",
    });
    program("git", "echo m13");
    expect(await run("gitlab-ci.yml", "cdktf deploy", named("staging"))).toEqual({
      status: 0,
      output: "12.json\n13.json\n",
    });
    expect(await run("gitlab-ci.yml", "ci deployed", named("report staging"))).toMatchObject({ status: 0 });
    const noted = host.sent("POST", "PUT").map((call) => /merge_requests\/(\d+)\/notes/.exec(call)?.[1]);
    expect(noted).toEqual(["12", "13"]);
    expect(host.notes[0]!.body).toContain("Deploy to staging at m13: success.");
  });
});
