import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeApproval } from "../../../src/approval";
import { COMMENT_LIMIT } from "../../../src/commands/review/markdown/fit";
import { creating, deleting, reviewed, updating } from "../../approval/changes";
import { GitHubHost } from "./github-host";
import { GitLabHost } from "./gitlab-host";
import { Job } from "./jobs";

const MARKER = "<!-- cdktf-outreach review -->";
const REVIEW = `${MARKER}\n## Plan review\n\n<sub>Planned at c0ffee.</sub>`;
const SAME = writeApproval([reviewed(updating)]);
const OTHER = writeApproval([reviewed(updating, "outreach_snippet.other")]);
const DEPLOYED = writeApproval([
  { ...reviewed(creating), resource: { stack: "staging", address: "outreach_snippet.opener" } },
  reviewed(creating),
  reviewed(updating),
  reviewed(deleting, "outreach_cluster.sales"),
]);

/** Writes the folder of `ci approvals`, and runs `ci deployed`. */
async function report(job: Job, ...more: string[]): Promise<number> {
  const folder = join(job.folder, "approvals");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "12.json"), DEPLOYED);
  return job.ci(["deployed", "--approvals", folder, ...more]);
}

describe("GitHub", () => {
  let host: GitHubHost;
  let job: Job;
  beforeEach(async () => {
    host = await new GitHubHost().start();
    host.pulls[0]!.state = "closed";
    job = Job.onGitHub(host.url, {});
  });
  afterEach(async () => {
    await host.stop();
    job.remove();
  });
  const bodies = (pull: number) => host.comments.filter((one) => one.pull === pull).map(({ body }) => body);
  const log = "[Log](https://github.com/acme/prompts/actions/runs/77)";
  const CHANGES = { staging: "1 create", production: "1 create, 1 update, 1 delete" };
  const line = (environment: keyof typeof CHANGES, result: string) =>
    `<sub>Deploy to ${environment} at merge: ${result}. Approved: ${CHANGES[environment]}. ${log}</sub>`;

  it("says in the comment of the review what was deployed to each environment, once", async () => {
    host.comment(REVIEW, "github-actions[bot]");
    expect(await report(job, "--environment", "staging", "--result", "failure")).toBe(0);
    await report(job, "--environment", "staging");
    await report(job, "--environment", "production");
    const lines = [line("staging", "success"), line("production", "success")].join("\n");
    expect(bodies(12)).toEqual([`${REVIEW}\n${lines}\n`]);
  });

  it("counts the changes of all stacks, and says so, if no stack has the name of the environment", async () => {
    await report(job, "--environment", "live");
    expect(bodies(12)[0]).toContain("success. Approved: 2 creates, 1 update, 1 delete (all stacks). [Log]");
  });

  it("writes a comment if the review has none", async () => {
    await report(job, "--environment", "staging", "--result", "failure");
    expect(bodies(12)).toEqual([`${MARKER}\n${line("staging", "failure")}\n`]);
  });

  it("has room for its lines in the comment of the longest review", async () => {
    const url = `https://github.com/${"o".repeat(39)}/${"r".repeat(100)}/actions/runs/12345678901`;
    const sha = "c".repeat(40);
    const planned = `<sub>Planned at ${sha}. [The whole review](${url}/artifacts/1234567890)</sub>`;
    host.comment(`${MARKER}\n${"x".repeat(COMMENT_LIMIT)}\n\n${planned}\n`, "github-actions[bot]");
    for (const environment of ["staging", "production"])
      expect(await report(job, "--environment", environment)).toBe(0);
    expect(bodies(12)[0]).toContain("<sub>Deploy to production at merge: success.");
  });

  it("runs the reviews of open pull requests again that change a deployed resource", async () => {
    const rerun = "/repos/acme/prompts/actions/runs/:run/rerun";
    host.on(`POST ${rerun}`, () => ({ status: 201 }));
    const approvals = [SAME, OTHER, SAME, SAME, SAME.replace('"version": 1', '"version": 2')];
    const ids = approvals.map((approval, i) => {
      host.pull(20 + i, `h${20 + i}`, i === 2 ? "feature" : "main");
      return host.review(`h${20 + i}`, `approval-${20 + i}`, approval).id;
    });
    host.runs.find(({ id }) => id === ids[3])!.conclusion = "failure";
    await report(job, "--environment", "staging");
    expect(host.sent("POST").filter((path) => path.endsWith("/rerun"))).toEqual(
      [ids[0], ids[4]].map((id) => `POST ${rerun.replace(":run", String(id))}`),
    );
    expect(job.printed).toContain(
      "#20: is reviewed again.\n#21: changes other objects.\n#23: has no review yet.\n#24: is reviewed again.\n",
    );
  });

  it("asks for the review in the comment if the token may not start it", async () => {
    const message = "Resource not accessible by integration";
    host.on("POST /repos/acme/prompts/actions/runs/:run/rerun", () => ({ status: 403, value: { message } }));
    host.pull(20, "h20");
    host.review("h20", "approval-20", SAME);
    host.comment(REVIEW, "github-actions[bot]", 20);
    await report(job, "--environment", "staging");
    expect(await report(job, "--environment", "production")).toBe(0);
    const asking = "<sub>A deploy has changed objects of this review: review again.</sub>";
    expect(bodies(20)).toEqual([`${REVIEW}\n${asking}\n`]);
  });

  it("does the rest if one pull request fails", async () => {
    host.on("GET /repos/acme/prompts/issues/12/comments", () => ({
      status: 410,
      value: { message: "Gone" },
    }));
    host.on("POST /repos/acme/prompts/actions/runs/:run/rerun", () => ({ status: 201 }));
    host.pull(20, "h20");
    host.review("h20", "approval-20", SAME);
    await expect(report(job, "--environment", "staging")).rejects.toThrow(
      /^#12: GitHub answered 410 to GET .*: Gone\.$/,
    );
    expect(job.printed).toBe("#20: is reviewed again.\n");
    host.on("GET /repos/acme/prompts/pulls", () => ({ status: 404, value: { message: "Not Found" } }));
    await expect(report(job, "--environment", "staging")).rejects.toThrow(
      /^#12: GitHub answered 410 .*\nGitHub answered 404 to GET \/repos\/acme\/prompts\/pulls: Not Found\.$/,
    );
  });

  it("refuses a folder that has no approval or does not exist", async () => {
    const folder = join(job.folder, "artifact");
    mkdirSync(join(folder, "approvals"), { recursive: true });
    writeFileSync(join(folder, "approvals/12.json"), DEPLOYED);
    const args = ["deployed", "--approvals", folder, "--environment", "staging"];
    await expect(job.ci(args)).rejects.toThrow(`${folder} has no approval`);
    const missing = args.map((one) => (one === folder ? `${folder}-missing` : one));
    await expect(job.ci(missing)).rejects.toThrow(`${folder}-missing has no approval`);
    expect(host.asked).toEqual([]);
  });

  it.each([
    ["to run without an environment", [], "takes --approvals DIR and --environment NAME"],
    [
      "with another result",
      ["--environment", "x", "--result", "skipped"],
      "--result takes success or failure",
    ],
  ])("refuses %s", async (_, args, words) => {
    await expect(report(job, ...args)).rejects.toThrow(words);
  });
});

describe("GitLab", () => {
  let host: GitLabHost;
  let job: Job;
  beforeEach(async () => {
    host = await new GitLabHost().start();
    host.requests[0]!.state = "merged";
    job = Job.onGitLab(host.url, { CI_COMMIT_REF_NAME: "main", CI_ENVIRONMENT_NAME: "staging" });
  });
  afterEach(async () => {
    await host.stop();
    job.remove();
  });

  it("says in the note what was deployed, and starts new pipelines of open merge requests", async () => {
    const pipelines = "/projects/7/merge_requests/20/pipelines";
    host.on(`POST ${pipelines}`, () => ({ status: 201 }));
    host.requests.push({ iid: 20, sha: "h20", state: "opened", target_branch: "main" });
    host.review(20, "h20", SAME);
    host.note(REVIEW, "project_7_bot");
    expect(await report(job)).toBe(0);
    const log = "[Log](https://gitlab.example/acme/prompts/-/pipelines/40)";
    const line = `<sub>Deploy to staging at c0ffee: success. Approved: 1 create. ${log}</sub>`;
    expect(host.notes.map(({ body }) => body)).toEqual([`${REVIEW}\n${line}\n`]);
    expect(host.sent("POST")).toEqual([`POST ${pipelines}`]);
  });
});
