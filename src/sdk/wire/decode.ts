import { isUtf8 } from "node:buffer";
import { type AnyMessageType, type Field, type MessageType, type ScalarType, WireError } from "./message";

type Draft = Record<string, unknown>;

/**
 * Decodes one message and skips unknown fields. Values of `bytes` are views into `input`, which must not
 * change. Throws WireError for malformed bytes, and for an int64 beyond safe integers.
 */
export function decode<T>(type: MessageType<T>, input: Uint8Array): T {
  try {
    return new Reader(input).message(type, input.length) as T;
  } catch (error) {
    throw error instanceof WireError ? new WireError(`${type.name}: ${error.message}`) : error;
  }
}

class Reader {
  private readonly bytes: Buffer;
  private position = 0;
  /** The last varint, as two unsigned halves, because JavaScript's bit operations work on 32 bits. */
  private low = 0;
  private high = 0;

  constructor(input: Uint8Array) {
    this.bytes = Buffer.isBuffer(input)
      ? input
      : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  }

  /** Reads fields up to `end`. If a field occurs twice, the last value counts. */
  message(type: AnyMessageType, end: number): Draft {
    const layout = type.layout();
    const draft: Draft = { ...layout.empty };
    while (this.position < end) {
      const tag = this.tag(end);
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
      case "string":
        return this.text(end);
      case "bytes": {
        const stop = this.delimited(end);
        return this.bytes.subarray(this.advanceTo(stop), stop);
      }
      case "bool":
        this.varint(end);
        return this.low !== 0 || this.high !== 0;
      case "integer":
        this.varint(end);
        return safeInteger(this.low, this.high);
    }
  }

  private text(end: number): string {
    const stop = this.delimited(end);
    const start = this.advanceTo(stop);
    const text = this.bytes.toString("utf8", start, stop);
    // Invalid UTF-8 decodes to this character. Valid text may also contain it.
    if (text.includes("\ufffd") && !isUtf8(this.bytes.subarray(start, stop))) {
      throw new WireError("a text is not UTF-8.");
    }
    return text;
  }

  private tag(end: number): number {
    this.varint(end);
    if (this.high !== 0 || this.low < 8) throw new WireError("a field has an invalid number.");
    return this.low;
  }

  /** Reads a length and returns the position after the content that has this length. */
  private delimited(end: number): number {
    this.varint(end);
    const stop = this.position + this.low;
    if (this.high !== 0 || stop > end) throw new WireError("the message is cut short.");
    return stop;
  }

  private advanceTo(position: number): number {
    const from = this.position;
    this.position = position;
    return from;
  }

  private varint(end: number): void {
    this.low = 0;
    this.high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.position >= end) throw new WireError("the message is cut short.");
      const byte = this.bytes[this.position++] as number;
      this.addBits(byte & 0x7f, shift);
      if (byte < 0x80) return;
    }
    throw new WireError("an integer is longer than ten bytes.");
  }

  private addBits(bits: number, shift: number): void {
    if (shift < 28) {
      this.low |= bits << shift;
    } else if (shift === 28) {
      this.low = (this.low | (bits << 28)) >>> 0;
      this.high = bits >>> 4;
    } else {
      if (shift === 63 && bits > 1) throw new WireError("an integer is longer than 64 bits.");
      this.high = (this.high | (bits << (shift - 32))) >>> 0;
    }
  }

  private skip(wireType: number, end: number): void {
    if (wireType === 0) this.varint(end);
    else if (wireType === 1) this.skipBytes(8, end);
    else if (wireType === 2) this.advanceTo(this.delimited(end));
    else if (wireType === 5) this.skipBytes(4, end);
    else throw new WireError(`an unknown field has the invalid wire type ${wireType}.`);
  }

  private skipBytes(count: number, end: number): void {
    if (this.position + count > end) throw new WireError("the message is cut short.");
    this.position += count;
  }
}

/** Appends an item. The first item replaces the empty list that all new messages share. */
function append(draft: Draft, name: string, value: unknown): void {
  const items = draft[name] as unknown[];
  if (items.length === 0) draft[name] = [value];
  else items.push(value);
}

function safeInteger(low: number, high: number): number {
  const value = (high | 0) * 0x1_0000_0000 + low;
  if (!Number.isSafeInteger(value)) throw new WireError("an integer is too large to be exact in JavaScript.");
  return value;
}
