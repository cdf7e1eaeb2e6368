import { isUtf8 } from "node:buffer";
import { onceForEach } from "../../util/lists";
import { attributeNamed, exactNumber, objectShape, parseNumber } from "./checks";
import { encodeKey } from "./msgpack-encode";
import { Code, describeCode, isArray, isExtension, isMap, isString, REFINED_UNKNOWN } from "./msgpack-format";
import {
  attributesOf,
  inside,
  type ObjectType,
  type Type,
  Unknown,
  unknown,
  type Value,
  ValueError,
} from "./value";

type Decoder = (reader: MsgpackReader) => Value;

/**
 * Decodes Terraform's msgpack. Throws ValueError with the path for a value of another type. The result shares
 * no memory with the bytes. The caller handles an empty message, which means null.
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = decoderFor(type)(reader);
  if (!reader.isAtEnd()) throw new ValueError("there are bytes after the end of the encoded value");
  return value;
}

/** Decoders are cached: a run decodes thousands of values of a few types. */
const decoderFor: (type: Type) => Decoder = onceForEach((type) => {
  const present = presentDecoder(type);
  return (reader) => {
    const code = reader.peek();
    if (code === Code.nil) {
      reader.skipByte();
      return null;
    }
    return isExtension(code) ? readUnknown(reader) : present(reader);
  };
});

/** Reads an unknown value, which is an extension with any code (Terraform's object wire format). */
function readUnknown(reader: MsgpackReader): Unknown {
  const { code, payload } = reader.readExtension();
  return code === REFINED_UNKNOWN ? new Unknown(Uint8Array.from(payload)) : unknown;
}

function presentDecoder(type: Type): Decoder {
  switch (type.kind) {
    case "string":
      return (reader) => reader.readString();
    case "number":
      return (reader) => reader.readNumber();
    case "bool":
      return (reader) => reader.readBool();
    case "list":
      return listDecoder(type.element);
    case "object":
      return objectDecoder(type);
  }
}

function listDecoder(element: Type): Decoder {
  const decode = decoderFor(element);
  return (reader) => {
    const length = reader.readArrayLength();
    const elements: Value[] = [];
    try {
      while (elements.length < length) elements.push(decode(reader));
    } catch (error) {
      throw inside(elements.length, error);
    }
    return elements;
  };
}

/**
 * Returns the decoder of an object type. Terraform writes attributes in the byte order of their names, so a
 * key is decoded and looked up only if its bytes are not the expected ones.
 */
function objectDecoder(type: ObjectType): Decoder {
  const attributes = attributesOf(type).map((attribute) => ({
    name: attribute.name,
    key: encodeKey(attribute.name),
    decode: decoderFor(attribute.type),
  }));
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const Shape = objectShape();
  return (reader) => {
    const length = reader.readMapLength();
    if (length !== attributes.length) {
      throw new ValueError(`an object with ${attributes.length} attributes is required, found ${length}`);
    }
    const object = new Shape();
    let isInOrder = true;
    for (let place = 0; place < length; place += 1) {
      let attribute = attributes[place]!;
      if (!reader.skipIf(attribute.key)) {
        attribute = attributeNamed(reader.readString(), byName);
        isInOrder = false;
      }
      const { name } = attribute;
      try {
        if (!isInOrder && name in object) throw new ValueError("this attribute occurs twice");
        object[name] = attribute.decode(reader);
      } catch (error) {
        throw inside(name, error);
      }
    }
    return object;
  };
}

/** Reads msgpack token by token. Every method throws ValueError for malformed bytes. */
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
    if (code !== Code.true && code !== Code.false) throw unexpected("a bool", code);
    this.position += 1;
    return code === Code.true;
  }

  /** Reads a string or an attribute name as valid UTF-8, and does not normalise it (see `normaliseText`). */
  readString(): string {
    const start = this.skipStringHeader("a string");
    const text = this.bytes.toString("utf8", start, this.position);
    if (text.includes("\uFFFD") && !isUtf8(this.bytes.subarray(start, this.position))) {
      throw new ValueError("a string is not valid UTF-8");
    }
    return text;
  }

  /** Reads a number in any form that Terraform may choose: integer, float or decimal string. */
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
    if (code === Code.float32 || code === Code.float64) {
      this.position += 1;
      return exactNumber(
        code === Code.float32 ? this.bytes.readFloatBE(this.take(4)) : this.bytes.readDoubleBE(this.take(8)),
      );
    }
    const start = this.skipStringHeader("a number");
    return parseNumber(this.bytes.toString("latin1", start, this.position));
  }

  readArrayLength(): number {
    const code = this.peek();
    if (!isArray(code)) throw unexpected("a list", code);
    return this.readCount(code, Code.array16, 1);
  }

  readMapLength(): number {
    const code = this.peek();
    if (!isMap(code)) throw unexpected("an object", code);
    return this.readCount(code, Code.map16, 2);
  }

  /** Reads an extension and returns its code and its payload. The payload is a view of the bytes. */
  readExtension(): { readonly code: number; readonly payload: Uint8Array } {
    const form = this.peek();
    const isShort = form >= Code.fixext1;
    if (isShort) this.position += 1;
    const length = isShort ? 1 << (form - Code.fixext1) : this.takeLength(form - Code.ext8);
    const code = this.bytes.readInt8(this.take(1));
    const start = this.take(length);
    return { code, payload: this.bytes.subarray(start, this.position) };
  }

  /** Skips a string, and returns the position at which its bytes start. */
  private skipStringHeader(wanted: string): number {
    const code = this.peek();
    if ((code & 0xe0) === Code.fixstr) return this.take(this.takeShort(0x1f));
    if (!isString(code)) throw unexpected(wanted, code);
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

  /** Skips `length` bytes, and returns the position at which they start. */
  private take(length: number): number {
    const start = this.position;
    if (length > this.bytes.length - start) throw truncated();
    this.position = start + length;
    return start;
  }

  private takeShort(mask: number): number {
    const code = this.peek();
    this.position += 1;
    return code & mask;
  }

  /** Reads a first byte and then a length. A `width` of 0, 1 or 2 means a length of 1, 2 or 4 bytes. */
  private takeLength(width: number): number {
    this.position += 1;
    const count = 1 << width;
    const start = this.take(count);
    // Bit operations would make a length of four bytes negative.
    let length = this.bytes[start]!;
    for (let offset = 1; offset < count; offset += 1) length = length * 0x100 + this.bytes[start + offset]!;
    return length;
  }

  /** Rejects a count that the remaining bytes cannot hold, before memory is allocated for it. */
  private readCount(code: number, code16: number, bytesEach: number): number {
    const count = code < Code.nil ? this.takeShort(0x0f) : this.takeLength(code - code16 + 1);
    if (count * bytesEach > this.bytes.length - this.position) throw truncated();
    return count;
  }
}

function truncated(): ValueError {
  return new ValueError("the encoded value ends too early");
}

function unexpected(wanted: string, code: number): ValueError {
  return new ValueError(`${wanted} is required, found ${describeCode(code)}`);
}
