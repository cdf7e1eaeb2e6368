import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../../src/estate/engine/find-engine";
import { runEngine } from "../../../src/estate/engine/run-program";
import { runWithFewFiles } from "../../file-limit";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with programs that end with a status. */
function binaries(name: string, programs: Readonly<Record<string, number>>): NodeJS.ProcessEnv {
  const bin = join(folder, name);
  mkdirSync(bin);
  for (const [program, status] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 });
  }
  return { PATH: bin };
}

describe("the search for an engine", () => {
  const found = async (environment: NodeJS.ProcessEnv, timeout?: number) =>
    (await findEngine(new AbortController().signal, environment, timeout)).program;

  it("finds terraform, or tofu if no terraform runs", async () => {
    expect(await found(binaries("both", { terraform: 0, tofu: 0 }))).toBe("terraform");
    expect(await found(binaries("tofu", { tofu: 0 }))).toBe("tofu");
    expect(await found(binaries("broken", { terraform: 1, tofu: 0 }))).toBe("tofu");
  });

  it("takes the program in TERRAFORM_BINARY_NAME, and no other program, if that variable is set", async () => {
    const environment = binaries("named", { terraform: 0, mine: 0 });
    expect(await found({ ...environment, TERRAFORM_BINARY_NAME: "mine" })).toBe("mine");
    expect(await found({ ...environment, TERRAFORM_BINARY_NAME: "" })).toBe("terraform");
    await expect(found({ ...environment, TERRAFORM_BINARY_NAME: "other" })).rejects.toThrow(
      'TERRAFORM_BINARY_NAME names "other", which does not run. Correct the variable or unset it.',
    );
  });

  it("requests an engine in one sentence if none is installed", async () => {
    await expect(found(binaries("none", {}))).rejects.toThrow(
      /^Neither terraform nor tofu is on PATH: install Terraform \(https:.*\) or OpenTofu \(https:.*\), or name .*\.$/,
    );
  });

  it.each([
    ["does not end", "exec sleep 1000"],
    ["prints more than 1 MiB", "exec yes >&2"],
  ])("refuses a program that %s", async (does, script) => {
    const engine = join(folder, `endless-${script.length}`);
    writeFileSync(engine, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await expect(found({ ...process.env, TERRAFORM_BINARY_NAME: engine }, 1_000)).rejects.toThrow(
      new RegExp(`\\n${engine} version ${does}\\.$`),
    );
  });

  it("reports an engine that is installed and fails with its output, without its log", async () => {
    const environment = { ...binaries("failing", { tofu: 3 }), TF_LOG: "trace", TF_VERSION: "unset" };
    const shim = '#!/bin/sh\necho "No version is set: TF_LOG=$TF_LOG $TF_VERSION" >&2\nexit 126\n';
    writeFileSync(join(folder, "failing/terraform"), shim, { mode: 0o755 });
    const said = "terraform version ended with status 126.\n  No version is set: TF_LOG= unset";
    await expect(found(environment)).rejects.toThrow(
      new Error(
        `No engine on PATH runs. Repair one, or name another program in TERRAFORM_BINARY_NAME.\n${said}\ntofu version ended with status 3.`,
      ),
    );
    await expect(found({ ...environment, TERRAFORM_BINARY_NAME: "terraform" })).rejects.toThrow(
      `TERRAFORM_BINARY_NAME names "terraform", which does not run. Correct the variable or unset it.\n${said}`,
    );
  });
});

it("an engine that cannot start at the limit of open files is an error that names the limit", () => {
  const { status, stdout, stderr } = runWithFewFiles(`
    import { runEngine } from "./estate/engine/run-program";
    openAllFiles();
    const options = { folder: "/", signal: new AbortController().signal };
    runEngine("sh", [], options).catch(({ message }) => console.log(message));`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(
    /^sh cannot be started: (EMFILE: too many open files, |, Unknown error: Too many open files ).*--parallelism\.\n$/,
  );
});

it("an engine that ends neither after one interrupt nor after two is left alone, and can still write", async () => {
  const fifo = join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  const written = join(folder, "written");
  // Waits for a reader of the pipe before and after its interrupts.
  const script = `trap '' INT; echo ready > ${fifo}; read go < ${fifo}; echo $go; echo "$go" > ${written}; echo done > ${fifo}`;
  const controller = new AbortController();
  const run = runEngine("sh", ["-c", script], { folder, signal: controller.signal });
  const ended = expect(run).rejects.toThrow(
    /^Interrupted by SIGTERM\. sh \(process \d+\) still runs, because it may be releasing the lock of the state\. It ends without your help\.$/,
  );
  await readFile(fifo);
  controller.abort(new Error("Interrupted by SIGTERM."));
  await ended;
  await writeFile(fifo, "unlocked\n");
  await readFile(fifo);
  expect(readFileSync(written, "utf8")).toBe("unlocked\n");
});

it("an engine writes no log, which would hold secrets", async () => {
  const { env } = process;
  process.env = { PATH: env["PATH"], TF_LOG: "info", TF_LOG_PATH: join(folder, "engine.log") };
  const run = { folder, signal: new AbortController().signal };
  const { stdout } = await runEngine("sh", ["-c", "env | grep ^TF_LOG | sort"], run);
  process.env = env;
  expect(stdout).toBe("");
});
