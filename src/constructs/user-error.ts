import type { Construct } from "constructs";

/** A class. */
type Class = abstract new (...args: never[]) => unknown;

/**
 * Returns an error in the user's program. Its stack trace begins where that program calls `called`, a
 * function or class of this package. The error has no cause, because Node would print the cause with a trace
 * of this package's code.
 */
export function userError(message: string, called: Class | ((...args: never[]) => unknown)): Error {
  const error = new Error(message);
  Error.captureStackTrace(error, called);
  return error;
}

interface NewConstruct {
  readonly scope: Construct;
  readonly id: string;
  /** The class that the program instantiates. */
  readonly made: Class;
  /** What a config must have, such as `{ name }`. */
  readonly needs: string;
}

/** Returns the config. Throws if a JavaScript program omits it, where CDKTF fails with a TypeError. */
export function requireConfig<C>(config: C, { scope, id, made, needs }: NewConstruct): C {
  if (config !== undefined && config !== null) return config;
  throw userError(
    `new ${made.name}(…, ${JSON.stringify(id)}) in ${scope.node.path} has no config: pass ${needs} as the third argument.`,
    made,
  );
}
