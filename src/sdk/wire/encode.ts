import type { AnyMessageType, Field, MessageType, Outgoing, ScalarType } from "./message";

/** All calls share one buffer of this size, except for larger messages. */
const SCRATCH_BYTES = 64 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** Omits zero and empty fields. Integers must be whole numbers from 0 to 2^53-1. */
export function encode<T>(type: MessageType<T>, value: Outgoing<T>): Uint8Array {
  const writer = new Writer();
  writer.message(type, value as Fields);
  return writer.finish();
}

type Fields = Readonly<Record<string, unknown>>;

/** A message's length is known only after its content, so this fills the buffer backwards. */
class Writer {
  private bytes = scratch;
  private start = SCRATCH_BYTES;

  finish(): Uint8Array {
    const written = this.bytes.subarray(this.start);
    return this.bytes === scratch ? Buffer.from(written) : written;
  }

  message(type: AnyMessageType, value: Fields): void {
    const { fields } = type.layout();
    for (let index = fields.length - 1; index >= 0; index--) {
      const field = fields[index] as Field;
      const content = value[field.name];
      if (content !== undefined) this.field(field, content);
    }
  }

  private field(field: Field, content: unknown): void {
    if (field.isRepeated) {
      const items = content as readonly unknown[];
      for (let index = items.length - 1; index >= 0; index--) this.occurrence(field, items[index]);
    } else if (!isZero(content)) {
      this.occurrence(field, content);
    }
  }

  private occurrence(field: Field, content: unknown): void {
    if (typeof field.type === "string") {
      this.scalar(field.type, content);
    } else {
      const before = this.size;
      this.message(field.type, content as Fields);
      this.varint(this.size - before);
    }
    this.varint(field.tag);
  }

  private scalar(type: ScalarType, content: unknown): void {
    switch (type) {
      case "string":
        return this.text(content as string);
      case "bytes":
        return this.raw(content as Uint8Array);
      case "bool":
        return this.varint(content === true ? 1 : 0);
      case "integer":
        return this.varint(content as number);
    }
  }

  private text(content: string): void {
    const size = Buffer.byteLength(content);
    this.reserve(size);
    this.bytes.write(content, this.start, size, "utf8");
    this.varint(size);
  }

  private raw(content: Uint8Array): void {
    this.reserve(content.length);
    this.bytes.set(content, this.start);
    this.varint(content.length);
  }

  /** The size is counted from the end of the buffer, so it stays valid when the buffer grows. */
  private get size(): number {
    return this.bytes.length - this.start;
  }

  private varint(value: number): void {
    if (value < 0x80) {
      this.reserve(1);
      this.bytes[this.start] = value;
      return;
    }
    const digits: number[] = [];
    for (let rest = value; rest >= 1; rest = Math.floor(rest / 0x80)) digits.push(rest % 0x80);
    this.reserve(digits.length);
    for (let index = 0; index < digits.length; index++) {
      const more = index < digits.length - 1 ? 0x80 : 0;
      this.bytes[this.start + index] = digits[index]! | more;
    }
  }

  private reserve(count: number): void {
    if (count > this.start) {
      const used = this.size;
      const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, used + count + SCRATCH_BYTES));
      this.bytes.copy(grown, grown.length - used, this.start);
      this.start = grown.length - used;
      this.bytes = grown;
    }
    this.start -= count;
  }
}

function isZero(content: unknown): boolean {
  return content instanceof Uint8Array ? content.length === 0 : !content;
}
