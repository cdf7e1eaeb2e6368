import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentCommit } from "../../../src/cli/review/plan-stacks";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-commit-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@localhost", ...args], {
    cwd: folder,
    encoding: "utf8",
  }).trim();

it("is the commit of a folder, with -dirty where a tracked file differs from it, be there a tag or not", () => {
  git("init", "-q");
  writeFileSync(join(folder, "a"), "1");
  git("add", "a");
  git("commit", "-q", "-m", "One");
  git("tag", "-m", "v1", "v1");
  const commit = git("rev-parse", "HEAD");
  expect(currentCommit(folder)).toBe(commit);
  writeFileSync(join(folder, "b"), "not tracked");
  expect(currentCommit(folder)).toBe(commit);
  writeFileSync(join(folder, "a"), "2");
  expect(currentCommit(folder)).toBe(`${commit}-dirty`);
});

it("is null without a commit", () => {
  // A temporary folder may be within a repository.
  writeFileSync(join(folder, ".git"), "gitdir: nowhere");
  expect(currentCommit(folder)).toBeNull();
});
