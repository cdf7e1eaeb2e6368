import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installBuild } from "./builds";
import { BUILT } from "../terraform/project";
import { CDKTF, cdktfBench, type CdktfProject, HCL, succeeded } from "./harness";

// cdktf-cli takes seconds of CPU time for each command, so one life of an app shows all of it. What a stack does
// once it is written is tested with the engine itself (stacks.test.ts).

const bench = cdktfBench({ provider: "in-process" });

const names = () =>
  bench
    .simulator()
    .objects()
    .map(({ name }) => name)
    .sort();

const stacks = {
  writer: `
    new OutreachProvider(stack, "outreach");
    const cluster = new OutreachCluster(stack, "cluster", { name: "Europe", description: "Sales" });
    new OutreachSnippet(stack, "snippet", { name: "Opener", prompt: "Hi " + variable("first_name") });
    new cdktf.TerraformOutput(stack, "id", { value: cluster.id });
    globalThis.cluster = cluster;`,
  reader: `
    new OutreachProvider(stack, "outreach");
    new OutreachProvider(stack, "other", { alias: "other", workspaceId: "workspace-other" });
    new OutreachSnippet(stack, "snippet", { name: "About", prompt: "\${x} " + globalThis.cluster.id });
    new OutreachCluster(stack, "here", { name: "Here" });
    new OutreachSnippet(stack, "doubtful", { name: "Doubtful", prompt: "Hi {first name}" });`,
};

/** An app with a copy of the package whose files may not be written, as some package managers install it. */
function readOnlyApp(): CdktfProject {
  const project = bench.project({ package: "none" });
  installBuild(project, {});
  const provider = join(project.folder, "node_modules/cdktf-outreach/dist/provider");
  for (const file of readdirSync(provider)) chmodSync(join(provider, file), 0o444);
  project.app(stacks);
  return project;
}

test("two stacks deploy together, with the warnings of synth and no other, are initialized again with this build, plan no change with another build, and are destroyed", async () => {
  const project = readOnlyApp();
  const deployed = await project.run(["deploy", "*", "--auto-approve"]);
  expect(deployed).toMatchObject({ status: 0 });
  // cdktf shows everything an app prints to stderr as an error.
  const said = `${deployed.stdout}${deployed.stderr}`.match(/.*(\[ERROR\]|\bWARN\b).*/g);
  expect(said?.sort()).toEqual([
    expect.stringContaining("WARN [reader/doubtful]: outreach_snippet"),
    expect.stringContaining("WARN [reader/other]: workspaceId holds plain text"),
  ]);
  expect(names()).toEqual(["About", "Doubtful", "Europe", "Here", "Opener"]);
  const objects = bench.simulator().objects();
  const cluster = objects.find(({ name }) => name === "Europe");
  expect(objects.find(({ name }) => name === "About")).toMatchObject({ prompt: `\${x} ${cluster?.id}` });
  expect(readdirSync(project.folder).sort()).toEqual(
    [
      "cdktf.json",
      "cdktf.out",
      "main.js",
      "node_modules",
      "package.json",
      ...Object.keys(stacks).map((name) => `terraform.${name}.tfstate`),
    ].sort(),
  );

  const lock = project.lockFile("writer");
  await project.synth();
  await project.engine("writer", ["init"], BUILT);
  expect(project.lockFile("writer")).toBe(lock);
  installBuild(project, { version: "0.1.1" });
  await project.synth();
  await project.engine("writer", ["init"], BUILT);
  expect(await project.engine("writer", ["plan"], BUILT)).toContain("No changes");
  const newer = project.lockFile("writer");
  expect(newer).not.toBe(lock);

  installBuild(project, { version: "0.1.1", comment: "other bytes" });
  // With the provider in this process: the destroys of the built one take 4 s of CPU time.
  const destroy = [CDKTF, "destroy", "reader", "writer", "--auto-approve"];
  succeeded("cdktf destroy", await project.spawn(process.execPath, destroy));
  expect(project.lockFile("writer")).not.toBe(newer);
  expect(names()).toEqual([]);
});

test("an app run as by cdktf synth --hcl refuses overrides of the stack that CDKTF drops there, and a plain synth keeps them", async () => {
  const project = bench.project();
  project.app({
    forgetting: `new OutreachProvider(stack, "outreach");
      new OutreachCluster(stack, "cluster", { name: "Europe" });
      stack.addOverride("removed", [{ from: "outreach_cluster.old", lifecycle: { destroy: false } }]);`,
  });
  await expect(project.synth(HCL)).rejects.toThrow(
    "The overrides of the stack forgetting hold removed, which CDKTF leaves out of HCL",
  );
  await project.synth();
  const written = readFileSync(join(project.stackFolder("forgetting"), "cdk.tf.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ removed: [{ from: "outreach_cluster.old" }] });
});
