import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Run by Jest before the tests: makes a folder for what their processes share, until Jest ends. */
function makeSharedFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-shared-"));
  process.env["SHARED_BY_TESTS"] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  // A process that a signal ends emits no event "exit".
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      remove();
      process.kill(process.pid, signal);
    });
  }
}

export = makeSharedFolder;
