import { identityFields } from "../api";
import { isObject } from "../util/json";
import { REDACTED } from "../util/secrets";

/** Texts contain short secrets by chance, so shorter secrets are redacted only in fields for secrets. */
const MIN_LENGTH_IN_TEXT = 8;

/** Each text is searched for all secrets, so only this number of secrets is remembered. */
const REMEMBERED_SECRETS = 1_000;

const secretFields = Object.values(identityFields).map(({ wire }) => wire.toLowerCase());

function isSecretField(name: string): boolean {
  return secretFields.includes(name.toLowerCase().replace(/[-_]/g, ""));
}

/** Redacts the user ids, workspace ids and tokens that the simulator received. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #longestFirst: readonly string[] = [];

  learn(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined || secret.length < MIN_LENGTH_IN_TEXT) continue;
      const isKnown = this.#secrets.delete(secret);
      this.#secrets.add(secret);
      if (isKnown) continue;
      const [oldest = ""] = this.#secrets;
      if (this.#secrets.size > REMEMBERED_SECRETS) this.#secrets.delete(oldest);
      this.#longestFirst = [...this.#secrets].sort((a, b) => b.length - a.length);
    }
  }

  learnFrom(value: unknown): void {
    if (Array.isArray(value)) value.forEach((item) => this.learnFrom(item));
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) {
      const item = value[key];
      if (typeof item === "string" && isSecretField(key)) this.learn(item);
      else this.learnFrom(item);
    }
  }

  text(text: string): string {
    let redacted = text;
    for (const secret of this.#longestFirst) redacted = redacted.replaceAll(secret, REDACTED);
    return redacted;
  }

  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      this.text(key),
      isSecretField(key) ? REDACTED : this.value(item),
    ]);
    return Object.fromEntries(entries) as unknown;
  }
}
