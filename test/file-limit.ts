import { buildSync } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OPEN_ALL_FILES = `
  import { openSync } from "node:fs";
  function openAllFiles() {
    try {
      for (;;) openSync("/dev/null", "r");
    } catch {}
  }`;

/**
 * Runs a program in a separate process that may have few files open. The program can use up all of them with
 * `openAllFiles()`, and imports from `src` with paths that begin there.
 */
export function runWithFewFiles(program: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-files-"));
  try {
    const outfile = join(folder, "program.cjs");
    const stdin = { contents: OPEN_ALL_FILES + program, resolveDir: join(__dirname, "../src") };
    buildSync({ stdin, outfile, bundle: true, platform: "node", format: "cjs" });
    const command = ["-c", 'ulimit -n 64 && exec "$0" "$@"', process.execPath, outfile, ...args];
    const { status, stdout, stderr } = spawnSync("sh", command, { encoding: "utf8" });
    return { status, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
