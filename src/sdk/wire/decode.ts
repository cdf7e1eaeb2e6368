import { type AnyMessageType, type Field, type MessageType, type ScalarType, WireError } from "./message";

type Draft = Record<string, unknown>;

/**
 * Skips unknown fields. `bytes` fields are views of `input`, which must not change. Throws WireError for
 * malformed bytes, and for an integer below 0 or of at least 2^49.
 */
export function decode<T>(type: MessageType<T>, input: Uint8Array): T {
  return new Reader(input).message(type, input.length) as T;
}

/** Weight of the last 7-bit group of an integer. Terraform's integers are smaller, such as versions. */
const LAST_SCALE = 2 ** 42;

class Reader {
  private readonly bytes: Buffer;
  private position = 0;

  constructor(input: Uint8Array) {
    this.bytes = Buffer.isBuffer(input)
      ? input
      : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  }

  /** If a field is repeated, its last value counts. */
  message(type: AnyMessageType, end: number): Draft {
    const layout = type.layout();
    const draft: Draft = { ...layout.empty };
    while (this.position < end) {
      const tag = this.varint(end);
      const field = layout.byNumber[tag >>> 3];
      if (field === undefined) this.skip(tag & 7, end);
      else if (tag === field.tag) this.field(field, end, draft);
      else throw new WireError(`the field ${field.name} has the wrong wire type ${tag & 7}.`);
    }
    return draft;
  }

  private field({ name, type, isRepeated }: Field, end: number, draft: Draft): void {
    const value = typeof type === "string" ? this.scalar(type, end) : this.message(type, this.delimited(end));
    if (isRepeated) append(draft, name, value);
    else draft[name] = value;
  }

  private scalar(type: ScalarType, end: number): unknown {
    switch (type) {
      case "string": {
        const stop = this.delimited(end);
        return this.bytes.toString("utf8", this.advanceTo(stop), stop);
      }
      case "bytes": {
        const stop = this.delimited(end);
        return this.bytes.subarray(this.advanceTo(stop), stop);
      }
      case "bool":
        return this.varint(end) !== 0;
      case "integer":
        return this.varint(end);
    }
  }

  private delimited(end: number): number {
    const length = this.varint(end);
    if (length > end - this.position) throw new WireError("the message is cut short.");
    return this.position + length;
  }

  private advanceTo(position: number): number {
    const from = this.position;
    this.position = position;
    return from;
  }

  private varint(end: number): number {
    let value = 0;
    for (let scale = 1; scale <= LAST_SCALE; scale *= 0x80) {
      const byte = this.byte(end);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new WireError("an integer is too large.");
  }

  private byte(end: number): number {
    if (this.position >= end) throw new WireError("the message is cut short.");
    return this.bytes[this.position++] as number;
  }

  private skip(wireType: number, end: number): void {
    if (wireType === 0) while (this.byte(end) >= 0x80);
    else if (wireType === 2) this.advanceTo(this.delimited(end));
    else
      throw new WireError(`an unknown field has the wire type ${wireType}, which the protocol does not use.`);
  }
}

/** All new messages share one empty list, so the first item replaces it. */
function append(draft: Draft, name: string, value: unknown): void {
  const items = draft[name] as unknown[];
  if (items.length === 0) draft[name] = [value];
  else items.push(value);
}
