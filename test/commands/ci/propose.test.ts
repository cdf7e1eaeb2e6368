import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleCommand } from "../command";
import { GitHubHost, TOKEN } from "./github-host";
import { GitLabHost } from "./gitlab-host";
import { Job } from "./jobs";
import { TestServer } from "./test-server";

const BOT = "41898282+github-actions[bot]@users.noreply.github.com";
const SERVER = "https://github.com/acme/prompts";
const BRANCH = "edited-in-outreach";
const EDITED = ["--branch", BRANCH, "--title", "Edited in Outreach"];

let folder: string;
let origin: string;
let clones: number;
let host: GitHubHost;
let job: Job;

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=person@example.com", "-C", cwd, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

/** Commits a prompt to the current branch, and returns the id of the commit. */
function commit(prompt: string, subject: string): string {
  writeFileSync(join(origin, "prompt.md"), `one\n${prompt}\nthree\n`);
  git(origin, "add", ".");
  git(origin, "commit", "-qm", subject);
  return git(origin, "rev-parse", "HEAD");
}

const bodies = () =>
  host.asked
    .filter(({ method, path }) => method === "POST" && path.endsWith("/pulls"))
    .map(({ body }) => body);
const branches = () => git(origin, "branch", "--format=%(refname:short)").split("\n").sort();
const promptOn = (branch: string) => git(origin, "show", `${branch}:prompt.md`).split("\n")[1];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
  origin = join(folder, "origin");
  clones = 0;
  git(folder, "init", "-q", "-b", "main", origin);
  commit("Tuesday", "one");
  host = await new GitHubHost().start();
  job = Job.onGitHub(host.url, {});
});
const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all([host, ...servers.splice(0)].map((server) => server.stop()));
  job.remove();
  rmSync(folder, { recursive: true });
});

/** Returns a new clone, and writes the patch of an edit. */
function clone(edit = ""): string {
  const made = join(folder, `clone-${(clones += 1)}`);
  git(folder, "clone", "-q", origin, made);
  if (edit !== "") writeFileSync(join(made, "prompt.md"), `one\n${edit}\nthree\n`);
  writeFileSync(join(folder, "edits.patch"), execFileSync("git", ["diff", "--binary"], { cwd: made }));
  git(made, "checkout", "-q", ".");
  return made;
}

/** Runs the command in a new clone. The remote address stands for the one at the host. */
async function propose(args: readonly string[], { edit = "", of = job, server = SERVER } = {}) {
  writeFileSync(join(folder, ".gitconfig"), `[url "${origin}"]\n\tinsteadOf = ${server}\n`);
  const home = process.cwd();
  process.chdir(clone(edit));
  try {
    const files = args.some((one) => one.startsWith("--revert")) ? [] : [join(folder, "edits.patch")];
    return await of.ci(["propose", ...args, ...files], { HOME: folder, PATH: process.env["PATH"] });
  } finally {
    process.chdir(home);
  }
}

