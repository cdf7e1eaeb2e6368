import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IS_TOFU } from "../terraform/engine";
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
