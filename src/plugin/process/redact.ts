const MASK = "(sensitive)";

/** Shorter values are not secrets, and removing them would make every text unreadable. */
const SHORTEST_SECRET = 4;
const SHORTEST_ENCODED = 8;

/**
 * Knows the secrets of this process and takes them out of texts. Terraform redacts nothing that a provider logs
 * or prints (terraform-protocol.md, section 2).
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /**
   * Hides a secret from now on, also in the forms it takes in JSON, in URLs, and in base64 and hex. Each of its lines is
   * one, too, because what is printed comes line by line.
   */
  add(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    const lines = secret.split("\n");
    if (lines.length > 1) for (const line of lines) this.add(line.trim());
    for (const form of [
      secret,
      JSON.stringify(secret).slice(1, -1),
      // Throws on a lone surrogate, which cannot be written in UTF-8 anyway.
      encodeURIComponent(secret.toWellFormed()),
      ...encoded(secret),
    ]) {
      this.#secrets.add(form);
    }
    this.#pattern = undefined;
  }

  text(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#pattern ??= anyOf(this.#secrets);
    return text.replace(this.#pattern, MASK);
  }
}

/** In a longer base64 text the secret may begin at any of three places of a group. Short forms stand in too many texts. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 2, 3].map((start, before) => {
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(start, whole);
  });
  const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const hex = bytes.toString("hex");
  return [...base64, ...url, hex, hex.toUpperCase()].filter(({ length }) => length >= SHORTEST_ENCODED);
}

/** Longest first: a secret that contains another one must not leave its rest behind. */
function anyOf(secrets: ReadonlySet<string>): RegExp {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"),
    "g",
  );
}
