import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IS_TOFU } from "../terraform/engine";
import { commandsOf, filesOf } from "./guide-commands";
import { cdktfBench, ROOT, succeeded } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

/** A project with the files of the guide to tests, and with these packages. */
function testedProject(packages: readonly string[]) {
  const project = bench.project({ provider: "built" });
  for (const [name, text] of filesOf("docs/guides/testing.md")) project.write(name, text);
  const opener = "prompts/opener.md";
  project.write(opener, readFileSync(join(ROOT, "examples/starter", opener), "utf8"));
  for (const name of packages) project.link(name, join(ROOT, "node_modules", name));
  return project;
}

// The guide's tests, and CDKTF's matchers, run `terraform` by that name.
(IS_TOFU ? test.skip : test)(
  'the tests of the guide "Test your stack" pass in a project of its own',
  async () => {
    const project = testedProject(["@swc/core", "@swc/jest"]);
    const jest = join(ROOT, "node_modules/jest/bin/jest.js");
    const temporary = join(project.folder, "tmp");
    mkdirSync(temporary);
    const args = [jest, "--no-cache", "--runInBand"];
    const outcome = await project.spawn(process.execPath, args, { env: { TMPDIR: temporary } });
    succeeded("jest", outcome);
    expect(outcome.stderr).toContain("Tests:       6 passed, 6 total");
  },
);

test("the guide's tests of prompts and arguments also pass in Vitest", async () => {
  const project = testedProject(["vitest"]);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "prompts.test.ts", "arguments.test.ts"];
  const outcome = await project.spawn(process.execPath, args, { env: { NO_COLOR: "1" } });
  expect(succeeded("vitest", outcome)).toMatch(/^ *Tests +4 passed \(4\)$/m);
  const typed = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
  ];
  const files = ["--types", "vitest/globals", "arguments.test.ts", "prompts.test.ts"];
  const tsc = join(ROOT, "node_modules/typescript7/bin/tsc");
  succeeded("tsc", await project.spawn(process.execPath, [tsc, ...typed, ...files]));
});

test("the script of the guide to the API client runs, and leaves nothing", async () => {
  const project = bench.project();
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  const [script] = filesOf("docs/guides/client.md");
  project.write(...script!);
  const outcome = await project.spawn("bash", ["-e", "-c", commandsOf("docs/guides/client.md")]);
  expect(succeeded("the script", outcome)).toMatch(/ Opener$/m);
  expect(bench.simulator().objects()).toEqual([]);
});
