import { App, LocalBackend, TerraformStack } from "cdktf";
import { OutreachProvider } from "cdktf-outreach";
import { startSimulator } from "cdktf-outreach/simulator";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { declareOutbound } from "./outbound";

void test("a deploy makes the objects, and a plan after it has no changes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "outbound-"));
  const simulator = await startSimulator();
  try {
    const app = new App({ outdir: folder });
    const stack = new TerraformStack(app, "outbound");
    // The test has its own state, even if main.ts declares a backend.
    new LocalBackend(stack, { path: join(folder, "terraform.tfstate") });
    new OutreachProvider(stack, "outreach", { baseUrl: simulator.url });
    declareOutbound(stack);
    app.synth();

    const engine = process.env["TERRAFORM_BINARY_NAME"] ?? "terraform";
    const cwd = join(folder, "stacks/outbound");
    const env = { ...process.env, OUTREACH_USER_ID: "me", OUTREACH_WORKSPACE_ID: "ours" };
    const run = (...args: string[]) => promisify(execFile)(engine, args, { cwd, env });
    await run("init");
    await run("apply", "-auto-approve");
    const names = simulator.objects().map(({ name }) => name);
    assert.deepEqual(names.sort(), ["Opener", "Sales Europe"]);
    // This plan fails if anything is left to change.
    await run("plan", "-detailed-exitcode");
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true });
  }
});
