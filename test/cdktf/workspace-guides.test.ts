import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import shown from "../../docs/images/shown.json";
import { commandsOf } from "./guide-commands";
import { cdktfBench, type CommandOutcome, ROOT, succeeded } from "./harness";
import {
  bash,
  EDITED_OPENER,
  editPictured,
  fullWorkspace,
  IMPORTS,
  picturedRows,
  RENAMED,
} from "./pictured-workspace";

const bench = cdktfBench({ provider: "in-process" });

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
    const project = fullWorkspace(bench.project(), bench.simulator());
    // The stand-in for tsx runs no program that imports code dynamically, as export --verify does.
    project.link("tsx", join(ROOT, "node_modules/tsx"));
    const commands = commandsOf("docs/guides/existing-workspace.md", "## With CDKTF");
    // A later command changes the exported rows, which a picture shows.
    const keepRows = "cp outreach/objects.json exported.json";
    const brought = await bash(project, commands.replace(/ export --verify$/m, `$&\n${keepRows}`), "-e");
    const printed = succeeded("the guide to existing workspaces", brought);
    const [exported, rows] = shown.export;
    expectShown(exported!, brought);
    expect(picturedRows(readFileSync(join(project.folder, "exported.json"), "utf8"))).toBe(rows!.stdout);
    expect(printed).toMatch(new RegExp(`Plan: ${IMPORTS}[^]*Removed 5 imports[^]*No changes`));
    expect(existsSync(join(project.folder, ".github/workflows/drift.yml"))).toBe(true);

    const [check, pull] = shown.pull;
    editPictured(bench.simulator());
    // Pull says that the edited name is for a person to copy.
    const copyName = `sed -i.bak 's/${RENAMED[0]}/${RENAMED[1]}/' outreach/objects.json`;
    const editing = commandsOf("docs/guides/prompt-edits.md").replace(
      /.* pull$/m,
      `${check!.command}\n$&\n${copyName}`,
    );
    // The status of check and of pull is 2 here, as the guides say.
    const pulled = await bash(project, editing);
    expect(succeeded("the guide to edited prompts", pulled)).toContain("No changes");
    expectShown(check!, pulled);
    expectShown(pull!, pulled);
    const prompt = readFileSync(join(project.folder, "outreach/prompts/sequence-1-opener.md"), "utf8");
    expect(prompt).toBe(EDITED_OPENER);
    expect(existsSync(join(project.folder, ".github/workflows/pull.yml"))).toBe(true);
  },
  LONG_MS,
);
