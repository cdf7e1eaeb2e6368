/** The text that replaces a secret. */
export const MASK = "(sensitive)";

/** Shortest value that is masked, in UTF-16 code units. Shorter values occur in too many words. */
export const MIN_SECRET_LENGTH = 4;

/** Returns the text with `MASK` in place of every secret. */
export type Mask = (text: string) => string;
