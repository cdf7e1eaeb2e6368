import type { Diagnostics } from "../framework";

/** Runs the body of an RPC; what it throws becomes a diagnostic, so that no call fails without a sentence for the user. */
export async function attempt<T>(
  diagnostics: Diagnostics,
  during: string,
  run: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    diagnostics.addThrown(error, during);
    return undefined;
  }
}
