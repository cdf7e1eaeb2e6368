import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startSimulator } from "../../src/simulator";
import { ENGINE } from "../terraform/engine";
import { CdktfProject, ROOT, succeeded } from "./harness";

const check = pathToFileURL(join(ROOT, "examples/quickstart/state.mjs")).href;

let folder: string;
let project: CdktfProject;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quickstart-state-"));
  project = new CdktfProject("http://127.0.0.1:9", { package: "none" });
});

afterEach(() => {
  project.dispose();
  rmSync(folder, { recursive: true });
});

async function holdsDeployment(): Promise<string> {
  const file = JSON.stringify(join(folder, "terraform.tfstate"));
  const script = `import { holdsDeployment } from "${check}"; console.log(holdsDeployment(${file}, "ours"));`;
  const args = ["--input-type=module", "-e", script];
  return succeeded("node", await project.spawn(process.execPath, args)).trim();
}

async function terraform(...args: string[]): Promise<void> {
  succeeded(`terraform ${args.join(" ")}`, await project.spawn(ENGINE, args, { cwd: folder }));
}

test("the quickstart sees a deployment in a state, and none in what a destroy leaves", async () => {
  expect(await holdsDeployment()).toBe("false");
  writeFileSync(join(folder, "main.tf"), 'resource "terraform_data" "it" {}\n');
  await terraform("init");
  await terraform("apply", "-auto-approve");
  expect(await holdsDeployment()).toBe("true");
  await terraform("destroy", "-auto-approve");
  expect(await holdsDeployment()).toBe("false");
});

test("what a killed quickstart left in its own workspace is no deployment", async () => {
  const write = (...workspaces: string[]) => {
    const instances = workspaces.map((workspace_id) => ({ attributes: { id: "1", workspace_id } }));
    const resources = [{ mode: "managed", type: "outreach_snippet", name: "opener", instances }];
    writeFileSync(join(folder, "terraform.tfstate"), JSON.stringify({ version: 4, resources }));
  };
  write("ours", "ours");
  expect(await holdsDeployment()).toBe("false");
  write("ours", "another");
  expect(await holdsDeployment()).toBe("true");
});

test("an incomplete state is reported and not removed", async () => {
  const file = join(folder, "terraform.tfstate");
  writeFileSync(file, '{"version": 4, "resources": [');
  await expect(holdsDeployment()).rejects.toThrow(
    `${file} is not a whole state. Move it elsewhere, then run this again.`,
  );
  expect(existsSync(file)).toBe(true);
});

test("the app at the top starts its simulator once, at a free port, and knows it again", async () => {
  const script = join(ROOT, "examples/quickstart/background-simulator.mjs");
  symlinkSync(join(ROOT, "dist"), join(folder, "dist"));
  const address = async () =>
    succeeded("the script", await project.spawn(process.execPath, [script], { cwd: folder }));
  const record = (file: "lock" | "address") =>
    JSON.parse(readFileSync(join(folder, `.quickstart-workspace.${file}`), "utf8")) as { pid: number };
  const stranger = await startSimulator();
  try {
    // As a simulator leaves it that was killed, whose port another program has by now.
    const lock = JSON.stringify({ pid: 1, startedAt: "0" });
    writeFileSync(join(folder, ".quickstart-workspace.address"), JSON.stringify({ url: stranger.url, lock }));
    const [url, atTheSameTime] = await Promise.all([address(), address()]);
    expect(atTheSameTime).toBe(url);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(url).not.toBe(stranger.url);
    expect(await address()).toBe(url);
    expect((await fetch(`${url}/__simulator/health`)).status).toBe(200);
  } finally {
    process.kill(record("lock").pid);
    await stranger.close();
  }
});

test("the quickstart does not call an engine missing that is there and fails", async () => {
  writeFileSync(join(folder, "terraform"), "#!/bin/sh\nexit 126\n", { mode: 0o755 });
  const env = { PATH: folder, TERRAFORM_BINARY_NAME: "" };
  const quickstart = join(ROOT, "examples/quickstart/run.mjs");
  const { status, stderr } = await project.spawn(process.execPath, [quickstart], { env });
  expect({ status, stderr: stderr.trim() }).toEqual({
    status: 1,
    stderr: "The quickstart failed: terraform version failed, though on PATH. Run that by itself to see why.",
  });
});
