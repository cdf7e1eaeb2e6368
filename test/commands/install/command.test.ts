import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placementBench, versionsIn } from "../../placing/placement-bench";
import { bundleCommand } from "../command";

const { providerOf } = placementBench();
const command = bundleCommand("dist/cli/cdktf-outreach.cjs");
const stacks = mkdtempSync(join(tmpdir(), "cdktf-outreach-install-"));

beforeAll(() => {
  // The command takes the provider from the folder above its own.
  cpSync(join(providerOf("1.2.0", "code").folder, ".."), join(command.folder, "dist"), { recursive: true });
  // Another user runs the command, too.
  for (const folder of [command.folder, stacks]) chmodSync(folder, 0o755);
});
afterAll(async () => {
  rmSync(stacks, { recursive: true });
  await command.remove();
});

/** A user without the rights of root, if root runs the tests. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function install(args: string[], environment: NodeJS.ProcessEnv, options = {}) {
  const env = { PATH: process.env.PATH, HOME: stacks, ...environment };
  return command.start(["install", ...args], { env, cwd: stacks, ...options }).finished;
}

test("an unreadable .terraformrc in the home directory is a warning, and the status is 0", async () => {
  const [folder, home] = ["stack", "home"].map((name) => join(stacks, name)) as [string, string];
  for (const path of [folder, home]) mkdirSync(path, { mode: 0o777 });
  chmodSync(folder, 0o777);
  writeFileSync(join(home, ".terraformrc"), "", { mode: 0 });
  const { status, stdout, stderr } = await install([folder], { HOME: home }, OTHER_USER);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/Warning: .*\.terraformrc was not checked .* cannot be read: EACCES/);
  expect(readdirSync(versionsIn(folder))).toEqual(["1.2.0"]);
});

test("a folder that may not be written to is an error that names it, and says what to do", async () => {
  const folder = join(stacks, "read only 'folder'");
  mkdirSync(folder, { mode: 0o555 });
  const { status, stderr } = await install([folder], {}, OTHER_USER);
  expect(status).toBe(1);
  expect(stderr).toContain(`cannot put its provider into ${folder}: EACCES`);
  expect(stderr).toContain(
    "Make sure that there is space and that you may write there. Then run the command again.",
  );
});
