import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkEngineConfiguration } from "../../../src/commands/doctor/engine-configuration";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

const ADDRESS = "registry.example/outreach/outreach";

/** Returns the findings about the settings of the engine, with these environment variables. */
function found(environment: NodeJS.ProcessEnv = {}): string[] {
  return checkEngineConfiguration(bench.context({ environment })).map(lineOf);
}

const none = ["ok: No setting keeps the engine from using the provider."];
const relative = "Write an absolute path.";

test("without settings, nothing keeps the engine from the provider", () => {
  bench.stack("one");
  expect(found()).toEqual(none);
});

describe("TF_CLI_CONFIG_FILE", () => {
  test("that does not exist is one warning for all stacks", () => {
    bench.stack("one");
    bench.stack("two");
    expect(found({ TF_CLI_CONFIG_FILE: "/nowhere/cli.tfrc" })).toEqual([
      "warning: TF_CLI_CONFIG_FILE names /nowhere/cli.tfrc, which does not exist. The engine warns of it at every call. " +
        "Correct it, or unset it.",
    ]);
  });

  test("that is relative is looked for in the stack's folder, and not in the project", () => {
    bench.stack("one");
    bench.write("cli.tfrc", "");
    expect(found({ TF_CLI_CONFIG_FILE: "cli.tfrc" })).toEqual([
      `warning: TF_CLI_CONFIG_FILE names cli.tfrc, which does not exist in cdktf.out/stacks/one, where the engine runs. ${relative}`,
    ]);
    expect(found({ TF_CLI_CONFIG_FILE: "../../../cli.tfrc" })).toEqual(none);
  });

  test("that is relative is a warning before the first synth", () => {
    bench.write("cli.tfrc", "");
    expect(found({ TF_CLI_CONFIG_FILE: "cli.tfrc" })).toEqual([
      "warning: TF_CLI_CONFIG_FILE names cli.tfrc, which is a relative path: the engine looks for it in the folder of a " +
        `stack, and there is none yet. ${relative}`,
    ]);
  });

  test("that is a folder is an error", () => {
    bench.stack("one");
    const path = join(bench.folder(), "home");
    expect(found({ TF_CLI_CONFIG_FILE: path })).toEqual([
      `error: TF_CLI_CONFIG_FILE names ${path}, which is not a file. Correct it, or unset it.`,
    ]);
  });
});

test("TERRAFORM_CONFIG counts if TF_CLI_CONFIG_FILE is empty", () => {
  expect(found({ TF_CLI_CONFIG_FILE: "", TERRAFORM_CONFIG: "/nowhere/a" })[0]).toContain(
    "TERRAFORM_CONFIG names /nowhere/a",
  );
});

describe("TF_PLUGIN_CACHE_DIR", () => {
  test("that does not exist is an error", () => {
    bench.stack("one");
    expect(found({ TF_PLUGIN_CACHE_DIR: "/nowhere/cache" })).toEqual([
      "error: TF_PLUGIN_CACHE_DIR names /nowhere/cache, which does not exist. Make that folder, or unset the variable.",
    ]);
  });

  test("that is relative is looked for in the stack's folder, and not in the project", () => {
    const stack = bench.stack("one");
    mkdirSync(join(bench.folder(), "cache"));
    expect(found({ TF_PLUGIN_CACHE_DIR: "cache" })).toEqual([
      `error: TF_PLUGIN_CACHE_DIR names cache, which does not exist in cdktf.out/stacks/one, where the engine runs. ${relative}`,
    ]);
    mkdirSync(join(stack, "cache"));
    expect(found({ TF_PLUGIN_CACHE_DIR: "cache" })).toEqual(none);
  });

  test("that is a file is an error", () => {
    const path = bench.write("cache", "");
    expect(found({ TF_PLUGIN_CACHE_DIR: path })[0]).toContain(`names ${path}, which is not a folder.`);
  });
});

