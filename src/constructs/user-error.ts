import type { Construct } from "constructs";

type Class = abstract new (...args: never[]) => unknown;

/**
 * Returns the error for a mistake in the user's program. Its stack trace begins where that program calls
 * `called`. The error has no `cause`: Node would print its stack trace, too.
 */
export function userError(message: string, called: Class | ((...args: never[]) => unknown)): Error {
  const error = new Error(message);
  Error.captureStackTrace(error, called);
  return error;
}

/**
 * A construct that a program makes. `made` is its class. `needs` shows its required config, as `{ name }`.
 */
interface NewConstruct {
  readonly scope: Construct;
  readonly id: string;
  readonly made: Class;
  readonly needs: string;
}

/** Returns the config. Throws if a JavaScript program omits it, because CDKTF would throw a TypeError. */
export function requireConfig<C>(config: C, { scope, id, made, needs }: NewConstruct): C {
  if (config !== undefined && config !== null) return config;
  const call = `new ${made.name}(…, ${JSON.stringify(id)}) in ${scope.node.path}`;
  throw userError(`${call} has no config: pass ${needs} as the third argument.`, made);
}
