import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  BUILT,
  changeOf,
  IS_TOFU,
  itWith,
  type RunOutcome,
  type Project,
  USER_ID,
  WORKSPACE_ID,
  workbench,
} from "./harness";
import { unzip } from "./zip";

const TOKEN = "token-5d1c0be2";
const secrets = { user_id: USER_ID, workspace_id: WORKSPACE_ID, authorization_token: TOKEN };

const resource = (text: string) => ({
  outreach_cluster: { a: { name: "A", description: text } },
  outreach_snippet: { b: { name: "B", prompt: text } },
});

/** Which secrets a text tells, by name. */
function told(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

function toldBy({ stdout, stderr }: RunOutcome): string[] {
  return told(stdout + stderr);
}

function fileOf(project: Project, name: string): Buffer {
  return readFileSync(join(project.folder, name));
}

describe("secrets (scenario 32)", () => {
  const bench = workbench({ credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID, token: TOKEN }] });
  const logged = { TF_LOG: "TRACE", TF_LOG_PATH: "trace.log", OUTREACH_AUTHORIZATION_TOKEN: TOKEN };

  it("stay out of every output and out of the logs at TRACE, also when calls fail", async () => {
    const project = await bench.project({ provider: "both", env: logged });
    const simulator = bench.simulator();
    project.configure({ resource: resource("First") });
    // The engine's log has what a built provider logs: in an apply, in a failed plan, and for another workspace.
    const outcomes = [
      await project.succeed(["plan", "-out=plan"]),
      await project.succeed(["show", "plan"]),
      await project.succeed(["apply", "plan"], BUILT),
      await project.succeed(["show"]),
      await project.succeed(["state", "show", "outreach_cluster.a"]),
    ];
    project.configure({ resource: resource("Second") });
    await project.actions("-refresh=false");
    const echo = `The user ${USER_ID} of ${WORKSPACE_ID} with ${TOKEN} is tired.`;
    simulator.addFault({ effect: { type: "status", status: 400, body: { message: echo } } });
    outcomes.push(await project.run(["plan", "-input=false"], BUILT));
    outcomes.push(await project.run(["apply", "plan"], BUILT));
    simulator.clearFaults();
    expect(outcomes.at(-1)!.stderr).toContain("is tired");
    const elsewhere = { ...BUILT, OUTREACH_WORKSPACE_ID: "elsewhere" };
    outcomes.push(await project.run(["plan", "-input=false"], elsewhere));
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 1, 1, 1]);
    expect(outcomes.map(toldBy)).toEqual(outcomes.map(() => []));

    const log = fileOf(project, "trace.log").toString();
    expect(log).toContain("CreateCluster");
    const telling = log.split("\n").filter((line) => told(line).length > 0);
    expect(telling).toEqual([]);
  });

  it("are in the state only as workspace_id, which is marked sensitive", async () => {
    const project = await bench.project({ env: { OUTREACH_AUTHORIZATION_TOKEN: TOKEN } });
    project.configure({ resource: resource("First") });
    const plan = await project.plan();
    for (const address of ["outreach_cluster.a", "outreach_snippet.b"]) {
      expect(changeOf(plan, address).after_sensitive).toMatchObject({ workspace_id: true });
    }
    await project.apply("plan");
    expect(told(fileOf(project, "terraform.tfstate").toString())).toEqual(["workspace_id"]);
    expect(project.attributes("outreach_cluster.a")).toMatchObject({ workspace_id: WORKSPACE_ID });

    project.configure({
      output: { leak: { value: "${outreach_cluster.a.workspace_id}" } },
      resource: resource("1"),
    });
    expect(await project.fail(["plan"])).toMatchObject([{ summary: "Output refers to sensitive values" }]);
  });

  it("stay out of the error when the provider is killed during a create (scenario 25)", async () => {
    const project = await bench.project({ provider: "both", env: logged });
    const simulator = bench.simulator();
    project.configure({ resource: resource("First") });
    await project.actions();
    simulator.addFault({ operation: ["CreateCluster", "CreateSnippet"], effect: { type: "hold" } });
    const run = project.start(["apply", "-no-color", "plan"], BUILT);
    await simulator.waitForCall("CreateCluster", 1);
    await simulator.waitForCall("CreateSnippet", 1);
    for (const pid of run.pluginPids()) process.kill(pid, "SIGKILL");
    const outcome = await run.ended;
    simulator.release();
    expect(outcome).toMatchObject({
      status: 1,
      // The engine's words depend on what it notices first.
      stderr: expect.stringMatching(/did not respond|was cancelled/) as string,
    });
    expect(toldBy(outcome)).toEqual([]);
    expect(told(fileOf(project, "trace.log").toString())).toEqual([]);
    // What is killed cannot remove its socket.
    rmSync(project.temporary, { recursive: true });
    mkdirSync(project.temporary);
  });
});

