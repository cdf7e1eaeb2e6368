import { ENGINE } from "../terraform/engine";
import { commandsOf, scriptOf } from "./guide-commands";
import { cdktfBench, succeeded } from "./harness";
import { bash, fullWorkspace, IMPORTS } from "./pictured-workspace";

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

test("the guide to existing workspaces leads from an empty folder to plain HCL without changes", async () => {
  const project = fullWorkspace(bench.project(), bench.simulator());
  const commands = commandsOf("docs/guides/existing-workspace.md", "## With plain HCL");
  const outcome = await bash(project, commands, "-e");
  const printed = succeeded("the guide", outcome);
  expect(outcome.stderr).toContain(`Verified with the engine: ${IMPORTS}`);
  expect(printed).toMatch(/5 imported, 0 added[^]*Removed 5 imports[^]*No changes/);
  expect(printed).toContain("5 of 5 objects of the workspace are managed.");
});
