import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../src/commands/doctor/run-program";
import { checkApp } from "../../../src/commands/doctor/app";
import { placeProvider } from "../../../src/placing";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

const ADDRESS = "registry.example/outreach/outreach";
const TOFU = { engine: { program: "no-engine", version: "OpenTofu v1.10.0", platform: "linux_amd64" } };

/** A folder for plain HCL with the provider. */
function hcl(required: string) {
  const folder = bench.folder();
  bench.write(
    "main.tf",
    `terraform {\n  required_providers {\n    outreach = {\n${required}\n    }\n  }\n}\n`,
  );
  placeProvider(bench.provider(), folder);
  return { places: [{ name: "the project folder", folder, isStack: false }] };
}

describe("a version in required_providers", () => {
  const fault = (file: string, version: string) =>
    `error: ${file} requires version "${version}" of the provider, and terraform.d has 1.2.0, so init fails. Write version = ` +
    '"1.2.0" there, or run synth again.';

  test.each(["1.3.0", "~> 1.3", "< 1.2.0", ">= 1.0, != 1.2.0", "~> 1.1.0", "> 1.2", "1.2.0-rc1"])(
    "that excludes the installed one (%s) is an error",
    async (version) => {
      const places = hcl(
        `source = "${ADDRESS}" # version = "1.2.0"\n/* version = "1.2.0" */\nversion = "${version}"`,
      );
      expect(await bench.problems(places)).toEqual([fault(join(bench.folder(), "main.tf"), version)]);
    },
  );

  test.each([
    "1.2.0",
    "= 1.2.0",
    "~> 1.2",
    "~> 1.2.0",
    "~> 1",
    ">= 1.0, < 2.0",
    "1.2",
    "<= 1.2.0",
    "!= 1.1.0",
  ])("that the installed one satisfies (%s) is no problem", async (version) => {
    expect(await bench.problems(hcl(`source = "${ADDRESS}"\nversion = "${version}"`))).toEqual([]);
  });

  test("is found in the JSON of a stack, too", async () => {
    const required = { outreach: { source: ADDRESS, version: "2.0.0" } };
    const folder = bench.stack("one");
    bench.writeJson("cdktf.out/stacks/one/cdk.tf.json", { terraform: [{ required_providers: [required] }] });
    expect(await bench.problems()).toEqual([fault(join(folder, "cdk.tf.json"), "2.0.0")]);
  });
});

test("a short source is an error with OpenTofu, which has its own registry, and not with Terraform", async () => {
  const places = hcl('source = "outreach/outreach"');
  expect(await bench.problems({ ...places, ...TOFU })).toEqual([
    `error: ${join(bench.folder(), "main.tf")} names the provider by the short source "outreach/outreach", which OpenTofu ` +
      `looks for in its own registry, so init fails. Write the whole source: "${ADDRESS}".`,
  ]);
  expect(await bench.problems(places)).toEqual([]);
});

test.each(["TF_CLI_ARGS_init", "TF_CLI_ARGS"])(
  "-plugin-dir in %s is an error for a folder without the provider",
  async (name) => {
    bench.stack("one");
    const problems = (value: string) => bench.problems({ environment: { [name]: value } });
    const fault =
      `error: -plugin-dir in ${name} names /nowhere, which does not contain version 1.2.0 of the provider, so init fails. ` +
      "Remove the argument, or copy terraform.d/plugins there.";
    expect(await problems("-upgrade -plugin-dir=/nowhere")).toEqual([fault]);
    expect(await problems('--plugin-dir "/nowhere" -upgrade')).toEqual([fault]);
    expect(await problems("-plugin-dir=terraform.d/plugins")).toEqual([]);
  },
);

describe("TF_WORKSPACE", () => {
  const findings = (environment: NodeJS.ProcessEnv) => bench.problems({ environment });

  test("that does not exist is a warning about the empty state that the engine would begin with", async () => {
    const folder = bench.stack("one");
    expect(await findings({ TF_WORKSPACE: "staging" })).toEqual([
      'warning: TF_WORKSPACE names "staging", which cdktf.out/stacks/one does not have, so the engine begins with an empty ' +
        "state and plans to create every object. Correct it, or unset it, unless nothing is managed there yet.",
    ]);
    expect(await findings({ TF_WORKSPACE: "default" })).toEqual([]);
    mkdirSync(join(folder, "terraform.tfstate.d/prod"), { recursive: true });
    expect(await findings({ TF_WORKSPACE: "staging" })).toEqual([
      'error: TF_WORKSPACE names "staging", which cdktf.out/stacks/one does not have, so init fails, or the engine begins with ' +
        "an empty state and plans to create every object. Correct it, or unset it, unless nothing is managed there yet.",
    ]);
    mkdirSync(join(folder, "terraform.tfstate.d/staging"), { recursive: true });
    expect(await findings({ TF_WORKSPACE: "staging" })).toEqual([]);
  });

  test("is an unknown for a backend that doctor does not ask, also before the first init", async () => {
    const places = hcl(`source = "${ADDRESS}"`);
    bench.write("backend.tf", 'terraform {\n  backend "s3" {}\n}\n');
    expect(await bench.problems({ ...places, environment: { TF_WORKSPACE: "staging" } })).toEqual([
      'warning: TF_WORKSPACE names "staging", and doctor does not ask the backend of the project folder whether it exists. If ' +
        "init does not find it, create it: terraform workspace new staging.",
    ]);
  });
});

