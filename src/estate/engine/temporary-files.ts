import { fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf } from "../../util/message-of";

/** Opens files for the output of an engine. They have no name, so that no run leaves them behind. */
export function openNameless(count: number): number[] {
  const folder = makeTemporaryFolder();
  try {
    return Array.from({ length: count }, (_, i) => openSync(join(folder, String(i)), "wx+", 0o600));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function textIn(file: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size);
  // One read returns at most 2 GiB.
  for (let at = 0; at < bytes.length;) at += readSync(file, bytes, { offset: at, position: at });
  return bytes.toString("utf8");
}

/** Makes a folder that only this user can read. Its path is absolute: the engine runs in another folder. */
export function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(resolve(tmpdir()), "cdktf-outreach-"));
  } catch (cause) {
    const text = `No folder can be made for the files of the engine: ${messageOf(cause)}`;
    throw new Error(`${text}. Set TMPDIR to a folder that you may write to.`, { cause });
  }
}
