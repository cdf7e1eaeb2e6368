import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundleCommand } from "../command";
import { GitHubHost, TOKEN } from "./github-host";
import { GitLabHost } from "./gitlab-host";
import { Job } from "./jobs";

const MARKER = "<!-- cdktf-outreach review -->";
const BODY = `${MARKER}\n## Plan review\n\n<sub>Planned at c0ffee.</sub>\n`;

describe("GitHub", () => {
  const ISSUES = "/repos/acme/prompts/issues";

  let host: GitHubHost;
  let job: Job;
  beforeEach(async () => {
    host = await new GitHubHost().start();
    job = Job.onGitHub(host.url);
  });
  afterEach(async () => {
    await host.stop();
    job.remove();
  });

  it("creates one comment for a review with changes, and updates it later", async () => {
    expect(await job.comment("2")).toBe(0);
    expect(host.comments.map(({ body }) => body)).toEqual([BODY]);
    expect(await job.comment("0")).toBe(0);
    expect(host.comments).toHaveLength(1);
    expect(host.sent("POST", "PATCH")).toEqual([
      `POST ${ISSUES}/12/comments`,
      `PATCH ${ISSUES}/comments/${host.comments[0]!.id}`,
    ]);
  });

  it("writes no first comment if nothing changes", async () => {
    expect(await job.comment("0")).toBe(0);
    expect(host.comments).toEqual([]);
    expect(job.printed).toContain("Nothing changes");
  });

  it("finds its comment among 300, and changes no comment of others with its marker", async () => {
    for (let i = 0; i < 150; i += 1) host.comment(MARKER, "mallory");
    const own = host.comment(`${MARKER}\r\nold`, "github-actions[bot]");
    for (let i = 0; i < 149; i += 1) host.comment(`${MARKER}\nlater`, "mallory");
    expect(await job.comment("2")).toBe(0);
    expect(host.sent("POST", "PATCH", "DELETE")).toEqual([`PATCH ${ISSUES}/comments/${own}`]);
    expect(host.comments.find(({ id }) => id === own)!.body).toBe(BODY);
  });

  it("removes the second comment that two runs at once have made", async () => {
    host.comment(`${MARKER}\none`, "github-actions[bot]");
    host.comment(`${MARKER}\ntwo`, "github-actions[bot]");
    await job.comment("2");
    expect(host.comments.map(({ body }) => body)).toEqual([BODY]);
    // Two more runs at once both remove it.
    host.comment(`${MARKER}\ntwo`, "github-actions[bot]");
    const other = Job.onGitHub(host.url);
    expect(await Promise.all([job.comment("2"), other.comment("2")])).toEqual([0, 0]);
    expect(host.comments.map(({ body }) => body)).toEqual([BODY]);
    other.remove();
  });

  it("keeps a comment for each app of a repository", async () => {
    await job.comment("2", "--name", "app");
    await job.comment("2", "--name", "other");
    await job.comment("2");
    await job.comment("2", "--name", "app");
    const first = host.comments.map(({ body }) => body.split("\n")[0]);
    expect(first).toEqual([
      "<!-- cdktf-outreach review app -->",
      "<!-- cdktf-outreach review other -->",
      MARKER,
    ]);
  });

  it("writes as the user of a personal token", async () => {
    host.on("GET /user", () => ({ value: { login: "bot-of-acme" } }));
    host.comment(`${MARKER}\nold`, "github-actions[bot]");
    const own = host.comment(`${MARKER}\nold`, "bot-of-acme");
    await job.comment("2");
    expect(host.sent("POST", "PATCH")).toEqual([`PATCH ${ISSUES}/comments/${own}`]);
  });

  it("finds the comment of a GitHub App, and changes none of another app or of a deleted user", async () => {
    host.login = "prompts-of-acme[bot]";
    for (const login of ["github-actions[bot]", "prompts-of-acme", "mallory[bot]"])
      host.comment(`${MARKER}\nold`, login);
    host.comments.push({ id: 5, body: `${MARKER}\nold`, user: null, pull: 12 });
    await job.comment("2");
    await job.comment("1");
    const own = host.comments.at(-1)!;
    expect(host.sent("POST", "PATCH", "DELETE")).toEqual([
      `POST ${ISSUES}/12/comments`,
      `PATCH ${ISSUES}/comments/${own.id}`,
    ]);
    expect(host.comments.map(({ body }) => body === BODY)).toEqual([false, false, false, false, true]);
  });

  it.each([
    ["no data", { value: { errors: [{ message: "no" }] } }],
    ["null as data", { value: { data: null, errors: [{ message: "no" }] } }],
    ["no JSON", { bytes: "<html>" }],
  ])("writes nothing if GitHub does not say whose token it is, with %s", async (_, answer) => {
    host.comments.push({ id: 5, body: `${MARKER}\nold`, user: null, pull: 12 });
    host.on("POST /graphql", () => answer);
    await expect(job.comment("2")).rejects.toThrow(
      "GitHub answered 403 to GET /user: Resource not accessible by integration.",
    );
    expect(host.sent("POST", "PATCH")).toEqual([]);
  });

  it("links the newest page of this run", async () => {
    host.artifacts.push(
      { id: 5, name: "review-page", run: 77, expired: false },
      { id: 6, name: "review-page", run: 77, expired: false },
      { id: 7, name: "review-page-app", run: 77, expired: false },
      { id: 8, name: "review-page", run: 78, expired: false },
    );
    await job.comment("2");
    const link = "[The whole review](https://github.com/acme/prompts/actions/runs/77/artifacts/6)";
    expect(host.comments[0]!.body).toContain(`<sub>Planned at c0ffee. ${link}</sub>`);
  });

  it("links no page if the review has written none", async () => {
    host.artifacts.push({ id: 5, name: "review-page", run: 77, expired: false });
    await job.comment("1", "--html", join(job.folder, "none.html"));
    expect(host.comments[0]!.body).toBe(BODY);
  });

  it.each(["", "one", "1", "3", "256"])(
    "ends as a failure for the status %j, and keeps the review",
    async (status) => {
      expect(await job.comment(status)).toBe(status === "3" ? 3 : 1);
      expect(host.comments[0]!.body).toBe(BODY);
    },
  );

  it("says that the review failed if there is none", async () => {
    expect(await job.ci(["comment", join(job.folder, "none.md"), "--status", "0"])).toBe(1);
    expect(host.comments[0]!.body).toContain(
      "The review failed before it was written: see the log of the job.",
    );
  });

  it("follows no link, which could lead to the token of the job", async () => {
    symlinkSync(job.write("environ", `GITHUB_TOKEN=${TOKEN}`), join(job.folder, "link.md"));
    expect(await job.ci(["comment", join(job.folder, "link.md"), "--status", "2"])).toBe(1);
    expect(host.comments[0]!.body).toContain("The review failed before it was written");
    expect(host.comments[0]!.body).not.toContain(TOKEN);
  });

  it("keeps the review of a later commit if an older run ends after it", async () => {
    host.pulls[0]!.head.sha = "later";
    expect(await job.comment("2")).toBe(0);
    expect(host.sent("POST", "PATCH")).toEqual([]);
    expect(job.printed).toContain("c0ffee is not the last commit of #12");
  });

  it("writes no comment for a merge queue, but the summary, as text", async () => {
    const queued = Job.onGitHub(host.url, { merge_group: { head_sha: "merge" } });
    const summary = queued.write("summary.md", "");
    const file = queued.write("review.md", "<img src=x> `[a](b)`");
    expect(await queued.ci(["comment", file, "--status", "2"], { GITHUB_STEP_SUMMARY: summary })).toBe(0);
    expect(readFileSync(summary, "utf8")).toBe("<pre>\n&lt;img src=x&gt; &#96;[a](b)&#96;\n</pre>\n");
    expect(host.asked).toEqual([]);
    queued.remove();
  });

  it.each<[string, string[]]>([
    ["no file", ["comment"]],
    ["two files", ["comment", "a.md", "b.md"]],
    ["an unknown subcommand", ["coment", "a.md"]],
    ["an empty name", ["comment", "a.md", "--name", ""]],
  ])("refuses %s", async (_, args) => {
    await expect(job.ci(args)).rejects.toThrow(/^ci |^--name/);
  });

  it("names the variables that are missing", async () => {
    await expect(
      job.ci(["comment", "a.md"], { GITHUB_REPOSITORY: "", GITHUB_RUN_ID: undefined }),
    ).rejects.toThrow("ci needs GITHUB_REPOSITORY, GITHUB_RUN_ID, which CI sets for a job.");
    await expect(job.ci(["comment", "a.md"], { GITHUB_TOKEN: "" })).rejects.toThrow("ci needs GITHUB_TOKEN");
    await expect(job.ci(["comment", "a.md"], { GITHUB_ACTIONS: "" })).rejects.toThrow(
      "ci needs a job of GitHub Actions",
    );
  });

  it("names the file of an event that it cannot read", async () => {
    const GITHUB_EVENT_PATH = job.write("empty.json", "");
    await expect(job.ci(["comment", "a.md"], { GITHUB_EVENT_PATH })).rejects.toThrow(
      `${GITHUB_EVENT_PATH} is not the event of a run.`,
    );
  });

  it("shows the right that the token lacks", async () => {
    const message = "Resource not accessible by integration";
    host.on(`POST ${ISSUES}/:pull/comments`, () => ({ status: 403, value: { message } }));
    await expect(job.comment("2")).rejects.toThrow(
      `GitHub answered 403 to POST ${ISSUES}/12/comments: ${message}.`,
    );
  });
});

