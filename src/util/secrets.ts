export const REDACTED = "(sensitive)";

/** Shortest value that is redacted, in UTF-16 code units. Shorter values are part of too many words. */
export const MIN_SECRET_LENGTH = 4;

export type Redact = (text: string) => string;
