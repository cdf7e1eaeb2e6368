import { REDACTED, MIN_SECRET_LENGTH, type Redact } from "../../shared/secrets";

/** Returns a function that redacts these secrets in a text: `redactorOf` in `src/shared`. */
type Search = (secrets: readonly string[]) => Redact;

/** Removes this process's secrets from log lines and crash reports: Terraform redacts nothing there. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #search: Search | undefined;
  #redact: Redact | undefined;

  /** Without `search`, call `searchWith` later: a process loads the search function after the handshake. */
  constructor(search?: Search) {
    this.#search = search;
  }

  /** Sets the function that finds secrets. Must be called before the first secret is added. */
  searchWith(search: Search): void {
    this.#search = search;
  }

  /** Redacts a secret and each of its lines in every later text, because output is redacted line by line. */
  add(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH) return;
    const lines = secret.split("\n");
    if (lines.length > 1) for (const line of lines) this.add(line.trim());
    this.#secrets.add(secret);
    this.#redact = undefined;
  }

  /** Returns the text with every secret replaced by `(sensitive)`. */
  text(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#redact ??= this.#search?.([...this.#secrets]);
    // The whole text is redacted until the search function is set.
    return this.#redact === undefined ? REDACTED : this.#redact(text);
  }
}
