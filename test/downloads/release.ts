import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { platforms } from "../../scripts/release/platforms";
import { ENGINE } from "../terraform/engine";

/** The platform of this machine, such as `linux_amd64`. */
export const HOST = platforms.find(({ os, cpu }) => os === process.platform && cpu === process.arch)!.name;

/** The variable that names a folder that `global-setup.ts` has built. */
export const BUILT = "OUTREACH_TEST_RELEASE";

/** The folder of the release under test. `global-setup.ts` sets the variable. */
export const releaseFolder = () => process.env["OUTREACH_RELEASE"]!;

/** The zip of a platform. */
export function zipOf(platform: string): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  return join(releaseFolder(), `terraform-provider-outreach_${version}_${platform}.zip`);
}

/** Returns a folder that the tests of a file share. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "outreach-downloads-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a PATH with the engine alone. There is no Node.js on it. */
export function pathWithEngineOnly(folder: string): string {
  const path = join(folder, "engine");
  mkdirSync(path);
  const engine = execFileSync("/bin/sh", ["-c", `command -v ${ENGINE}`], { encoding: "utf8" }).trim();
  symlinkSync(engine, join(path, basename(ENGINE)));
  return path;
}
