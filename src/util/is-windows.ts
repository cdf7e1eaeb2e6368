/** Reports whether this process runs on Windows, which has no process groups and no signals between processes. */
export function isWindows(): boolean {
  return process.platform === "win32";
}
