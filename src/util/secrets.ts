export const REDACTED = "(sensitive)";

/** Shorter values (in UTF-16 code units) are not redacted, because they are part of too many words. */
export const MIN_SECRET_LENGTH = 4;

export type Redact = (text: string) => string;
