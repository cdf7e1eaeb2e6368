import { isUtf8 } from "node:buffer";
import { Code, describeCode, isArray, isBytes, isExtension, isMap, isString } from "./msgpack-format";
import { canonicalNumber, numberFromFloat, type NumberValue, parseNumber } from "./number";
import { ValueError } from "./path";
import { normaliseText } from "./text";
import { Walk } from "./walk";

const REPLACEMENT = "\uFFFD";

/** Reads msgpack token by token, straight from the bytes. Texts and numbers it gives share no memory with them. */
export class MsgpackReader extends Walk {
  private readonly bytes: Buffer;
  private position = 0;

  constructor(bytes: Uint8Array) {
    super();
    this.bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  /** The type byte of the next token. */
  peek(): number {
    const code = this.bytes[this.position];
    if (code === undefined) throw truncated();
    return code;
  }

  /** Passes over a token that its type byte tells all about. */
  skipByte(): void {
    this.position += 1;
  }

  /** Consumes the given bytes if they come next. */
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

  /** A string as a Terraform value: valid UTF-8, in the form it came in (`normaliseText` says why). */
  readString(): string {
    const start = this.skipStringHeader("a string");
    const text = this.bytes.toString("utf8", start, this.position);
    if (text.includes(REPLACEMENT) && !isUtf8(this.bytes.subarray(start, this.position))) {
      throw new ValueError("a string is not valid UTF-8");
    }
    return text;
  }

  /** The key of a map or the name of an attribute, in normal form. */
  readKey(): string {
    return normaliseText(this.readString());
  }

  /** Bytes, or a string, as text. Broken UTF-8 is replaced, for the reader of the text to stumble over. */
  readBytesAsText(): string {
    const code = this.peek();
    const start = isBytes(code)
      ? this.take(this.takeLength(code - Code.bin8))
      : this.skipStringHeader("bytes");
    return this.bytes.toString("utf8", start, this.position);
  }

  /** A number in any of the forms the engine may choose: integer, float or decimal string. */
  readNumber(): NumberValue {
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
      return numberFromFloat(
        code === Code.float32 ? this.bytes.readFloatBE(this.take(4)) : this.bytes.readDoubleBE(this.take(8)),
      );
    }
    const start = this.skipStringHeader("a number");
    return parseNumber(this.bytes.toString("latin1", start, this.position));
  }

  /** The number of elements that follow. `wanted` names the value in the error. */
  readArrayLength(wanted: string): number {
    const code = this.peek();
    if (!isArray(code)) throw unexpected(wanted, code);
    const isShort = code < Code.nil;
    return this.plausible(isShort ? this.takeShort(0x0f) : this.takeLength(code - Code.array16 + 1), 1);
  }

  /** The number of pairs that follow. `wanted` names the value in the error. */
  readMapLength(wanted: string): number {
    const code = this.peek();
    if (!isMap(code)) throw unexpected(wanted, code);
    const isShort = code < Code.nil;
    return this.plausible(isShort ? this.takeShort(0x0f) : this.takeLength(code - Code.map16 + 1), 2);
  }

  /** An extension: its application code, and its payload, which is a view and must not be kept. */
  readExtension(): { readonly code: number; readonly payload: Uint8Array } {
    const form = this.peek();
    let length: number;
    if (form >= Code.fixext1) {
      this.position += 1;
      length = 1 << (form - Code.fixext1);
    } else {
      length = this.takeLength(form - Code.ext8);
    }
    const code = this.bytes.readInt8(this.take(1));
    const start = this.take(length);
    return { code, payload: this.bytes.subarray(start, this.position) };
  }

  /** Passes over one value of whatever shape, without recursion. */
  skipValue(): void {
    for (let pending = 1; pending > 0; pending -= 1) {
      const code = this.peek();
      if (isArray(code)) {
        pending += this.readArrayLength("an array");
      } else if (isMap(code)) {
        pending += 2 * this.readMapLength("a map");
      } else if (isExtension(code)) {
        this.readExtension();
      } else if (isString(code) || isBytes(code)) {
        this.readBytesAsText();
      } else if (code === Code.nil || code === Code.false || code === Code.true) {
        this.skipByte();
      } else {
        this.readNumber();
      }
    }
  }

  /** Takes the header and the bytes of a string; returns where the bytes begin. */
  private skipStringHeader(wanted: string): number {
    const code = this.peek();
    if ((code & 0xe0) === Code.fixstr) return this.take(this.takeShort(0x1f));
    if (!isString(code)) throw unexpected(wanted, code);
    return this.take(this.takeLength(code - Code.str8));
  }

  private readInteger(code: number): NumberValue {
    switch (code) {
      case Code.uint8:
        return this.bytes.readUInt8(this.take(1));
      case Code.uint16:
        return this.bytes.readUInt16BE(this.take(2));
      case Code.uint32:
        return this.bytes.readUInt32BE(this.take(4));
      case Code.uint64:
        return canonicalNumber(this.bytes.readBigUInt64BE(this.take(8)));
      case Code.int8:
        return this.bytes.readInt8(this.take(1));
      case Code.int16:
        return this.bytes.readInt16BE(this.take(2));
      case Code.int32:
        return this.bytes.readInt32BE(this.take(4));
      default:
        return canonicalNumber(this.bytes.readBigInt64BE(this.take(8)));
    }
  }

  /** Moves past `length` bytes and returns where they begin. */
  private take(length: number): number {
    const start = this.position;
    if (length > this.bytes.length - start) throw truncated();
    this.position = start + length;
    return start;
  }

  /** Takes a type byte that holds a length in its low bits. */
  private takeShort(mask: number): number {
    const code = this.peek();
    this.position += 1;
    return code & mask;
  }

  /** Takes a type byte and the length after it, of 1, 2 or 4 bytes for the width 0, 1 or 2. */
  private takeLength(width: number): number {
    this.position += 1;
    const count = 1 << width;
    const start = this.take(count);
    // The first of four bytes as a number of its own: a bit operation would make it negative.
    let length = this.bytes[start]!;
    for (let offset = 1; offset < count; offset += 1) length = length * 0x100 + this.bytes[start + offset]!;
    return length;
  }

  /** Turns down a count that the remaining bytes cannot hold, before anyone makes room for so many. */
  private plausible(count: number, bytesEach: number): number {
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
