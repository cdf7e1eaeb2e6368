/**
 * Makes what needs Unicode's tables when it is first used. V8 takes most of a millisecond to look up what Unicode calls a letter,
 * also for a literal that is never reached, and most processes never meet an identifier beyond ASCII.
 */
export function whenUsed<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
