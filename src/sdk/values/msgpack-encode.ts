import {
  type Given,
  inside,
  layoutOf,
  requireBool,
  requireList,
  requireNumber,
  requireObject,
  requireString,
  type Type,
  Unknown,
  type Value,
  ValueError,
  wellFormed,
} from "./value";

/** First bytes of msgpack values. The low bits of a `fix…` byte hold a small value or length. */
export const Code = {
  fixmap: 0x80,
  fixarray: 0x90,
  fixstr: 0xa0,
  nil: 0xc0,
  false: 0xc2,
  true: 0xc3,
  ext8: 0xc7,
  ext32: 0xc9,
  float64: 0xcb,
  uint8: 0xcc,
  uint64: 0xcf,
  int8: 0xd0,
  int64: 0xd3,
  fixext1: 0xd4,
  fixext16: 0xd8,
  str8: 0xd9,
  str32: 0xdb,
  array16: 0xdc,
  map16: 0xde,
  negativeFixint: 0xe0,
} as const;

/** Extension code of a refined unknown value. */
export const REFINED_UNKNOWN = 12;

/** Larger buffers are not reused, so that one large value does not occupy memory for good. */
const MAX_KEPT_BYTES = 1024 * 1024;

let spareBuffer: Buffer | undefined;

/**
 * Encodes numbers as decimal text (docs/design/protocol-sdk.md). Throws ValueError for a value of another
 * type.
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const writer = new MsgpackWriter(spareBuffer);
  // A getter in the value may call this function again.
  spareBuffer = undefined;
  try {
    encode(type, writer, value);
    return writer.toBytes();
  } finally {
    spareBuffer = writer.buffer.length <= MAX_KEPT_BYTES ? writer.buffer : undefined;
  }
}

function encode(type: Type, writer: MsgpackWriter, value: Given): void {
  if (value === null) return writer.writeByte(Code.nil);
  if (value instanceof Unknown) return writer.writeUnknown(value.refinement);
  switch (type.kind) {
    case "string":
      return writer.writeString(requireString(value));
    case "number":
      return writer.writeString(String(requireNumber(value)));
    case "bool":
      return writer.writeByte(requireBool(value) ? Code.true : Code.false);
    case "list": {
      const elements = requireList(value);
      writer.writeCount(elements.length, Code.fixarray, Code.array16);
      for (const element of elements) encode(type.element, writer, element);
      return;
    }
    case "object": {
      const object = requireObject(value);
      const { attributes } = layoutOf(type);
      writer.writeCount(attributes.length, Code.fixmap, Code.map16);
      for (let place = 0; place < attributes.length; place += 1) {
        const { name, key, type: inner } = attributes[place]!;
        try {
          writer.writeEncoded(key);
          encode(inner, writer, Object.hasOwn(object, name) ? object[name] : undefined);
        } catch (error) {
          throw inside(name, error);
        }
      }
      if (Object.keys(object).length > attributes.length) {
        throw new ValueError("an object has an attribute that its type does not have");
      }
    }
  }
}

const INITIAL_BYTES = 4096;

class MsgpackWriter {
  private position = 0;

  constructor(public buffer: Buffer = Buffer.allocUnsafe(INITIAL_BYTES)) {}

  toBytes(): Uint8Array {
    return Buffer.from(this.buffer.subarray(0, this.position));
  }

  /** Throws ValueError for a lone surrogate. */
  writeString(text: string): void {
    if (text.length < 0x20 && this.writeShortAscii(text)) return;
    const length = Buffer.byteLength(text);
    const isAscii = length === text.length;
    if (length < 0x20) this.writeByte(Code.fixstr | length);
    else this.writeUnsigned(length, Code.str8);
    const start = this.take(length);
    this.buffer.write(isAscii ? text : wellFormed(text), start, isAscii ? "latin1" : "utf8");
  }

  writeUnknown(payload?: Uint8Array): void {
    if (payload === undefined) return this.writeEncoded(Uint8Array.of(Code.fixext1, 0, 0));
    this.writeUnsigned(payload.length, Code.ext8);
    this.writeByte(REFINED_UNKNOWN);
    this.writeEncoded(payload);
  }

  writeEncoded(bytes: Uint8Array): void {
    const start = this.take(bytes.length);
    this.buffer.set(bytes, start);
  }

  /** Writes short ASCII ten times as fast as native calls. For other texts, returns false. */
  private writeShortAscii(text: string): boolean {
    const { length } = text;
    const start = this.position;
    this.take(length + 1);
    const { buffer } = this;
    buffer[start] = Code.fixstr | length;
    for (let index = 0; index < length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) {
        this.position = start;
        return false;
      }
      buffer[start + 1 + index] = unit;
    }
    return true;
  }

  writeCount(count: number, short: number, code16: number): void {
    if (count < 0x10) this.writeByte(short | count);
    // Arrays and maps, unlike strings, have no form with a one-byte count.
    else this.writeUnsigned(count, code16 - 1, 1);
  }

  /** Writes a code (`code8`, `code8 + 1` or `code8 + 2`), then a number in 1, 2 or 4 bytes. */
  private writeUnsigned(value: number, code8: number, least = 0): void {
    const width = Math.max(least, value <= 0xff ? 0 : value <= 0xffff ? 1 : 2);
    this.writeByte(code8 + width);
    const start = this.take(1 << width);
    this.buffer.writeUIntBE(value, start, 1 << width);
  }

  writeByte(byte: number): void {
    const start = this.take(1);
    this.buffer[start] = byte;
  }

  /** Returns the position where the reserved bytes start, perhaps in a new `this.buffer`. */
  private take(length: number): number {
    const start = this.position;
    const end = start + length;
    if (end > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.buffer.length));
      larger.set(this.buffer.subarray(0, start));
      this.buffer = larger;
    }
    this.position = end;
    return start;
  }
}
