import { existsSync, readFileSync } from "node:fs";
import { findEngine } from "../engine/find-engine";
import { runEngine } from "../engine/run-engine";
import type { Stack } from "../engine/stacks";
import { identityOfState, type StateIdentity } from "./state-file";
import { locateState } from "./state-location";

/**
 * Returns what identifies the current state of a folder with a configuration. Returns undefined if there is none, or
 * if it cannot be read without an init.
 */
export async function currentState(
  stack: Pick<Stack, "folder">,
  signal: AbortSignal,
): Promise<StateIdentity | undefined> {
  const { file } = locateState(stack);
  if (file !== null) return existsSync(file) ? identityOfState(readFileSync(file, "utf8")) : undefined;
  const { status, stdout } = await runEngine(findEngine(), ["state", "pull"], {
    folder: stack.folder,
    signal,
  });
  signal.throwIfAborted();
  return status === 0 ? identityOfState(stdout) : undefined;
}
