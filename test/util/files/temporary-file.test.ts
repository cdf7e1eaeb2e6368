import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasTemporary, removeLeftovers } from "../../../src/util/files/temporary-file";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-files-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const ENDED = spawnSync(process.execPath, ["--version"]).pid;

const temporaryOf = (pid: number) => `.cdktf-outreach-${pid}-00000000-0000-0000-0000-000000000000.tmp`;

function makeOld(name: string): void {
  utimesSync(join(folder, name), 0, 0);
}

test.each(["file", "folder"])("an old temporary %s of a process that has ended is removed", (kind) => {
  const name = temporaryOf(ENDED);
  if (kind === "file") writeFileSync(join(folder, name), "half");
  else mkdirSync(join(folder, name, "nested"), { recursive: true });
  makeOld(name);
  expect(hasTemporary(folder)).toBe(true);
  removeLeftovers(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["that is new stays, because a process of another machine may have the id", ENDED, false],
  ["of a running process stays, however old it is", process.pid, true],
])("a temporary file %s", (_, pid, isOld) => {
  const name = temporaryOf(pid);
  writeFileSync(join(folder, name), "half");
  if (isOld) makeOld(name);
  removeLeftovers(folder);
  expect(readdirSync(folder)).toEqual([name]);
});

test("old files and folders of a person stay, also if their names resemble those of temporary files", () => {
  const names = [
    ".cdktf-outreach-notes",
    ".cdktf-outreach-backup.tmp",
    `.cdktf-outreach-${ENDED}-x.tmp`,
    `${temporaryOf(ENDED)}.orig`,
  ];
  for (const name of names) {
    mkdirSync(join(folder, name));
    makeOld(name);
  }
  removeLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual(names.sort());
});

test("a folder that does not exist has no leftovers", () => {
  expect(() => removeLeftovers(join(folder, "missing"))).not.toThrow();
});
