import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join, resolve } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { ENGINE, type Project, workbench } from "./harness";

const resource = {
  outreach_cluster: { a: { name: "A" } },
  outreach_snippet: { b: { name: "B", prompt: "Hi {first_name}" } },
};

/** Expects a plan that lists the objects of the API, for which the engine starts the provider twice. */
async function expectPlan(project: Project, env?: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  expect((await project.announcements(args, env)).sort()).toEqual([
    "create outreach_cluster.a",
    "create outreach_snippet.b",
  ]);
}

describe("the ways to start the provider (scenario 44)", () => {
  const bench = workbench();

  it("from a filesystem mirror, whose lock entry holds on other machines and against tampering", async () => {
    const project = await bench.project({ provider: "built" });
    rmSync(join(project.folder, "terraform.d"), { recursive: true });
    const installed = project.installProvider("mirror");
    const mirror = { path: "./mirror", include: [PROVIDER_ADDRESS] };
    project.write(
      "cli.tfrc",
      `provider_installation {\n  filesystem_mirror {\n    path = "${mirror.path}"\n  }\n}\n`,
    );
    const env = { TF_CLI_CONFIG_FILE: join(project.folder, "cli.tfrc") };
    project.configure({ resource });
    await project.succeed(["init", "-input=false"], env);
    const manifest = JSON.parse(
      readFileSync(resolve(__dirname, "../../dist/provider-manifest.json"), "utf8"),
    ) as { hash: string };
    expect(readFileSync(join(project.folder, ".terraform.lock.hcl"), "utf8")).toContain(manifest.hash);
    await project.succeed(["validate"], env);

    rmSync(join(project.folder, ".terraform"), { recursive: true });
    await project.succeed(["init", "-input=false", "-lockfile=readonly"], env);
    rmSync(join(project.folder, ".terraform"), { recursive: true });
    appendFileSync(join(installed, "provider.cjs"), "\n");
    const refused = await project.run(["init", "-input=false", "-no-color", "-lockfile=readonly"], env);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("checksums") as string });
  });

  it("within a limit on virtual memory that holds no guarded memory of WebAssembly", async () => {
    const project = await bench.project({ provider: "built" });
    const installed = project.installProvider("terraform.d/plugins");
    const launcher = readdirSync(installed).find((file) => file.startsWith("terraform-provider-"))!;
    renameSync(join(installed, launcher), join(installed, "limited"));
    const limiting = '#!/bin/sh\nulimit -v 8388608\nexec "${0%/*}/limited" "$@"\n';
    writeFileSync(join(installed, launcher), limiting, { mode: 0o755 });
    project.configure({ resource });
    await project.init();
    await expectPlan(project, { OUTREACH_MAX_RETRIES: "0" });
  });

  it("from a folder of one's own, by dev_overrides and without init, and without TLS where the engine asks for that", async () => {
    const project = await bench.project({ provider: "built", env: { TF_DISABLE_PLUGIN_TLS: "1" } });
    rmSync(join(project.folder, "terraform.d"), { recursive: true });
    const installed = project.installProvider("override");
    project.write(
      "cli.tfrc",
      `provider_installation {\n  dev_overrides {\n    "${PROVIDER_ADDRESS}" = "${installed}"\n  }\n}\n`,
    );
    project.configure({ resource });
    await project.succeed(["validate"], { TF_CLI_CONFIG_FILE: join(project.folder, "cli.tfrc") });
  });
});

describe("surroundings (scenario 45)", () => {
  const bench = workbench();

  it("may lack a home and a short path for sockets, may be many starts at once, and must have node on PATH", async () => {
    const project = await bench.project({ provider: "built" });
    project.configure({ resource });
    await project.init();
    // A home that cannot be written to, and none. The path of these temporary files is too long for a socket.
    const long = join(project.folder, "long".repeat(30));
    mkdirSync(long);
    const surroundings = [{ HOME: "/proc" }, { HOME: undefined, TMPDIR: long }];
    await Promise.all([
      ...surroundings.map((env) => expectPlan(project, env, "-lock=false")),
      ...surroundings.map(() => project.succeed(["validate", "-no-color"])),
    ]);
    expect(readdirSync(long)).toEqual([]);

    const bin = join(project.folder, "bin");
    mkdirSync(bin);
    const candidates = process.env["PATH"]!.split(delimiter).map((folder) => resolve(folder, ENGINE));
    symlinkSync(candidates.find(existsSync)!, join(bin, basename(ENGINE)));
    const errors = await project.fail(["plan"], { PATH: bin });
    expect(JSON.stringify(errors)).toContain("The outreach provider needs Node.js");
  });
});