describe("a patch", () => {
  const log = () => git(origin, "log", "--format=%s by %ae and %ce", `main..${BRANCH}`).split("\n");
  const OWN = `Edited in Outreach by ${BOT} and ${BOT}`;

  /** Pushes a person's version of the branch. */
  function review(): void {
    git(origin, "switch", "-q", BRANCH);
    commit("reviewed", "Reviewed");
    git(origin, "switch", "-q", "main");
  }

  it("becomes one commit and one pull request, which later edits replace", async () => {
    expect(await propose(EDITED, { edit: "2" })).toBe(0);
    expect(await propose(EDITED, { edit: "zwei" })).toBe(0);
    expect([log(), promptOn(BRANCH), promptOn("main")]).toEqual([[OWN], "zwei", "Tuesday"]);
    expect(bodies()).toEqual([
      {
        ...{ head: BRANCH, base: "main", title: "Edited in Outreach" },
        body: "If no review starts, approve its workflows, or close and reopen this.",
      },
    ]);
    expect(job.printed).toBe("#13 proposes the change.\n".repeat(2));
  });

  it("is pushed once, because a push takes the approval of a reviewer back", async () => {
    await propose(EDITED, { edit: "2" });
    const pushed = git(origin, "rev-parse", BRANCH);
    git(origin, "commit", "-q", "--allow-empty", "-m", "later");
    expect(await propose(EDITED, { edit: "2" })).toBe(0);
    expect(git(origin, "rev-parse", BRANCH)).toBe(pushed);
  });

  it("that differs from the proposed one only in white space replaces it", async () => {
    await propose(EDITED, { edit: "- two" });
    expect(await propose(EDITED, { edit: "  -  two" })).toBe(0);
    expect(promptOn(BRANCH)).toBe("  -  two");
  });

  it("is pushed once although it has several files, and bytes that are no text", async () => {
    writeFileSync(join(origin, "bytes"), Buffer.from([0, 1, 0xff, 0x0d, 0x40, 0x40, 0x20]));
    const wrong = commit("wrong", "wrong");
    await propose(["--revert", wrong]);
    const branch = `roll-back-${wrong.slice(0, 12)}`;
    const pushed = git(origin, "rev-parse", branch);
    git(origin, "commit", "-q", "--allow-empty", "-m", "later");
    git(origin, "switch", "-q", branch);
    writeFileSync(join(origin, "other"), "reviewed\n");
    commit("Tuesday", "Reviewed");
    git(origin, "switch", "-q", "main");
    expect(await propose(["--revert", wrong])).toBe(0);
    expect(git(origin, "rev-parse", `${branch}^`)).toBe(pushed);
  });

  it("gets its pull request although a fork has one of a branch with this name", async () => {
    const fork = host.pull(13, "f0rk");
    Object.assign(fork.head, { ref: BRANCH, repo: { full_name: "acme/fork" } });
    expect(await propose(EDITED, { edit: "2" })).toBe(0);
    expect(job.printed).toBe("#14 proposes the change.\n");
  });

  it("keeps the settings that Git has from the environment of the job", async () => {
    const settings = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "author.name", GIT_CONFIG_VALUE_0: "Robot" };
    const of = Job.onGitHub(host.url, {}, settings);
    expect(await propose(EDITED, { edit: "2", of })).toBe(0);
    expect(git(origin, "log", "-1", "--format=%an", BRANCH)).toBe("Robot");
    of.remove();
  });

  it("gets its pull request later if an earlier run could not open it", async () => {
    const refused = {
      status: 403,
      value: { message: "GitHub Actions is not permitted to create pull requests" },
    };
    host.once("POST /repos/acme/prompts/pulls", refused);
    await expect(propose(EDITED, { edit: "2" })).rejects.toThrow("is not permitted to create pull requests");
    expect(await propose(EDITED, { edit: "2" })).toBe(0);
    expect(job.printed).toBe("#13 proposes the change.\n");
  });

  it.each([
    ["at another time", ["2026-11-29T12:00:00Z", "2026-11-29T12:00:01Z"]],
    ["in the same second, as the same commit", ["2026-11-29T12:00:00Z", "2026-11-29T12:00:00Z"]],
  ])("made %s leaves commits of a person alone, and fails only if it is new", async (_, times) => {
    const [first, second] = times.map((time) =>
      Job.onGitHub(host.url, {}, { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time }),
    );
    await propose(EDITED, { edit: "2", of: first! });
    review();
    expect(await propose(EDITED, { edit: "2", of: second! })).toBe(0);
    for (const one of [first!, second!]) one.remove();
    await expect(propose(EDITED, { edit: "zwei" })).rejects.toThrow(
      `The change is new, and ${BRANCH} has commits of a person. Merge or delete ${BRANCH}.`,
    );
    expect(log()).toEqual(["Reviewed by person@example.com and person@example.com", OWN]);
  });

  it("does not count the commits of the main branch as a person's", async () => {
    await propose(EDITED, { edit: "2" });
    git(origin, "merge", "-q", "--no-ff", "--no-edit", BRANCH);
    commit("later", "later");
    expect(await propose(EDITED, { edit: "zwei" })).toBe(0);
    expect(promptOn(BRANCH)).toBe("zwei");
  });

  it("that is empty opens no pull request", async () => {
    expect(await propose(EDITED)).toBe(0);
    expect(branches()).toEqual(["main"]);
    expect(bodies()).toEqual([]);
  });

  it("keeps all bytes of a file", async () => {
    writeFileSync(join(origin, "bytes"), Buffer.from([0xff, 0x0a, 0x61, 0x0a]));
    git(origin, "add", ".");
    git(origin, "commit", "-qm", "bytes");
    const bytes = git(origin, "rev-parse", "HEAD");
    commit("later", "later");
    expect(await propose(["--revert", bytes])).toBe(0);
    expect(git(origin, "ls-tree", "--name-only", `roll-back-${bytes.slice(0, 12)}`)).toBe("prompt.md");
  });
});

