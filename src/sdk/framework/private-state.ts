/**
 * Terraform's private state of one resource: JSON values by key. Terraform keeps only the last response, so
 * each call starts from the bytes that it received (terraform-protocol.md, section 0, row 11).
 */
export class PrivateState {
  readonly #values: Map<string, unknown>;

  /** Bytes that are not a JSON object count as an empty private state. */
  constructor(bytes: Uint8Array) {
    this.#values = new Map(bytes.length === 0 ? [] : Object.entries(parsedObject(bytes)));
  }

  encode(): Uint8Array {
    return this.#values.size === 0
      ? new Uint8Array()
      : Buffer.from(JSON.stringify(Object.fromEntries(this.#values)), "utf8");
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  /** Sets a key; `undefined` removes it. */
  set(key: string, value: unknown): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}

function parsedObject(bytes: Uint8Array): object {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
