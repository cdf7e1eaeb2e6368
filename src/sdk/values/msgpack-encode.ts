import { onceForEach } from "../../util/lists";
import {
  attributeValue,
  type Given,
  requireBool,
  requireElements,
  requireNumber,
  requireObject,
  requireString,
  wellFormed,
} from "./checks";
import { attributesOf, inside, type ObjectType, type Type, Unknown, type Value, ValueError } from "./value";

/** The first bytes of msgpack values. `fix…` bytes also hold a small value or length in their low bits. */
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

/** Code of the extension for a refined unknown value (Terraform's object wire format). */
export const REFINED_UNKNOWN = 12;

/** How numbers are written. `short`: whole numbers as integers, fractions as decimal text. `text`: all as text. */
type NumberForm = "short" | "text";

type Encoder = (writer: MsgpackWriter, value: Given) => void;

/** A buffer larger than this is not reused, so that one large value does not occupy memory permanently. */
const MAX_KEPT_BYTES = 1024 * 1024;

let spareBuffer: Buffer | undefined;

/** Encodes a value as Terraform's msgpack. Throws ValueError with the path for a value of another type. */
export function encodeMsgpack(type: Type, value: Value, numbers: NumberForm = "short"): Uint8Array {
  const writer = new MsgpackWriter(spareBuffer, numbers);
  // Until the end, no other call may use this buffer: a getter in the value may encode another value.
  spareBuffer = undefined;
  try {
    encoderFor(type)(writer, value);
    return writer.toBytes();
  } finally {
    spareBuffer = writer.buffer.length <= MAX_KEPT_BYTES ? writer.buffer : undefined;
  }
}

/** Encoders are cached: a run encodes thousands of values of a few types. */
const encoderFor: (type: Type) => Encoder = onceForEach((type) => {
  const present = presentEncoder(type);
  return (writer, value) => {
    if (value === null) writer.writeByte(Code.nil);
    else if (value instanceof Unknown) writer.writeUnknown(value.refinement);
    else present(writer, value);
  };
});

function presentEncoder(type: Type): Encoder {
  switch (type.kind) {
    case "string":
      return (writer, value) => writer.writeString(requireString(value));
    case "number":
      return (writer, value) => writer.writeNumber(requireNumber(value));
    case "bool":
      return (writer, value) => writer.writeByte(requireBool(value) ? Code.true : Code.false);
    case "list":
      return listEncoder(type.element);
    case "object":
      return objectEncoder(type);
  }
}

function listEncoder(element: Type): Encoder {
  const encode = encoderFor(element);
  return (writer, value) => {
    const elements = requireElements(value);
    writer.writeCount(elements.length, Code.fixarray, Code.array16);
    let index = 0;
    try {
      for (; index < elements.length; index += 1) encode(writer, elements[index]);
    } catch (error) {
      throw inside(index, error);
    }
  };
}

function objectEncoder(type: ObjectType): Encoder {
  const attributes = attributesOf(type).map((attribute) => ({
    name: attribute.name,
    key: encodeKey(attribute.name),
    encode: encoderFor(attribute.type),
  }));
  return (writer, value) => {
    const object = requireObject(value);
    writer.writeCount(attributes.length, Code.fixmap, Code.map16);
    // This is an index loop, because an iterator would take as long as encoding the attribute.
    for (let place = 0; place < attributes.length; place += 1) {
      const { name, key, encode } = attributes[place]!;
      try {
        writer.writeEncoded(key);
        encode(writer, attributeValue(object, name));
      } catch (error) {
        throw inside(name, error);
      }
    }
    if (Object.keys(object).length > attributes.length) {
      throw new ValueError("an object has an attribute that its type does not have");
    }
  };
}

const INITIAL_BYTES = 4096;

/** Writes msgpack token by token, each in its smallest form. */
class MsgpackWriter {
  private position = 0;

  constructor(
    public buffer: Buffer = Buffer.allocUnsafe(INITIAL_BYTES),
    private readonly numbers: NumberForm = "short",
  ) {}

  toBytes(): Uint8Array {
    return Buffer.from(this.buffer.subarray(0, this.position));
  }

  /** Writes a string, which Terraform then normalises. Throws ValueError for a lone surrogate. */
  writeString(text: string): void {
    if (text.length < 0x20 && this.writeShortAscii(text)) return;
    const length = Buffer.byteLength(text);
    const isAscii = length === text.length;
    if (length < 0x20) this.writeByte(Code.fixstr | length);
    else this.writeUnsigned(length, Code.str8);
    const start = this.take(length);
    this.buffer.write(isAscii ? text : wellFormed(text), start, isAscii ? "latin1" : "utf8");
  }

  writeNumber(value: number): void {
    if (this.numbers === "text" || !Number.isInteger(value)) this.writeString(String(value));
    else this.writeInteger(value);
  }

  /** Writes an unknown value, optionally with the payload of a refinement. */
  writeUnknown(payload?: Uint8Array): void {
    if (payload === undefined) {
      this.writeByte(Code.fixext1);
      this.writeByte(0);
      this.writeByte(0);
      return;
    }
    const width = Math.log2(payload.length);
    if (Number.isInteger(width) && width <= 4) this.writeByte(Code.fixext1 + width);
    else this.writeUnsigned(payload.length, Code.ext8);
    this.writeByte(REFINED_UNKNOWN);
    this.writeEncoded(payload);
  }

  /** Writes bytes unchanged: a value that is already msgpack, or the bytes that follow a header. */
  writeEncoded(bytes: Uint8Array): void {
    const start = this.take(bytes.length);
    this.buffer.set(bytes, start);
  }

  /** Writes a short ASCII text ten times as fast as native calls do. Returns false for any other text. */
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

  private writeInteger(value: number): void {
    if (value >= -0x20 && value < Code.fixmap) {
      this.writeByte(value & 0xff);
    } else if (value >= 0 && value <= 0xffffffff) {
      this.writeUnsigned(value, Code.uint8);
    } else if (value < 0 && value >= -0x80000000) {
      const width = value >= -0x80 ? 0 : value >= -0x8000 ? 1 : 2;
      this.writeByte(Code.int8 + width);
      const start = this.take(1 << width);
      this.buffer.writeIntBE(value, start, 1 << width);
    } else {
      this.writeByte(value < 0 ? Code.int64 : Code.uint64);
      const start = this.take(8);
      this.buffer.writeBigInt64BE(BigInt(value), start);
    }
  }

  /** Writes the header of an array or map. Unlike strings, they have no form with a one-byte count. */
  writeCount(count: number, short: number, code16: number): void {
    if (count < 0x10) {
      this.writeByte(short | count);
    } else if (count <= 0xff) {
      this.writeByte(code16);
      this.writeByte(0);
      this.writeByte(count);
    } else {
      this.writeUnsigned(count, code16 - 1);
    }
  }

  /** Writes a number of 1, 2 or 4 bytes after its code: `code8`, `code8 + 1` or `code8 + 2`. */
  private writeUnsigned(value: number, code8: number): void {
    const width = value <= 0xff ? 0 : value <= 0xffff ? 1 : 2;
    this.writeByte(code8 + width);
    const start = this.take(1 << width);
    this.buffer.writeUIntBE(value, start, 1 << width);
  }

  writeByte(byte: number): void {
    const start = this.take(1);
    this.buffer[start] = byte;
  }

  /** Reserves `length` bytes and returns the position at which they start. May replace `this.buffer`. */
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

export function encodeKey(name: string): Uint8Array {
  const writer = new MsgpackWriter();
  writer.writeString(name);
  return writer.toBytes();
}