describe("--revert", () => {
  const of = (id: string) => `roll-back-${id.slice(0, 12)}`;

  it("pushes the revert of a commit, and repeats no [skip ci] of its message", async () => {
    const wrong = commit("wrong", "Wrong [skip ci] $(touch pwned)");
    expect(await propose(["--revert", wrong.slice(0, 8)])).toBe(0);
    expect([promptOn(of(wrong)), promptOn("main")]).toEqual(["Tuesday", "wrong"]);
    const title = `Roll back ${wrong.slice(0, 12)}`;
    expect(git(origin, "log", "-1", "--format=%B", of(wrong))).toBe(
      `${title}\n\nThis reverts commit ${wrong}.`,
    );
    expect(bodies()).toEqual([
      {
        ...{ base: "main", head: of(wrong), title },
        body: `This reverts commit ${wrong}. If no review starts, approve its workflows, or close and reopen this.`,
      },
    ]);
  });

  it("reverts the merge of a pull request whole, and keeps later commits", async () => {
    git(origin, "switch", "-qc", "feature");
    commit("step", "a step");
    commit("wrong", "another step");
    git(origin, "switch", "-q", "main");
    git(origin, "merge", "-q", "--no-ff", "--no-edit", "feature");
    const merge = git(origin, "rev-parse", "HEAD");
    writeFileSync(join(origin, "later.md"), "later\n");
    git(origin, "add", ".");
    git(origin, "commit", "-qm", "later");
    expect(await propose(["--revert", merge])).toBe(0);
    expect(promptOn(of(merge))).toBe("Tuesday");
    expect(git(origin, "show", `${of(merge)}:later.md`)).toBe("later");
  });

  it.each(["main", "--help", "deadbeef", "HEAD", "$(touch pwned)"])(
    "refuses %j, which is no id of a commit of the branch",
    async (name) => {
      await expect(propose([`--revert=${name}`])).rejects.toThrow(
        `--revert takes the id of a commit of main, not ${JSON.stringify(name)}.`,
      );
      expect(branches()).toEqual(["main"]);
    },
  );

  it("refuses the short id of a commit if it is also the name of a tag, which Git prefers", async () => {
    const wrong = commit("wrong", "wrong");
    git(origin, "tag", wrong.slice(0, 7), commit("later", "later"));
    await expect(propose(["--revert", wrong.slice(0, 7)])).rejects.toThrow(
      "takes the id of a commit of main",
    );
    expect(branches()).toEqual(["main"]);
  });

  it("names a file with its letters in the error of Git", async () => {
    git(origin, "mv", "prompt.md", "größe.md");
    git(origin, "commit", "-qm", "rename");
    const ids = ["wrong", "later"].map((text) => {
      writeFileSync(join(origin, "größe.md"), text);
      git(origin, "commit", "-qam", text);
      return git(origin, "rev-parse", "HEAD");
    });
    await expect(propose(["--revert", ids[0]!])).rejects.toThrow("'größe.md' with conflicts");
  });

  it("refuses a commit of another branch", async () => {
    git(origin, "switch", "-qc", "feature");
    const other = commit("other", "other");
    git(origin, "switch", "-q", "main");
    await expect(propose(["--revert", other])).rejects.toThrow("takes the id of a commit of main");
  });

  it.each([
    ["later", "the revert conflicts"],
    ["Tuesday", "the commit is reverted already"],
  ])("pushes nothing if the prompt is %j now, so that %s", async (now) => {
    const wrong = commit("wrong", "wrong");
    commit(now, "later");
    await expect(propose(["--revert", wrong])).rejects.toThrow("Later commits changed the same lines, or");
    expect(branches()).toEqual(["main"]);
  });
});

it("opens a merge request of GitLab with its own author", async () => {
  const gitlab = await new GitLabHost().start();
  servers.push(gitlab);
  const of = Job.onGitLab(gitlab.url, { CI_COMMIT_REF_NAME: "main" });
  const server = "https://gitlab.example/acme/prompts.git";
  // The merge request of a fork, whose branch has the same name.
  const fork = { sha: "f0rk", state: "opened", target_branch: "main", source_branch: BRANCH } as const;
  gitlab.requests.push({ iid: 13, ...fork, source_project_id: 8 });
  for (const edit of ["2", "zwei"]) expect(await propose(EDITED, { edit, of, server })).toBe(0);
  expect(git(origin, "log", "--format=%ae", `main..${BRANCH}`)).toBe("cdktf-outreach@noreply.invalid");
  expect(gitlab.sent("POST")).toEqual(["POST /projects/7/merge_requests"]);
  expect(of.printed).toBe("!14 proposes the change.\n".repeat(2));
  of.remove();
});

it("pushes with the token of the host instead of one in the folder, and shows it nowhere", async () => {
  const server = await new TestServer().start();
  servers.push(server);
  const cwd = clone("2");
  git(cwd, "config", `http.${server.url}/.extraheader`, "Authorization: Basic of-the-checkout");
  const env = { ...job.env, GITHUB_SERVER_URL: server.url, GITHUB_EVENT_PATH: job.write("event.json", "{}") };
  const command = bundleCommand();
  const paths = { HOME: folder, PATH: process.env["PATH"] };
  const patch = join(folder, "edits.patch");
  const { status, stderr } = await command.runIn(
    { cwd, env: { ...env, ...paths } },
    "ci",
    "propose",
    patch,
    ...EDITED,
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^cdktf-outreach: Command failed: git .* ls-remote /);
  expect(stderr).not.toContain(TOKEN);
  const basic = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString("base64")}`;
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([basic]);
  await command.remove();
});

it.each([
  ["no patch", ["--branch", "a", "--title", "b"]],
  ["no title", ["a.patch", "--branch", "a"]],
  ["a patch beside a commit", ["a.patch", "--revert", "HEAD"]],
  ["to push to the branch of the job", ["a.patch", "--branch", "main", "--title", "b"]],
])("refuses %s", async (_, args) => {
  await expect(job.ci(["propose", ...args], { PATH: process.env["PATH"] })).rejects.toThrow(
    /ci propose takes|--revert/,
  );
});
