import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examine } from "../../../src/commands/doctor";
import { placeProvider } from "../../../src/placing/place-provider";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

const again = "Run synth, or cdktf-outreach install, again.";

test("a project whose stacks have the provider has no problem, and one line names the stacks", async () => {
  bench.stack("one");
  bench.stack("two");
  const findings = await examine(bench.facts());
  expect(findings.map(lineOf)).toContain(
    "ok: cdktf.out/stacks/one, cdktf.out/stacks/two: Version 1.2.0 of the provider for linux_amd64 is installed, with its " +
      "checksum.",
  );
  expect(await bench.problems()).toEqual([]);
});

test("a fault that several stacks share is one finding, and a fault of one stack is another", async () => {
  for (const name of ["a", "b"]) rmSync(join(bench.stack(name), "terraform.d"), { recursive: true });
  rmSync(join(bench.stack("c"), ".terraform.lock.hcl"));
  expect(await bench.problems()).toEqual([
    `error: cdktf.out/stacks/a, cdktf.out/stacks/b: The outreach provider is not installed. ${again}`,
    `error: cdktf.out/stacks/c: The lock file does not hold the provider's checksum. ${again}`,
  ]);
});

test("a stack that uses only other providers needs no provider of this package", async () => {
  bench.stack("one");
  const other = bench.stack("other");
  rmSync(join(other, "terraform.d"), { recursive: true });
  rmSync(join(other, ".terraform.lock.hcl"));
  bench.writeJson("cdktf.out/stacks/other/cdk.tf.json", { terraform: {} });
  expect(await bench.problems()).toEqual([]);
});

test("a project without stacks and without HCL is a warning that says what to run", async () => {
  expect(await bench.problems()).toEqual([
    "warning: There is neither a synthesized stack nor an installed provider. Run synth, or cdktf-outreach install.",
  ]);
});

test("an installed provider of another version is a warning that names both versions", async () => {
  const stack = bench.stack("one");
  renameSync(join(bench.placed(stack), ".."), join(bench.placed(stack), "../../0.0.9"));
  expect(await bench.problems()).toEqual([
    `warning: cdktf.out/stacks/one: The provider has version 0.0.9, and the package 1.2.0. ${again}`,
  ]);
});

describe("the files of the provider in a stack", () => {
  const problem = (fault: string) => [
    `error: cdktf.out/stacks/one: The provider in terraform.d cannot be used on linux_amd64: ${fault}. ${again}`,
  ];
  const other = "its files are not those of the package";
  test.each([
    ["other bytes", (files: string) => appendFileSync(join(files, "provider.cjs"), "\n"), other],
    ["one file too many", (files: string) => writeFileSync(join(files, "notes"), ""), other],
    ["a folder in place of a file", (files: string) => mkdirSync(join(files, "folder")), other],
    ["no files", (files: string) => rmSync(files, { recursive: true }), "its files are missing"],
    [
      "a launcher that may not be executed",
      (files: string) => chmodSync(join(files, "terraform-provider-outreach_v1.2.0"), 0o644),
      "terraform-provider-outreach_v1.2.0 is not executable",
    ],
  ])("with %s are an error", async (_, damage, fault) => {
    damage(bench.placed(bench.stack("one")));
    expect(await bench.problems()).toEqual(problem(fault));
  });
});

test("an engine for a system on which the provider does not run is an error", async () => {
  bench.stack("one");
  const engine = { program: "no-engine", version: "Terraform v1.9.0", platform: "windows_amd64" };
  expect(await bench.problems({ engine })).toEqual([
    "error: Terraform v1.9.0 is built for windows_amd64, on which the provider does not run. Use an engine for one of " +
      "linux_amd64, linux_arm64, darwin_amd64, darwin_arm64.",
  ]);
});

test("a project of plain HCL needs the provider beside its .tf files", async () => {
  const source = bench.provider().address;
  bench.write(
    "main.tf",
    `terraform {\n  required_providers {\n    outreach = { source = "${source}" }\n  }\n}\n`,
  );
  const places = [{ name: "the project folder", folder: bench.folder() }];
  expect(await bench.problems({ places })).toEqual([
    `error: the project folder: The outreach provider is not installed. ${again}`,
  ]);
  placeProvider(bench.provider(), bench.folder());
  expect(await bench.problems({ places })).toEqual([]);
});

test.each([
  ["cdk.tf.json", '{"terraform": ', "is not"],
  ["cdk.tf.json", "[]", "is not"],
  [".terraform.lock.hcl", "<<<<<<< HEAD\n", "is not"],
  [".terraform.lock.hcl", undefined, "is not a file. Move it away."],
  ["cdk.tf.json", undefined, "is not a file. Move it away."],
])("a %s of a stack with the text %j is one error that names it", async (file, text, problem) => {
  const stack = bench.stack("one");
  const path = join(stack, file);
  rmSync(path);
  if (text === undefined) mkdirSync(path);
  else bench.write(`cdktf.out/stacks/one/${file}`, text);
  const problems = await bench.problems();
  expect(problems.filter((line) => line.startsWith(`error: ${path} ${problem}`))).toHaveLength(1);
});

test.each([
  ["OpenTofu v1.10.0", "an error, because it has its own registry", 1],
  ["Terraform v1.11.4", "no problem", 0],
])("a short source is for %s %s", async (version, _, count) => {
  bench.write(
    "main.tf",
    'terraform {\n  required_providers {\n    outreach = { source = "outreach/outreach" }\n  }\n}\n',
  );
  placeProvider(bench.provider(), bench.folder());
  const problem =
    `error: the project folder: ${join(bench.folder(), "main.tf")} names the provider by the short source ` +
    '"outreach/outreach", which OpenTofu looks for in its own registry, so init fails. Write the whole source: ' +
    '"registry.example/outreach/outreach".';
  const places = [{ name: "the project folder", folder: bench.folder() }];
  const engine = { program: "no-engine", version, platform: "linux_amd64" };
  expect(await bench.problems({ places, engine })).toEqual([problem].slice(0, count));
});
