import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Begins every name that `temporaryPath` returns. */
const PREFIX = ".cdktf-outreach-";

/** A run takes a few seconds. An entry that is so old belongs to a run that was killed. */
const LEFTOVER_AGE_MS = 10 * 60_000;

/** Removes what killed runs have left in a folder. A leftover that cannot be removed does no harm. */
export function removeLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (name.startsWith(PREFIX) && Date.now() - lstatSync(path).mtimeMs > LEFTOVER_AGE_MS) remove(path);
    }
  } catch {
    return;
  }
}

/** Removes a file, a link or a folder with its content, also while another run writes to it or removes it. */
export function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
