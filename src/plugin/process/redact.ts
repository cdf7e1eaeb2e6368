import { MASK, SHORTEST_SECRET, type Mask } from "../../shared/secrets";

/** Makes what finds secrets in a text: `masker` of `src/shared`. */
type Search = (secrets: readonly string[]) => Mask;

/**
 * Knows the secrets of this process and takes them out of what code prints: log lines and crash reports, which hold texts
 * of any origin. Terraform redacts nothing that a provider logs or prints (terraform-protocol.md, section 2).
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  #search: Search | undefined;
  #mask: Mask | undefined;

  /** A process that has to announce itself first gives `search` later, because its code is long. */
  constructor(search?: Search) {
    this.#search = search;
  }

  /** To be called before the first secret is added. */
  searchWith(search: Search): void {
    this.#search = search;
  }

  /** Hides a secret from now on. Each of its lines is one, too, because what is printed comes line by line. */
  add(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    const lines = secret.split("\n");
    if (lines.length > 1) for (const line of lines) this.add(line.trim());
    this.#secrets.add(secret);
    this.#mask = undefined;
  }

  text(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#mask ??= this.#search?.([...this.#secrets]);
    // Without a search, nothing may be shown.
    return this.#mask === undefined ? MASK : this.#mask(text);
  }
}
