/** What stands in place of a secret. */
export const MASK = "(sensitive)";

/** In UTF-16 code units. Shorter values stand in every other word: without them, no text could be read. */
export const SHORTEST_SECRET = 4;

/** Returns the text with `MASK` in place of every secret. */
export type Mask = (text: string) => string;
