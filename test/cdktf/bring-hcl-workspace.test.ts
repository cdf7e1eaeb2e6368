import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { cdktfBench, succeeded, WORKSPACE_ID } from "./harness";
import {
  CLEAN,
  editHostile,
  expectNewFound,
  expectPulled,
  filesIn,
  NAMES,
  seedHostile,
} from "./hostile-workspace";

// From a full workspace to HCL, and back: export, plan, apply, check, edits in Outreach, pull.

const bench = cdktfBench({ provider: "in-process" });

test("a workspace becomes HCL that plans clean, and edits come back to its files", async () => {
  const project = bench.project();
  rmSync(join(project.folder, "cdktf.json"));
  seedHostile(bench.simulator());
  // An id is data: if it were evaluated, the import would look for the object "stolen".
  const id = '${trimspace(file("secret"))}';
  project.write("secret", "stolen\n");
  bench.simulator().seed({ workspaceId: WORKSPACE_ID, clusters: [{ id, name: "Hostile id" }] });
  const total = 2 * NAMES.length + 1;
  const exported = await project.command(["export", "--format", "hcl", "--out", ".", "--verify"]);
  expect(exported).toMatchObject({ status: 0, stderr: CLEAN.replace(/\d+/, `${total}`) });

  succeeded("install", await project.command(["install"]));
  const engine = (...args: string[]) => project.spawn(ENGINE, [...args, "-input=false", "-no-color"]);
  succeeded("init", await engine("init"));
  succeeded("apply", await engine("apply", "-auto-approve"));
  const plan = async () => (await engine("plan", "-detailed-exitcode")).status;
  const edits = editHostile(bench.simulator());
  expect(await plan()).toBe(2);
  await expectPulled(project, edits);
  expect(await plan()).toBe(0);
  await expectNewFound(bench.simulator(), project);

  succeeded("settle", await project.command(["export", "--format", "hcl", "--out", ".", "--settle"]));
  expect(existsSync(join(project.folder, "outreach-imports.tf.json"))).toBe(false);
  const before = filesIn(project.folder);
  // The init of --verify must not write into the data folder of the user's configuration.
  const env = { TF_DATA_DIR: join(project.folder, "data") };
  const verify = ["export", "--format", "hcl", "--out", ".", "--json", "--verify"];
  const again = await project.command(verify, env);
  expect(existsSync(env.TF_DATA_DIR)).toBe(false);
  expect(JSON.parse(again.stdout)).toMatchObject({ added: [{ name: "New" }], managed: total, gone: [] });
  expect(again).toMatchObject({ status: 0, stderr: CLEAN.replace(/\d+/, "1") });
  const data = join(project.folder, "outreach-export.json");
  for (const [file, bytes] of Object.entries(before)) {
    if (file !== data) expect(readFileSync(file, "latin1")).toBe(bytes);
  }
  const { import: imports } = JSON.parse(
    readFileSync(join(project.folder, "outreach-imports.tf.json"), "utf8"),
  ) as { import: object[] };
  expect(imports).toMatchObject([{ to: "outreach_cluster.new" }]);
});
