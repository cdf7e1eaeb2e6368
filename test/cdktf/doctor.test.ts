import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { type CdktfProject, cdktfBench, ROOT, WORKSPACE_ID } from "./harness";

const bench = cdktfBench();

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly text: string;
  readonly cure?: string;
}

/** A healthy project: one fork, one synthesized stack, credentials that the simulator takes. */
async function healthyProject(): Promise<CdktfProject> {
  const project = bench.project();
  rmSync(join(project.folder, "node_modules/cdktn"));
  project.app({ healthy: 'new OutreachProvider(stack, "outreach");' });
  await project.synth();
  return project;
}

async function examine(project: CdktfProject, env: NodeJS.ProcessEnv = {}) {
  const command = join(ROOT, "dist/cli/cdktf-outreach.cjs");
  const { status, stdout, stderr } = await project.spawn(process.execPath, [command, "doctor", "--json"], {
    env,
  });
  expect(stdout + stderr).not.toContain(WORKSPACE_ID);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { status, found: findings.filter((finding) => finding.status !== "ok") };
}

const placed = (project: CdktfProject, version = PROVIDER_VERSION) =>
  join(project.stackFolder("healthy"), "terraform.d/plugins", PROVIDER_ADDRESS, version);

/** Where init puts the provider that it selected. */
function selected(project: CdktfProject): string {
  const version = join(
    project.stackFolder("healthy"),
    ".terraform/providers",
    PROVIDER_ADDRESS,
    PROVIDER_VERSION,
  );
  mkdirSync(version, { recursive: true });
  return join(version, "linux_amd64");
}

/** A package of the project's node_modules, replaced by one that is only a version. */
function fakePackage(project: CdktfProject, name: string, version: string, code = ""): void {
  const folder = join(project.folder, "node_modules", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, main: "index.js" }));
  writeFileSync(join(folder, "index.js"), code);
}

