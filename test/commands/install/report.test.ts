import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportOf } from "../../../src/commands/install/report";
import { placeProvider } from "../../../src/placing";
import { ADDRESS, placementBench } from "../../placing/placement-bench";

const { newStackFolder, providerOf } = placementBench();

let folder: string;
beforeEach(() => {
  folder = newStackFolder();
  mkdirSync(join(folder, "home"));
});

const provider = () => providerOf("1.1.0", "two");
const unchanged = { platforms: ["linux_amd64", "darwin_arm64"], removed: [], kept: [] };
const withNode: string[] = [];

function warnings(environment: NodeJS.ProcessEnv = {}): string[] {
  const home = { HOME: join(folder, "home") };
  const lines = reportOf({
    provider: provider(),
    folder,
    placement: unchanged,
    withNode,
    environment: { ...home, ...environment },
  });
  return lines.filter((line) => line.startsWith("\nWarning")).map((line) => line.trim());
}

test("the report says where the provider is, and which blocks the configuration needs", () => {
  const environment = { HOME: join(folder, "home") };
  const report = reportOf({ provider: provider(), folder, placement: unchanged, withNode, environment }).join(
    "\n",
  );
  expect(report).toMatch(
    /^The outreach provider 1\.1\.0 is in .*terraform\.d, for Linux and macOS\. Its checksum is in .*hcl\.\n/,
  );
  expect(report).toContain(`source  = "${ADDRESS}"\n      version = "1.1.0"`);
  expect(report).not.toMatch(/Removed|stays|Warning/);
});

test("the report names each version that was removed, and why another one stays", () => {
  const placement = {
    ...unchanged,
    removed: ["1.0.0"],
    kept: [{ version: "0.9.0", reason: "another project may need it" }],
  };
  const lines = reportOf({ provider: provider(), folder, placement, withNode, environment: {} });
  expect(lines).toContain("Removed: 1.0.0.");
  expect(lines).toContain("Version 0.9.0 stays in terraform.d: another project may need it.");
});

test("the report names Windows and Node.js if the provider was placed for and with them", () => {
  const placement = { ...unchanged, platforms: ["linux_amd64", "windows_amd64"] };
  const installed = { provider: provider(), folder, placement, environment: {} };
  const report = reportOf({ ...installed, withNode: ["linux_amd64"] }).join("\n");
  expect(report).toContain("terraform.d, for Linux, macOS and Windows.");
  expect(report).toContain("It brings its own Node.js on linux_amd64.\n");
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
  mkdirSync(join(folder, "home/.terraform.d"));
  symlinkSync("loop.tfrc", join(folder, "home/.terraform.d/loop.tfrc"));
  expect(warnings()).toEqual([
    `Warning: ${join(folder, "folder.tf")} was not checked for a short source of the provider, because it cannot be read: ` +
      `${join(folder, "folder.tf")} is not a file. Move it away.`,
    expect.stringMatching(
      /loop\.tfrc was not checked for a provider_installation block, .* because it cannot be read: .*ELOOP/,
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
