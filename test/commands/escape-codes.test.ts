import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placementBench } from "../placing/placement-bench";
import { bundleCommand } from "./command";

const { providerOf } = placementBench();
const command = bundleCommand("dist/cli/cdktf-outreach.cjs");
const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-escape-"));
/** A name that colours the text of a terminal. */
const NAME = "\u001b[31mred";

beforeAll(() => {
  // The command takes the provider from the folder above its own.
  cpSync(join(providerOf("1.2.0", "code").folder, ".."), join(command.folder, "dist"), { recursive: true });
  mkdirSync(join(folder, NAME, "folder.tf"), { recursive: true });
  writeFileSync(join(folder, NAME, "prompt.md"), "Hi {{name}}\n");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await command.remove();
});

it.each([
  ["the error of pull", ["pull", "--cdktf-out", NAME]],
  ["the error of install", ["install", join(NAME, "none")]],
  ["the report of install", ["install", NAME]],
  ["lint --format github", ["lint", "--format", "github", join(NAME, "prompt.md")]],
])("%s spells out the escape codes of names, and keeps its line breaks", async (_, args) => {
  const env = { ...process.env, OUTREACH_BASE_URL: "http://localhost:1", OUTREACH_USER_ID: "u" };
  const { stdout, stderr } = await command.runIn(
    { cwd: folder, env: { ...env, OUTREACH_WORKSPACE_ID: "w" } },
    ...args,
  );
  expect(stdout + stderr).toContain("␛[31mred");
  expect(stdout + stderr).not.toContain("\u001b");
  expect(stdout + stderr).toMatch(/\n$/);
});
