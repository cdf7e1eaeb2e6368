import { identityFields, operations, requestFields } from "../api";
import { isObject } from "./json";

const MASK = "***";

/** Shorter values are masked in their own fields only: as parts of other texts they would match by chance. */
const SHORTEST_SECRET_IN_TEXT = 8;

/** Every text is searched for each of them; the one that was met longest ago is forgotten first. */
const REMEMBERED_SECRETS = 1_000;

const secretFields = new Set(Object.values(identityFields).map(({ wire }) => plain(wire)));

/** The fields of the contract, which nearly every call is made of, and whether they hold a secret. */
const knownFields = new Map<string, boolean>(
  Object.values(operations)
    .flatMap((operation) => Object.values(requestFields(operation)))
    .map(({ wire }) => [wire, secretFields.has(plain(wire))]),
);

/** A field whose name is misspelt, such as `workspace_id`, holds a secret all the same. */
function isSecretField(name: string): boolean {
  return knownFields.get(name) ?? secretFields.has(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Replaces the identity values and tokens that a simulator has met, wherever they stand in what it shows. */
export class Masker {
  readonly #secrets = new Set<string>();
  #longestFirst: readonly string[] = [];

  learn(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret !== undefined && secret.length >= SHORTEST_SECRET_IN_TEXT) this.#remember(secret);
    }
  }

  /** Learns the identity values of a JSON value, at any depth. */
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
    let masked = text;
    for (const secret of this.#longestFirst) masked = masked.replaceAll(secret, MASK);
    return masked;
  }

  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      this.text(key),
      isSecretField(key) ? MASK : this.value(item),
    ]);
    return Object.fromEntries(entries) as unknown;
  }

  #remember(secret: string): void {
    const known = this.#secrets.delete(secret);
    this.#secrets.add(secret);
    if (known) return;
    const [oldest] = this.#secrets;
    if (oldest !== undefined && this.#secrets.size > REMEMBERED_SECRETS) this.#secrets.delete(oldest);
    this.#longestFirst = [...this.#secrets].sort((a, b) => b.length - a.length);
  }
}
