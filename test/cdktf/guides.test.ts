import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IS_TOFU } from "../terraform/engine";
import { commandsOf, filesOf } from "./guide-commands";
import { cdktfBench, ROOT, succeeded } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

// The guide's tests, and CDKTF's matchers, run `terraform` by that name.
(IS_TOFU ? test.skip : test)(
  'the tests of the guide "Test your stack" pass in a project of its own',
  async () => {
    const project = bench.project({ provider: "built" });
    for (const [name, text] of filesOf("docs/guides/testing.md")) project.write(name, text);
    const opener = "prompts/opener.md";
    project.write(opener, readFileSync(join(ROOT, "examples/starter", opener), "utf8"));
    for (const name of ["@swc/core", "@swc/jest"]) project.link(name, join(ROOT, "node_modules", name));
    const jest = join(ROOT, "node_modules/jest/bin/jest.js");
    const temporary = join(project.folder, "tmp");
    mkdirSync(temporary);
    const args = [jest, "--no-cache", "--runInBand"];
    const outcome = await project.spawn(process.execPath, args, { env: { TMPDIR: temporary } });
    succeeded("jest", outcome);
    expect(outcome.stderr).toContain("Tests:       6 passed, 6 total");
  },
);

test("the script of the guide to the API client runs, and leaves nothing", async () => {
  const project = bench.project();
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  const [script] = filesOf("docs/guides/client.md");
  project.write(...script!);
  const outcome = await project.spawn("bash", ["-e", "-c", commandsOf("docs/guides/client.md")]);
  expect(succeeded("the script", outcome)).toMatch(/ Opener$/m);
  expect(bench.simulator().objects()).toEqual([]);
});
