/** The command line is wrong. The message says what, and what to do; no stack is shown. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
