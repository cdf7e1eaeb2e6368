import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import shown from "../../docs/images/shown.json";
import { ENGINE } from "../terraform/engine";
import { commandsOf, scriptOf } from "./guide-commands";
import { addTsx, cdktfBench, type CdktfProject, type CommandOutcome, ROOT, succeeded } from "./harness";
import { EDITED_OPENER, editPictured, picturedRows, RENAMED, seedPictured } from "./pictured-workspace";

const bench = cdktfBench({ provider: "in-process" });

test("the guide to plain HCL goes from an empty folder to destroy, by its own commands and files", async () => {
  // Installed as by the first two commands of the guide, which package.test.ts runs: npm takes 4 s of CPU time.
  const project = bench.project({ package: "none" });
  project.installCopy();
  project.linkCommands();
  const script = scriptOf("docs/guides/hcl.md")
    .replaceAll(/^npm (init|install) .*\n/gm, "")
    .replaceAll(/^npx /gm, "node_modules/.bin/")
    .replace(/^node_modules\/\.bin\/cdktf-outreach simulate .* &\n/m, "")
    .replace("\nkill %1\n", "\n")
    .replace("http://127.0.0.1:4010", bench.simulator().url)
    .replaceAll(/^terraform (?=\w)/gm, `${ENGINE} `)
    // This command has to install the provider; the later ones find one that runs.
    .replace(`\n${ENGINE} init\n`, `\nTF_REATTACH_PROVIDERS= ${ENGINE} init\n`)
    .replaceAll(/ (apply|destroy)$/gm, "$& -auto-approve");
  const { id } = bench.simulator().create("cluster", "ours", { name: "Sales Europe" });
  // What the script exports, for the provider within this process.
  const env = { OUTREACH_USER_ID: "me", OUTREACH_WORKSPACE_ID: "ours" };
  const outcome = await project.spawn("bash", ["-e", "-c", script.replace("5b1f8a02", id)], { env });
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

/** An empty folder in which the packages of the guides are installed, and a workspace that is full. */
function fullWorkspace(): CdktfProject {
  const project = bench.project();
  rmSync(join(project.folder, "cdktf.json"));
  project.link("typescript", join(ROOT, "node_modules/typescript"));
  addTsx(join(project.folder, "node_modules"));
  project.linkCommands();
  seedPictured(bench.simulator());
  return project;
}

const bash = (project: CdktfProject, commands: string, ...options: string[]) =>
  project.spawn("bash", [...options, "-c", commands], { env: { TERRAFORM_BINARY_NAME: ENGINE } });

const IMPORTS = "5 to import, 0 to add, 0 to change, 0 to destroy";

/** Expects that commands have printed what a picture shows of a command; if not, run scripts/screenshots.mjs. */
function expectShown(
  { command, stdout, stderr }: (typeof shown.pull)[number],
  outcome: CommandOutcome,
): void {
  expect({ command, printed: outcome.stdout }).toMatchObject({ printed: expect.stringContaining(stdout) });
  expect({ command, printed: outcome.stderr }).toMatchObject({ printed: expect.stringContaining(stderr) });
}

// With cdktf-cli in place of its stand-in, five runs of it take longer than the limit of one test.
const LONG_MS = 360_000;

test(
  "the guides to existing workspaces and to edited prompts lead from an empty folder to plans without changes",
  async () => {
    const project = fullWorkspace();
    const commands = commandsOf("docs/guides/existing-workspace.md", "## With CDKTF");
    // A later command changes the exported rows, which a picture shows.
    const keepRows = "cp outreach/objects.json exported.json";
    const brought = await bash(project, commands.replace(/ export --verify$/m, `$&\n${keepRows}`), "-e");
    const printed = succeeded("the guide to existing workspaces", brought);
    const [exported, rows] = shown.export;
    expectShown(exported!, brought);
    expect(picturedRows(readFileSync(join(project.folder, "exported.json"), "utf8"))).toBe(rows!.stdout);
    expect(printed).toMatch(new RegExp(`Plan: ${IMPORTS}[^]*5 imports were removed[^]*No changes`));
    expect(existsSync(join(project.folder, ".github/workflows/drift.yml"))).toBe(true);

    const [pull, check] = shown.pull;
    expectShown(check!, brought);
    editPictured(bench.simulator());
    // Pull says that the edited name is for a person to copy.
    const copyName = `sed -i.bak 's/${RENAMED[0]}/${RENAMED[1]}/' outreach/objects.json`;
    const editing = commandsOf("docs/guides/prompt-edits.md").replace(/ pull$/m, `$&\n${copyName}`);
    // The status of pull is 2 here, as the guide says.
    const pulled = await bash(project, editing);
    expect(succeeded("the guide to edited prompts", pulled)).toContain("No changes");
    expectShown(pull!, pulled);
    const prompt = readFileSync(join(project.folder, "outreach/prompts/sequence-1-opener.md"), "utf8");
    expect(prompt).toBe(EDITED_OPENER);
    expect(existsSync(join(project.folder, ".github/workflows/pull.yml"))).toBe(true);
  },
  LONG_MS,
);

test("the guide to existing workspaces leads from an empty folder to plain HCL without changes", async () => {
  const project = fullWorkspace();
  const commands = commandsOf("docs/guides/existing-workspace.md", "## With plain HCL");
  const outcome = await bash(project, commands, "-e");
  const printed = succeeded("the guide", outcome);
  expect(outcome.stderr).toContain(`Verified with the engine: ${IMPORTS}`);
  expect(printed).toMatch(/5 imported, 0 added[^]*5 imports were removed[^]*No changes/);
  expect(printed).toContain("5 of 5 objects of the workspace are managed.");
});
