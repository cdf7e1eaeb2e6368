import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placementBench } from "../../placing/placement-bench";
import { bundleCommand } from "../command";

const { providerOf } = placementBench();
const command = bundleCommand("dist/cli/cdktf-outreach.cjs");
const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-doctor-"));

beforeAll(() => {
  // The command takes the provider from the folder above its own.
  cpSync(join(providerOf("1.2.0", "code").folder, ".."), join(command.folder, "dist"), { recursive: true });
  // Another user runs the command, too.
  for (const path of [command.folder, folder]) chmodSync(path, 0o755);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await command.remove();
});

/** A user without the rights of root, if root runs the tests. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function write(file: string, text: string, mode = 0o644): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function doctor(args: string[], environment: NodeJS.ProcessEnv = {}, options = {}) {
  const engine = write("engine", "#!/bin/sh\necho Terraform v1.11.4\n", 0o755);
  const env = { PATH: process.env.PATH, HOME: folder, TERRAFORM_BINARY_NAME: engine, ...environment };
  return command.start(["doctor", ...args], { env, cwd: folder, ...options });
}

test("the findings are one line each, and the last line has the totals", async () => {
  mkdirSync(join(folder, "empty"));
  const { status, stdout, stderr } = await doctor(["empty"]).finished;
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.pop()).toBe("0 errors, 2 warnings, 4 ok");
  expect(lines).toHaveLength(6);
  expect(lines.every((line) => /^(ok {5}|warning|ERROR {2}) {2}\S/.test(line))).toBe(true);
});

test("--json prints the findings as JSON, with the same status", async () => {
  mkdirSync(join(folder, "json"));
  const { status, stdout } = await doctor(["json", "--json"], { HTTPS_PROXY: "http://" }).finished;
  const { findings } = JSON.parse(stdout) as { findings: { check: string; status: string }[] };
  expect(status).toBe(1);
  expect(findings.filter((finding) => finding.status === "error").map(({ check }) => check)).toEqual([
    "network",
  ]);
});

test("what this user may not read is an error or a warning that names it, and never ok", async () => {
  const manifest = { stacks: { one: { name: "one", workingDirectory: "stacks/one" } } };
  write("project/cdktf.out/manifest.json", JSON.stringify(manifest));
  write("project/cdktf.out/stacks/one/cdk.tf.json", "{}", 0);
  const ca = write("project/ca.pem", "", 0);
  const env = { NODE_EXTRA_CA_CERTS: ca, NODE_NO_WARNINGS: "1" };
  const { status, stdout } = await doctor(["project"], env, OTHER_USER).finished;
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ERROR .*EACCES.*cdk\.tf\.json/m);
  expect(stdout).toMatch(new RegExp(`^ERROR .*${ca}, which cannot be read`, "m"));
  expect(stdout).not.toMatch(/^ok .*(engine settings|installed provider|network)/m);
});

test("SIGINT ends doctor and the engine that does not end", async () => {
  const [alive, ready] = ["alive", "ready"].map((name) => join(folder, name)) as [string, string];
  execFileSync("mkfifo", [alive, ready]);
  const engine = write(
    "hung",
    `#!/bin/sh\ntrap '' INT TERM HUP\nexec 3> '${alive}'\necho > '${ready}'\nsleep 1000\n`,
    0o755,
  );
  const { child, finished } = doctor(["."], { TERRAFORM_BINARY_NAME: engine });
  // The pipe ends when no process has it open any more.
  const allEnded = readFile(alive);
  await readFile(ready);
  child.kill("SIGINT");
  const stderr = "cdktf-outreach: Interrupted by SIGINT.\n";
  expect(await finished).toMatchObject({ status: 1, stdout: "", stderr });
  await allEnded;
});

test("SIGTERM ends doctor while the name of the server is being looked up", async () => {
  const looking = join(folder, "looking");
  execFileSync("mkfifo", [looking]);
  // A lookup cannot be cancelled, and keeps the process alive until it ends.
  const hang = write(
    "hang.cjs",
    `let lookups = 0;
     require("node:dns").lookup = () => {
       setInterval(() => undefined, 1e6);
       if ((lookups += 1) === 1) require("node:fs").writeFileSync(${JSON.stringify(looking)}, "");
     };`,
  );
  const { child, finished } = doctor(["."], {
    ...{ OUTREACH_BASE_URL: "https://outreach.invalid", OUTREACH_USER_ID: "u", OUTREACH_WORKSPACE_ID: "w" },
    NODE_OPTIONS: `--require=${hang}`,
  });
  await readFile(looking);
  child.kill("SIGTERM");
  expect(await finished).toMatchObject({ status: 1, stderr: "cdktf-outreach: Interrupted by SIGTERM.\n" });
  rmSync(looking);
});
