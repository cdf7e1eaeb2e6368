import { existsSync } from "node:fs";
import { join } from "node:path";
import { findStacks, type Stack } from "../engine/stacks";

/** Returns the stacks in `cdktf.out` of a folder; none before the first synth. */
export function synthesizedStacks(folder: string): Stack[] {
  const output = join(folder, "cdktf.out");
  return existsSync(join(output, "manifest.json")) ? findStacks(output) : [];
}
