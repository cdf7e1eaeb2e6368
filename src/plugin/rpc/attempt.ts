import type { Diagnostics } from "../framework";

/** Runs the body of an RPC; what it throws becomes a diagnostic, so that no call fails without a sentence for the user. */
export async function attempt<T>(
  diagnostics: Diagnostics,
  during: string,
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    diagnostics.addThrown(error, during);
    return undefined;
  }
}

/** The same for a body that waits for nothing. */
export function attemptAtOnce<T>(diagnostics: Diagnostics, during: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    diagnostics.addThrown(error, during);
    return undefined;
  }
}
