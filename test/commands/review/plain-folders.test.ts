import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Review } from "../../../src/commands/review/model/review";
import { bundleCommand } from "../command";
import { planned } from "./every-format";

/**
 * An engine that asks for `init` as long as `.initialized` is missing, logs its calls, and plans the file `plan.json` of
 * its folder.
 */
const ENGINE = `#!/bin/sh
echo "$1 $TF_VAR_tone" >> log
case "$1" in
  init) touch .initialized ;;
  plan)
    [ -e .initialized ] || { echo "Error: Required plugins are not installed.$([ -n "$TF_IN_AUTOMATION" ] || echo ' Run: terraform init')" >&2; exit 1; }
    for arg; do case "$arg" in -out=*) cp plan.json "\${arg#-out=}" ;; esac; done ;;
  show) cat "$4" ;;
esac
`;

const command = bundleCommand();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
  writeFileSync(join(folder, "engine"), ENGINE, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => command.remove());

const ADDRESS = { provider_config_key: "outreach", address: "outreach_snippet.x" };

function configuration(name: string, prompt: string, isApplied = false): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "main.tf"), "");
  const object = { name, prompt, workspace_id: "w" };
  const change = isApplied
    ? planned("outreach_snippet", ["no-op"], object, object)
    : planned("outreach_snippet", ["create"], null, object);
  const plan = {
    format_version: "1.2",
    planned_values: {},
    resource_changes: [change],
    configuration: { root_module: { resources: [ADDRESS] } },
  };
  writeFileSync(join(folder, name, "plan.json"), JSON.stringify(plan));
}

function review(...args: string[]) {
  const env = { ...process.env, TERRAFORM_BINARY_NAME: join(folder, "engine"), TF_VAR_tone: "warm" };
  return command.runIn({ cwd: folder, env }, "review", ...args);
}

