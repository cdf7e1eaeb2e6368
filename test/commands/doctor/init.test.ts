import { chmodSync } from "node:fs";
import { join } from "node:path";
import { placeProvider } from "../../../src/placing/place-provider";
import { doctorBench } from "./doctor-bench";

const bench = doctorBench();

const WHOLE = 'source = "registry.example/outreach/outreach"';
const SHORT = 'source = "outreach/outreach"';

/**
 * Returns the problems of a folder for plain HCL with the provider. The engine's init fails with a text, or succeeds if
 * the text is empty.
 */
function problems(required: string, stderr = "", version = "Terraform v1.11.4") {
  const folder = bench.folder();
  bench.write(
    "main.tf",
    `terraform {\n  required_providers {\n    outreach = {\n${required}\n    }\n  }\n}\n`,
  );
  placeProvider(bench.provider(), folder);
  const script = `#!/bin/sh\ncat >&2 <<'END'\n${stderr}\nEND\nexit ${stderr === "" ? 0 : 1}\n`;
  const program = bench.write("engine", script);
  chmodSync(program, 0o755);
  return bench.problems({
    places: [{ name: "the project folder", folder }],
    engine: { program, version, platform: "linux_amd64" },
    environment: { PATH: process.env.PATH },
  });
}

test("a short source is an error with OpenTofu, which has its own registry, and not with Terraform", async () => {
  expect(await problems(SHORT, "", "OpenTofu v1.10.0")).toEqual([
    `error: the project folder: ${join(bench.folder(), "main.tf")} names the provider by the short source "outreach/outreach", which OpenTofu ` +
      'looks for in its own registry, so init fails. Write the whole source: "registry.example/outreach/outreach".',
  ]);
  expect(await problems(SHORT)).toEqual([]);
});

const UNCLOSED =
  "Error: Unclosed configuration block\n\n  on main.tf line 14, in resource:\n  14: resource secret {\n";

test("an init that fails where no other check finds a fault is an error with the engine's reason", async () => {
  const introduction =
    "Error: Terraform encountered problems during initialisation, including problems\nwith the configuration.\n\n";
  const cure = "Run terraform init there, and correct what it reports.";
  expect(await problems(WHOLE, `${introduction}\n${UNCLOSED}`)).toEqual([
    `error: the project folder: terraform init fails: Unclosed configuration block. ${cure}`,
  ]);
  expect(await problems(WHOLE, "Error: Failed to parse\ncommand-line flags\n\nflag provided")).toEqual([
    `error: the project folder: terraform init fails: Failed to parse command-line flags. ${cure}`,
  ]);
});

test("init is not asked if it would need a registry, or if an earlier check has found an error", async () => {
  const second = `${WHOLE}\n}\nnull = {\nsource = "hashicorp/null"`;
  expect(await problems(second, UNCLOSED)).toEqual([]);
  expect(await problems(SHORT, UNCLOSED, "OpenTofu v1.10.0")).toEqual([
    expect.stringContaining("names the provider by the short source"),
  ]);
});

test("an init that fails because of our own argument is no finding", async () => {
  const error =
    'Error: Provider dependency changes detected\n\nRun it without the "-lockfile=readonly" flag.';
  expect(await problems(WHOLE, error)).toEqual([]);
});
