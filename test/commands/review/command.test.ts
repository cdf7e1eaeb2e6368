import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { PlanJson } from "../../../src/estate/engine/plan-json";
import { findStacks } from "../../../src/estate/engine/stacks";
import { bundleCommand } from "../command";
import { recordedStack } from "./recorded";

const command = bundleCommand();
afterAll(() => command.remove());

/** Returns a file with the output of show -json for a recorded plan. */
function planFile(scenario: string): string {
  const file = join(command.folder, `${scenario}.json`);
  writeFileSync(file, JSON.stringify(recordedStack(scenario).plan));
  return file;
}

const review = (...args: string[]) => command.run("review", ...args);

describe("cdktf-outreach review", () => {
  it.each([
    ["no-change", [], 0],
    ["update", [], 2],
    ["delete", ["--fail-on", "destroy"], 3],
    ["delete", ["--fail-on", "replace, warning"], 2],
  ])("exits for the plan %s with %j with %i", async (scenario, args, expected) => {
    const { status, stdout, stderr } = await review("--plan", planFile(scenario), ...args);
    expect({ status, stderr }).toEqual({ status: expected, stderr: "" });
    expect(stdout).toContain(`\`${scenario}\``);
  });

  it.each([
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    [
      "UTF-16, as Windows PowerShell writes what a command prints",
      (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
    ],
  ])("reads JSON in %s", async (_, encode) => {
    const file = join(command.folder, "marked.json");
    writeFileSync(file, encode(JSON.stringify(recordedStack("update").plan)));
    const { status, stdout, stderr } = await review("--plan", file);
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    expect(stdout).toContain("## Plan review of `marked`: 2 to update");
  });

  it.each([
    [["--format", "pdf"], '--format takes markdown, html, json, text, not "pdf".'],
    [["--fail-on", "edits"], '--fail-on takes destroy, replace, drift, warning, finding, not "edits".'],
    [["--fail-on", "finding"], "--fail-on finding needs --findings FILE."],
    [["--parallelism", "0"], "--parallelism takes a whole number from 1 to 999"],
    [["--plan", "missing"], "The plan missing is missing."],
    [["--plan", "x", "stack"], "Name stacks or give plans with --plan, not both."],
    [["--cdktf-out", "nowhere"], "nowhere/manifest.json is missing. Run cdktf synth first"],
    [["--plan", "missing", "--out", ""], '--out takes the name of a file, not "".'],
    [["--plan", "missing", "--out", "."], '--out takes the name of a file, not ".".'],
    [["--colour"], "Unknown option '--colour'"],
  ])(
    "explains what is wrong with %j, exits with 1, and mentions its help for a wrong command line",
    async (args, message) => {
      const { status, stdout, stderr } = await review(...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(stderr.endsWith(". See cdktf-outreach review --help.\n")).toBe(args[0] !== "--cdktf-out");
    },
  );

  it("names the missing folder of --out before it plans, and a file that cannot be written", async () => {
    const out = join(command.folder, "missing", "review.md");
    const { status, stderr } = await review("--plan", "missing", "--out", out);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `cdktf-outreach: ${join(command.folder, "missing")}, the folder of the file that --out names, is missing. ` +
        "Create it, or name another file.\n",
    );
    const long = join(command.folder, "x".repeat(300));
    const unwritten = await review("--plan", planFile("update"), "--out", long);
    expect(unwritten.stderr).toContain(`The review cannot be written to ${long}: ENAMETOOLONG`);
    expect(unwritten.stderr).toContain("Name another file with --out.\n");
  });

  it("leaves no incomplete review in a file that reaches the size limit", () => {
    const out = join(command.folder, "short.html");
    writeFileSync(out, "The review of an earlier run.");
    const script = join(command.folder, "cdktf-outreach.cjs");
    const args = ["review", "--plan", planFile("update"), "--format", "html", "--out", out];
    // A file may have 512 or 1024 bytes then, depending on the shell.
    const limited = ["-c", 'ulimit -f 1 && exec "$0" "$@"', process.execPath, script, ...args];
    const { status, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `cdktf-outreach: The review cannot be written to ${out}: EFBIG: file too large, write. Name another file with --out.\n`,
    });
    expect(readFileSync(out, "utf8")).toBe("");
  });

  it.each([
    ["not JSON", "{", "is not what cdktf synth writes"],
    ["without a stack", '{"stacks":{}}', "names no stack"],
    [
      "of a stack whose folder is gone",
      '{"stacks":{"a":{"name":"a","workingDirectory":"gone"}}}',
      "gone, the folder of the stack a, is missing",
    ],
  ])("tells how to repair a manifest that is %s", async (_, manifest, message) => {
    const folder = join(command.folder, "synthesized");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "manifest.json"), manifest);
    const { status, stdout, stderr } = await review("--cdktf-out", folder);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/run cdktf synth (again\.$|first, or name)/im);
  });

  it("accepts a missing folder of a stack that is not named", () => {
    const folder = mkdtempSync(join(command.folder, "two-"));
    const stacks = {
      a: { name: "a", workingDirectory: "gone" },
      b: { name: "b", workingDirectory: "." },
    };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ stacks }));
    expect(findStacks(folder, ["b"])).toEqual([{ name: "b", folder, dependencies: [] }]);
    expect(() => findStacks(folder, ["a"])).toThrow("the folder of the stack a, is missing");
  });

  it("keeps its exit status and prints no error if the reader stops early", async () => {
    const file = planFile("create");
    const plan = JSON.parse(readFileSync(file, "utf8")) as PlanJson;
    const prompt = "A line of a prompt.\n".repeat(50_000);
    const change = { actions: ["create"], before: null, after: { name: "S", prompt } };
    const resource = { ...plan.resource_changes![0]!, type: "outreach_snippet", change };
    writeFileSync(file, JSON.stringify({ ...plan, resource_changes: [resource] }));
    const script = join(command.folder, "cdktf-outreach.cjs");
    const child = spawn(process.execPath, [script, "review", "--plan", file, "--format", "text"]);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdout.once("data", () => child.stdout.destroy());
    expect(await once(child, "close")).toEqual([2, null]);
    expect(stderr).toBe("");
  });

  const onLinux = existsSync("/dev/full") ? it : it.skip;
  onLinux("says so where its output cannot be written", () => {
    const full = openSync("/dev/full", "w");
    try {
      const script = join(command.folder, "cdktf-outreach.cjs");
      const { status, stderr } = spawnSync(
        process.execPath,
        [script, "review", "--plan", planFile("update")],
        { encoding: "utf8", stdio: ["ignore", full, "pipe"] },
      );
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          "cdktf-outreach: The output cannot be written: ENOSPC: no space left on device, write. Send it to another place.\n",
      });
    } finally {
      closeSync(full);
    }
  });

  it.each([
    ["cdktf.out", {}, undefined],
    ["cdktf.out", {}, "{}"],
    ["built", {}, '{"output":"built"}'],
    ["cli", { CDKTF_OUTPUT: "cli" }, '{"output":"built"}'],
    ["app", { CDKTF_OUTDIR: "app", CDKTF_OUTPUT: "cli" }, "{}"],
    ["cdktf.out", { CDKTF_OUTDIR: "", CDKTF_OUTPUT: "" }, '{"output":""}'],
  ])(
    "reads %s with the environment %j and the cdktf.json %s",
    async (expected, environment, configuration) => {
      expect(await stacksWith(environment, configuration)).toContain(
        `${expected} has no stack x. It has of-${expected}.`,
      );
    },
  );

  it("reports a cdktf.json that cannot be read, unless --cdktf-out is given", async () => {
    expect(await stacksWith({}, "{ broken")).toBe(
      "cdktf-outreach: cdktf.json is not what cdktf reads. Correct it, or name the folder that synth wrote with --cdktf-out.\n",
    );
    expect(await stacksWith({}, "{ broken", "--cdktf-out", "built")).toContain("It has of-built.");
  });

  /** Returns the error for a missing stack, which names the folder that the command has read. */
  async function stacksWith(environment: NodeJS.ProcessEnv, configuration?: string, ...args: string[]) {
    const cwd = mkdtempSync(join(command.folder, "project-"));
    for (const output of ["cdktf.out", "built", "cli", "app"]) {
      mkdirSync(join(cwd, output));
      const stacks = { s: { name: `of-${output}`, workingDirectory: "." } };
      writeFileSync(join(cwd, output, "manifest.json"), JSON.stringify({ stacks }));
    }
    if (configuration !== undefined) writeFileSync(join(cwd, "cdktf.json"), configuration);
    const env = { ...process.env, CDKTF_OUTDIR: undefined, CDKTF_OUTPUT: undefined, ...environment };
    return (await command.runIn({ cwd, env }, "review", "x", ...args)).stderr;
  }
});
