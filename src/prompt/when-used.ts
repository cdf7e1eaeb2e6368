/**
 * Returns a function that makes a value on its first call, for patterns that need Unicode's tables. V8 takes
 * most of a millisecond to resolve `\p{L}`, even for a literal in code that never runs.
 */
export function whenUsed<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
