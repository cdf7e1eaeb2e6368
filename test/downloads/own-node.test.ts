import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { newerNode } from "../cdktf/terrain-cli";
import { workbench } from "../terraform/harness";
import { HOST, pathWithEngineOnly, sharedFolder } from "./release";

const COMMAND = resolve(__dirname, "../../dist/cli/cdktf-outreach.cjs");

const bench = workbench({ provider: "built" });
const folder = sharedFolder();

test("a folder with its own Node.js runs on another machine that has none, as on those of HCP Terraform", async () => {
  const project = await bench.project({ env: { PATH: pathWithEngineOnly(folder) } });
  rmSync(join(project.folder, "terraform.d"), { recursive: true });
  project.configure({ resource: { outreach_snippet: { opener: { name: "Opener", prompt: "Hi {name}" } } } });
  // The package with Node.js is installed beside this one.
  const modules = resolve(newerNode(), "../../..");
  const installed = spawnSync(process.execPath, [COMMAND, "install", "--with-node", HOST], {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: folder, NODE_PATH: modules },
    encoding: "utf8",
  });
  expect(installed).toMatchObject({ status: 0, stderr: "" });
  expect(installed.stdout).toContain(`It brings its own Node.js on ${HOST}.`);
  // An upload contains the files, and the links within terraform.d.
  const upload = mkdtempSync(join(folder, "upload-"));
  cpSync(join(project.folder, "terraform.d"), upload, { recursive: true, verbatimSymlinks: true });
  rmSync(join(project.folder, "terraform.d"), { recursive: true });
  cpSync(upload, join(project.folder, "terraform.d"), { recursive: true, verbatimSymlinks: true });
  await project.succeed(["init", "-input=false", "-lockfile=readonly"]);
  await project.apply();
  expect(bench.object("Opener")).toMatchObject({ prompt: "Hi {name}" });
  await project.destroy();
  expect(bench.simulator().objects()).toEqual([]);
});
