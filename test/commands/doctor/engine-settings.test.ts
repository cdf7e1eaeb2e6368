import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { doctorBench } from "./doctor-bench";

const bench = doctorBench();

const ADDRESS = "registry.example/outreach/outreach";

/** Returns the findings about the settings of the engine, with these environment variables. */
const found = (environment: NodeJS.ProcessEnv = {}) => bench.found("engine settings", { environment });

const none = ["ok: No setting keeps the engine from using the provider."];

test("nothing keeps the engine from the provider without settings", async () => {
  bench.stack("one");
  expect(await found()).toEqual(none);
});

describe("a provider_installation block in a CLI configuration", () => {
  const withBlock = async (block: string) => {
    const file = bench.write("home/.terraformrc", `provider_installation {\n${block}\n}\n`);
    return { file, lines: await found() };
  };
  const exclude = `direct {\n exclude = ["${ADDRESS}"]\n }`;

  test.each([
    ["no method", ""],
    ["only direct", "direct {}"],
    [
      "a mirror beside direct, which asks the registry all the same",
      `filesystem_mirror {\n path = "terraform.d/plugins"\n }\n direct {}`,
    ],
    ["a mirror that lacks the provider", `filesystem_mirror {\n path = "/nowhere"\n }\n ${exclude}`],
    [
      "a mirror that leaves the provider out",
      `filesystem_mirror {\n path = "terraform.d/plugins"\n include = ["registry.terraform.io/*/*"]\n }`,
    ],
    ["a mirror on the network", `network_mirror {\n url = "https://mirror.example/"\n }`],
  ])("with %s makes a warning that names the file and the mirror to add", async (_, block) => {
    bench.stack("one");
    const { file, lines } = await withBlock(block);
    expect(lines).toEqual([
      `warning: cdktf.out/stacks/one: ${file} has a provider_installation block, so the engine may ignore terraform.d and use a registry. Add a ` +
        `filesystem_mirror with path "terraform.d/plugins" and include ${ADDRESS}, and exclude that address in direct, as ` +
        "the guide to setups shows.",
    ]);
  });

  test.each([
    [
      "the mirror that the guide shows",
      `filesystem_mirror {\n path = "terraform.d/plugins"\n include = ["${ADDRESS}"]\n }\n ${exclude}`,
    ],
    ["a mirror for all providers", `filesystem_mirror {\n path = "terraform.d/plugins"\n }`],
    [
      "patterns with a star",
      `filesystem_mirror {\n path = "terraform.d/plugins"\n include = ["registry.example/outreach/*"]\n }\n direct {\n exclude = ["registry.example/*/*"]\n }`,
    ],
  ])("with %s is no problem", async (_, block) => {
    bench.stack("one");
    expect((await withBlock(block)).lines).toEqual(none);
  });

  test("does not matter for stacks that do not use the provider", async () => {
    bench.stack("one");
    bench.write(
      "home/.terraformrc",
      `provider_installation {\n filesystem_mirror {\n path = "terraform.d/plugins"\n }\n}`,
    );
    bench.writeJson("cdktf.out/stacks/other/cdk.tf.json", {});
    const places = bench.facts().places as [];
    const other = { name: "other", folder: join(bench.folder(), "cdktf.out/stacks/other") };
    expect(await bench.found("engine settings", { places: [...places, other] })).toEqual(none);
  });
});

test("a CLI configuration that cannot be read is a warning that says what doctor does not know", async () => {
  bench.stack("one");
  const file = bench.write("home/.terraformrc", "provider_installation {");
  const loop = bench.link(".tofurc", "home/.tofurc");
  const unknown = "cannot be read, so doctor does not know whether the engine ignores terraform.d:";
  expect(await found()).toEqual([
    `warning: cdktf.out/stacks/one: ${file} ${unknown} It is not HCL that this command can read: see line 1. Make it ` +
      "readable, or correct it.",
    expect.stringMatching(new RegExp(`^warning: cdktf.out/stacks/one: ${loop} ${unknown} .*ELOOP`)),
  ]);
});

describe("TF_WORKSPACE", () => {
  const findings = async (environment: NodeJS.ProcessEnv) =>
    (await found(environment)).filter((line) => !line.startsWith("ok"));

  test("that does not exist is a warning, because the engine would begin with an empty state", async () => {
    const folder = bench.stack("one");
    expect(await findings({ TF_WORKSPACE: "staging" })).toEqual([
      'warning: cdktf.out/stacks/one: TF_WORKSPACE names "staging", which does not exist, so init fails, or the engine ' +
        "plans to create every object. Correct it, or unset it, unless nothing is managed there yet.",
    ]);
    expect(await findings({ TF_WORKSPACE: "default" })).toEqual([]);
    mkdirSync(join(folder, "terraform.tfstate.d/staging"), { recursive: true });
    expect(await findings({ TF_WORKSPACE: "staging" })).toEqual([]);
  });

  test("may exist in a backend that doctor does not ask, which is a warning, also before the first init", async () => {
    const places = [{ name: "the project folder", folder: bench.folder() }];
    bench.write("backend.tf", 'terraform {\n  backend "s3" {}\n}\n');
    expect(
      await bench.found("engine settings", { places, environment: { TF_WORKSPACE: "staging" } }),
    ).toEqual([
      'warning: the project folder: TF_WORKSPACE names "staging", and doctor does not ask the backend whether it exists. If ' +
        "init does not find it, create it: terraform workspace new staging.",
    ]);
  });
});
