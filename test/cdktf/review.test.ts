import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Review } from "../../src/cli/review/model/review";
import { ENGINE } from "../terraform/engine";
import { cdktfBench, type CdktfProject } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

/** Of what is synthesized. With a separate folder for temporary files, which must be empty at the end. */
async function review(project: CdktfProject, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const temporary = join(project.folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  const skip = args.includes("--plan") || args.includes("--dir") ? [] : ["--skip-synth"];
  const outcome = await project.command(["review", ...skip, ...args], { TMPDIR: temporary, ...env });
  expect(readdirSync(temporary)).toEqual([]);
  return outcome;
}

/** What others delete, just after the deploy, is not waited for. */
const stackOf = (name: string, prompt: string) => `
  new OutreachProvider(stack, "outreach", { visibilityTimeout: 0 });
  new OutreachCluster(stack, "cluster", { name: "Cluster ${name}", forceDestroy: true });
  new OutreachSnippet(stack, "opener", { name: "Opener ${name}", prompt: ${JSON.stringify(prompt)} });`;

async function synthesized(
  stacks: Readonly<Record<string, string>>,
  options: Parameters<typeof bench.project>[0] = {},
): Promise<CdktfProject> {
  const project = bench.project(options);
  project.app(stacks);
  await project.synth();
  return project;
}

describe("cdktf-outreach review", () => {
  it("plans every stack with the real engine, whatever TF_CLI_ARGS_plan asks for, and writes one report", async () => {
    const project = await synthesized({
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
    const project = await synthesized({ emea: stackOf("A", "Hi.\n") });
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

  it("says in one line that an applied stack has no changes, fails on its destroy, and shows what was changed outside", async () => {
    const project = await synthesized({ emea: stackOf("A", "Write to {first_name}.\nBe brief.\n") });
    await project.apply("emea");
    const unchanged = "**Plan review: no changes** in `emea`.\n";
    expect(await review(project, ["emea"])).toMatchObject({ status: 0, stdout: unchanged });

    const cluster = bench
      .simulator()
      .objects()
      .find(({ name }) => name === "Cluster A")!;
    bench.simulator().setAssociatedCount(cluster.id, 7);
    project.app({ emea: 'new OutreachProvider(stack, "outreach");' });
    await project.synth();
    const destroying = await review(project, ["--fail-on", "destroy,warning"]);
    expect(destroying.status).toBe(3);
    expect(destroying.stdout).toContain(
      "| cluster `Cluster A` | −1 | **7 linked mailboxes and other resources lose their cluster** |",
    );

    project.app({ emea: stackOf("A", "Write to {first_name}.\nBe brief.\n") });
    await project.synth();
    for (const { id, name } of bench.simulator().objects()) {
      if (name === "Cluster A") bench.simulator().delete(id);
      else bench.simulator().update(id, { prompt: "Write to {name}.\nBe brief.\n" });
    }
    const { status, stdout } = await review(project, ["--format", "text"]);
    expect(status).toBe(2);
    expect(stdout).toContain("- Write to ⟦{name}⟧.\n    + Write to ⟦{first_name}⟧.");
    expect(stdout).toMatch(
      /CREATE cluster "Cluster A".*\n(.*\n)?  This change undoes drift: it was deleted outside/,
    );
  });

  it("warns of a prompt beside its object", async () => {
    const emea = `new OutreachProvider(stack, "outreach", { knownVariables: ["first_name"] });
      new OutreachSnippet(stack, "s", { name: "Opener", prompt: "Hi {first name}, {firstname}" });`;
    // The review tells the provider in the environment to leave the checks of prompts to it.
    const project = await synthesized({ emea }, { provider: "built" });
    const { status, stdout } = await review(project, ["--fail-on", "warning"]);
    expect(status).toBe(3);
    const [, object] = stdout.split("<details");
    expect(object).toContain(
      'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one',
    );
    expect(object).toContain('outreach_snippet "Opener": {firstname} is not a known variable');
    expect(stdout).toContain("1 to create, 2 warnings");
  });

  it("says of a stack that reads from another one what has to be applied first, as long as that is so", async () => {
    const project = bench.project();
    const app = (name: string, reads: readonly string[]) =>
      project.app({
        base: `${stackOf("A", "Hi.\n").replace("Cluster A", name)}
          global.cluster = stack.node.findChild("cluster");`,
        reader: `new OutreachProvider(stack, "outreach");
          for (const value of [${reads.map((read) => `cluster.${read}`).join(", ")}])
            new OutreachSnippet(stack, "s" + stack.node.children.length, { name: value, prompt: "p" });`,
      });

    const apply = ["apply", "-auto-approve"];
    app("Europe", ["id"]);
    await project.synth();
    const first = await review(project, ["--format", "text"]);
    expect(first.status).toBe(1);
    expect(first.stdout).toContain(
      "Error: reader reads from base, which has not been applied yet\n" +
        "  reader can be planned only after an apply of base. Apply base first, then review again.\n",
    );
    expect(first.stdout).not.toContain("remote state");

    await project.apply("base");
    app("Europe", ["id", "createdAt"]);
    await project.synth();
    expect((await review(project, ["--format", "text"])).stdout).toContain(
      "Error: reader reads outputs that only the next apply of base writes\n",
    );

    await project.engine("base", apply);
    await project.apply("reader");
    app("Asia", ["id", "createdAt"]);
    await project.synth();
    const marked = await review(project, ["--format", "text", "--fail-on", "warning"]);
    expect(marked.status).toBe(3);
    expect(marked.stdout).toContain(
      "Warning: reader reads from base, which changes: the changes of reader show only after base is applied\n",
    );

    await project.engine("base", apply);
    expect((await review(project)).stdout).toBe("**Plan review: no changes** in `base`, `reader`.\n");
  });

  it("reports a stack that cannot be planned beside those that can, with the exit status 1", async () => {
    const project = await synthesized({
      good: stackOf("A", "Hi.\n"),
      bad: 'new OutreachProvider(stack, "outreach", { baseUrl: "nowhere" });\nnew OutreachCluster(stack, "c", { name: "C" });',
    });
    const { status, stdout } = await review(project);
    expect(status).toBe(1);
    expect(stdout).toContain("| `bad` ❌ not planned |");
    expect(stdout).toContain("❌ **Error**: `base_url is not a web address`");
    expect(stdout).toContain("<b>create</b> cluster <code>Cluster A</code>");
  });

  it("shows the delete that the engine plans beside a refused update, also of a folder that --dir names", async () => {
    const app = (prompt: string) => `
      new OutreachProvider(stack, "outreach", { visibilityTimeout: 0, outsideEdits: "fail" });
      new OutreachSnippet(stack, "opener", { name: "Opener", prompt: ${JSON.stringify(prompt)} });`;
    const project = await synthesized({
      emea: `${app("Hi.")} new OutreachCluster(stack, "cluster", { name: "Europe" });`,
    });
    await project.apply("emea");
    const { id } = bench
      .simulator()
      .objects()
      .find(({ name }) => name === "Opener")!;
    bench.simulator().update(id, { prompt: "Edited." });
    project.app({ emea: app("Hello.") });
    await project.synth();
    const args = ["--format", "text", "--fail-on", "destroy", "--approval", join(project.folder, "approval")];
    const failed = await review(project, args);
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("No approval is written") as string,
    });
    expect(failed.stdout).toMatch(
      /^Plan review of emea: the plan failed, 1 to delete, 1 with drift, 1 error\n[^]*\nError: outreach_snippet \(\w+\): this plan overwrites an edit made in Outreach \(prompt\) \(snippet "Opener", outreach_snippet\.opener,[^]*\nThe plan stopped, so 1 object is not reviewed: it failed, or depends on what failed\.\n  snippet "Opener" outreach_snippet\.opener\n[^]*\nDELETE cluster "Europe"/,
    );
    const folder = join("cdktf.out", "stacks", "emea");
    const plain = await review(project, ["--dir", folder, ...args]);
    expect({ ...plain, stdout: plain.stdout.replaceAll(folder, "emea") }).toEqual(failed);
  });

  it("quotes what the engine says of a failure, and nothing of its log", async () => {
    const project = await synthesized({ emea: stackOf("A", "Hi.\n") });
    const logged = { TF_LOG: "info", TF_CLI_ARGS_init: "-backend-config=password=s3cret" };
    const run = (env: NodeJS.ProcessEnv) => project.command(["review", "--skip-synth"], env);
    const { status, stdout } = await run(logged);
    expect(status).toBe(1);
    expect(stdout).toContain("> Error: Invalid backend configuration argument");
    expect(stdout).not.toMatch(/s3cret|\[INFO\]/);

    for (const file of ["missing/engine.log", "engine.log"])
      expect((await run({ ...logged, TF_LOG_PATH: file })).stdout).toBe(stdout);
    expect(readFileSync(join(project.folder, "engine.log"), "utf8")).toContain("s3cret");

    const misused = await run({ TF_CLI_ARGS_plan: "-no-such-option" });
    expect(misused.stdout).toContain("Failed to parse command-line flags");
    expect(misused.stdout).not.toContain("␛");
  });

  it("reviews a saved plan, and what show -json printed of it, as JSON of a documented version and as a page in a file", async () => {
    const project = await synthesized({ emea: stackOf("A", "Hi <script>.\n") });
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
