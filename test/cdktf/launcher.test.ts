import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { cdktfBench, ROOT } from "./harness";

const bench = cdktfBench();
const provider = join(ROOT, "dist/provider");
const launcher = join(provider, `terraform-provider-outreach_v${PROVIDER_VERSION}`);

/** What Terraform sets for every plugin it starts; without it a provider says that it is one and ends. */
const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
  PLUGIN_PROTOCOL_VERSIONS: "6",
};
const handshake = /^1\|6\|(unix|tcp)\|[^|]+\|grpc\|/;

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill("SIGKILL")));

/**
 * The first line that a program started like a plugin prints, and the name of the process that it is by then.
 */
async function start(path: string, { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  // A provider that is killed cannot remove its socket.
  const TMPDIR = bench.project().folder;
  const child = spawn(path, [], {
    cwd,
    env: { ...process.env, ...cookie, TMPDIR, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const [data] = (await once(child.stdout, "data")) as [Buffer];
  const name = execFileSync("ps", ["-o", "comm=", "-p", String(child.pid)], { encoding: "utf8" }).trim();
  return { line: String(data).split("\n")[0], name };
}

test("the process that Terraform starts becomes the provider's own, with no other in between", async () => {
  const { line, name } = await start(launcher);
  expect(line).toMatch(handshake);
  expect(name).toMatch(/node|MainThread/);
});

test("it starts through links, to the folder and to the file, absolute and relative, and in paths with spaces", async () => {
  const { folder } = bench.project({ name: "a 'folder' with $PATH" });
  const linked = join(folder, "linked");
  symlinkSync(provider, linked);
  mkdirSync(join(folder, "bin"));
  symlinkSync(join(linked, `terraform-provider-outreach_v${PROVIDER_VERSION}`), join(folder, "bin/absolute"));
  symlinkSync("absolute", join(folder, "bin/relative"));
  symlinkSync("bin/relative", join(folder, "start"));
  for (const path of [
    join(linked, `terraform-provider-outreach_v${PROVIDER_VERSION}`),
    join(folder, "start"),
  ]) {
    expect((await start(path)).line).toMatch(handshake);
  }
  expect((await start("./bin/relative", { cwd: folder })).line).toMatch(handshake);
});

test("it starts in a folder that says every file is an ES module", async () => {
  const { folder } = bench.project();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const file of ["provider.cjs", `terraform-provider-outreach_v${PROVIDER_VERSION}`]) {
    writeFileSync(join(folder, file), readFileSync(join(provider, file)), { mode: 0o755 });
  }
  expect((await start(`./terraform-provider-outreach_v${PROVIDER_VERSION}`, { cwd: folder })).line).toMatch(
    handshake,
  );
});

test.each(["--require ./missing.cjs", "--inspect-brk=127.0.0.1:0", "--no-such-option"])(
  "NODE_OPTIONS=%s does not stop it",
  async (options) => {
    expect((await start(launcher, { env: { NODE_OPTIONS: options } })).line).toMatch(handshake);
  },
);

describe("with a Node.js beside it", () => {
  /** Copies the provider, with a file `node` beside it, into a folder that is also an empty PATH. */
  function beside(node: string) {
    const { folder } = bench.project();
    const copy = join(folder, "copy");
    cpSync(provider, copy, { recursive: true });
    symlinkSync(node, join(copy, "node"));
    return { path: join(copy, basename(launcher)), env: { PATH: folder } };
  }

  /** A program for another C library fails like this script: the system does not find what runs it. */
  function unusable(): string {
    const file = join(bench.project().folder, "node");
    writeFileSync(file, "#!/no/such/loader\n", { mode: 0o755 });
    return file;
  }

  test("it starts without a node on PATH", async () => {
    const { path, env } = beside(process.execPath);
    expect((await start(path, { env })).line).toMatch(handshake);
  });

  test("it takes the node on PATH if the one beside it does not run", async () => {
    expect((await start(beside(unusable()).path)).line).toMatch(handshake);
  });

  test("it says which package to install if neither runs", async () => {
    const { path, env } = beside(unusable());
    const sentence =
      "The Node.js of the outreach provider does not run on this system, and there is no node on PATH. " +
      "Install Node.js 20.18.1 or newer; on Alpine, run: apk add nodejs\n";
    const outcome = await bench.project().spawn(path, [], { env });
    expect(outcome).toEqual({ status: 1, stdout: sentence, stderr: sentence });
  });
});

describe("a machine that cannot run it", () => {
  test("without node, it says so in one sentence on both outputs, of which Terraform shows the first", async () => {
    const project = bench.project();
    const outcome = await project.spawn(launcher, [], { env: { PATH: project.folder } });
    const sentence = "The outreach provider needs Node.js 20.18.1 or newer, and there is no node on PATH.\n";
    expect(outcome).toEqual({ status: 1, stdout: sentence, stderr: sentence });
  });

  test("with an older Node, it says what it needs", async () => {
    const project = bench.project();
    const outcomes = ["v20.17.9", "v18.20.8", "v4.9.1"].map(async (version) => {
      // No older Node is at hand, so this one claims to be.
      const claim = `Object.defineProperty(process, "versions", { value: { node: "${version.slice(1)}" } });
        Object.defineProperty(process, "version", { value: "${version}" });`;
      project.write(`${version}.cjs`, claim);
      const args = ["--require", `./${version}.cjs`, join(provider, "provider.cjs")];
      const outcome = await project.spawn(process.execPath, args);
      const sentence = `The outreach provider needs Node.js 20.18.1 or newer, and this is ${version}.\n`;
      expect(outcome).toEqual({ status: 1, stdout: sentence, stderr: sentence });
    });
    // Together, because each waits a second until Terraform has read the sentence.
    await Promise.all(outcomes);
  });
});