describe("a name and a prompt of sensitive variables", () => {
  const bench = workbench({});

  it("stay out of every output, also where the object changed since the plan or the server repeats them", async () => {
    const texts = { name: "Quokka-4711 EU", prompt: "Write of Wombat-0815 to { company }" };
    const project = await bench.project({
      env: { TF_VAR_name: texts.name, TF_VAR_prompt: texts.prompt, OUTREACH_VISIBILITY_TIMEOUT: "1" },
    });
    const simulator = bench.simulator();
    const configure = (suffix: string) =>
      project.configure({
        variable: { name: { sensitive: true }, prompt: { sensitive: true } },
        resource: { outreach_snippet: { s: { name: "${var.name}", prompt: `\${var.prompt}${suffix}` } } },
      });
    configure("");
    const echo = { message: `no "${texts.name}" with ${JSON.stringify(texts.prompt)}` };
    simulator.addFault({ operation: "CreateSnippet", effect: { type: "status", status: 400, body: echo } });
    const outcomes = [await project.run(["apply", "-auto-approve", "-no-color"])];
    simulator.clearFaults();
    outcomes.push(await project.succeed(["apply", "-auto-approve", "-no-color"]));
    configure(" at once");
    outcomes.push(await project.succeed(["plan", "-out=stale"]));
    simulator.update(simulator.objects()[0]!.id, { name: "Quokka-4711 US" });
    outcomes.push(await project.run(["apply", "-no-color", "stale"]));
    // Terraform draws a line beside an error and wraps it.
    const printed = outcomes.map(({ stdout, stderr }) => `${stdout}${stderr}`.replace(/[\s│]+/g, " "));
    expect(printed.at(0)).toContain('"no "(sensitive)" with "(sensitive)"".');
    expect(printed.at(-1)).toContain("has changed since the plan");
    expect(printed.join()).not.toMatch(/quokka|wombat/i);
  });
});

describe("ephemeral values as the provider's arguments (scenario 33)", () => {
  const bench = workbench({
    credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID, token: TOKEN }],
    dialect: { authorization: "required" },
  });

  itWith("ephemeral")("reach the API and are in no state, plan or output", async () => {
    const project = await bench.project({
      env: {
        OUTREACH_USER_ID: undefined,
        TF_VAR_user: USER_ID,
        TF_VAR_token: TOKEN,
      },
    });
    project.configure({
      variable: { user: { ephemeral: true }, token: { ephemeral: true } },
      provider: { outreach: { user_id: "${var.user}", authorization_token: "${var.token}" } },
      resource: resource("First"),
    });
    const planned = await project.succeed(["plan", "-no-color", "-input=false", "-out=plan"]);
    const shown = await project.succeed(["show", "-json", "plan"]);
    // The plan names the workspace it is for, marked sensitive, as the state does; Terraform's JSON has such
    // values as they are.
    expect(told(unzip(fileOf(project, "plan")))).toEqual(["workspace_id"]);
    expect(toldBy(shown)).toEqual(["workspace_id"]);
    const applied = await project.apply("plan");
    expect([planned, applied].map(toldBy)).toEqual([[], []]);
    expect(told(fileOf(project, "terraform.tfstate").toString())).toEqual(["workspace_id"]);
    expect(bench.simulator().journal({ status: 401 })).toEqual([]);
    expect(bench.simulator().objects(WORKSPACE_ID)).toHaveLength(2);

    // A resource is no place for them: Terraform says so before the provider is asked.
    project.configure({
      variable: { user: { ephemeral: true }, token: { ephemeral: true } },
      resource: { outreach_cluster: { a: { name: "${var.token}" } } },
    });
    const summary = IS_TOFU
      ? "Ephemeral value used in non-ephemeral context"
      : "Invalid use of ephemeral value";
    expect(await project.fail(["plan"])).toMatchObject([{ summary }]);
  });
});
