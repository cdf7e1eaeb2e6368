import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ENGINE } from "../terraform/engine";
import { cloneInto } from "./clone";
import { cdktfBench, type CommandOutcome, succeeded } from "./harness";

const bench = cdktfBench({ provider: "in-process" });
const search = process.env["PATH"]!.split(delimiter);

let base: string;
let copy: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "cdktf-outreach-examples-"));
  copy = cloneInto(base);
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

/**
 * A PATH on which the engine has another name, or on which there is none. An install would empty the
 * original.
 */
function pathWith(engine: "terraform" | "tofu" | "none"): string {
  const bin = join(base, engine);
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  writeFileSync(join(bin, "npm"), "#!/bin/sh\nexit 1\n");
  chmodSync(join(bin, "npm"), 0o755);
  const holds = (folder: string, program: string) => existsSync(resolve(folder, program));
  if (engine !== "none") {
    const folder = search.find((one) => holds(one, ENGINE))!;
    symlinkSync(realpathSync(resolve(folder, ENGINE)), join(bin, engine));
  }
  const others = search.filter((folder) => !holds(folder, "terraform") && !holds(folder, "tofu"));
  return [bin, ...others].join(delimiter);
}

interface Quickstart {
  readonly path: string;
  /** TERRAFORM_BINARY_NAME. @default not set */
  readonly engine?: string;
  readonly args?: readonly string[];
  /** Called as that of `CdktfProject.spawn`. */
  readonly onStdout?: (stdout: string, child: ChildProcess) => void;
}

function quickstart({ path, engine, args = [], onStdout }: Quickstart): Promise<CommandOutcome> {
  const project = bench.project({ package: "none" });
  return project.spawn(process.execPath, ["examples/quickstart/run.mjs", ...args], {
    cwd: copy,
    env: { PATH: path, TERRAFORM_BINARY_NAME: engine },
    onStdout(stdout, child) {
      // The quickstart starts the simulator and then gives the engine these variables.
      const [, url] = /listens on ([^;]+);/.exec(stdout) ?? [];
      const ids = { OUTREACH_USER_ID: "quickstart-user", OUTREACH_WORKSPACE_ID: "quickstart-workspace" };
      if (url !== undefined) project.setProviderEnvironment({ ...ids, OUTREACH_BASE_URL: url });
      onStdout?.(stdout, child);
    },
  });
}

/** Of the quickstart, with the engine's lock. */
const leftState = () => readdirSync(copy).filter((name) => name.includes("tfstate"));

describe("the quickstart", () => {
  it("runs to its end, where there is only tofu too, and leaves no state", async () => {
    const output = succeeded("the quickstart", await quickstart({ path: pathWith("tofu") }));
    expect(output).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+; plans are run by tofu \d+\.\S+\n/);
    const story = [
      /Plan review of quickstart: 7 to create/,
      /7 added, 0 changed, 0 destroyed/,
      /Plan review of quickstart: 1 to update/,
      /▲ The line with "Mention our anniversary discount\." is theirs\./,
      /0 added, 1 changed, 0 destroyed/,
      /Plan review of quickstart: no changes/,
      /Plan review of quickstart: 1 to import/,
      /1 imported, 0 added, 0 changed, 0 destroyed\. Its id is still/,
      /8 destroyed/,
      /Done in \d+ s\./,
    ];
    expect(output).toMatch(new RegExp(story.map(({ source }) => source).join("[^]*")));
    expect(output).not.toMatch(/WARN|Initializing|\u001B/);
    expect(output.split("\n").length).toBeLessThan(140);
    expect(leftState()).toEqual([]);
  });

  it("shows what cdktf and the engine print with --verbose, and says what was left after Ctrl-C", async () => {
    let isInterrupted = false;
    const { status, stdout: output } = await quickstart({
      path: pathWith("terraform"),
      args: ["--verbose"],
      onStdout(stdout, child) {
        if (isInterrupted || !stdout.includes("Apply complete!")) return;
        isInterrupted = true;
        // To the whole group, as a terminal sends it.
        process.kill(-child.pid!, "SIGINT");
      },
    });
    // After its own synth, cdktf-cli adds the id of the construct.
    expect(output).toMatch(/outreach_cluster\.partners( \(partners\))?: Creating\.\.\./);
    // The story reads such a line to tell what a deploy did. README's test sees cdktf-cli print it.
    expect(output).toContain("Apply complete! Resources: 7 added");
    expect(output).not.toContain("Initializing");
    expect(output).toMatch(
      /Interrupted\. 7 objects were left in the simulator, which has ended\. The state file is removed, too\.\nThere is nothing to clean up\. To start again: npm run quickstart\n$/,
    );
    expect(status).toBe(130);
    expect(leftState()).toEqual([]);
  });

  it("says in a sentence where to get an engine, where there is none", async () => {
    const path = pathWith("none");
    const stderr =
      "\nThe quickstart failed: Neither terraform nor tofu is on PATH: install Terraform " +
      "(https://developer.hashicorp.com/terraform/install) or OpenTofu (https://opentofu.org/docs/intro/install) and run this again.\n";
    expect(await quickstart({ path })).toEqual({ status: 1, stdout: "", stderr });
    expect(await quickstart({ path, engine: "" })).toEqual({ status: 1, stdout: "", stderr });
  });
});
