import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE, IS_TOFU } from "../terraform/engine";
import { cdktfBench, ROOT, succeeded } from "./harness";

const bench = cdktfBench();

/** The files of the guide, which name themselves in their first line. */
function filesOf(guide: string): [name: string, text: string][] {
  const blocks = readFileSync(join(ROOT, guide), "utf8").matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, name, text]) => [name!, text!]);
}

// The guide's tests, and CDKTF's matchers, run `terraform` by that name.
(IS_TOFU ? test.skip : test)(
  'the tests of the guide "Test your stack" pass in a project of its own',
  async () => {
    const project = bench.project();
    for (const [name, text] of filesOf("docs/guides/testing.md")) project.write(name, text);
    const transform = { "\\.ts$": [join(ROOT, "node_modules/@swc/jest"), { module: { type: "commonjs" } }] };
    project.write("jest.config.json", JSON.stringify({ testEnvironment: "node", transform }));
    const jest = join(ROOT, "node_modules/jest/bin/jest.js");
    const temporary = join(project.folder, "tmp");
    mkdirSync(temporary);
    const args = [jest, "--config", "jest.config.json", "--no-cache", "--runInBand"];
    const outcome = await project.spawn(process.execPath, args, { env: { TMPDIR: temporary } });
    succeeded("jest", outcome);
    expect(outcome.stderr).toContain("Tests:       3 passed, 3 total");
  },
);

test("the script of the guide to the API client runs, and leaves nothing", async () => {
  const project = bench.project();
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  const guide = readFileSync(join(ROOT, "docs/guides/client.md"), "utf8");
  project.write("script.mts", /^```ts\n([^]*?)^```$/m.exec(guide)![1]!);
  const outcome = await project.spawn(process.execPath, ["--import", "tsx", "script.mts"]);
  expect(succeeded("the script", outcome)).toMatch(/ Opener$/m);
  expect(bench.simulator().objects()).toEqual([]);
});

test("the block of the guide to setups deploys plain HCL from an empty folder", async () => {
  const project = bench.project();
  project.linkCommands();
  const guide = readFileSync(join(ROOT, "docs/guides/setups.md"), "utf8");
  const block = /^npm install cdktf-outreach\n([^]*?)^```$/m.exec(guide)![1]!;
  const lines = block
    .replace("http://127.0.0.1:4010", bench.simulator().url)
    .replaceAll(/^terraform (?=init$|apply$)/gm, `${ENGINE} `)
    .replace(/ apply$/m, "$& -auto-approve");
  succeeded("the block", await project.spawn("bash", ["-e", "-c", lines]));
  expect(bench.simulator().objects("ours")).toMatchObject([{ name: "Opener" }]);
});
