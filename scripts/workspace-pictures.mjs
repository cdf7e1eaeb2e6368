// Runs the commands of two guides: on existing workspaces, and on edited prompts. A test of these guides
// reports if the output has changed.
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
// The harness finds the repository by __dirname, so it is loaded as CommonJS. Its types are removed first,
// because Node's rules for modules do not fit its imports.
const { CdktfProject, ROOT } = require("../test/cdktf/harness.ts");
const { editPictured, picturedRows, seedPictured } = require("../test/cdktf/pictured-workspace.ts");
const { startSimulator } = require("../src/simulator/index.ts");

export async function workspaceRuns() {
  const simulator = await startSimulator({ seed: 1 });
  const project = new CdktfProject(simulator.url);
  const command = async (...args) => {
    const script = join(ROOT, "dist/cli/cdktf-outreach.cjs");
    const { status, stdout, stderr } = await project.spawn(process.execPath, [script, ...args]);
    if (status === 1) throw new Error(stderr);
    return { command: `npx cdktf-outreach ${args.join(" ")}`, stdout, stderr };
  };
  try {
    seedPictured(simulator);
    for (const name of ["tsx", "typescript"]) project.link(name, join(ROOT, "node_modules", name));
    rmSync(join(project.folder, "cdktf.json"));
    const exported = await command("export", "--verify");
    const stdout = picturedRows(readFileSync(join(project.folder, "outreach/objects.json"), "utf8"));
    project.app({
      outreach: 'new OutreachProvider(stack, "outreach"); require("./outreach").declareWorkspace(stack);',
    });
    await project.synth({ NODE_OPTIONS: "--import tsx" });
    await project.apply("outreach");
    editPictured(simulator);
    const pulled = [await command("check"), await command("pull")];
    return { exported: [exported, { command: "cat outreach/objects.json", stdout, stderr: "" }], pulled };
  } finally {
    project.dispose();
    await simulator.close();
  }
}
