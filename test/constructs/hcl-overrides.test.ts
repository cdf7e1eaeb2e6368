import { App, TerraformStack, Testing } from "cdktf";
import { join } from "node:path";
import { OutreachCluster, OutreachProvider, removed } from "../../src/constructs";
import { stackWithProvider, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

/** Synthesizes as the cdktf command does, with and without --hcl. */
function synthesize(
  overrides: Readonly<Record<string, unknown>>,
  hcl: "true" | "1" | undefined,
  change?: (stack: TerraformStack) => void,
  isDeclaring = true,
): void {
  const before = process.env["SYNTH_HCL_OUTPUT"];
  if (hcl !== undefined) process.env["SYNTH_HCL_OUTPUT"] = hcl;
  try {
    const app = new App({ outdir: join(folder, "out"), hclOutput: hcl !== undefined });
    const stack = new TerraformStack(app, "stack");
    for (const [path, value] of Object.entries(overrides)) stack.addOverride(path, value);
    change?.(stack);
    if (isDeclaring) {
      new OutreachProvider(stack, "outreach");
      new OutreachProvider(stack, "second", { alias: "second", workspaceId: "${w}" });
      new OutreachCluster(stack, "cluster", { name: "c" }).addOverride("lifecycle.prevent_destroy", true);
    }
    app.synth();
  } finally {
    if (before === undefined) delete process.env["SYNTH_HCL_OUTPUT"];
    else process.env["SYNTH_HCL_OUTPUT"] = before;
  }
}

const dropped: [name: string, overrides: Record<string, unknown>][] = [
  ["removed", { removed: [{ from: "outreach_cluster.old", lifecycle: { destroy: false } }] }],
  ["moved", { moved: [{ from: "outreach_cluster.a", to: "outreach_cluster.cluster" }] }],
  ["import", { import: [{ to: "outreach_cluster.cluster", id: "cl-1" }] }],
  ["check", { "check.health.assert": { condition: "${true}", error_message: "x" } }],
  ["resource", { "resource.outreach_cluster.cluster.name": "renamed" }],
  ["terraform.required_version", { "terraform.required_version": ">= 1.7" }],
];

test.each(dropped)("an override of the stack with %s is rejected if CDKTF writes HCL", (name, overrides) => {
  for (const hcl of ["true", "1"] as const) {
    const refused = `The overrides of the stack stack hold ${name}, which CDKTF leaves out of HCL`;
    expect(() => synthesize(overrides, hcl)).toThrow(refused);
  }
  expect(() => synthesize(overrides, undefined)).not.toThrow();
});

test("what CDKTF writes of the stack's overrides as HCL is not refused", () => {
  expect(() => synthesize({ "terraform.backend.local.path": "x.tfstate" }, "true")).not.toThrow();
  expect(() => synthesize({}, "true")).not.toThrow();
});

describe("removed", () => {
  const entry = (from: string) => ({ from, lifecycle: { destroy: false } });

  it.each<[string, unknown]>([
    ["a list", [entry("outreach_cluster.first")]],
    ["one block", entry("outreach_cluster.first")],
  ])("adds an entry for each address to an override that is %s", (_, first) => {
    const stack = stackWithProvider(folder);
    stack.addOverride("removed", first);
    removed(stack, "outreach_snippet.größe");
    removed(new OutreachCluster(stack, "cluster", { name: "c" }), "module.old.outreach_cluster.an-id");
    expect(JSON.parse(Testing.synth(stack))).toMatchObject({
      removed: ["outreach_cluster.first", "outreach_snippet.größe", "module.old.outreach_cluster.an-id"].map(
        entry,
      ),
    });
  });

  it.each([true, false])(
    "cannot be written as HCL, also without a provider of this package (%s)",
    (isDeclaring) => {
      const change = (stack: TerraformStack) => removed(stack, "outreach_snippet.goodbye");
      let message = "";
      try {
        synthesize({}, "true", change, isDeclaring);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message.split("hold removed, which CDKTF leaves out of HCL")).toHaveLength(2);
      expect(() => synthesize({}, undefined, change, isDeclaring)).not.toThrow();
    },
  );

  it.each([
    "goodbye",
    "",
    'outreach_snippet.a["b"]',
    "outreach_snippet.a[0]",
    "outreach_snippet.a.id",
    "outreach_snippet.1a",
    "${x}.y",
  ])("refuses %j, which is no address of a resource", (address) => {
    expect(() => removed(stackWithProvider(folder), address)).toThrow(
      "this is not the address of a resource. Write it as a plan shows it",
    );
  });
});
