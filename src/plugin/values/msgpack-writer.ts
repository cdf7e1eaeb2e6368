import { Code, REFINED_UNKNOWN } from "./msgpack-format";
import { canonicalNumber, Decimal, numberText, type NumberValue } from "./number";
import { wellFormed } from "./text";

const INITIAL_BYTES = 4096;
const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * How finite numbers are written. `short`: integers up to 64 bits as integers, other numbers as decimal text.
 * `text`: all numbers as decimal text.
 */
export type NumberForm = "short" | "text";

/** Writes msgpack token by token, each in its smallest form. */
export class MsgpackWriter {
  private position = 0;

  /** Writes to the start of `buffer`; without `buffer`, allocates one. */
  constructor(
    private buffer: Buffer = Buffer.allocUnsafe(INITIAL_BYTES),
    private readonly numbers: NumberForm = "short",
  ) {}

  /** Returns a copy of the written bytes. */
  toBytes(): Uint8Array {
    return Buffer.from(this.buffer.subarray(0, this.position));
  }

  /** Returns the buffer for the next writer. This writer must not be used afterwards. */
  release(): Buffer {
    return this.buffer;
  }

  writeNil(): void {
    this.writeByte(Code.nil);
  }

  writeBool(value: boolean): void {
    this.writeByte(value ? Code.true : Code.false);
  }

  /** Writes a string, which Terraform then normalises. Throws ValueError for a lone surrogate. */
  writeString(text: string): void {
    if (text.length < 0x20 && this.writeShortAscii(text)) return;
    const length = Buffer.byteLength(text);
    const isAscii = length === text.length;
    const start = this.takeString(length);
    this.buffer.write(isAscii ? text : wellFormed(text), start, isAscii ? "latin1" : "utf8");
  }

  /** Writes a number; throws ValueError for NaN. */
  writeNumber(value: NumberValue): void {
    const canonical = canonicalNumber(value);
    if (this.numbers === "text" && canonical !== Infinity && canonical !== -Infinity) {
      this.writeString(numberText(canonical));
    } else if (typeof canonical === "bigint") {
      this.writeBigInteger(canonical);
    } else if (canonical instanceof Decimal) {
      this.writeString(canonical.toText());
    } else if (Number.isFinite(canonical)) {
      this.writeInteger(canonical);
    } else {
      this.writeByte(Code.float64);
      const start = this.take(8);
      this.buffer.writeDoubleBE(canonical, start);
    }
  }

  writeArrayHeader(length: number): void {
    this.writeCount(length, Code.fixarray, Code.array16);
  }

  writeMapHeader(length: number): void {
    this.writeCount(length, Code.fixmap, Code.map16);
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
    if (Number.isInteger(width) && width <= Code.fixext16 - Code.fixext1) {
      this.writeByte(Code.fixext1 + width);
    } else {
      this.writeUnsigned(payload.length, Code.ext8);
    }
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
    if (value >= 0 && value <= 0xffffffff) {
      if (value < Code.fixmap) {
        this.writeByte(value);
      } else {
        this.writeUnsigned(value, Code.uint8);
      }
    } else if (value < 0 && value >= -0x80000000) {
      this.writeNegative(value);
    } else {
      this.writeBigInteger(BigInt(value));
    }
  }

  private writeNegative(value: number): void {
    if (value >= -0x20) {
      this.writeByte(value & 0xff);
      return;
    }
    const width = value >= -0x80 ? 0 : value >= -0x8000 ? 1 : 2;
    this.writeByte(Code.int8 + width);
    const start = this.take(1 << width);
    this.buffer.writeIntBE(value, start, 1 << width);
  }

  private writeBigInteger(value: bigint): void {
    if (value < MIN_INT64 || value > MAX_UINT64) {
      this.writeString(value.toString());
      return;
    }
    this.writeByte(value < 0n ? Code.int64 : Code.uint64);
    const start = this.take(8);
    this.buffer.writeBigUInt64BE(BigInt.asUintN(64, value), start);
  }

  /** Writes the header of an array or map. Unlike strings, they have no form with a one-byte count. */
  private writeCount(count: number, short: number, code16: number): void {
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

  /** Writes the header of a string and reserves its bytes. Returns the position at which they start. */
  private takeString(length: number): number {
    if (length < 0x20) {
      this.writeByte(Code.fixstr | length);
    } else {
      this.writeUnsigned(length, Code.str8);
    }
    return this.take(length);
  }

  /** Writes a number of 1, 2 or 4 bytes after its code: `code8`, `code8 + 1` or `code8 + 2`. */
  private writeUnsigned(value: number, code8: number): void {
    const width = value <= 0xff ? 0 : value <= 0xffff ? 1 : 2;
    this.writeByte(code8 + width);
    const start = this.take(1 << width);
    this.buffer.writeUIntBE(value, start, 1 << width);
  }

  private writeByte(byte: number): void {
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

/** Encodes an attribute name. */
export function encodeKey(name: string): Uint8Array {
  const writer = new MsgpackWriter();
  writer.writeString(name);
  return writer.toBytes();
}
