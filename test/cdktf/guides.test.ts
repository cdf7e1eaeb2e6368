import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ENGINE, IS_TOFU } from "../terraform/engine";
import { cdktfBench, ROOT, succeeded } from "./harness";

const bench = cdktfBench();

/** The files of the guide, which name themselves in their first line. */
function filesOf(guide: string): [name: string, text: string][] {
  const blocks = readFileSync(join(ROOT, guide), "utf8").matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, name, text]) => [name!, text!]);
}

/** The commands of a guide in one script, which also writes the HCL files where the guide shows them. */
function scriptOf(guide: string): string {
  const blocks = readFileSync(join(ROOT, guide), "utf8").matchAll(/^```(sh|hcl)\n([^]*?)^```$/gm);
  const parts = Array.from(blocks, ([, language, text]) => {
    if (language === "sh") return text!;
    const [, name] = /^# (\S+)\n/.exec(text!)!;
    return `cat <<'END' > ${name}\n${text}END\n`;
  });
  return parts.join("");
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

test("the guide to plain HCL goes from an empty folder to destroy, by its own commands and files", async () => {
  const project = bench.project({ package: "none" });
  const tarball = await project.pack();
  for (const name of ["package.json", "node_modules"])
    rmSync(join(project.folder, name), { recursive: true });
  const script = scriptOf("docs/guides/hcl.md")
    .replace(/^node_modules\/\.bin\/cdktf-outreach simulate .* &\n/m, "")
    .replace("\nkill %1\n", "\n")
    .replace("http://127.0.0.1:4010", bench.simulator().url)
    .replace(/(?<=^npm install .*)\/tmp\/\S+\.tgz/m, `--offline ${tarball}`)
    .replaceAll(/^terraform (?=\w)/gm, `${ENGINE} `)
    .replaceAll(/ (apply|destroy)$/gm, "$& -auto-approve");
  const { id } = bench.simulator().create("cluster", "ours", { name: "Sales Europe" });
  const outcome = await project.spawn("bash", ["-e", "-c", script.replace("5b1f8a02", id)]);
  const printed = succeeded("the commands", outcome);
  expect(printed.match(/\d+ to (import|add).*?destroy\.|\d+ destroyed\./g)).toEqual([
    "1 to add, 0 to change, 0 to destroy.",
    "1 to add, 0 to change, 0 to destroy.",
    "0 destroyed.",
    "0 to add, 1 to change, 0 to destroy.",
    "0 destroyed.",
    "1 to import, 0 to add, 0 to change, 0 to destroy.",
    "1 to import, 0 to add, 0 to change, 0 to destroy.",
    "0 destroyed.",
    "0 to add, 0 to change, 2 to destroy.",
    "2 destroyed.",
  ]);
  expect(printed).toContain("Greet {first_name} of {company}.");
  expect(bench.simulator().objects()).toEqual([]);
});
