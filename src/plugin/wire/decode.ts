import { isUtf8 } from "node:buffer";
import {
  type AnyMessageType,
  type Field,
  type Layout,
  type MessageType,
  type ScalarType,
  WireError,
  zeroOf,
} from "./message";

/** Limit of nesting, so that a hostile message cannot exhaust the stack. */
const DEEPEST = 100;

type Draft = Record<string, unknown>;

/**
 * Decodes one message and skips unknown fields. `bytes` fields are views into `input`, which must not change
 * afterwards. Throws WireError for any other deviation, and for an int64 beyond JavaScript's safe integers.
 */
export function decode<T>(type: MessageType<T>, input: Uint8Array): T {
  try {
    return new Reader(input).message(type, input.length, 0, undefined) as T;
  } catch (error) {
    throw error instanceof WireError ? new WireError(`${type.name}: ${error.message}`) : error;
  }
}

class Reader {
  private readonly bytes: Buffer;
  private position = 0;
  /** The last varint as two unsigned halves, because JavaScript's bit operations have 32 bits. */
  private low = 0;
  private high = 0;

  constructor(input: Uint8Array) {
    this.bytes = Buffer.isBuffer(input)
      ? input
      : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  }

  /** Reads fields up to `end`. A repeated occurrence of a message field is merged into the `earlier` one. */
  message(type: AnyMessageType, end: number, depth: number, earlier: Draft | undefined): Draft {
    if (depth > DEEPEST) throw new WireError(`messages are nested more than ${DEEPEST} deep.`);
    const layout = type.layout();
    const draft = earlier ?? emptyMessage(layout);
    while (this.position < end) {
      const tag = this.tag(end);
      const field = layout.byNumber[tag >>> 3];
      if (field === undefined) this.skip(tag, end, depth);
      else this.field(field, tag & 7, end, depth, draft);
    }
    return draft;
  }

  private field(field: Field, wireType: number, end: number, depth: number, draft: Draft): void {
    if (wireType !== field.wireType) {
      if (wireType === 2 && field.kind === "repeated") return this.packed(field, end, draft);
      throw new WireError(`the field ${field.name} has wire type ${wireType}.`);
    }
    if (field.kind === "map") return this.mapEntry(field, end, depth, draft);
    const earlier = field.kind === "optional" ? draft[field.name] : undefined;
    // The check is for speed: iterating over an empty list takes longer than reading the value.
    if (field.siblings.length > 0) for (const sibling of field.siblings) draft[sibling] = undefined;
    const value = this.value(field, end, depth, earlier as Draft | undefined);
    if (field.kind === "repeated") append(draft, field.name, value);
    else draft[field.name] = value;
  }

  private value(field: Field, end: number, depth: number, earlier: Draft | undefined): unknown {
    return typeof field.type === "string"
      ? this.scalar(field.type, end)
      : this.message(field.type, this.delimited(end), depth + 1, earlier);
  }

  private packed(field: Field, end: number, draft: Draft): void {
    const stop = this.delimited(end);
    while (this.position < stop) append(draft, field.name, this.scalar(field.type as ScalarType, stop));
  }

  private mapEntry(field: Field, end: number, depth: number, draft: Draft): void {
    const stop = this.delimited(end);
    let key = "";
    let value: unknown;
    while (this.position < stop) {
      const tag = this.tag(stop);
      if (tag === 10) key = this.text(stop);
      else if (tag === field.mapValueTag) value = this.value(field, stop, depth, undefined);
      else if (tag >>> 3 > 2) this.skip(tag, stop, depth);
      else throw new WireError(`an entry of the map ${field.name} has a field of wire type ${tag & 7}.`);
    }
    (draft[field.name] as Map<string, unknown>).set(key, value ?? absentMapValue(field));
  }

  private scalar(type: ScalarType, end: number): unknown {
    if (type === "string") return this.text(end);
    if (type === "bytes") {
      const stop = this.delimited(end);
      return this.bytes.subarray(this.advanceTo(stop), stop);
    }
    this.varint(end);
    switch (type) {
      case "bool":
        return this.low !== 0 || this.high !== 0;
      case "int64":
        return safeInteger(this.low, this.high);
      case "uint32":
        return this.low;
      case "int32":
      case "enum":
        return this.low | 0;
    }
  }

  private text(end: number): string {
    const stop = this.delimited(end);
    const start = this.advanceTo(stop);
    const text = this.bytes.toString("utf8", start, stop);
    // Invalid UTF-8 decodes to this character, which may also be part of valid text.
    if (text.includes("\ufffd") && !isUtf8(this.bytes.subarray(start, stop))) {
      throw new WireError("a text is not UTF-8.");
    }
    return text;
  }

  private tag(end: number): number {
    this.varint(end);
    if (this.high !== 0 || this.low < 8) throw new WireError("a field has an impossible number.");
    return this.low;
  }

  /** Reads a length and returns the end of the delimited part. */
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

  private skip(tag: number, end: number, depth: number): void {
    switch (tag & 7) {
      case 0:
        return this.varint(end);
      case 1:
        return this.skipBytes(8, end);
      case 2:
        this.advanceTo(this.delimited(end));
        return;
      case 3:
        return this.skipGroup(tag, end, depth + 1);
      case 5:
        return this.skipBytes(4, end);
      default:
        throw new WireError(`an unknown field has wire type ${tag & 7}.`);
    }
  }

  private skipBytes(count: number, end: number): void {
    if (this.position + count > end) throw new WireError("the message is cut short.");
    this.position += count;
  }

  private skipGroup(opening: number, end: number, depth: number): void {
    if (depth > DEEPEST) throw new WireError(`groups are nested more than ${DEEPEST} deep.`);
    for (let tag = this.tag(end); tag !== opening + 1; tag = this.tag(end)) this.skip(tag, end, depth);
  }
}

function emptyMessage(layout: Layout): Draft {
  const draft: Draft = { ...layout.empty };
  if (layout.maps.length > 0) for (const field of layout.maps) draft[field.name] = new Map();
  return draft;
}

function absentMapValue(field: Field): unknown {
  return typeof field.type === "string" ? zeroOf(field.type) : emptyMessage(field.type.layout());
}

/** The first item replaces the shared empty list of a new message. */
function append(draft: Draft, name: string, value: unknown): void {
  const items = draft[name] as unknown[];
  if (items.length === 0) draft[name] = [value];
  else items.push(value);
}

function safeInteger(low: number, high: number): number {
  const value = (high | 0) * 0x1_0000_0000 + low;
  if (!Number.isSafeInteger(value)) throw new WireError("an integer is too large to be held exactly.");
  return value;
}
