import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockEntries, readLockFile, withProviderLock } from "../../src/placing/lock-file";

const ours = { address: "registry.example/outreach/outreach", version: "1.2.0", hashes: ["h1:new="] };

const entry = `provider "registry.example/outreach/outreach" {
  version     = "1.2.0"
  constraints = "1.2.0"
  hashes = [
    "h1:new=",
  ]
}
`;

const header = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.
`;

const other = `provider "registry.example/hashicorp/aws" {
  version     = "5.100.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:aws=",
    "zh:00",
  ]
}
`;

const crlf = (text: string) => text.replaceAll("\n", "\r\n");

test("a missing lock file gets the entry as Terraform writes it", () => {
  expect(withProviderLock("", ours)).toBe(entry);
});

test("an entry is added after those of other providers", () => {
  expect(withProviderLock(`${header}\n${other}`, ours)).toBe(`${header}\n${other}\n${entry}`);
});

test.each([
  ["an older version", entry.replaceAll("1.2.0", "1.1.0")],
  ["another constraint", entry.replace('constraints = "1.2.0"', 'constraints = ">= 1.0.0"')],
  ["no constraint", entry.replace('  constraints = "1.2.0"\n', "")],
  ["an older version with the line ends of Windows", crlf(entry.replaceAll("1.2.0", "1.1.0"))],
])("an entry of %s is replaced, and the entries around it stay", (_, old) => {
  const last = other.replace("aws", "google");
  expect(withProviderLock(`${header}\n${other}\n${old}\n${last}`, ours)).toBe(
    `${header}\n${other}\n${entry}\n${last}`,
  );
});

test("an entry with this version and hash stays unchanged, with the lines that Terraform added", () => {
  const extended = entry.replace('    "h1:new=",\n', '    "h1:new=",\n    "h1:other-platform=",\n');
  expect(withProviderLock(`${header}\n${extended}\n${other}`, ours)).toBe(`${header}\n${extended}\n${other}`);
});

test("the entry has the checksum of each build once, and keeps those of builds that other machines have", () => {
  const windows = withProviderLock("", { ...ours, hashes: ["h1:new=", "h1:windows=", "h1:new="] });
  expect(lockEntries(windows)[0]?.hashes).toEqual(["h1:new=", "h1:windows="]);
  const withNode = withProviderLock(windows, { ...ours, hashes: ["h1:new=", "h1:node="] });
  expect(lockEntries(withNode)[0]?.hashes).toEqual(["h1:new=", "h1:node=", "h1:windows="]);
  expect(withProviderLock(withNode, ours)).toBe(withNode);
});

test("an entry of this version keeps the checksums of the download, which other machines use", () => {
  const hashes = ["h1:download=", "zh:00"].map((hash) => `    "${hash}",\n`).join("");
  const download = entry.replace('    "h1:new=",\n', hashes);
  const mixed = withProviderLock(download, ours);
  expect(lockEntries(mixed)[0]?.hashes).toEqual(["h1:download=", "h1:new=", "zh:00"]);
  expect(withProviderLock(mixed, ours)).toBe(mixed);
});

test("an entry of a provider whose address begins or ends like ours stays unchanged", () => {
  const similar = other.replace("registry.example/hashicorp/aws", "registry.example/outreach/outreach2");
  expect(withProviderLock(similar, ours)).toBe(`${similar}\n${entry}`);
});

test("an entry that is written in another form of HCL is replaced", () => {
  const old = `provider "registry.example/outreach/outreach" { version = "1.1.0" } /* mine } */ // }\n`;
  expect(withProviderLock(`${old}\n${other}`, ours)).toBe(`${entry.trimEnd()} /* mine } */ // }\n\n${other}`);
});

test("the entries of a lock file have their version, constraints and checksums", () => {
  expect(lockEntries(`\ufeff${header}\n${other}`)).toEqual([
    {
      address: "registry.example/hashicorp/aws",
      version: "5.100.0",
      constraints: "~> 5.0",
      hashes: ["h1:aws=", "zh:00"],
    },
  ]);
});

describe("reading a lock file", () => {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-lock-"));
  const file = join(folder, ".terraform.lock.hcl");
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a missing lock file is read as an empty one", () => {
    expect(readLockFile(folder)).toBe("");
  });

  test.each([
    ["the markers of a merge conflict", `${header}<<<<<<< HEAD\n${entry}=======\n>>>>>>> branch\n`, 3],
    ["an entry without its end", other + entry.slice(0, -3), 14],
    ["JSON", "{}", 1],
    ["a comment without its end", `${entry}/* `, 8],
    ["lists that are nested without end", `a = ${"[".repeat(100_000)}`, 1],
    ["blocks that are nested without end", "a {\n".repeat(100_000), 51],
  ])("%s is an error that names the file and the line", (_, text, line) => {
    writeFileSync(file, text);
    expect(() => readLockFile(folder)).toThrow(`${file} is not a lock file of Terraform: see line ${line}.`);
  });
});
