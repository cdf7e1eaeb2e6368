/** The command line is wrong. The message says what to change; no stack trace is shown. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
