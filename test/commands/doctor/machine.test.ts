import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import { examine } from "../../../src/commands/doctor";
import { factsOf } from "../../../src/commands/doctor/context";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

/** Puts a shell script on PATH. */
function program(name: string, script: string): void {
  chmodSync(bench.write(join("bin", name), `#!/bin/sh\n${script}\n`), 0o755);
}

const PRINTS_20 = "echo v20.18.1";

/** Returns the findings of a check on a machine that has only the programs of the test, and a shell. */
async function found(check: string, environment: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const PATH = `${join(bench.folder(), "bin")}:/usr/bin:/bin`;
  const facts = await factsOf(bench.folder(), new AbortController().signal, { PATH, ...environment });
  return (await examine(facts, [check])).map(lineOf);
}

const engine = (environment?: NodeJS.ProcessEnv) => found("engine", environment);
const node = (environment?: NodeJS.ProcessEnv) => found("Node.js", environment);

describe("an engine", () => {
  beforeEach(() => program("node", PRINTS_20));

  test.each([
    ["Terraform v1.5.7\non linux_amd64", "ok: Terraform v1.5.7"],
    ["OpenTofu v1.12.0-rc1\non darwin_arm64", "ok: OpenTofu v1.12.0-rc1"],
    ["A warning\nTerraform v1.11.4", "ok: Terraform v1.11.4"],
    ["Terraform v1.2.0", "error: Terraform v1.2.0 is too old. Install 1.5.7 or newer."],
    ["OpenTofu v1.5.9", "error: OpenTofu v1.5.9 is too old. Install 1.6.0 or newer."],
    ["hello", "error: terraform version does not print a version of Terraform or OpenTofu."],
  ])("that prints %j is judged by it", async (printed, finding) => {
    program("terraform", `printf '${printed.replaceAll("\n", "\\n")}'`);
    expect(await engine()).toEqual([finding]);
  });

  test("that ends in an error is an error that quotes it", async () => {
    program("mine", "echo 'no version is set' >&2; exit 3");
    const [finding] = await engine({ TERRAFORM_BINARY_NAME: "mine" });
    expect(finding).toMatch(/^error: TERRAFORM_BINARY_NAME names "mine", which .* no version is set$/);
  });
});

describe("the Node.js on PATH", () => {
  const cure = "Put node on PATH: the engine starts the provider with it.";
  test.each([
    [PRINTS_20, "ok: v20.18.1"],
    ["echo v20.18.0", "error: v20.18.0 is too old. Install 20.18.1 or newer, and put it first on PATH."],
    [
      "echo 'cannot execute' >&2; exit 126",
      `error: node --version prints no version: cannot execute. ${cure}`,
    ],
    ["true", `error: node --version prints no version. ${cure}`],
  ])("that does %j is judged by it", async (script, finding) => {
    program("node", script);
    expect(await node()).toEqual([finding]);
  });

  test("that is missing is an error", async () => {
    expect(await node({ PATH: bench.folder() })).toEqual([
      `error: node --version prints no version: spawn node ENOENT. ${cure}`,
    ]);
  });

  test("starts without NODE_OPTIONS, as the provider does", async () => {
    const environment = { PATH: dirname(process.execPath), NODE_OPTIONS: "--require /nowhere.js" };
    expect((await node(environment))[0]).toMatch(/^ok: v/);
  });
});

describe("the packages of an app", () => {
  /** Returns the findings about the packages of the app in a folder of the project. */
  function foundIn(app = "."): Promise<string[]> {
    bench.writeJson(join(app, "cdktf.json"), {});
    return bench.found("CDKTF", { folder: join(bench.folder(), app) });
  }

  const cdktf = 'ok: cdktf 0.21.0: import from "cdktf-outreach".';
  const cdktn = 'ok: cdktn 0.24.0: import from "cdktf-outreach/cdktn".';

  test("do not matter in a folder without cdktf.json", async () => {
    expect(await bench.found("CDKTF")).toEqual([]);
  });

  test("are an error if one is missing", async () => {
    expect(await foundIn()).toEqual([
      "error: Neither cdktf nor cdktn is installed. Run npm install cdktn constructs@10.7.",
    ]);
    bench.installPackage("cdktf", "0.21.0");
    expect(await foundIn()).toEqual([
      "error: The app uses cdktf, but constructs is not installed. Run npm install.",
    ]);
    bench.writeJson("package.json", { dependencies: { cdktn: "^0.24.0" } });
    expect(await foundIn()).toEqual([
      "error: The app uses cdktn, but cdktn is not installed. Run npm install.",
    ]);
  });

  test.each([
    ["cdktf", "0.21.0", cdktf],
    ["cdktn", "0.24.0", cdktn],
  ])("decide what the app imports (%s)", async (fork, version, finding) => {
    bench.installPackage(fork, version);
    bench.installPackage("constructs", "10.7.0");
    expect(await foundIn()).toEqual([finding]);
  });

  test("are a warning if both libraries are installed, and package.json names both or neither", async () => {
    bench.installPackage("cdktf", "0.21.0");
    bench.installPackage("cdktn", "0.24.0");
    bench.installPackage("constructs", "10.7.0");
    const both = [expect.stringMatching(/^warning: Both cdktf and cdktn are installed/)];
    expect(await foundIn()).toEqual(both);
    bench.writeJson("package.json", { dependencies: { cdktf: "*", cdktn: "*" } });
    expect(await foundIn()).toEqual(both);
  });

  test.each([
    ["cdktf", "0.21.0", "10.4.1"],
    ["cdktf", "0.21.0", "11.0.0"],
    ["cdktn", "0.24.0", "10.5.9"],
  ])("are an error if %s %s has constructs %s", async (fork, version, constructs) => {
    bench.installPackage(fork, version);
    bench.installPackage("constructs", constructs);
    expect(await foundIn()).toContain(
      `error: constructs ${constructs} does not fit ${fork} ${version}. Run npm install constructs@10.7.`,
    );
  });
});
