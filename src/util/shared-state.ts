const STATE = Symbol.for("cdktf-outreach/state");

/**
 * Returns a value that all copies of this package in the process share: the builds for CDKTF and CDK Terrain,
 * and copies that npm installed twice. The first copy that asks for the value makes the value with `make`.
 */
export function sharedState<T>(name: string, make: () => T): T {
  const holder = globalThis as { [STATE]?: Map<string, unknown> };
  const state = (holder[STATE] ??= new Map());
  if (!state.has(name)) state.set(name, make());
  return state.get(name) as T;
}