test("a path of a setting that cannot be followed is one finding that says so", () => {
  bench.stack("one");
  const loop = bench.link("loop", "loop");
  expect(found({ TF_PLUGIN_CACHE_DIR: loop })).toEqual([
    `error: TF_PLUGIN_CACHE_DIR names ${loop}, which cannot be read. Make that folder, or unset the variable.`,
  ]);
  expect(found({ TF_CLI_CONFIG_FILE: loop })).toEqual([
    expect.stringMatching(`^warning: ${loop} cannot be read, so doctor does not know whether .*ELOOP`),
  ]);
});

describe("a CLI configuration with a provider_installation block", () => {
  const withBlock = (block: string) => {
    const file = bench.write("home/.terraformrc", `provider_installation {\n${block}\n}\n`);
    return { file, lines: found() };
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
  ])("and %s is a warning that names the file and the mirror to add", (_, block) => {
    bench.stack("one");
    const { file, lines } = withBlock(block);
    expect(lines).toEqual([
      `warning: ${file} has a provider_installation block, so the engine may ignore terraform.d and use a registry. Add a ` +
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
  ])("and %s is no problem", (_, block) => {
    bench.stack("one");
    expect(withBlock(block).lines).toEqual(none);
  });

  test("is no problem for stacks that do not use the provider", () => {
    bench.stack("one");
    bench.write(
      "home/.terraformrc",
      `provider_installation {\n filesystem_mirror {\n path = "terraform.d/plugins"\n }\n}`,
    );
    bench.writeJson("cdktf.out/stacks/other/cdk.tf.json", {});
    const places = bench.context().places as [];
    const other = { name: "other", folder: join(bench.folder(), "cdktf.out/stacks/other"), isStack: true };
    expect(checkEngineConfiguration(bench.context({ places: [...places, other] })).map(lineOf)).toEqual(none);
  });

  test("and dev_overrides for the provider is a warning that names the folder", () => {
    bench.stack("one");
    const { file, lines } = withBlock(`dev_overrides {\n "${ADDRESS}" = "/my/build"\n }\n direct {}`);
    expect(lines).toEqual([
      `warning: ${file} has dev_overrides, so the engine runs the provider in /my/build, whatever the lock file says. ` +
        `Remove the entry of ${ADDRESS} from dev_overrides.`,
    ]);
  });
});

test("a CLI configuration that cannot be read is a warning that says what doctor does not know", () => {
  const file = bench.write("home/.terraformrc", "provider_installation {");
  const loop = bench.link("loop.tfrc", "home/.terraform.d/loop.tfrc");
  const unknown = "cannot be read, so doctor does not know whether the engine ignores terraform.d:";
  expect(found()).toEqual([
    `warning: ${file} ${unknown} It is not HCL that this command can read: see line 1. Make it readable, or correct it.`,
    expect.stringMatching(new RegExp(`^warning: ${loop} ${unknown} .*ELOOP`)),
  ]);
});

test("CDKTF_SKIP_PROVIDER_LOCK with another value than true and false is a warning", () => {
  expect(found({ CDKTF_SKIP_PROVIDER_LOCK: "1" })[0]).toContain(
    "CDKTF_SKIP_PROVIDER_LOCK is neither true nor false",
  );
  expect(found({ CDKTF_SKIP_PROVIDER_LOCK: "false" })).toEqual(none);
});

describe("a second provider that the lock file lacks", () => {
  const withRandom = (name: string) => {
    bench.stack(name);
    const required_providers = {
      random: { source: "hashicorp/random" },
      odd: "text",
      outreach: { source: ADDRESS },
    };
    bench.writeJson(`cdktf.out/stacks/${name}/cdk.tf.json`, { terraform: { required_providers } });
  };

  test("is a warning that names the provider and all its stacks", () => {
    for (const name of ["one", "two"]) withRandom(name);
    expect(found()).toEqual([
      "warning: The lock file of cdktf.out/stacks/one, cdktf.out/stacks/two lacks hashicorp/random, so cdktf-cli requests " +
        "every provider from a registry and fails. Set CDKTF_SKIP_PROVIDER_LOCK=true for cdktf diff, deploy, destroy and output.",
    ]);
  });

  test("is no problem with CDKTF_SKIP_PROVIDER_LOCK=true", () => {
    withRandom("one");
    expect(found({ CDKTF_SKIP_PROVIDER_LOCK: "true" })).toEqual(none);
  });
});
