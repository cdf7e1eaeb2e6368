import { rmSync } from "node:fs";
import { BUILT } from "./release";

/** Removes the release that `global-setup.ts` has built. */
function removeRelease(): void {
  const folder = process.env[BUILT];
  if (folder !== undefined) rmSync(folder, { recursive: true });
}

export = removeRelease;
