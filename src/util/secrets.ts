export const REDACTED = "(sensitive)";

/** In UTF-16 code units. Shorter values are part of too many words, so they are not redacted. */
export const MIN_SECRET_LENGTH = 4;

export type Redact = (text: string) => string;