describe("init", () => {
  /** An engine that fails, or succeeds if the reason is empty. */
  const problems = (stderr: string, required = `source = "${ADDRESS}"`) => {
    const places = hcl(required);
    const program = bench.write(
      "engine",
      `#!/bin/sh\ncat >&2 <<'END'\n${stderr}\nEND\nexit ${stderr === "" ? 0 : 1}\n`,
    );
    chmodSync(program, 0o755);
    const engine = { program, version: "Terraform v1.11.4", platform: "linux_amd64" };
    return bench.problems({ ...places, engine, environment: { PATH: process.env.PATH } });
  };
  const INTRODUCTION =
    "Error: Terraform encountered problems during initialisation, including problems\nwith the configuration.\n\n";
  const UNCLOSED =
    "Error: Unclosed configuration block\n\n  on main.tf line 14, in resource:\n  14: resource secret {\n";

  test("that fails where no other check finds a fault is an error with the engine's reason", async () => {
    const text =
      "error: terraform init fails in the project folder: Unclosed configuration block (main.tf line 14).";
    const cure = "Run terraform init there, and correct what it reports.";
    expect(await problems(`${INTRODUCTION}\n${UNCLOSED}`)).toEqual([`${text} ${cure}`]);
    expect(await problems("Error: Failed to parse\ncommand-line flags\n\nflag provided")).toEqual([
      `error: terraform init fails in the project folder: Failed to parse command-line flags. ${cure}`,
    ]);
    expect(await problems("")).toEqual([]);
  });

  test("is not asked if it would need a registry or has an error already, and an error of our own argument is none", async () => {
    expect(await problems(UNCLOSED, `source = "${ADDRESS}"\n}\nnull = {\nsource = "hashicorp/null"`)).toEqual(
      [],
    );
    expect(await problems(UNCLOSED, `source = "${ADDRESS}"\nversion = "9"`)).toEqual([
      expect.stringContaining('requires version "9"'),
    ]);
    expect(
      await problems(
        'Error: Provider dependency changes detected\n\nRun it without the "-lockfile=readonly" flag.',
      ),
    ).toEqual([]);
  });
});

describe("the app in cdktf.json", () => {
  const found = async (app: string) => {
    bench.writeJson("cdktf.json", { app });
    return (await checkApp({ ...bench.context(), environment: process.env })).map(lineOf);
  };

  test("whose file is missing is an error that names it", async () => {
    expect(await found("npx tsx src/main.ts")).toEqual([
      "error: cdktf.json runs src/main.ts, which does not exist. Correct app in cdktf.json, or restore the file.",
    ]);
  });

  test.each(["main.js", "main.mjs", "main.cts", "main.ts"])(
    "whose %s has a syntax error is an error with its line",
    async (file) => {
      bench.link(join(__dirname, "../../../node_modules"), "node_modules");
      bench.write(file, "const a = 1;\nconst b = (;\n");
      expect(await found(`node ${file}`)).toEqual([
        expect.stringMatching(
          new RegExp(`^error: ${file} has a syntax error in line 2: .+ Correct it, then run synth\\.$`),
        ),
      ]);
      bench.write(file, "const a = 1;\n");
      expect(await found(`node ${file}`)).toEqual([`ok: ${file} has no syntax error.`]);
    },
  );

  test.each(["npm run -s app", "cd app && node main.js", "python3 main.py"])(
    "that doctor cannot follow (%s) is no finding",
    async (app) => {
      expect(await found(app)).toEqual([]);
    },
  );
});

describe("a program", () => {
  const request = { environment: process.env, signal: new AbortController().signal };

  test("that prints without end is ended, and the error says so", async () => {
    const { status, stdout, error } = await runProgram("yes", [], request);
    expect({ status, message: error?.message }).toEqual({
      status: null,
      message: "yes prints more than 1 MiB.",
    });
    expect(stdout.length).toBeLessThan(4 << 20);
  });

  test("that does not end is ended, and the error says so", async () => {
    const { status, error } = await runProgram("sleep", ["1000"], request, 50);
    expect({ status, message: error?.message }).toEqual({
      status: null,
      message: "sleep 1000 does not end.",
    });
  });
});
