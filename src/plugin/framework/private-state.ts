import { parseJsonObject } from "../values";

/**
 * The provider's own memory of a resource: JSON values by key, kept in the state beside the attributes and never
 * shown. Terraform stores what the last call returned, so every call starts from what it was given (section 0, row 11).
 */
export class PrivateState {
  readonly #values: Map<string, unknown>;

  private constructor(values: Map<string, unknown>) {
    this.#values = values;
  }

  /** Bytes that are not ours (another provider's, after a move) count as no memory. */
  static decode(bytes: Uint8Array): PrivateState {
    if (bytes.length === 0) return new PrivateState(new Map());
    const parsed = parseJsonObject(Buffer.from(bytes).toString("utf8"));
    return new PrivateState(new Map(Object.entries(parsed ?? {})));
  }

  encode(): Uint8Array {
    return this.#values.size === 0
      ? new Uint8Array()
      : Buffer.from(JSON.stringify(Object.fromEntries(this.#values)), "utf8");
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  /** `undefined` removes the key. */
  set(key: string, value: unknown): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