/** A folder to put first on PATH, with a program that prints a text. */
function programThatPrints(project: CdktfProject, name: string, text: string): NodeJS.ProcessEnv {
  const folder = join(project.folder, "bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\necho "${text}"\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH}` };
}

interface Fault {
  readonly name: string;
  readonly status: number;
  readonly finds: RegExp;
  /** Prepares the fault and returns the environment that belongs to it. */
  prepare(project: CdktfProject): NodeJS.ProcessEnv;
}

const faults: readonly Fault[] = [
  {
    name: "a Node.js on PATH that is too old",
    status: 1,
    finds: /^v18\.0\.0 is too old/,
    prepare: (project) => programThatPrints(project, "node", "v18.0.0"),
  },
  {
    name: "no engine",
    status: 1,
    finds: /TERRAFORM_BINARY_NAME/,
    prepare: () => ({ TERRAFORM_BINARY_NAME: "no-such-engine" }),
  },
  {
    name: "an engine that is too old",
    status: 1,
    finds: /^Terraform v1\.2\.0 is too old/,
    prepare: (project) => ({
      ...programThatPrints(project, "old-engine", "Terraform v1.2.0"),
      TERRAFORM_BINARY_NAME: "old-engine",
    }),
  },
  {
    name: "a terminal interface of cdktf-cli that cannot be loaded",
    status: 2,
    finds: /terminal interface of cdktf-cli cannot be loaded/,
    prepare(project) {
      fakePackage(project, "cdktf-cli", "0.21.0");
      fakePackage(project, "@cdktf/node-pty-prebuilt-multiarch", "1.0.0", "throw new Error('no pty.node');");
      return {};
    },
  },
  {
    name: "both forks",
    status: 2,
    finds: /^Both cdktf .* and cdktn 0\.24\.0 are installed/,
    prepare(project) {
      fakePackage(project, "cdktn", "0.24.0");
      return {};
    },
  },
  {
    name: "constructs that do not fit cdktn",
    status: 1,
    finds: /^constructs 10\.8\.1 does not fit cdktn 0\.24\.0/,
    prepare(project) {
      rmSync(join(project.folder, "node_modules/cdktf"));
      fakePackage(project, "cdktn", "0.24.0");
      fakePackage(project, "constructs", "10.8.1");
      return {};
    },
  },
  {
    name: "a CLI configuration that does not exist",
    status: 2,
    finds: /TF_CLI_CONFIG_FILE names .* does not exist/,
    prepare: () => ({ TF_CLI_CONFIG_FILE: "/nowhere/cli.tfrc" }),
  },
  {
    name: "a CLI configuration that hides the mirror",
    status: 2,
    finds: /cli\.tfrc has a provider_installation block.* filesystem_mirror/,
    prepare(project) {
      project.write("cli.tfrc", "provider_installation {\n  direct {}\n}\n");
      return { TF_CLI_CONFIG_FILE: join(project.folder, "cli.tfrc") };
    },
  },
  {
    name: "a plugin cache that does not exist",
    status: 2,
    finds: /TF_PLUGIN_CACHE_DIR names .* does not exist/,
    prepare: () => ({ TF_PLUGIN_CACHE_DIR: "/nowhere/cache" }),
  },
  {
    name: "a CDKTF_SKIP_PROVIDER_LOCK that cdktf-cli ignores",
    status: 2,
    finds: /CDKTF_SKIP_PROVIDER_LOCK is neither/,
    prepare: () => ({ CDKTF_SKIP_PROVIDER_LOCK: "1" }),
  },
  {
    name: "a proxy that is no address",
    status: 1,
    finds: /^HTTPS_PROXY is not the address of a proxy/,
    prepare: () => ({ HTTPS_PROXY: "user:password@" }),
  },
  {
    name: "certificates that do not exist",
    status: 1,
    finds: /NODE_EXTRA_CA_CERTS names .* does not exist/,
    prepare: (project) => ({ NODE_EXTRA_CA_CERTS: join(project.folder, "ca.pem"), NODE_NO_WARNINGS: "1" }),
  },
  {
    name: "certificates that are not checked",
    status: 2,
    finds: /NODE_TLS_REJECT_UNAUTHORIZED=0/,
    prepare: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" }),
  },
  {
    name: "an installed provider of another version",
    status: 2,
    finds: /has version 0\.0\.9 of the provider, but the package has/,
    prepare(project) {
      renameSync(placed(project), placed(project, "0.0.9"));
      return {};
    },
  },
  {
    name: "an installed provider with other bytes",
    status: 1,
    finds: /its files are not those of the package/,
    prepare(project) {
      appendFileSync(join(placed(project), "linux_amd64/provider.cjs"), "\n");
      return {};
    },
  },
  {
    name: "an installed provider that may not be executed",
    status: 1,
    finds: /is not executable/,
    prepare(project) {
      const folder = join(placed(project), "linux_amd64");
      const launcher = readdirSync(folder).find((name) => name.startsWith("terraform-provider-"))!;
      chmodSync(join(folder, launcher), 0o644);
      return {};
    },
  },
  {
    name: "a lock file without the provider",
    status: 1,
    finds: /does not hold the provider's checksum/,
    prepare(project) {
      rmSync(join(project.stackFolder("healthy"), ".terraform.lock.hcl"));
      return {};
    },
  },
  {
    name: "a second provider that the lock file lacks",
    status: 2,
    finds: /The lock file of healthy lacks hashicorp\/random, .* CDKTF_SKIP_PROVIDER_LOCK=true/,
    prepare(project) {
      const file = join(project.stackFolder("healthy"), "cdk.tf.json");
      const stack = JSON.parse(readFileSync(file, "utf8")) as {
        terraform: { required_providers: Record<string, unknown> };
      };
      stack.terraform.required_providers.random = { source: "hashicorp/random" };
      writeFileSync(file, JSON.stringify(stack));
      return {};
    },
  },
  {
    name: "a selected provider that another project has removed",
    status: 1,
    finds: /healthy\/\.terraform cannot be used: its files are missing/,
    prepare(project) {
      symlinkSync(join(project.folder, "removed"), selected(project));
      return {};
    },
  },
  {
    name: "a selected provider that another project has replaced",
    status: 1,
    finds: /healthy\/\.terraform cannot be used: its files are not those of the package/,
    prepare(project) {
      mkdirSync(selected(project));
      writeFileSync(join(selected(project), "provider.cjs"), "");
      return {};
    },
  },
  {
    name: "no credentials",
    status: 2,
    finds: /^Not checked/,
    prepare: () => ({ OUTREACH_USER_ID: "" }),
  },
  {
    name: "credentials that the API refuses",
    status: 1,
    finds: /^The list of snippets fails/,
    prepare() {
      bench.simulator().addFault({ operation: "ListSnippet", effect: { type: "status", status: 401 } });
      return {};
    },
  },
];

test("doctor is silent on a healthy machine but for its ok lines, and makes two calls", async () => {
  const project = await healthyProject();
  await project.engine("healthy", ["init"]);
  expect(await examine(project)).toEqual({ status: 0, found: [] });
  expect(
    bench
      .simulator()
      .journal()
      .map(({ operation }) => operation)
      .sort(),
  ).toEqual(["ListClusters", "ListSnippet"]);
});

test.each(faults)("doctor finds $name", async ({ status, finds, prepare }) => {
  const project = await healthyProject();
  const env = prepare(project);
  const examined = await examine(project, env);
  expect(examined.found.map(({ text, cure = "" }) => `${text} ${cure}`)).toContainEqual(
    expect.stringMatching(finds),
  );
  expect(examined.found.every(({ cure }) => cure !== undefined)).toBe(true);
  expect(examined.status).toBe(status);
});

test("doctor looks for stacks in the folder that cdktf.json names", async () => {
  const project = await healthyProject();
  project.write("cdktf.json", JSON.stringify({ output: "written/here" }));
  mkdirSync(join(project.folder, "written"));
  renameSync(join(project.folder, "cdktf.out"), join(project.folder, "written/here"));
  expect(await examine(project)).toEqual({ status: 0, found: [] });
});

test("doctor reports a check that cannot run, and runs the others", async () => {
  const project = await healthyProject();
  project.write("cdktf.json", "{");
  const { status, found } = await examine(project);
  expect(status).toBe(1);
  expect(found).toMatchObject([
    { check: "engine settings", status: "error", text: expect.stringMatching(/^cdktf\.json is not JSON/) },
    { check: "installed provider", status: "error" },
  ]);
});

test("doctor finds a clock that differs from that of the server", async () => {
  const server = createServer((_, response) => {
    response.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
    response.setHeader("content-type", "application/json");
    response.end('{"clusters": [], "snippets": [], "nextToken": null}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const { status, found } = await examine(await healthyProject(), {
      OUTREACH_BASE_URL: `http://127.0.0.1:${port}`,
    });
    expect(status).toBe(2);
    expect(found).toMatchObject([
      { check: "clock", text: expect.stringMatching(/by 3[56]\d\d s/) as string },
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("doctor prints one line for each finding", async () => {
  const project = await healthyProject();
  const command = join(ROOT, "dist/cli/cdktf-outreach.cjs");
  const { stdout } = await project.spawn(process.execPath, [command, "doctor"], {
    env: { CDKTF_SKIP_PROVIDER_LOCK: "1" },
  });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.every((line) => /^(ok {5}|warning|ERROR {2}) {2}\S/.test(line))).toBe(true);
  expect(lines.filter((line) => line.startsWith("warning"))).toHaveLength(1);
});
