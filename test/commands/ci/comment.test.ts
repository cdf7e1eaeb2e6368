import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../src/commands/ci";
import { GitHubHost, TOKEN } from "./github-host";

const MARKER = "<!-- cdktf-outreach review -->";
const ISSUES = "/repos/acme/prompts/issues";

let folder: string;
let host: GitHubHost;
let pauses: number[];
let printed: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
  host = await new GitHubHost().start();
  pauses = [];
  printed = "";
});
afterEach(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Runs `ci` in a job of the pull request 12. */
function ci(args: readonly string[], env: NodeJS.ProcessEnv = {}, event: object = PULL_REQUEST) {
  return run([...args], {
    env: {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: host.url,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "acme/prompts",
      GITHUB_RUN_ID: "77",
      GITHUB_SHA: "merge",
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: write("event.json", JSON.stringify(event)),
      GITHUB_TOKEN: TOKEN,
      ...env,
    },
    pause: async (seconds) => void pauses.push(seconds),
    print: (text) => (printed += text),
  });
}
const PULL_REQUEST = { pull_request: { number: 12, head: { sha: "c0ffee" } } };
const comment = (status: string, ...more: string[]) =>
  ci(["comment", write("review.md", "## Plan review\n"), "--status", status, ...more]);
const BODY = `${MARKER}\n## Plan review\n\n<sub>Planned at c0ffee.</sub>\n`;

it("creates one comment for a review with changes, and updates it later", async () => {
  expect(await comment("2")).toBe(0);
  expect(host.comments.map(({ body }) => body)).toEqual([BODY]);
  expect(await comment("0")).toBe(0);
  expect(host.comments).toHaveLength(1);
  expect(host.sent("POST", "PATCH")).toEqual([
    `POST ${ISSUES}/12/comments`,
    `PATCH ${ISSUES}/comments/${host.comments[0]!.id}`,
  ]);
});

it("writes no first comment if nothing changes", async () => {
  expect(await comment("0")).toBe(0);
  expect(host.comments).toEqual([]);
  expect(printed).toContain("Nothing changes");
});

it("finds its comment among 300, and changes no comment of others with its marker", async () => {
  for (let i = 0; i < 150; i += 1) host.comment(MARKER, "mallory");
  const own = host.comment(`${MARKER}\r\nold`, "github-actions[bot]");
  for (let i = 0; i < 149; i += 1) host.comment(`${MARKER}\nlater`, "mallory");
  expect(await comment("2")).toBe(0);
  expect(host.sent("POST", "PATCH", "DELETE")).toEqual([`PATCH ${ISSUES}/comments/${own}`]);
  expect(host.comments.find(({ id }) => id === own)!.body).toBe(BODY);
});

it("removes the second comment that two runs at once have made", async () => {
  host.comment(`${MARKER}\none`, "github-actions[bot]");
  host.comment(`${MARKER}\ntwo`, "github-actions[bot]");
  await comment("2");
  expect(host.comments.map(({ body }) => body)).toEqual([BODY]);
});

it("keeps a comment for each app of a repository", async () => {
  await comment("2", "--name", "app");
  await comment("2", "--name", "other");
  await comment("2");
  await comment("2", "--name", "app");
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
  await comment("2");
  expect(host.sent("POST", "PATCH")).toEqual([`PATCH ${ISSUES}/comments/${own}`]);
});

it("links the newest page of this run", async () => {
  host.artifacts.push(
    { id: 5, name: "review-page", run: 77, expired: false },
    { id: 6, name: "review-page", run: 77, expired: false },
    { id: 7, name: "review-page-app", run: 77, expired: false },
    { id: 8, name: "review-page", run: 78, expired: false },
  );
  await comment("2");
  const link = "[The whole review](https://github.com/acme/prompts/actions/runs/77/artifacts/6)";
  expect(host.comments[0]!.body).toContain(`<sub>Planned at c0ffee. ${link}</sub>`);
});

it.each(["", "one", "1", "3"])(
  "ends as a failure for the status %j, and keeps the review",
  async (status) => {
    expect(await comment(status)).toBe(status === "3" ? 3 : 1);
    expect(host.comments[0]!.body).toBe(BODY);
  },
);

it("says that the review failed if there is none", async () => {
  expect(await ci(["comment", join(folder, "none.md"), "--status", "0"])).toBe(1);
  expect(host.comments[0]!.body).toContain(
    "The review failed before it was written: see the log of the job.",
  );
});

it("keeps the review of a later commit if an older run ends after it", async () => {
  host.pulls.set(12, { number: 12, head: { sha: "later" } });
  expect(await comment("2")).toBe(0);
  expect(host.sent("POST", "PATCH")).toEqual([]);
  expect(printed).toContain("c0ffee is not the last commit of the pull request 12");
});

it("writes no comment for a merge queue, but the summary, as text", async () => {
  const summary = write("summary.md", "");
  const file = write("review.md", "<img src=x> `[a](b)`");
  const env = { GITHUB_STEP_SUMMARY: summary, GITHUB_EVENT_NAME: "merge_group" };
  expect(await ci(["comment", file, "--status", "2"], env, { merge_group: { head_sha: "merge" } })).toBe(0);
  expect(readFileSync(summary, "utf8")).toBe("<pre>\n&lt;img src=x&gt; &#96;[a](b)&#96;\n</pre>\n");
  expect(host.asked).toEqual([]);
});

it.each<[string, string[]]>([
  ["no file", ["comment"]],
  ["two files", ["comment", "a.md", "b.md"]],
  ["an unknown subcommand", ["coment", "a.md"]],
  ["an empty name", ["comment", "a.md", "--name", ""]],
])("refuses %s", async (_, args) => {
  await expect(ci(args)).rejects.toThrow(/^ci |^--name/);
});

it("names the variables that are missing", async () => {
  await expect(ci(["comment", "a.md"], { GITHUB_REPOSITORY: "", GITHUB_RUN_ID: undefined })).rejects.toThrow(
    "ci needs GITHUB_REPOSITORY, GITHUB_RUN_ID, which CI sets for a job.",
  );
  await expect(ci(["comment", "a.md"], { GITHUB_TOKEN: "" })).rejects.toThrow("ci needs GITHUB_TOKEN");
  await expect(ci(["comment", "a.md"], { GITHUB_ACTIONS: "" })).rejects.toThrow("This is another place.");
});
