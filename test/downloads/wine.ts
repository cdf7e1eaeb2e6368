import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipEntries } from "../terraform/zip";
import { zipOf } from "./release";

/** Where Debian puts the program that runs 64-bit programs, and where others do. */
const PROGRAMS = ["/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/local/bin/wine64"];

/** The program that runs programs for Windows; undefined if Wine is not installed. */
export const WINE = PROGRAMS.find((program) => existsSync(program));

/** Wine with its own folder for everything that Windows has. */
export class Wine {
  /** What a program needs beside the variables of its own. */
  readonly env: Readonly<Record<string, string>>;
  /** The provider of the release, unchanged from the zip. */
  readonly program: string;

  constructor(folder: string) {
    this.env = {
      WINEPREFIX: join(folder, "wine"),
      // Wine leaves temporary files of its own.
      TMPDIR: folder,
      WINEDEBUG: "-all",
      // Wine 8 reports Windows 7. Node.js supports newer versions only, and checks.
      NODE_SKIP_PLATFORM_CHECK: "1",
    };
    const entry = zipEntries(readFileSync(zipOf("windows_amd64"))).find(({ name }) => name.endsWith(".exe"))!;
    this.program = join(folder, entry.name);
    writeFileSync(this.program, entry.data, { mode: 0o755 });
    execFileSync(WINE!, ["wineboot", "--init"], { env: { ...process.env, ...this.env }, stdio: "ignore" });
  }

  /** Starts the provider as a person does who debugs it. */
  debug(env: NodeJS.ProcessEnv): ChildProcess {
    return spawn(WINE!, [this.program, "--debug"], {
      env: { ...process.env, ...this.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
  }

  /** Makes a file a launcher of the provider, which an engine on this machine can start. */
  writeLauncher(path: string): void {
    const settings = Object.entries(this.env).map(([name, value]) => `${name}='${value}'`);
    writeFileSync(path, `#!/bin/sh\nexport ${settings.join(" ")}\nexec ${WINE} '${this.program}' "$@"\n`, {
      mode: 0o755,
    });
  }

  /** Ends what Wine keeps running for later programs. */
  close(): void {
    // The second call waits until the first has ended everything.
    for (const option of ["--kill", "--wait"]) {
      spawnSync("wineserver", [option], { env: { ...process.env, ...this.env }, stdio: "ignore" });
    }
  }
}
