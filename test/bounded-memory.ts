import { build } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * Runs a program in a separate process, whose JavaScript objects may take `mebibytes` MiB, and returns how it
 * ended. The program imports from `src` with paths that begin there. Unlike `spawnSync`, this function lets
 * servers of this process respond meanwhile.
 */
export async function runWithLittleMemory(mebibytes: number, program: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-memory-"));
  try {
    const outfile = join(folder, "program.cjs");
    const stdin = { contents: program, resolveDir: join(__dirname, "../src"), loader: "ts" } as const;
    await build({ stdin, outfile, bundle: true, platform: "node", format: "cjs" });
    const child = spawn(process.execPath, [`--max-old-space-size=${mebibytes}`, outfile, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      // What else would set the limit, or report the end.
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    return { status, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
