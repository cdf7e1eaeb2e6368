import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeApproval } from "../../../src/approval";
import { creating, reviewed, updating } from "../../approval/changes";
import { GitHubHost } from "./github-host";
import { GitLabHost, type MergeRequest } from "./gitlab-host";
import { Job } from "./jobs";

const approvalOf = (...changes: Parameters<typeof reviewed>[0][]) =>
  writeApproval(changes.map((change) => reviewed(change)));
const [FIRST, SECOND] = [approvalOf(creating), approvalOf(updating)];

describe("GitHub", () => {
  let host: GitHubHost;
  let job: Job;
  beforeEach(async () => {
    host = await new GitHubHost().start();
    host.deployments.push({ id: 1, sha: "root", environment: "production", states: ["success"] });
  });
  afterEach(async () => {
    await host.stop();
    job.remove();
  });

  /** Runs `ci approvals` in the deploy of the head, or of another commit, and returns the written files. */
  async function approve(commit = host.head, ...more: string[]) {
    job?.remove();
    job = Job.onGitHub(host.url, {}, { GITHUB_SHA: commit });
    const out = join(job.folder, "approvals");
    const status = await job.ci(["approvals", "--out", out, "--environment", "production", ...more]);
    const files = readdirSync(out).sort();
    return {
      status,
      files: Object.fromEntries(files.map((name) => [name, readFileSync(join(out, name), "utf8")])),
    };
  }
  async function refusal(...args: Parameters<typeof approve>): Promise<string> {
    const message = await approve(...args).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(existsSync(join(job.folder, "approvals"))).toBe(false);
    return message;
  }

  it("takes the approvals of all pull requests since the last deploy, and sends no token to their store", async () => {
    host.land("m12", host.pulls[0]);
    host.land("m13", host.pull(13, "beef"));
    host.review("c0ffee", "approval-12", FIRST);
    host.review("beef", "approval-13", SECOND);
    expect(await approve()).toEqual({ status: 0, files: { "12.json": FIRST, "13.json": SECOND } });
    expect(host.store.asked).toHaveLength(2);
    expect(job.printed).toBe("#12: 1 approved change\n#13: 1 approved change\n");
    expect(job.pauses).toEqual([]);
  });

  it("takes the review of a merge queue before that of the branch", async () => {
    host.land("m12", host.pulls[0]);
    host.review("m12", "approval", SECOND, { event: "merge_group" });
    host.review("c0ffee", "approval-12", FIRST);
    expect((await approve()).files).toEqual({ "12.json": SECOND });
  });

  it("takes the newest review of this pull request that has ended well", async () => {
    host.land("m12", host.pulls[0]);
    const old = host.review("c0ffee", "approval-12", FIRST);
    host.review("c0ffee", "approval-12", SECOND);
    // The branch has another pull request, into another branch.
    host.review("c0ffee", "approval-14", "{}");
    for (const conclusion of ["failure", "cancelled", "skipped", "action_required", "timed_out", "neutral"])
      host.review("c0ffee", "approval-12", "{}", { conclusion });
    host.review("beef", "approval-12", "{}");
    expect((await approve()).files).toEqual({ "12.json": SECOND });
    old.run_started_at = "2026-11-29T00:00:00Z";
    expect((await approve()).files).toEqual({ "12.json": FIRST });
  });

  it("takes those of an app by its name", async () => {
    host.land("m12", host.pulls[0]);
    const { id } = host.review("c0ffee", "approval-12", FIRST);
    const files = { "approval.json": SECOND };
    host.artifacts.push({ id: 9001, name: "approval-app-12", run: id, expired: false, files });
    expect((await approve("m12", "--name", "app")).files).toEqual({ "12.json": SECOND });
  });

  it.each(["queued", "in_progress", "waiting", "requested", "pending"])(
    "waits for a review that is %s",
    async (status) => {
      host.land("m12", host.pulls[0]);
      host.review("c0ffee", "approval-12", FIRST);
      const again = host.review("c0ffee", "approval-12", SECOND, { status, conclusion: null });
      host
        .once("GET /repos/acme/prompts/actions/workflows/review.yml/runs")
        .on("GET /repos/acme/prompts/actions/workflows/review.yml/runs", () => {
          if (job.pauses.length === 2) Object.assign(again, { status: "completed", conclusion: "success" });
          return undefined;
        });
      expect((await approve()).files).toEqual({ "12.json": SECOND });
      expect(job.pauses).toEqual([10, 10]);
    },
  );

  it("takes the last review that has ended if a later one does not end", async () => {
    host.land("m12", host.pulls[0]);
    host.review("c0ffee", "approval-12", FIRST);
    host.review("c0ffee", "approval-12", SECOND, { status: "in_progress", conclusion: null });
    expect((await approve()).files).toEqual({ "12.json": FIRST });
    expect(job.pauses).toEqual([10, 10, 10, 10, 10]);
    host.runs.at(-1)!.conclusion = "failure";
    expect(await refusal()).toContain("One has not ended: run this job again when it has.");
  });

  it("waits until GitHub shows the pull request of a merge", async () => {
    host.land("m12", host.pulls[0]);
    host.review("c0ffee", "approval-12", FIRST);
    host.once("GET /repos/acme/prompts/commits/m12/pulls", { value: [] }, { value: [] });
    expect((await approve()).files).toEqual({ "12.json": FIRST });
    expect(job.pauses).toEqual([10, 10]);
  });

  it("takes only merges into its branch", async () => {
    host.land("m12", host.pulls[0]);
    host.review("c0ffee", "approval-12", FIRST);
    const merged = { merged_at: "2026-11-28T12:00:00Z", merge_commit_sha: "m12", state: "closed" } as const;
    const stacked = Object.assign(host.pull(9, "c0ffee", "feature"), merged);
    host.pullsOf.set("m12", [stacked, host.pull(10, "c0ffee"), host.pulls[0]!]);
    expect((await approve()).files).toEqual({ "12.json": FIRST });
  });

  it("names each push without a pull request, and each pull request without an approval, and writes nothing", async () => {
    host.land("pushed");
    host.land("m12", host.pulls[0]);
    host.land("m13", host.pull(13, "beef"));
    host.land("m14", host.pull(14, "f00d"));
    host.review("c0ffee", "approval-12", FIRST, { conclusion: "failure" });
    host.review("beef", "approval-13", SECOND);
    host.review("f00d", "approval-14", SECOND);
    host.artifacts.at(-1)!.expired = true;
    expect(await refusal()).toBe(
      [
        "pushed is not of a merged pull request, so nobody has reviewed its plan.",
        "#12 has no approval: no review of its last commit c0ffee has ended well and kept one.",
        "#14 has no approval: no review of its last commit f00d has ended well and kept one.",
        'To go on, see "ci approvals" in node_modules/cdktf-outreach/docs/guides/ci.md.',
      ].join("\n"),
    );
  });

  it("looks for the last deploy of its environment that has succeeded", async () => {
    host.land("m12", host.pulls[0]);
    host.land("m13", host.pull(13, "beef"));
    host.review("beef", "approval-13", SECOND);
    host.deployments.unshift(
      { id: 5, sha: "m13", environment: "production", states: ["failure", "in_progress"] },
      { id: 4, sha: "m13", environment: "staging", states: ["success"] },
      { id: 3, sha: "m12", environment: "production", states: ["inactive", "success", "in_progress"] },
    );
    expect((await approve()).files).toEqual({ "13.json": SECOND });
  });

  it("looks for the last deploy behind 120 that wait for a person, and gives up behind 500", async () => {
    host.land("m12", host.pulls[0]);
    host.land("m13", host.pull(13, "beef"));
    host.review("c0ffee", "approval-12", FIRST);
    host.review("beef", "approval-13", SECOND);
    const wait = { sha: "m13", environment: "production", states: ["waiting"] };
    host.deployments.unshift(...Array.from({ length: 120 }, (_, i) => ({ id: 200 + i, ...wait })));
    expect(Object.keys((await approve()).files)).toEqual(["12.json", "13.json"]);
    host.deployments.unshift(...Array.from({ length: 380 }, (_, i) => ({ id: 400 + i, ...wait })));
    expect(await refusal()).toBe("None of the newest 500 deploys to production has succeeded.");
  });

  it.each([
    ["was never deployed, or its name is misspelled", []],
    ["has m13 already", [{ id: 3, sha: "m13", environment: "production", states: ["success"] }]],
  ])(
    "takes the pull request of the head alone if the environment %s, and says so",
    async (words, deployments) => {
      host.deployments.splice(0, 1, ...deployments);
      host.land("m12", host.pulls[0]);
      host.land("m13", host.pull(13, "beef"));
      host.review("beef", "approval-13", SECOND);
      expect((await approve()).files).toEqual({ "13.json": SECOND });
      expect(job.printed).toContain(`production ${words}, so only the pull request of m13 counts.`);
    },
  );

  it("refuses a commit that is not the last one of its branch, unless it is told otherwise", async () => {
    host.land("m12", host.pulls[0]);
    host.land("m13", host.pull(13, "beef"));
    host.review("c0ffee", "approval-12", FIRST);
    expect(await refusal("m12")).toContain("m12 is not the last commit of main");
    expect((await approve("m12", "--allow-old")).files).toEqual({ "12.json": FIRST });
  });

  it("reads 150 commits since the last deploy, of which some belong to a branch only", async () => {
    for (let number = 100; number < 175; number += 1) {
      host.land(`m${number}`, host.pull(number, `h${number}`));
      host.review(`h${number}`, `approval-${number}`, FIRST);
    }
    expect(Object.keys((await approve()).files)).toHaveLength(75);
    expect(host.sent("GET").filter((path) => path.includes("/compare/"))).toHaveLength(2);
  });

  it("reports a list of commits that is not complete", async () => {
    host.land("m12", host.pulls[0]);
    const path = "GET /repos/acme/prompts/compare/:range";
    host.on(path, () => ({ value: { total_commits: 300, commits: [] } }));
    expect(await refusal()).toBe("GitHub lists 0 of 300 commits since root.");
    // Each page is the first one.
    host.on(path, () => ({ value: { total_commits: 300, commits: host.commits.slice(1) } }));
    expect(await refusal()).toBe("GitHub lists 2 of 300 commits since root.");
  });

  it.each([
    ["holds no approval", {}, "#12 has no approval"],
    ["holds something else", { "approval.json": "<html>" }, "The approval of #12 is not JSON"],
  ])("refuses an artifact that %s", async (_, files, words) => {
    host.land("m12", host.pulls[0]);
    host.review("c0ffee", "approval-12", FIRST);
    host.artifacts[0]!.files = files;
    expect(await refusal()).toContain(words);
  });

  it("names an artifact that is no zip file, and one whose approval is too large", async () => {
    host.land("m12", host.pulls[0]);
    host.review("c0ffee", "approval-12", FIRST);
    host.store.once("GET /zip/:id", { bytes: "<html>Try again</html>" });
    const { id } = host.artifacts[0]!;
    expect(await refusal()).toBe(`The artifact ${id} of GitHub cannot be read: invalid zip data.`);
    host.artifacts[0]!.files = { "approval.json": FIRST + " ".repeat(16 * 1024 * 1024) };
    expect(await refusal()).toContain("#12 has no approval");
  });

  it("refuses a folder with files, whose approvals would count, too", async () => {
    job = Job.onGitHub(host.url, {});
    job.write("99.json", FIRST);
    const args = ["approvals", "--out", job.folder, "--environment", "production"];
    await expect(job.ci(args)).rejects.toThrow(
      "is not empty, and OUTREACH_APPROVED would take its files, too",
    );
    await expect(job.ci(["approvals", "--out", "x"])).rejects.toThrow(
      "takes --out DIR and --environment NAME",
    );
  });

  it("names the request for which the token has no right", async () => {
    const message = "Resource not accessible by integration";
    host.on("GET /repos/acme/prompts/deployments", () => ({ status: 403, value: { message } }));
    expect(await refusal()).toBe(`GitHub answered 403 to GET /repos/acme/prompts/deployments: ${message}.`);
  });
});

