import { readdirSync } from "node:fs";
import { join } from "node:path";
import { cdktfBench, type CdktfProject, type CommandOutcome, ROOT, succeeded, WORKSPACE_ID } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

/** No stack has been synthesized, so there are no states. */
function exporting(project: CdktfProject, ...args: string[]): Promise<CommandOutcome> {
  return project.command(["export", "--no-states", ...args]);
}

test.each([
  ["a CommonJS project", {}],
  ["a project of ES modules", { type: "module" }],
])("a workspace becomes JavaScript for %s that plans clean", async (_, packageJson) => {
  const project = bench.project();
  project.write("package.json", JSON.stringify({ private: true, ...packageJson }));
  bench.simulator().seed({
    workspaceId: WORKSPACE_ID,
    clusters: [{ name: "Europe", description: "of ${x}" }],
    snippets: [
      { name: "Opener", prompt: "\ufeffHi {name}\r\n" },
      { name: "Opener", prompt: "" },
    ],
  });
  const exported = await exporting(project, "--language", "js", "--verify");
  expect(exported).toMatchObject({
    status: 0,
    stderr: "Verified with the engine: 3 to import, 0 to add, 0 to change, 0 to destroy.\n",
  });
});

test("TypeScript code is verified with tsx where the project's TypeScript has no API to compile it", async () => {
  const project = bench.project();
  project.write("node_modules/typescript/index.js", 'exports.version = "7.0.2";');
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  bench.simulator().create("cluster", WORKSPACE_ID, { name: "Europe", description: "Sales" });
  const exported = await exporting(project, "--verify");
  expect(exported).toMatchObject({
    status: 0,
    stderr: "Verified with the engine: 1 to import, 0 to add, 0 to change, 0 to destroy.\n",
  });
});

test("code that no longer says what the server has is not verified, and the attributes that differ are named", async () => {
  const project = bench.project();
  const { id } = bench.simulator().create("cluster", WORKSPACE_ID, { name: "Europe", description: "Sales" });
  succeeded("export", await exporting(project, "--language", "js", "--verify"));
  bench.simulator().update(id, { description: "Sales in Europe" });
  const edited = await exporting(project, "--language", "js", "--verify");
  expect(edited.status).toBe(1);
  expect(edited.stderr).toBe(
    "Verified with the engine: 1 to import, 0 to add, 1 to change, 0 to destroy.\n" +
      "  outreach_cluster.europe: update of description\n",
  );
  project.write(
    "outreach/index.js",
    "module.exports = { declareWorkspace() { throw new Error('broken'); } };\n",
  );
  const broken = await exporting(project, "--language", "js", "--verify");
  expect(broken.status).toBe(1);
  expect(broken.stderr).toContain("The exported code does not synthesize:");
  expect(readdirSync(join(project.folder, "outreach")).filter((name) => name.startsWith("."))).toEqual([]);
});
