import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportOf } from "../../../src/commands/install/report";
import { type Placement, placeProvider } from "../../../src/placing/place-provider";
import { ADDRESS, placementBench } from "../../placing/placement-bench";

const { newStackFolder, providerOf } = placementBench();

let folder: string;
beforeEach(() => {
  folder = newStackFolder();
  mkdirSync(join(folder, "home"));
});

const provider = () => providerOf("1.1.0", "two");
const unchanged = { platforms: ["linux_amd64", "darwin_arm64"], removed: [], kept: [] };

/** Returns the report about a placement, on a machine with an empty home directory. */
function report(placement: Placement = unchanged, withNode: string[] = []): string[] {
  const environment = { HOME: join(folder, "home") };
  return reportOf({ provider: provider(), folder, placement, withNode, environment });
}

const warnings = () =>
  report()
    .filter((line) => line.startsWith("\nWarning"))
    .map((line) => line.trim());

test("the report says where the provider is, and which blocks the configuration needs", () => {
  const text = report().join("\n");
  expect(text).toMatch(
    /^The outreach provider 1\.1\.0 is in .*terraform\.d, for Linux and macOS\. Its checksum is in .*hcl\.\n/,
  );
  expect(text).toContain(`source  = "${ADDRESS}"\n      version = "1.1.0"`);
  expect(text).not.toMatch(/Removed|stays|Warning/);
});

test("the report names what was removed, what stays and why, Windows, and the provider's own Node.js", () => {
  const kept = [{ version: "0.9.0", reason: "another project may need it" }];
  const platforms = ["linux_amd64", "windows_amd64"];
  const lines = report({ platforms, removed: ["1.0.0"], kept }, ["linux_amd64"]);
  expect(lines[0]).toContain("terraform.d, for Linux, macOS and Windows.");
  expect(lines).toEqual(
    expect.arrayContaining([
      "It brings its own Node.js on linux_amd64.",
      "Removed: 1.0.0.",
      "Version 0.9.0 stays in terraform.d: another project may need it.",
    ]),
  );
});

test("a source without its host is a warning, in every syntax, but not in the files of editors", () => {
  const short = 'terraform { required_providers { outreach = { source = "outreach/outreach" } } }';
  writeFileSync(join(folder, "main.tf"), short);
  writeFileSync(join(folder, "other.tofu"), short);
  writeFileSync(
    join(folder, "json.tf.json"),
    '{"terraform":{"required_providers":{"o":{"source":"outreach/outreach"}}}}',
  );
  writeFileSync(join(folder, "whole.tf"), short.replace("outreach/outreach", ADDRESS));
  symlinkSync("user@host.123", join(folder, ".#main.tf"));
  expect(warnings()).toEqual(
    ["json.tf.json", "main.tf", "other.tofu"].map(
      (file) => expect.stringMatching(`^Warning: ${file} names the provider by a short source`) as string,
    ),
  );
});

test("what cannot be read is a warning that names it, and what was not checked", () => {
  mkdirSync(join(folder, "folder.tf"));
  symlinkSync(".tofurc", join(folder, "home/.tofurc"));
  expect(warnings()).toEqual([
    `Warning: folder.tf was not checked for a short source of the provider: ${join(folder, "folder.tf")} is not a file. ` +
      "Move it away.",
    expect.stringMatching(
      /\.tofurc was not checked for a provider_installation block, .* because it cannot be read: .*ELOOP/,
    ),
  ]);
});

test("a provider_installation block is a warning with the mirror to add, until the mirror is there", () => {
  placeProvider(provider(), folder);
  const rc = join(folder, "home/.terraformrc");
  writeFileSync(rc, "provider_installation {\n  direct {}\n}\n");
  const [warning] = warnings();
  expect(warning).toContain(`Warning: ${rc} has a provider_installation block`);
  const block = /^ {2}filesystem_mirror[^]*exclude.*\n {2}\}/m.exec(warning!)![0];
  writeFileSync(rc, `provider_installation {\n${block}\n}\n`);
  expect(warnings()).toEqual([]);
});
