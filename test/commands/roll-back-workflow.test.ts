import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { scriptsOf } from "./pull-request-example";

let folder: string;
let origin: string;
let runs: number;

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=person@example.com", "-C", cwd, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

/** Commits a prompt to the main branch, and returns the id of the commit. */
function commit(prompt: string, subject: string): string {
  writeFileSync(join(origin, "prompt.md"), `${prompt}\n`);
  git(origin, "add", ".");
  git(origin, "commit", "-qm", subject);
  return git(origin, "rev-parse", "HEAD");
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
  origin = join(folder, "origin");
  runs = 0;
  mkdirSync(join(folder, "bin"));
  const record = `for arg; do printf '%s\\n' "$arg"; done > "${join(folder, "asked")}"`;
  writeFileSync(join(folder, "bin/gh"), `#!/bin/sh\n${record}\n`, { mode: 0o755 });
  mkdirSync(origin);
  git(origin, "init", "-q", "-b", "main");
  commit("Tuesday", "one");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the step of the workflow in a new clone. */
function rollBack(COMMIT: string) {
  const clone = join(folder, `clone-${(runs += 1)}`);
  git(folder, "clone", "-q", origin, clone);
  const [script] = scriptsOf("rollback.yml");
  const PATH = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
  return spawnSync("bash", ["-e", "-c", script!], {
    cwd: clone,
    encoding: "utf8",
    env: { PATH, HOME: folder, LC_ALL: "C", BASE: "main", COMMIT },
  });
}

const bodyOf = (commit: string) =>
  `Reverts ${commit}. If no review starts, approve its workflows, or close and reopen this.`;
const asked = () => readFileSync(join(folder, "asked"), "utf8").trimEnd().split("\n");
const promptOn = (branch: string) => git(origin, "show", `${branch}:prompt.md`);

it("rollback.yml pushes the revert of a commit, and repeats no [skip ci] of its message", () => {
  const wrong = commit("wrong", "Wrong [skip ci] $(touch pwned)");
  const branch = `roll-back-${wrong.slice(0, 12)}`;
  expect(rollBack(wrong.slice(0, 8))).toMatchObject({ status: 0 });
  expect([promptOn(branch), promptOn("main")]).toEqual(["Tuesday", "wrong"]);
  const title = `Roll back ${wrong.slice(0, 12)}`;
  expect(git(origin, "log", "-1", "--format=%an: %B", branch)).toBe(
    `github-actions[bot]: ${title}\n\nThis reverts commit ${wrong}.`,
  );
  expect(asked()).toEqual([
    ...["pr", "create", "--base", "main", "--head", branch],
    ...["--title", title, "--body", bodyOf(wrong)],
  ]);
});

it("rollback.yml reverts the merge of a pull request whole", () => {
  git(origin, "switch", "-qc", "feature");
  commit("step", "a step");
  commit("wrong", "another step");
  git(origin, "switch", "-q", "main");
  git(origin, "merge", "-q", "--no-ff", "--no-edit", "feature");
  const merge = git(origin, "rev-parse", "HEAD");
  expect(rollBack(merge).status).toBe(0);
  expect(promptOn(`roll-back-${merge.slice(0, 12)}`)).toBe("Tuesday");
  expect(asked().at(-1)).toBe(bodyOf(merge));
});

it.each(["main", "--help", "deadbeef", "", "$(touch pwned)"])(
  "rollback.yml refuses %j, which is no id of a commit of the main branch",
  (name) => {
    const { status, stdout } = rollBack(name);
    expect(status).toBe(1);
    expect(stdout).toContain("::error title=Roll back::Name a commit of main by its id.");
    expect(git(origin, "branch", "--format=%(refname:short)")).toBe("main");
  },
);

it("rollback.yml refuses a commit of another branch", () => {
  git(origin, "switch", "-qc", "feature");
  const other = commit("other", "other");
  git(origin, "switch", "-q", "main");
  expect(rollBack(other)).toMatchObject({ status: 1, stdout: expect.stringContaining("Name a commit") });
});

it("rollback.yml pushes nothing if the revert conflicts, and overwrites no branch of an earlier run", () => {
  const wrong = commit("wrong", "wrong");
  commit("later", "later");
  const conflict = rollBack(wrong);
  expect(conflict.status).toBe(1);
  expect(conflict.stdout).toContain("::error title=Roll back::Later commits changed the same lines");
  expect(git(origin, "branch", "--format=%(refname:short)")).toBe("main");

  const last = git(origin, "rev-parse", "HEAD");
  const branch = `roll-back-${last.slice(0, 12)}`;
  git(origin, "branch", branch, last);
  git(origin, "switch", "-q", branch);
  const reviewed = commit("reviewed", "a commit of a person");
  git(origin, "switch", "-q", "main");
  expect(rollBack(last)).toMatchObject({ status: 1, stdout: expect.stringContaining("exists already") });
  expect(git(origin, "rev-parse", branch)).toBe(reviewed);
});

it("rollback.yml says that a commit may be reverted already", () => {
  const wrong = commit("wrong", "wrong");
  commit("Tuesday", "reverted by hand");
  const { status, stdout } = rollBack(wrong);
  expect(status).toBe(1);
  expect(stdout).toContain("or the commit is reverted already");
});
