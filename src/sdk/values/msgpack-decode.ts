import { isUtf8 } from "node:buffer";
import { Code, REFINED_UNKNOWN } from "./msgpack-encode";
import {
  exactNumber,
  inside,
  layoutOf,
  missing,
  type ObjectType,
  type Type,
  Unknown,
  unknown,
  type Value,
  ValueError,
} from "./value";

/** Throws ValueError for a value of another type. The result shares no memory with `bytes`. */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = decode(type, reader);
  if (!reader.isAtEnd()) throw new ValueError("there are bytes after the end of the encoded value");
  return value;
}

function decode(type: Type, reader: MsgpackReader): Value {
  const code = reader.peek();
  if (code === Code.nil) {
    reader.skipByte();
    return null;
  }
  if (isExtension(code)) return reader.readUnknown();
  switch (type.kind) {
    case "string":
      return reader.readString();
    case "number":
      return reader.readNumber();
    case "bool":
      return reader.readBool();
    case "list": {
      const elements: Value[] = [];
      for (let left = reader.readCount("a list", Code.fixarray, Code.array16); left > 0; left -= 1) {
        elements.push(decode(type.element, reader));
      }
      return elements;
    }
    case "object":
      return decodeObject(type, reader);
  }
}

/** Terraform writes all attributes in the byte order of their names. */
function decodeObject(type: ObjectType, reader: MsgpackReader): Value {
  const { attributes, Shape } = layoutOf(type);
  const length = reader.readCount("an object", Code.fixmap, Code.map16);
  if (length !== attributes.length) throw missing(`an object with ${attributes.length} attributes`);
  const object = new Shape();
  // This loop has an index, because an iterator would take as long as the decoding itself.
  for (let place = 0; place < length; place += 1) {
    const { name, key, type: inner } = attributes[place]!;
    if (!reader.skipIf(key)) throw missing(`the attribute ${name}`);
    try {
      object[name] = decode(inner, reader);
    } catch (error) {
      throw inside(name, error);
    }
  }
  return object;
}

class MsgpackReader {
  private readonly bytes: Buffer;
  private position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  peek(): number {
    const code = this.bytes[this.position];
    if (code === undefined) throw truncated();
    return code;
  }

  skipByte(): void {
    this.position += 1;
  }

  skipIf(expected: Uint8Array): boolean {
    const { bytes, position } = this;
    for (let offset = 0; offset < expected.length; offset += 1) {
      if (bytes[position + offset] !== expected[offset]) return false;
    }
    this.position = position + expected.length;
    return true;
  }

  readBool(): boolean {
    const code = this.peek();
    if (code !== Code.true && code !== Code.false) throw missing("a bool");
    this.position += 1;
    return code === Code.true;
  }

  /** The string is not normalized (docs/design/protocol-sdk.md). */
  readString(): string {
    const start = this.skipStringHeader("a string");
    const text = this.bytes.toString("utf8", start, this.position);
    if (text.includes("\uFFFD") && !isUtf8(this.bytes.subarray(start, this.position))) {
      throw new ValueError("a string is not valid UTF-8");
    }
    return text;
  }

  /**
   * Rounds a fraction to the nearest double. For example, Terraform sends `10 / 3` as text with 150 digits.
   */
  readNumber(): number {
    const code = this.peek();
    if (code < Code.fixmap || code >= Code.negativeFixint) {
      this.position += 1;
      return code < Code.fixmap ? code : code - 0x100;
    }
    if (code >= Code.uint8 && code <= Code.int64) {
      this.position += 1;
      return this.readInteger(code);
    }
    if (code === Code.float64) {
      this.position += 1;
      return exactNumber(this.bytes.readDoubleBE(this.take(8)));
    }
    const start = this.skipStringHeader("a number");
    return exactNumber(Number(this.bytes.toString("latin1", start, this.position)));
  }

  /** Terraform encodes an unknown value as an extension. */
  readUnknown(): Unknown {
    const form = this.peek();
    const isShort = form >= Code.fixext1;
    if (isShort) this.position += 1;
    const length = isShort ? 1 << (form - Code.fixext1) : this.takeLength(form - Code.ext8);
    const code = this.bytes.readInt8(this.take(1));
    const start = this.take(length);
    if (code !== REFINED_UNKNOWN) return unknown;
    return new Unknown(Uint8Array.from(this.bytes.subarray(start, this.position)));
  }

  readCount(wanted: string, short: number, code16: number): number {
    const code = this.peek();
    if (code === code16 || code === code16 + 1) return this.takeLength(code - code16 + 1);
    if ((code & 0xf0) !== short) throw missing(wanted);
    this.position += 1;
    return code & 0x0f;
  }

  private skipStringHeader(wanted: string): number {
    const code = this.peek();
    if ((code & 0xe0) === Code.fixstr) {
      this.position += 1;
      return this.take(code & 0x1f);
    }
    if (code < Code.str8 || code > Code.str32) throw missing(wanted);
    return this.take(this.takeLength(code - Code.str8));
  }

  private readInteger(code: number): number {
    const isSigned = code >= Code.int8;
    const width = 1 << (code - (isSigned ? Code.int8 : Code.uint8));
    const { bytes } = this;
    const start = this.take(width);
    if (width < 8) return isSigned ? bytes.readIntBE(start, width) : bytes.readUIntBE(start, width);
    return exactNumber(Number(isSigned ? bytes.readBigInt64BE(start) : bytes.readBigUInt64BE(start)));
  }

  /** Returns the position where the skipped bytes start. */
  private take(length: number): number {
    const start = this.position;
    if (length > this.bytes.length - start) throw truncated();
    this.position = start + length;
    return start;
  }

  /** With a `width` of 0, 1 or 2, the length takes 1, 2 or 4 bytes. */
  private takeLength(width: number): number {
    this.position += 1;
    const start = this.take(1 << width);
    return this.bytes.readUIntBE(start, 1 << width);
  }
}

function isExtension(code: number): boolean {
  return (code >= Code.fixext1 && code <= Code.fixext16) || (code >= Code.ext8 && code <= Code.ext32);
}

function truncated(): ValueError {
  return new ValueError("the encoded value ends too early");
}
