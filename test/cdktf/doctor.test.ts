import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { type CdktfProject, cdktfBench, WORKSPACE_ID } from "./harness";

const bench = cdktfBench();

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly text: string;
}

async function examine(project: CdktfProject) {
  const { status, stdout, stderr } = await project.command(["doctor", "--json"]);
  expect(stdout + stderr).not.toContain(WORKSPACE_ID);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { status, findings, problems: findings.filter((finding) => finding.status !== "ok") };
}

test("doctor finds no problem after synth and init, makes two calls, and finds a provider that is gone", async () => {
  const project = bench.project();
  rmSync(join(project.folder, "node_modules/cdktn"));
  project.app({ first: 'new OutreachProvider(stack, "outreach");', other: "" });
  project.write("cdktf.json", JSON.stringify({ output: "written/here" }));
  mkdirSync(join(project.folder, "written"));
  await project.synth({ CDKTF_OUTDIR: "written/here" });
  const stack = join(project.folder, "written/here/stacks/first");
  expect(await project.spawn(ENGINE, ["init", "-input=false"], { cwd: stack })).toMatchObject({ status: 0 });

  const { status, findings, problems } = await examine(project);
  expect({ status, problems }).toEqual({ status: 0, problems: [] });
  expect(findings.map(({ check }) => check)).toEqual([
    "Node.js",
    "engine",
    "CDKTF",
    "engine settings",
    "installed provider",
    "network",
    "API",
    "API",
    "clock",
  ]);
  const calls = bench.simulator().journal();
  expect(calls.map(({ operation }) => operation).sort()).toEqual(["ListClusters", "ListSnippet"]);

  // Init has linked the provider that it selected to this folder.
  renameSync(join(stack, "terraform.d"), join(stack, "moved"));
  const { status: worse, problems: found } = await examine(project);
  expect(worse).toBe(1);
  expect(found.map(({ text }) => text)).toEqual([
    "The outreach provider is not installed in written/here/stacks/first.",
    "The provider that init selected in written/here/stacks/first cannot be used: its files are missing.",
  ]);
});
