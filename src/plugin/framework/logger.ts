/** Writes the log lines that `TF_LOG_PROVIDER` makes visible. Fields must not contain secrets. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Further values of a log line, by name. An Error is printed with its stack. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Removes the provider's secrets from every text that a user may see. */
export interface Secrets {
  /** Redacts this value in every later text. */
  add(secret: string): void;
  /** Returns the text without any secret. */
  text(text: string): string;
}