describe("review --dir", () => {
  it("plans each folder of .tf files where it is, by its path, and runs init only where the engine asks for it", async () => {
    configuration("eu/prod", "Greet {a}.\n");
    configuration("us", "Greet {b}.\n");
    writeFileSync(join(folder, "us/.initialized"), "");
    const { status, stdout, stderr } = await review(
      "--dir",
      "eu/prod",
      "--dir",
      "us",
      "--dir",
      "./us/",
      "--format",
      "json",
    );
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    const { stacks, commit } = JSON.parse(stdout) as Review;
    expect(stacks.map(({ name, totals: { create } }) => ({ name, create }))).toEqual([
      { name: "eu/prod", create: 1 },
      { name: "us", create: 1 },
    ]);
    expect(commit).toBeNull();
    expect(readFileSync(join(folder, "us/log"), "utf8")).toBe("plan warm\nshow warm\n");
    expect(readFileSync(join(folder, "eu/prod/log"), "utf8")).toBe(
      "plan warm\ninit warm\nplan warm\nshow warm\n",
    );
    expect(readdirSync(join(folder, "us")).sort()).toEqual([".initialized", "log", "main.tf", "plan.json"]);
  });

  it("shows a finding about a prompt file beside the object that reads the file", async () => {
    configuration("us", "Greet {b}.\n");
    writeFileSync(join(folder, "us/.initialized"), "");
    writeFileSync(join(folder, "us/greet.md"), "Greet {b}.\n");
    const block = 'resource "outreach_snippet" "x" {\n  prompt = file("greet.md")\n}\n';
    writeFileSync(join(folder, "us/main.tf"), block);
    const files = ["us/greet.md", "./us/greet.md", join(folder, "us/greet.md"), "greet.md"];
    writeFileSync(join(folder, "f.json"), JSON.stringify(files.map((file) => ({ file, message: "m" }))));
    const { stdout } = await review("--dir", "us", "--findings", "f.json", "--format", "json");
    expect((JSON.parse(stdout) as Review).stacks[0]!.changes[0]!.findings).toEqual([0, 1, 2]);
  });

  it("names the commit of the folder, and whether its files differ from it", async () => {
    configuration("us", "Greet {b}.\n");
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: folder,
        encoding: "utf8",
      });
    git("init", "-q");
    git("add", "us/main.tf");
    git("commit", "-qm", "one");
    const commit = git("rev-parse", "HEAD").stdout.trim();
    const found = async () =>
      (JSON.parse((await review("--dir", "us", "--format", "json")).stdout) as Review).commit;
    expect(await found()).toBe(commit);
    writeFileSync(join(folder, "us/main.tf"), "# changed\n");
    expect(await found()).toBe(`${commit}-dirty`);
  });

  it.each([
    [["--dir", ""], '--dir takes a folder, not "".'],
    [["--dir", "nowhere"], "There is no folder "],
    [["--dir", "engine"], "There is no folder "],
    [["--dir", "empty"], "empty has no .tf file. Name the folder of a configuration with --dir."],
    [["--dir", "us", "emea"], "it cannot be used with the name of a stack."],
    [["--dir", "us", "--plan", "p"], "it cannot be used with --plan."],
    [["--dir", "us", "--skip-synth"], "it cannot be used with --skip-synth."],
    [["--dir", "us", "--cdktf-out", "o"], "it cannot be used with --cdktf-out."],
  ])("explains what is wrong with %j", async (args, message) => {
    configuration("us", "p");
    mkdirSync(join(folder, "empty"));
    const { status, stdout, stderr } = await review(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/See cdktf-outreach review --help\.\n$/);
  });

  it("plans the working directory", async () => {
    configuration(".", "p");
    expect(await review("--dir", ".")).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("## Plan review of `.`") as string,
    });
  });

  it("leads to install where the engine cannot find the provider", async () => {
    configuration("us", "p");
    const said = "Error: registry.terraform.io does not have outreach/outreach";
    writeFileSync(
      join(folder, "engine"),
      `#!/bin/sh\n[ "$1" != version ] || exit 0\n[ "$1" = plan ] && echo "run: tofu init" >&2 || echo "${said}" >&2\nexit 1\n`,
    );
    const { status, stdout } = await review("--dir", "us", "--format", "text");
    expect(status).toBe(1);
    expect(stdout).toContain("us lacks terraform.d with the provider. Run cdktf-outreach install us.");
    expect(stdout).toContain(said);
  });
});

describe("review --only-texts-of", () => {
  const compared = ["--only-texts-of", "staging", "--format", "json"];
  const names = (stdout: string) => (JSON.parse(stdout) as Review).stacks.map(({ name }) => name);

  it("plans the other stack, too, does not show it, and ends with 3 if it lacks a text of a change", async () => {
    configuration("production", "Hi.");
    configuration("staging", "Hi.", true);
    const held = await review("--dir", "production", ...compared);
    expect([held.status, names(held.stdout)]).toEqual([2, ["production"]]);
    configuration("staging", "Hi.");
    const both = await review("--dir", "production", "--dir", "staging", ...compared);
    expect([both.status, names(both.stdout)]).toEqual([3, ["production", "staging"]]);
    const lacking = await review("--dir", "production", ...compared);
    expect([lacking.status, names(lacking.stdout)]).toEqual([3, ["production"]]);
    const [warning] = (JSON.parse(lacking.stdout) as Review).stacks[0]!.changes[0]!.warnings;
    expect(warning!.summary).toBe("outreach_snippet.x: the stack staging does not have this prompt");
  });

  it("shows the other stack and ends with 1 if its plan fails", async () => {
    configuration("production", "Hi.");
    mkdirSync(join(folder, "staging"));
    writeFileSync(join(folder, "staging/main.tf"), "");
    const { status, stdout } = await review("--dir", "production", ...compared);
    expect([status, names(stdout)]).toEqual([1, ["production", "staging"]]);
  });

  it.each([
    [["--dir", "staging"], "compares other stacks with staging. Name one of them, too."],
    [["--plan", "p"], "so it cannot be used with --plan."],
  ])("refuses %j, with which it compares nothing", async (args, message) => {
    configuration("staging", "Hi.");
    const { status, stderr } = await review(...args, ...compared);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});
