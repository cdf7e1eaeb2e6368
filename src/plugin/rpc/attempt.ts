import type { Diagnostics } from "../framework";

/** Runs the body of an RPC. A thrown error becomes a diagnostic, and the result undefined. */
export async function attempt<T>(
  diagnostics: Diagnostics,
  operation: string,
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    diagnostics.addThrown(error, operation);
    return undefined;
  }
}

/** Runs a synchronous body of an RPC. A thrown error becomes a diagnostic, and the result undefined. */
export function attemptSync<T>(diagnostics: Diagnostics, operation: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    diagnostics.addThrown(error, operation);
    return undefined;
  }
}
