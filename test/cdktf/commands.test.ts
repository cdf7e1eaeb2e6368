import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { cdktfBench, type CdktfProject, type CommandOutcome, ROOT, succeeded, WORKSPACE_ID } from "./harness";

// Our commands in a project whose stacks the engine has initialized. To load the provider and the simulator takes
// two seconds of CPU time for each test file, so these tests share one.

const bench = cdktfBench({ provider: "in-process" });

/** No stack has been synthesized, so there are no states. */
function exporting(project: CdktfProject, ...args: string[]): Promise<CommandOutcome> {
  return project.command(["export", "--no-states", ...args]);
}

test.each([
  ["a CommonJS project", {}],
  ["a project of ES modules", { type: "module" }],
])("a workspace becomes code for %s that plans clean", async (_, packageJson) => {
  const project = bench.project();
  project.write("package.json", JSON.stringify({ private: true, ...packageJson }));
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  bench.simulator().seed({
    workspaceId: WORKSPACE_ID,
    clusters: [{ name: "Europe", description: "of ${x}" }],
    snippets: [
      { name: "Opener", prompt: "\ufeffHi {name}\r\n" },
      { name: "Opener", prompt: "" },
    ],
  });
  const exported = await exporting(project, "--verify");
  expect(exported).toMatchObject({
    status: 0,
    stderr: "Verified with the engine: 3 to import, 0 to add, 0 to change, 0 to destroy.\n",
  });
});

test("code that no longer says what the server has is not verified, and the resources that differ are named", async () => {
  const project = bench.project();
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  const { id } = bench.simulator().create("cluster", WORKSPACE_ID, { name: "Europe", description: "Sales" });
  succeeded("export", await exporting(project));
  bench.simulator().update(id, { description: "Sales in Europe" });
  const edited = await exporting(project, "--verify");
  expect(edited.status).toBe(1);
  expect(edited.stderr).toBe(
    "Verified with the engine: 1 to import, 0 to add, 1 to change, 0 to destroy.\n" +
      "  outreach_cluster.europe: update\n",
  );
  project.write("outreach/index.ts", "export function declareWorkspace() { throw new Error('broken'); }\n");
  const broken = await exporting(project, "--verify");
  expect(broken.status).toBe(1);
  expect(broken.stderr).toContain("The exported code does not synthesize:");
  expect(readdirSync(join(project.folder, "outreach")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("the state of a remote backend is read after a fresh checkout, where nothing is initialized", async () => {
  const backend = await startBackend();
  try {
    const project = bench.project();
    project.write("prompt.md", "one\ntwo\n");
    project.app({
      one: `new cdktf.HttpBackend(stack, { address: "${backend.url}" });
        new OutreachProvider(stack, "outreach");
        new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile("prompt.md") });`,
    });
    await project.synth();
    await project.apply("one");
    rmSync(join(project.folder, "cdktf.out"), { recursive: true });
    await project.synth();
    expect(await project.command(["check"])).toMatchObject({
      status: 0,
      stderr: "",
    });
    const before = backend.writes();
    rmSync(join(project.stackFolder("one"), ".terraform"), { recursive: true });
    const [snippet] = bench.simulator().objects();
    bench.simulator().update(snippet!.id, { prompt: "one\n2\n" });
    expect(await project.command(["pull"])).toMatchObject({
      status: 2,
      stderr: "",
    });
    expect(readFileSync(join(project.folder, "prompt.md"), "utf8")).toBe("one\n2\n");
    expect(backend.writes()).toBe(before);
  } finally {
    await backend.close();
  }
});

/** A server that keeps a state as Terraform's backend "http" asks for. */
async function startBackend() {
  let state: string | undefined;
  let writes = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      if (request.method === "GET") {
        response.statusCode = state === undefined ? 404 : 200;
        response.end(state);
        return;
      }
      state = body;
      writes += 1;
      response.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/state`,
    writes: () => writes,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

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
  const project = bench.project({ provider: "built" });
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
    "API",
  ]);
  const calls = bench.simulator().journal();
  expect(calls.map(({ operation }) => operation).sort()).toEqual(["ListClusters", "ListSnippet"]);

  renameSync(join(stack, "terraform.d"), join(stack, "moved"));
  const { status: worse, problems: found } = await examine(project);
  expect(worse).toBe(1);
  expect(found.map(({ text }) => text)).toEqual([
    "written/here/stacks/first: The outreach provider is not installed.",
  ]);
});
