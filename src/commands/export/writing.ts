import { isInUse, lockingFolder } from "../../util/files/lock-folder";
import { ChangedFile, type FileToWrite, writeFiles } from "../../util/files/write-whole";
import type { ExportOptions } from "./options";

/** How often an export starts over because a file has changed since it was read. */
const ATTEMPTS = 3;

/**
 * Decides and writes while no other export does. The decision is made anew under the lock: since the first
 * look, another export or a person may have changed the code.
 */
export async function writing<T extends { readonly files: readonly FileToWrite[] }>(
  decide: () => Promise<T>,
  { out, dryRun }: ExportOptions,
  signal: AbortSignal,
): Promise<T> {
  const first = await decide();
  if (dryRun || (first.files.length === 0 && !isInUse(out))) return first;
  return lockingFolder(out, signal, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const decided = await decide();
      signal.throwIfAborted();
      try {
        writeFiles(out, decided.files);
        return decided;
      } catch (error) {
        if (!(error instanceof ChangedFile) || attempt === ATTEMPTS) throw error;
      }
    }
  });
}
