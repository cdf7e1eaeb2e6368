import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ProbeReport, type Simulator, startSimulator } from "../../../src/simulator";
import { call } from "../../simulator/harness";
import { bundleCommand } from "../command";

const command = bundleCommand();
afterAll(() => command.remove());

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator({ dialect: { createStatus: "201", storedText: "trim" } });
});
afterEach(() => simulator.close());

const identity = { userId: "user-1a2b3c4d", workspaceId: "workspace-5e6f7a8b" };

const environment = () => ({
  ...process.env,
  OUTREACH_BASE_URL: simulator.url,
  OUTREACH_USER_ID: identity.userId,
  OUTREACH_WORKSPACE_ID: identity.workspaceId,
});

const start = (...args: string[]) => command.start(["probe", ...args], { env: environment() });

const run = (...args: string[]) => command.runIn({ env: environment() }, "probe", ...args);

it("probe prints its plan without --yes, sends nothing, and exits with 1", async () => {
  const { status, stdout, stderr } = await run();
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).toMatch(/: about \d+ calls\. [^]*\nNothing was sent\. Add --yes to start the probe\.\n$/);
  expect(simulator.journal()).toEqual([]);
});

it.each([
  [["--objects", "x"], '--objects takes a whole number from 0 to 1000, not "x".'],
  [["--clean", "--json", "x"], "--clean takes --yes only."],
  [["--yes", "--json", join(command.folder, "none", "x.json")], "no such file or directory"],
  [
    ["--yes", "--json", command.folder],
    `--json takes the name of a file, but ${command.folder} is a folder or a link.`,
  ],
])("probe refuses %j before its first call", async (args, message) => {
  const { status, stderr } = await run(...args);
  expect([status, simulator.journal()]).toEqual([1, []]);
  expect(stderr).toContain(message);
});

it("probe --yes prints the answers, and simulate --like behaves as that server", async () => {
  const file = join(command.folder, "probe.json");
  const { status, stdout, stderr } = await run("--yes", "--objects", "0", "--json", file);
  expect(stderr).toMatch(/^The probe has removed all of its objects\.\n\d+ calls; the report is in .*\.\n$/);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^certain {3}.*: create with status 201/m);
  expect(simulator.objects()).toEqual([]);
  const { behaviour } = JSON.parse(readFileSync(file, "utf8")) as ProbeReport;
  expect(behaviour.dialect).toMatchObject({ createStatus: "201", storedText: "trim" });

  const like = await command.simulate("--like", file, "--latency", "0");
  expect((await call(like, "CreateSnippet", { name: " a ", prompt: "" })).status).toBe(201);
  expect((await call(like, "ListSnippet")).json.snippets).toEqual([expect.objectContaining({ name: "a" })]);
});

it("--json /dev/stdout has the JSON alone on standard output", async () => {
  const script = `"${process.execPath}" cdktf-outreach.cjs probe --yes --objects 0 --json /dev/stdout | cat`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", script], {
    ...{ cwd: command.folder, env: environment() },
  });
  expect(JSON.parse(stdout)).toMatchObject({ format: "cdktf-outreach probe" });
  expect(stderr).toMatch(/^certain {3}/m);
});

it("probe removes its objects after Ctrl-C, and exits with 1", async () => {
  const { child, finished } = start("--yes");
  await simulator.waitForCall("UpdateSnippet", 1);
  child.kill("SIGINT");
  const { status, stderr } = await finished;
  expect([status, stderr]).toEqual([
    1,
    "The probe has removed all of its objects.\ncdktf-outreach: Interrupted by SIGINT.\n",
  ]);
  expect(simulator.objects()).toEqual([]);
});

it.each(["CreateCluster", "DeleteSnippet"] as const)(
  "probe --clean removes what a probe has left that is killed at a %s, and only after --yes",
  async (operation) => {
    const other = simulator.create("snippet", identity.workspaceId, {
      ...{ name: "cdktf-outreach probe of May", prompt: "" },
    });
    const id = simulator.addFault({ operation, effect: { type: "hold", when: "after" } });
    const { child, finished } = start("--yes");
    await simulator.waitForCall(operation, 1, "committed");
    child.kill("SIGKILL");
    await finished;
    simulator.clearFaults();
    simulator.release(id);
    const left = simulator.objects().length - 1;
    expect(left).toBeGreaterThan(0);

    const asked = await run("--clean");
    expect([asked.status, asked.stderr]).toEqual([1, ""]);
    expect(asked.stdout).toContain(`Probes have left ${left} of them.\n  `);
    expect(asked.stdout).toMatch(/\nNothing was deleted\. Add --yes to delete them\.\n$/);
    expect(simulator.objects()).toHaveLength(left + 1);

    const cleaned = await run("--clean", "--yes");
    expect([cleaned.status, cleaned.stderr]).toEqual([0, ""]);
    expect(cleaned.stdout).toMatch(/\nAll of them are deleted\.\n$/);
    expect(simulator.objects()).toEqual([other]);
  },
);
