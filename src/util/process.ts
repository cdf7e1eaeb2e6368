import { readFileSync } from "node:fs";

/** Returns true for processes of other users, and false for zombies. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return startOf(pid) !== "ended";
}

/** Start time in the kernel's unit; "ended" for a zombie; undefined without /proc. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19];
  } catch {
    return undefined;
  }
}

/** SIGUSR1 would open Node's inspector, which gives access to the credentials. */
export function keepInspectorClosed(): void {
  process.on("SIGUSR1", () => undefined);
}

/** Windows has no process groups and no signals between processes. */
export function isWindows(): boolean {
  return process.platform === "win32";
}

export class Interruption extends Error {
  override readonly name = "Interruption";

  constructor(signal: NodeJS.Signals) {
    super(`Interrupted by ${signal}.`);
  }
}

/** Shows a text on one line of a terminal, and nothing elsewhere. The text "" clears the line. */
export function statusLine(stream: NodeJS.WriteStream = process.stderr): (text: string) => void {
  let shown = "";
  return (text) => {
    if (!stream.isTTY || text === shown) return;
    shown = text;
    stream.write(`\r\u001B[K${text.slice(0, (stream.columns || 80) - 1)}`);
  };
}
