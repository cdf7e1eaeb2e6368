import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentCommit } from "../../../src/placing/records";

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

it("the commit of a review is that of the folder, with -dirty if a tracked file differs, also with a tag", () => {
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

it("the commit of a review is null without a commit", () => {
  // A temporary folder may be within a repository.
  writeFileSync(join(folder, ".git"), "gitdir: nowhere");
  expect(currentCommit(folder)).toBeNull();
});
