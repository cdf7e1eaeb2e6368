import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { type Project, USER_ID, WORKSPACE_ID, workbench } from "../terraform/harness";
import { sharedFolder } from "./release";
import { Wine, WINE } from "./wine";

const APPLY = ["apply", "-auto-approve", "-no-color", "-input=false"];

const snippet = (name: string, prompt = "Hi {name}") => ({
  resource: { outreach_snippet: { opener: { name, prompt } } },
});

/** Starts the provider for a debugger. Returns the value of TF_REATTACH_PROVIDERS and the process. */
async function debug(wine: Wine, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; reattach: string }> {
  const child = wine.debug(env);
  let text = "";
  for await (const chunk of child.stdout!.setEncoding("utf8")) {
    text += String(chunk);
    const [, reattach] = /TF_REATTACH_PROVIDERS='(.*)'\r?\n/.exec(text) ?? [];
    if (reattach !== undefined) return { child, reattach };
  }
  throw new Error(`The provider did not print how to reach it: ${text}`);
}

const describeWithWine = WINE === undefined ? describe.skip : describe;

describeWithWine("the program for Windows, under Wine (skipped if Wine is not installed)", () => {
  const bench = workbench({
    provider: "built",
    credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID }],
  });
  const folder = sharedFolder();
  let wine: Wine;
  beforeAll(() => (wine = new Wine(folder)));
  afterAll(() => wine.close());

  /** A project whose engine starts the program through a script, and talks to it over TCP as on Windows. */
  async function project(env: NodeJS.ProcessEnv = {}): Promise<Project> {
    const made = await bench.project({ env });
    const launcher = `terraform-provider-outreach_v${PROVIDER_VERSION}`;
    wine.writeLauncher(join(made.installProvider("terraform.d/plugins"), launcher));
    return made;
  }

  it("serves an engine that attaches to it: apply, plan and destroy, until Ctrl-C ends it", async () => {
    const { url } = bench.simulator();
    const { child, reattach } = await debug(wine, {
      OUTREACH_BASE_URL: url,
      OUTREACH_USER_ID: USER_ID,
      OUTREACH_WORKSPACE_ID: WORKSPACE_ID,
    });
    const attached = await bench.project({ env: { TF_REATTACH_PROVIDERS: reattach } });
    rmSync(join(attached.folder, "terraform.d"), { recursive: true });
    attached.configure(snippet("Opener"));
    // Not `init()`, which takes away what the engine attaches to.
    await attached.succeed(["init", "-no-color", "-input=false"]);
    await attached.apply();
    expect(bench.object("Opener")).toMatchObject({ prompt: "Hi {name}" });
    await attached.expectEmptyPlan();
    await attached.destroy();
    expect(bench.simulator().objects()).toEqual([]);
    child.kill("SIGINT");
    const [status] = (await once(child, "exit")) as [number | null];
    expect(status).toBe(0);
  });

  it("is started by an engine over TCP, keeps line ends, and leaves nothing to do", async () => {
    const started = await project();
    started.configure(snippet("Opener", "Hi {name}\r\nBye\n"));
    await started.init();
    await started.apply();
    expect(bench.object("Opener")).toMatchObject({ prompt: "Hi {name}\r\nBye\n" });
    expect(await started.announcements()).toEqual([]);
    await started.destroy();
    expect(bench.simulator().objects()).toEqual([]);
  });

  it("reports credentials that the server does not accept once, and makes no object", async () => {
    const started = await project({ OUTREACH_USER_ID: "nobody" });
    started.configure(snippet("Opener"));
    await started.init();
    const errors = await started.fail(["apply", "-auto-approve"]);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.detail).toContain("OUTREACH_USER_ID");
    expect(bench.simulator().objects()).toEqual([]);
  });

  it("adopts the object of a create whose response is lost", async () => {
    const started = await project();
    started.configure(snippet("Opener"));
    await started.init();
    bench.simulator().addFault({
      operation: "CreateSnippet",
      nth: 1,
      effect: { type: "reset", when: "after" },
    });
    await started.apply();
    expect(started.attributes("outreach_snippet.opener")["id"]).toBe(bench.object("Opener").id);
    expect(bench.writes()).toEqual(["CreateSnippet"]);
    expect(await started.announcements()).toEqual([]);
  });

  it("finishes and records a write that runs when Ctrl-C ends the apply", async () => {
    const started = await project({ TF_LOG_PROVIDER: "info" });
    const simulator = bench.simulator();
    started.configure(snippet("Opener"));
    await started.init();
    simulator.addFault({ operation: "CreateSnippet", effect: { type: "hold" } });
    const run = started.start(APPLY);
    await simulator.waitForCall("CreateSnippet", 1);
    run.killGroup("SIGINT");
    await run.printed("asked the provider to stop");
    simulator.clearFaults();
    simulator.release();
    await run.ended;
    expect(started.attributes("outreach_snippet.opener")["id"]).toBe(bench.object("Opener").id);
    expect(await started.announcements()).toEqual([]);
  });
});
