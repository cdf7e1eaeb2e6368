const placeholder = "(sensitive)";

/** Shorter values are not secrets, and removing them would make every text unreadable. */
const shortestSecret = 4;

/**
 * Knows the secrets of this process and takes them out of texts. Terraform redacts nothing that a provider logs
 * or prints (terraform-protocol.md, section 2).
 */
export class Redactor {
  private readonly secrets = new Set<string>();
  private pattern: RegExp | undefined;

  /** Hides a secret from now on, also in the forms it takes in JSON and in URLs. */
  add(secret: string): void {
    if (secret.length < shortestSecret) return;
    for (const form of [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(wellFormed(secret)),
    ]) {
      this.secrets.add(form);
    }
    this.pattern = undefined;
  }

  text(text: string): string {
    if (this.secrets.size === 0) return text;
    this.pattern ??= anyOf(this.secrets);
    return text.replace(this.pattern, placeholder);
  }
}

/** Longest first: a secret that contains another one must not leave its rest behind. */
function anyOf(secrets: ReadonlySet<string>): RegExp {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"),
    "g",
  );
}

/** A lone surrogate cannot be written in UTF-8, and `encodeURIComponent` throws on it. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
