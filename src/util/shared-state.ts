const STATE = Symbol.for("cdktf-outreach/state");

/**
 * All copies of this package in the process share the value: the builds for CDKTF and CDK Terrain, and copies
 * that npm installed twice.
 */
export function sharedState<T>(name: string, make: () => T): T {
  const holder = globalThis as { [STATE]?: Map<string, unknown> };
  const state = (holder[STATE] ??= new Map());
  if (!state.has(name)) state.set(name, make());
  return state.get(name) as T;
}
