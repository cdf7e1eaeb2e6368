import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Review } from "../../src/commands/review/model/review";
import { ENGINE } from "../terraform/engine";
import { cdktfBench } from "./harness";
import { review, stackOf, synthesized } from "./reviewing";

const bench = cdktfBench({ provider: "in-process" });

describe("cdktf-outreach review", () => {
  it("plans every stack with the real engine, whatever TF_CLI_ARGS_plan asks for, and writes one report", async () => {
    const project = await synthesized(bench.project(), {
      emea: stackOf("A", "Write to {first_name}.\n"),
      apac: stackOf("B", "Hi.\n"),
    });
    const { status, stdout, stderr } = await review(project, [], {
      TF_CLI_ARGS_plan: "-detailed-exitcode -no-color",
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    expect(stdout).toContain("## Plan review: 4 to create");
    expect(stdout).toContain("| `apac` | 2 |");
    expect(stdout).toContain("+ Write to {first_name}.");
  });

  it("synthesizes the app first, so that it never reviews an earlier prompt or after a failed synth", async () => {
    const project = await synthesized(bench.project(), { emea: stackOf("A", "Hi.\n") });
    project.app({ emea: stackOf("A", "Hello there.\n") });
    const stale = await review(project, ["--format", "text"]);
    expect(stale).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("main.js has changed since the stack emea was synthesized") as string,
    });
    const fresh = () => project.command(["review", "--format", "text"]);
    expect((await fresh()).stdout).toContain("+ Hello there.");
    project.app({ emea: 'throw new Error("no such prompt");' });
    const failed = await fresh();
    expect(failed).toMatchObject({ status: 1, stdout: "" });
    expect(failed.stderr).toMatch(/ended with status 1, so nothing is reviewed\.\n[^]*no such prompt/);
  });

  it("warns of a prompt beside its object", async () => {
    const emea = `new OutreachProvider(stack, "outreach", { knownVariables: ["first_name"] });
      new OutreachSnippet(stack, "s", { name: "Opener", prompt: "Hi {first name}, {firstname}" });`;
    // The review tells the provider in the environment to leave the checks of prompts to it.
    const project = await synthesized(bench.project({ provider: "built" }), { emea });
    const { status, stdout } = await review(project, ["--fail-on", "warning"]);
    expect(status).toBe(3);
    const [, object] = stdout.split("<details");
    expect(object).toContain(
      'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one',
    );
    expect(object).toContain('outreach_snippet "Opener": {firstname} is not a known variable');
    expect(stdout).toContain("1 to create, 2 warnings");
  });

  it("reports a stack that cannot be planned beside those that can, with the exit status 1", async () => {
    const project = await synthesized(bench.project(), {
      good: stackOf("A", "Hi.\n"),
      bad: 'new OutreachProvider(stack, "outreach", { baseUrl: "nowhere" });\nnew OutreachCluster(stack, "c", { name: "C" });',
    });
    const { status, stdout } = await review(project);
    expect(status).toBe(1);
    expect(stdout).toContain("| `bad` ❌ not planned |");
    expect(stdout).toContain("❌ **Error**: `base_url is not a web address`");
    expect(stdout).toContain("<b>create</b> cluster <code>Cluster A</code>");
  });

  it("quotes what the engine says of a failure, and nothing of its log", async () => {
    const project = await synthesized(bench.project(), { emea: stackOf("A", "Hi.\n") });
    const logged = { TF_LOG: "info", TF_CLI_ARGS_init: "-backend-config=password=s3cret" };
    const run = (env: NodeJS.ProcessEnv) => project.command(["review", "--skip-synth"], env);
    const { status, stdout } = await run(logged);
    expect(status).toBe(1);
    expect(stdout).toContain("> Error: Invalid backend configuration argument");
    expect(stdout).not.toMatch(/s3cret|\[INFO\]/);

    const misused = await run({ TF_CLI_ARGS_plan: "-no-such-option" });
    expect(misused.stdout).toContain("Failed to parse command-line flags");
    expect(misused.stdout).not.toContain("␛");
  });

  it("reviews a saved plan, and what show -json printed of it, as JSON of a documented version and as a page in a file", async () => {
    const project = await synthesized(bench.project(), { emea: stackOf("A", "Hi <script>.\n") });
    await project.engine("emea", ["init"]);
    await project.engine("emea", ["plan", "-out=plan"]);
    const plan = join(project.stackFolder("emea"), "plan");
    const binary = await review(project, ["--plan", plan]);
    expect(binary.stdout).toContain("## Plan review of `emea`: 2 to create");
    const shown = await project.spawn(ENGINE, ["show", "-json", plan], {
      cwd: project.stackFolder("emea"),
    });
    project.write("emea.json", shown.stdout);
    expect(await review(project, ["--plan", "emea.json"])).toEqual(binary);
    expect(binary.stdout).toContain("A saved plan contains no warnings of the engine");

    const json = await review(project, ["--plan", "emea.json", "--format", "json"]);
    const parsed = JSON.parse(json.stdout) as Review;
    expect(parsed).toMatchObject({ formatVersion: "1.0", totals: { create: 2, error: 0 } });

    const page = await review(project, ["--format", "html", "--out", "review.html"]);
    expect(page).toEqual({
      status: 2,
      stderr: "",
      stdout: "Plan review: 2 to create. Written to review.html.\n",
    });
    const html = readFileSync(join(project.folder, "review.html"), "utf8");
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toContain("Hi <script>");
  });
});
