/** Anything that `new` makes an object of. */
export type Class = abstract new (...args: never[]) => unknown;

/**
 * An error in the user's program. Its stack trace begins where that program calls `called`, a function or a class of ours, and
 * it has no cause: Node prints that with a trace of ours, too.
 */
export function userError(message: string, called: Class | ((...args: never[]) => unknown)): Error {
  const error = new Error(message);
  Error.captureStackTrace(error, called);
  return error;
}