describe("GitLab", () => {
  let host: GitLabHost;
  let job: Job;
  const request = (iid: number, sha: string): MergeRequest => ({
    iid,
    sha,
    state: "merged",
    target_branch: "main",
  });
  beforeEach(async () => {
    host = await new GitLabHost().start();
    host.deployments.push({ id: 1, sha: "root", status: "success", environment: "production" });
    host.land("m12", host.requests[0]);
  });
  afterEach(async () => {
    await host.stop();
    job.remove();
  });

  async function approve(...more: string[]) {
    job?.remove();
    const commit = {
      CI_COMMIT_SHA: host.landed[0],
      CI_COMMIT_REF_NAME: "main",
      CI_ENVIRONMENT_NAME: "production",
    };
    job = Job.onGitLab(host.url, commit);
    const out = join(job.folder, "approvals");
    const status = await job.ci(["approvals", "--out", out, ...more]);
    const files = readdirSync(out).sort();
    return {
      status,
      files: Object.fromEntries(files.map((name) => [name, readFileSync(join(out, name), "utf8")])),
    };
  }

  it("takes the approvals of all merge requests since the last deploy of the job's environment", async () => {
    host.deployments.push(
      { id: 3, sha: "m12", status: "success", environment: "staging" },
      { id: 2, sha: "m12", status: "failed", environment: "production" },
    );
    host.land("m13", request(13, "beef"));
    host.review(12, "c0ffee", FIRST);
    host.review(13, "beef", SECOND);
    expect(await approve()).toEqual({ status: 0, files: { "12.json": FIRST, "13.json": SECOND } });
  });

  it.each([
    ["a merged result", "result", ["main", "c0ffee"]],
    ["a merge train", "train", ["m11", "c0ffee"]],
    ["a merge train with a squash", "train", ["m11", "squashed"]],
    ["a merge train that lands as it is", "m12", undefined],
  ])("takes the review of %s, but not that of an earlier commit", async (_, sha, parents) => {
    Object.assign(host.requests[0]!, { squash_commit_sha: "squashed" });
    host.review(12, sha, FIRST);
    if (parents) host.parents.set(sha, parents);
    host.parents.set("old-result", ["main", "old"]);
    host.review(12, "old-result", SECOND);
    host.review(12, "removed-result", SECOND);
    host.review(12, "old", SECOND);
    // A later commit, and a merge of the target into the branch, which were taken back.
    for (const later of ["later", "updated"]) host.review(12, later, SECOND);
    host.parents.set("later", ["c0ffee"]).set("updated", ["c0ffee", "main"]);
    expect((await approve()).files).toEqual({ "12.json": FIRST });
  });

  it("takes the review of a merge train whose commits land without a merge", async () => {
    host.land("rebased", host.requests[0]);
    host.requests[0]!.merge_commit_sha = null;
    host.review(12, "c0ffee", SECOND);
    host.review(12, "rebased", FIRST);
    host.parents.set("rebased", ["m12"]);
    expect((await approve()).files).toEqual({ "12.json": FIRST });
  });

  it("takes the newest pipeline that has ended well, and its job with the name of the app", async () => {
    host.review(12, "c0ffee", "{}", "success", "review-app");
    const id = host.review(12, "c0ffee", FIRST);
    host.jobs.push({ id: 9001, name: "review-app", status: "success", pipeline: id, approval: SECOND });
    for (const status of ["failed", "canceled", "skipped", "manual"]) host.review(12, "c0ffee", "{}", status);
    expect((await approve()).files).toEqual({ "12.json": FIRST });
    expect((await approve("--name", "app")).files).toEqual({ "12.json": SECOND });
  });

  it.each(["created", "waiting_for_resource", "preparing", "pending", "running"])(
    "waits for a pipeline that is %s",
    async (status) => {
      host.review(12, "c0ffee", SECOND, status);
      host.review(12, "c0ffee", "{}", "canceled");
      host.on("GET /projects/7/merge_requests/12/pipelines", () => {
        if (job.pauses.length === 1) {
          host.pipelines[1]!.status = "success";
          host.jobs[0]!.status = "success";
        }
        return undefined;
      });
      expect((await approve()).files).toEqual({ "12.json": SECOND });
      expect(job.pauses).toEqual([10]);
    },
  );

  it("names a push, a merge request without a review, and one whose review was not complete", async () => {
    host.land("pushed");
    host.land("m13", request(13, "beef"));
    host.review(13, "beef", SECOND, "failed");
    // A job that may fail does not fail its pipeline.
    host.review(12, "c0ffee", FIRST);
    host.jobs.at(-1)!.status = "failed";
    await expect(approve()).rejects.toThrow(
      [
        "pushed is not of a merged pull request, so nobody has reviewed its plan.",
        "!12 has no approval: no review of its last commit c0ffee has ended well and kept one.",
        "!13 has no approval: no review of its last commit beef has ended well and kept one.",
      ].join("\n"),
    );
  });

  it.each([
    ["whose artifact has expired", () => delete host.jobs[0]!.approval],
    [
      "of a fork, whose pipeline is in another project",
      () => host.on("GET /projects/7/pipelines/:id/jobs", () => ({ status: 404 })),
    ],
  ])("takes no review %s", async (_, change) => {
    host.review(12, "c0ffee", FIRST);
    change();
    await expect(approve()).rejects.toThrow("!12 has no approval: no review of its last commit c0ffee");
  });

  it("refuses a commit that is not the last one of its branch", async () => {
    host.review(12, "c0ffee", FIRST);
    await approve();
    const old = { CI_COMMIT_SHA: "root", CI_COMMIT_REF_NAME: "main", CI_ENVIRONMENT_NAME: "production" };
    const args = ["approvals", "--out", join(job.folder, "other")];
    await expect(job.ci(args, old)).rejects.toThrow("root is not the last commit of main");
    await expect(job.ci(args, { CI_COMMIT_REF_NAME: "" })).rejects.toThrow("ci needs CI_COMMIT_REF_NAME");
  });
});
