import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import useOneEngine from "../terraform/global-setup";
import { BUILT, HOST } from "./release";

/**
 * Takes the release that OUTREACH_RELEASE names, or builds one for this machine and for Windows, which
 * `global-teardown.ts` removes.
 */
async function useOneRelease(): Promise<void> {
  await useOneEngine();
  const given = process.env["OUTREACH_RELEASE"];
  process.env["OUTREACH_RELEASE"] = given === undefined ? build() : resolve(given);
}

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), "outreach-release-"));
  process.env[BUILT] = folder;
  const options = [HOST, "windows_amd64"].flatMap((name) => ["--platform", name]);
  execFileSync("npm", ["run", "--silent", "release", "--", "--unpublished", "--out", folder, ...options], {
    cwd: resolve(__dirname, "../.."),
    stdio: "inherit",
  });
  return folder;
}

export = useOneRelease;
