import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { contextOf } from "../../../src/commands/doctor/context";
import { checkEngine, checkNode } from "../../../src/commands/doctor/runtime";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

/** Puts a shell script on PATH. */
function program(name: string, script: string): void {
  chmodSync(bench.write(join("bin", name), `#!/bin/sh\n${script}\n`), 0o755);
}

const PRINTS_20 = "echo v20.18.1";

/** Returns the context on a machine that has only the programs of the test, and a shell. */
function context(environment: NodeJS.ProcessEnv = {}) {
  const PATH = `${join(bench.folder(), "bin")}:/usr/bin:/bin`;
  return contextOf(bench.folder(), new AbortController().signal, { PATH, ...environment });
}

const engine = async (environment?: NodeJS.ProcessEnv) => checkEngine(await context(environment)).map(lineOf);
const node = async (environment?: NodeJS.ProcessEnv) => checkNode(await context(environment)).map(lineOf);

describe("the engine", () => {
  test.each([
    ["Terraform v1.5.7\non linux_amd64", "ok: Terraform v1.5.7"],
    ["OpenTofu v1.12.0-rc1\non darwin_arm64", "ok: OpenTofu v1.12.0-rc1"],
    ["A warning\nTerraform v1.11.4", "ok: Terraform v1.11.4"],
    ["Terraform v1.2.0", "error: Terraform v1.2.0 is too old. Install 1.5.7 or newer."],
    ["OpenTofu v1.5.9", "error: OpenTofu v1.5.9 is too old. Install 1.6.0 or newer."],
    [
      "Terraform v1.9.0\non windows_amd64",
      "error: Terraform v1.9.0 is built for windows_amd64, on which the provider does not run. Use an engine for one of " +
        "linux_amd64, linux_arm64, darwin_amd64, darwin_arm64.",
    ],
    ["hello", "error: terraform version does not print a version of Terraform or OpenTofu."],
    ["", "error: terraform version does not print a version of Terraform or OpenTofu."],
  ])("that prints %j is judged by it", async (printed, finding) => {
    program("node", PRINTS_20);
    program("terraform", `printf '${printed.replaceAll("\n", "\\n")}'`);
    expect(await engine()).toEqual([finding]);
  });

  test("that ends in an error is an error that quotes it", async () => {
    program("node", PRINTS_20);
    program("mine", "echo 'no version is set' >&2; exit 3");
    expect(await engine({ TERRAFORM_BINARY_NAME: "mine" })).toEqual([
      'error: TERRAFORM_BINARY_NAME names "mine", which does not run. Correct the variable or unset it. mine version ended ' +
        "with status 3: no version is set",
    ]);
  });

  test("that is not on PATH is an error that says where to get one", async () => {
    program("node", PRINTS_20);
    expect((await engine({ PATH: join(bench.folder(), "bin") }))[0]).toMatch(
      /^error: Neither terraform nor tofu is on PATH: install/,
    );
  });

  test("is OpenTofu if Terraform does not run", async () => {
    program("node", PRINTS_20);
    program("terraform", "exit 1");
    program("tofu", "echo OpenTofu v1.10.0");
    expect(await engine()).toEqual(["ok: OpenTofu v1.10.0"]);
  });
});

describe("the Node.js on PATH", () => {
  test.each([
    [PRINTS_20, "ok: v20.18.1"],
    ["echo v20.18.0", "error: v20.18.0 is too old. Install 20.18.1 or newer, and put it first on PATH."],
    [
      "echo 'cannot execute' >&2; exit 126",
      "error: node --version does not print a version: cannot execute. Put node on PATH: the engine starts the provider with it.",
    ],
    [
      "true",
      "error: node --version does not print a version. Put node on PATH: the engine starts the provider with it.",
    ],
  ])("that does %j is judged by it", async (script, finding) => {
    program("node", script);
    expect(await node()).toEqual([finding]);
  });

  test("that is missing is an error", async () => {
    expect(await node({ PATH: bench.folder() })).toEqual([
      "error: There is no node on PATH. Put node on PATH: the engine starts the provider with it.",
    ]);
  });

  test("is started without NODE_OPTIONS, as the provider is", async () => {
    expect(
      (await node({ PATH: dirname(process.execPath), NODE_OPTIONS: "--require /nowhere.js" }))[0],
    ).toMatch(/^ok: v/);
  });
});

test("a stop while a program runs ends the program, and the programs that it has started", async () => {
  program("node", PRINTS_20);
  const [alive, ready] = ["alive", "ready"].map((name) => join(bench.folder(), name)) as [string, string];
  execFileSync("mkfifo", [alive, ready]);
  program("hung", `exec 3> '${alive}'; sleep 1000 & echo > '${ready}'; wait`);
  const controller = new AbortController();
  const environment = { PATH: process.env.PATH, TERRAFORM_BINARY_NAME: join(bench.folder(), "bin/hung") };
  const started = contextOf(bench.folder(), controller.signal, environment);
  // The pipe ends when no process has it open any more.
  const allEnded = readFile(alive);
  await readFile(ready);
  controller.abort(new Error("stopped"));
  await expect(started).rejects.toThrow("stopped");
  await allEnded;
});
