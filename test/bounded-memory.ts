import { build } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The bundle of each program that this process has run. */
const bundles = new Map<string, Uint8Array>();

async function bundled(program: string): Promise<Uint8Array> {
  const known = bundles.get(program);
  if (known !== undefined) return known;
  const stdin = { contents: program, resolveDir: join(__dirname, "../src"), loader: "ts" } as const;
  const options = { stdin, bundle: true, platform: "node", format: "cjs", write: false } as const;
  const { contents } = (await build(options)).outputFiles[0]!;
  bundles.set(program, contents);
  return contents;
}

/**
 * Runs a program in a separate process, whose JavaScript objects may take `mebibytes` MiB, and returns how it
 * ended. The program imports from `src` with paths that begin there. Unlike `spawnSync`, this function lets
 * servers of this process respond meanwhile.
 */
export async function runWithLittleMemory(mebibytes: number, program: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-memory-"));
  try {
    const outfile = join(folder, "program.cjs");
    writeFileSync(outfile, await bundled(program));
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
