import {
  type AnyMessageType,
  type Field,
  type MessageType,
  type Outgoing,
  type ScalarType,
  WireError,
} from "./message";

/**
 * Size of the buffer that all calls share. Larger messages get their own buffer, which is freed afterwards.
 */
const SCRATCH_BYTES = 64 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

type Source = Readonly<Record<string, unknown>>;

/**
 * Encodes one message. Missing, undefined and zero fields are not written; an optional field with a zero is.
 * Throws WireError for a value of the wrong type or range.
 */
export function encode<T>(type: MessageType<T>, value: Outgoing<T>): Uint8Array {
  const writer = new Writer();
  try {
    writer.message(type, value);
  } catch (error) {
    throw error instanceof WireError ? new WireError(`${type.name}: ${error.message}`) : error;
  }
  return writer.finish();
}

/** Writes from the end to the start, so that the content of a message is written before its length. */
class Writer {
  private bytes = scratch;
  private start = SCRATCH_BYTES;

  finish(): Uint8Array {
    const written = this.bytes.subarray(this.start);
    return this.bytes === scratch ? Buffer.from(written) : written;
  }

  message(type: AnyMessageType, value: unknown): void {
    if (typeof value !== "object" || value === null) throw new WireError(`${type.name} must be an object.`);
    const { fields } = type.layout();
    for (let index = fields.length - 1; index >= 0; index--) {
      const field = fields[index] as Field;
      const content = (value as Source)[field.name];
      if (content !== undefined) this.field(field, content);
    }
  }

  private field(field: Field, content: unknown): void {
    if (field.kind === "repeated") {
      if (!Array.isArray(content)) throw mismatch(field, "a list");
      for (let index = content.length - 1; index >= 0; index--) this.occurrence(field, content[index]);
    } else if (field.kind === "map") {
      if (!(content instanceof Map)) throw mismatch(field, "a Map");
      for (const [key, value] of [...content].reverse()) this.mapEntry(field, key, value);
    } else if (field.kind === "optional" || !isZero(content)) {
      this.occurrence(field, content);
    }
  }

  private occurrence(field: Field, content: unknown): void {
    this.value(field, content);
    this.varint(field.tag);
  }

  private value(field: Field, content: unknown): void {
    if (typeof field.type === "string") return this.scalar(field, field.type, content);
    const before = this.size;
    this.message(field.type, content);
    this.length(before);
  }

  private mapEntry(field: Field, key: unknown, value: unknown): void {
    const before = this.size;
    this.value(field, value);
    this.varint(field.mapValueTag);
    this.text(field, key);
    this.varint(10);
    this.length(before);
    this.varint(field.tag);
  }

  private scalar(field: Field, type: ScalarType, content: unknown): void {
    switch (type) {
      case "string":
        return this.text(field, content);
      case "bytes":
        return this.raw(field, content);
      case "bool":
        if (typeof content !== "boolean") throw mismatch(field, "a boolean");
        return this.varint(content ? 1 : 0);
      default:
        return this.integer(field, type, content);
    }
  }

  private text(field: Field, content: unknown): void {
    if (typeof content !== "string") throw mismatch(field, "a string");
    const before = this.size;
    const size = Buffer.byteLength(content);
    this.reserve(size);
    this.start -= size;
    this.bytes.write(content, this.start, size, "utf8");
    this.length(before);
  }

  private raw(field: Field, content: unknown): void {
    if (!(content instanceof Uint8Array)) throw mismatch(field, "bytes");
    const before = this.size;
    this.reserve(content.length);
    this.start -= content.length;
    this.bytes.set(content, this.start);
    this.length(before);
  }

  private integer(field: Field, type: IntegerType, content: unknown): void {
    if (typeof content !== "number" || !Number.isSafeInteger(content)) throw mismatch(field, "an integer");
    const [least, most] = INTEGER_RANGES[type];
    if (content < least || content > most) throw mismatch(field, `between ${least} and ${most}`);
    if (content >= 0) this.varint(content);
    else this.negative(content);
  }

  /** Bytes written. Positions count from the end, because the start moves when the buffer grows. */
  private get size(): number {
    return this.bytes.length - this.start;
  }

  private length(before: number): void {
    this.varint(this.size - before);
  }

  private varint(value: number): void {
    if (value < 0x80) {
      this.reserve(1);
      this.bytes[--this.start] = value;
      return;
    }
    const digits: number[] = [];
    for (let rest = value; ; rest = Math.floor(rest / 0x80)) {
      digits.push(rest % 0x80);
      if (rest < 0x80) break;
    }
    this.varintDigits(digits);
  }

  /** Protocol buffers encode negative integers as 64 bits, in ten bytes. */
  private negative(value: number): void {
    const digits: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 0n; rest >>= 7n) digits.push(Number(rest & 0x7fn));
    this.varintDigits(digits);
  }

  private varintDigits(digits: readonly number[]): void {
    this.reserve(digits.length);
    for (let index = digits.length - 1; index >= 0; index--) {
      const more = index < digits.length - 1 ? 0x80 : 0;
      this.bytes[--this.start] = (digits[index] as number) | more;
    }
  }

  private reserve(count: number): void {
    if (count <= this.start) return;
    const used = this.size;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, used + count + SCRATCH_BYTES));
    this.bytes.copy(grown, grown.length - used, this.start);
    this.start = grown.length - used;
    this.bytes = grown;
  }
}

type IntegerType = Exclude<ScalarType, "string" | "bytes" | "bool">;

const INTEGER_RANGES: Readonly<Record<IntegerType, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  enum: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

function isZero(content: unknown): boolean {
  return (
    content === "" ||
    content === 0 ||
    content === false ||
    (content instanceof Uint8Array && content.length === 0)
  );
}

function mismatch(field: Field, expected: string): WireError {
  return new WireError(`the field ${field.name} must be ${expected}.`);
}
