import { type App, TerraformStack, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { OutreachCluster, OutreachProvider, OutreachSnippet } from "../../src/constructs";
import { schemaJson } from "../../scripts/schema-json";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { outreachProvider } from "../../src/provider/provider";
import { ENGINE, itWith } from "../terraform/engine";

Testing.setupJest();

/**
 * The simulator in a separate process: CDKTF's helpers block this process while terraform runs, and a plan
 * with creates lists the objects of the API.
 */
let simulator: ChildProcess;
let address: string;
beforeAll(async () => {
  const command = join(__dirname, "../../dist/cli/cdktf-outreach.cjs");
  simulator = spawn(process.execPath, [command, "simulate", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: simulator.stdout! }), "line")) as [string];
  address = line.replace("listening on ", "");
});
afterAll(async () => {
  simulator.kill();
  await once(simulator, "close");
});

/** What a user's own tests do with CDKTF's helpers, which run terraform in this process' environment. */
const environment = {
  CHECKPOINT_DISABLE: "1",
  OUTREACH_USER_ID: "user",
  OUTREACH_WORKSPACE_ID: "workspace",
  TF_CLI_CONFIG_FILE: undefined,
};

let outdir: string;
const before = { ...process.env };
beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), "cdktf-outreach-testing-"));
  process.env["OUTREACH_BASE_URL"] = address;
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});
afterEach(() => {
  rmSync(outdir, { recursive: true });
  process.env = { ...before };
});

function appWithStack(): { app: App; stack: TerraformStack } {
  const app = Testing.app({ outdir });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  const cluster = new OutreachCluster(stack, "cluster", { name: "c" });
  new OutreachSnippet(stack, "snippet", { name: "${x}", prompt: `{a} %{b} ${cluster.id}` });
  return { app, stack };
}

/** Synthesizes as a user's test does. CDKTF makes a folder that is the caller's to remove. */
function withFullSynth(check: (folder: string) => void): void {
  const folder = Testing.fullSynth(appWithStack().stack);
  try {
    check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// toBeValidTerraform runs in guides.test.ts.
test("a stack plans", () => {
  withFullSynth((folder) => expect(folder).toPlanSuccessfully());
});

test("the matchers of CDKTF see the arguments as Terraform gets them", () => {
  const synthesized = Testing.synth(appWithStack().stack);
  expect(synthesized).toHaveProviderWithProperties(OutreachProvider, {});
  expect(synthesized).toHaveResourceWithProperties(OutreachSnippet, {
    name: "$${x}",
    prompt: "{a} %%{b} ${outreach_cluster.cluster.id}",
  });
});

test("app.synth prints nothing, and a second one changes nothing", () => {
  const print = [jest.spyOn(process.stdout, "write"), jest.spyOn(process.stderr, "write")];
  const { app } = appWithStack();
  app.synth();
  const files = () =>
    readdirSync(outdir, { recursive: true, encoding: "utf8" })
      .sort()
      .filter((path) => lstatSync(join(outdir, path)).isFile())
      .map((path) => `${path} ${readFileSync(join(outdir, path), "utf8")}`);
  const first = files();
  app.synth();
  expect(files()).toEqual(first);
  for (const spy of print) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

itWith("functions")("the schemas as JSON are what terraform itself prints of the running provider", () => {
  withFullSynth((folder) => {
    // Jest gives the tests an environment of their own, which children get only when it is named.
    const options = { cwd: join(folder, "stacks/stack"), env: process.env, encoding: "utf8" } as const;
    execFileSync(ENGINE, ["init", "-no-color"], options);
    const printed: unknown = JSON.parse(execFileSync(ENGINE, ["providers", "schema", "-json"], options));
    expect(JSON.parse(JSON.stringify(schemaJson(PROVIDER_ADDRESS, outreachProvider)))).toEqual(printed);
  });
});