describe("GitLab", () => {
  const NOTES = "/projects/7/merge_requests/12/notes";

  let host: GitLabHost;
  let job: Job;
  beforeEach(async () => {
    host = await new GitLabHost().start();
    job = Job.onGitLab(host.url);
  });
  afterEach(async () => {
    await host.stop();
    job.remove();
  });

  it("finds its note among 300, and changes no note of others with its marker", async () => {
    for (let i = 0; i < 299; i += 1) host.note(`${MARKER}\nold`, "mallory");
    await job.comment("2");
    await job.comment("1");
    const id = host.notes.at(-1)!.id;
    expect(host.sent("POST", "PUT", "DELETE")).toEqual([`POST ${NOTES}`, `PUT ${NOTES}/${id}`]);
    expect(host.notes.at(-1)!.body).toBe(BODY);
  });

  it("links the page in the artifacts of the newest job of the review", async () => {
    host.jobs.push(
      { id: 30, name: "review", status: "success", pipeline: 40 },
      { id: 31, name: "review", status: "success", pipeline: 40 },
      { id: 32, name: "review-app", status: "success", pipeline: 40 },
      { id: 33, name: "review", status: "success", pipeline: 41 },
    );
    const page = job.write("review.html", "<!doctype html>");
    await job.comment("2", "--html", page);
    const link = `https://gitlab.example/acme/prompts/-/jobs/31/artifacts/file/${page}`;
    expect(host.notes[0]!.body).toContain(`<sub>Planned at c0ffee. [The whole review](${link})</sub>`);
    await job.comment("2", "--html", join(job.folder, "none.html"));
    expect(host.notes[0]!.body).toBe(BODY);
  });

  it("names the last commit of the branch if the pipeline runs at the merged result", async () => {
    const merged = { CI_COMMIT_SHA: "5eed", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "c0ffee" };
    const file = job.write("review.md", "## Plan review\n");
    expect(await job.ci(["comment", file, "--status", "2"], merged)).toBe(0);
    expect(host.notes[0]!.body).toBe(BODY);
  });

  it("removes the second note that two pipelines at once have made", async () => {
    host.note(`${MARKER}\none`, "project_7_bot");
    host.note(`${MARKER}\ntwo`, "project_7_bot");
    await job.comment("2");
    expect(host.notes.map(({ body }) => body)).toEqual([BODY]);
  });

  it("writes no note for a pipeline of a branch", async () => {
    const pushed = Job.onGitLab(host.url, { CI_COMMIT_REF_NAME: "main" });
    expect(await pushed.comment("2")).toBe(0);
    expect(host.asked).toEqual([]);
    pushed.remove();
  });

  it("names the variables that are missing", async () => {
    const none = { NOTE_TOKEN: "" };
    await expect(job.ci(["comment", "a.md"], none)).rejects.toThrow("ci needs NOTE_TOKEN");
    const project = { CI_PROJECT_ID: "", CI_PIPELINE_ID: "" };
    await expect(job.ci(["comment", "a.md"], project)).rejects.toThrow(
      "ci needs CI_PROJECT_ID, CI_PIPELINE_ID,",
    );
  });
});

it("reports an error of the host in one visible line, as the command does", async () => {
  const command = bundleCommand();
  const host = await new GitLabHost().start();
  host.on("GET /projects/7/merge_requests/12", () => ({
    status: 403,
    value: { message: "no\u001b[2J\u202e" },
  }));
  const job = Job.onGitLab(host.url);
  const review = job.write("review.md", "## Plan review\n");
  const finished = await command.runIn({ env: job.env }, "ci", "comment", review);
  const path = "/projects/7/merge_requests/12";
  const stderr = `cdktf-outreach: GitLab answered 403 to GET ${path}: no␛[2J⟨U+202E⟩.\n`;
  expect(finished).toEqual({ status: 1, signal: null, stdout: "", stderr });
  await Promise.all([host.stop(), command.remove()]);
  job.remove();
});
