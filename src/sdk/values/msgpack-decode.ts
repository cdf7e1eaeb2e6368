import { isUtf8 } from "node:buffer";
import { onceForEach } from "../../util/lists";
import { exactNumber, objectShape, parseNumber } from "./checks";
import { Code, encodeKey, REFINED_UNKNOWN } from "./msgpack-encode";
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
    return isExtension(code) ? reader.readUnknown() : present(reader);
  };
});

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
      let attribute = attributes[place];
      if (!reader.skipIf(attribute!.key)) {
        attribute = byName.get(reader.readString());
        isInOrder = false;
      }
      if (attribute === undefined)
        throw new ValueError("an object has an attribute that its type does not have");
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
    if (code !== Code.true && code !== Code.false) throw missing("a bool");
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
    return parseNumber(this.bytes.toString("latin1", start, this.position));
  }

  readArrayLength(): number {
    return this.readCount("a list", Code.fixarray, Code.array16, 1);
  }

  readMapLength(): number {
    return this.readCount("an object", Code.fixmap, Code.map16, 2);
  }

  /** Reads an extension with any code, which is an unknown value (Terraform's object wire format). */
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

  /** Skips a string, and returns the position at which its bytes start. */
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

  /** Skips `length` bytes, and returns the position at which they start. */
  private take(length: number): number {
    const start = this.position;
    if (length > this.bytes.length - start) throw truncated();
    this.position = start + length;
    return start;
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
  private readCount(wanted: string, short: number, code16: number, bytesEach: number): number {
    const code = this.peek();
    let count = code & 0x0f;
    if ((code & 0xf0) === short) this.position += 1;
    else if (code === code16 || code === code16 + 1) count = this.takeLength(code - code16 + 1);
    else throw missing(wanted);
    if (count * bytesEach > this.bytes.length - this.position) throw truncated();
    return count;
  }
}

function isExtension(code: number): boolean {
  return (code >= Code.fixext1 && code <= Code.fixext16) || (code >= Code.ext8 && code <= Code.ext32);
}

function truncated(): ValueError {
  return new ValueError("the encoded value ends too early");
}

/** Does not say what was found, because the first byte of a value may be the value. */
function missing(wanted: string): ValueError {
  return new ValueError(`${wanted} is required`);
}
