/** The text that replaces a secret. */
export const REDACTED = "(sensitive)";

/** Shortest value that is redacted, in UTF-16 code units. Shorter values occur in too many words. */
export const MIN_SECRET_LENGTH = 4;

/** Returns the text with `REDACTED` in place of every secret. */
export type Redact = (text: string) => string;
