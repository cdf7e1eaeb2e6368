import { ConnectionError, ErrorCode } from "./errors";
import { decodeHuffman } from "./huffman";
import { STATIC_TABLE } from "./static-table";

/** What the client may ask us to remember, in bytes as RFC 7541 counts them: the default, which we never change. */
const TABLE_SIZE = 4096;
/** RFC 7541, 4.1. */
const ENTRY_OVERHEAD_BYTES = 32;
/** More kinds of calls than a client makes. */
const MOST_KNOWN_BLOCKS = 100;
/** More headers than any call has. */
const LONGEST_LIST_BYTES = 64 * 1024;

export type Headers = Readonly<Record<string, string | undefined>>;

type Entry = readonly [name: string, value: string];

/** Reads header blocks (RFC 7541). One for each connection, because later blocks refer to earlier ones. */
export class HpackDecoder {
  /** The newest first. */
  private readonly table: Entry[] = [];
  private size = 0;
  private maxSize = TABLE_SIZE;
  /** Blocks as text and what they say, as long as the table stays as it is: a client repeats a few of them all the time. */
  private known = new Map<string, Headers>();
  private bytes: Buffer = Buffer.alloc(0);
  private position = 0;

  /** A header that occurs twice has both values, separated by a comma. */
  decode(block: Buffer): Headers {
    const { known } = this;
    const text = block.toString("latin1");
    const before = known.get(text);
    if (before !== undefined) return before;
    const headers = this.read(block);
    // Noted for nobody where the block itself has changed the table.
    if (known.size < MOST_KNOWN_BLOCKS) known.set(text, headers);
    return headers;
  }

  private read(block: Buffer): Headers {
    this.bytes = block;
    this.position = 0;
    const headers = Object.create(null) as Record<string, string>;
    let length = 0;
    while (this.position < block.length) {
      const entry = this.next();
      if (entry === undefined) {
        if (length > 0) throw malformed("the table is resized in the middle of a block");
        continue;
      }
      const [name, value] = entry;
      length += name.length + value.length + ENTRY_OVERHEAD_BYTES;
      if (length > LONGEST_LIST_BYTES) {
        throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "the headers are too long");
      }
      const before = headers[name];
      headers[name] = before === undefined ? value : `${before}, ${value}`;
    }
    return headers;
  }

  /** The next header, or undefined for a change of the table's size. */
  private next(): Entry | undefined {
    const first = this.bytes[this.position] as number;
    if (first >= 0x80) return this.entryAt(this.integer(7));
    if (first >= 0x40) return this.remember(this.literal(6));
    if (first >= 0x20) {
      this.resize(this.integer(5));
      return undefined;
    }
    return this.literal(4);
  }

  private literal(prefix: number): Entry {
    const index = this.integer(prefix);
    const name = index === 0 ? this.text() : this.entryAt(index)[0];
    return [name, this.text()];
  }

  private entryAt(index: number): Entry {
    const entry = index < STATIC_TABLE.length ? STATIC_TABLE[index] : this.table[index - STATIC_TABLE.length];
    if (entry === undefined || index === 0) throw malformed("a header refers to nothing");
    return entry;
  }

  private remember(entry: Entry): Entry {
    this.known = new Map();
    this.table.unshift(entry);
    this.size += sizeOf(entry);
    this.evict();
    return entry;
  }

  private resize(size: number): void {
    if (size > TABLE_SIZE) throw malformed("the table grows beyond what was agreed");
    this.known = new Map();
    this.maxSize = size;
    this.evict();
  }

  private evict(): void {
    while (this.size > this.maxSize) this.size -= sizeOf(this.table.pop() as Entry);
  }

  private text(): string {
    const isHuffman = ((this.bytes[this.position] ?? 0) & 0x80) !== 0;
    const length = this.integer(7);
    const start = this.position;
    this.position += length;
    if (this.position > this.bytes.length) throw cutShort();
    return isHuffman
      ? decodeHuffman(this.bytes.subarray(start, this.position))
      : this.bytes.toString("latin1", start, this.position);
  }

  /** RFC 7541, 5.1: an integer that begins in the low bits of a byte. */
  private integer(prefix: number): number {
    const mask = 2 ** prefix - 1;
    let value = this.byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformed("an integer is too large");
  }

  private byte(): number {
    const byte = this.bytes[this.position++];
    if (byte === undefined) throw cutShort();
    return byte;
  }
}

function sizeOf([name, value]: Entry): number {
  return name.length + value.length + ENTRY_OVERHEAD_BYTES;
}

function cutShort(): ConnectionError {
  return malformed("the headers are cut short");
}

function malformed(problem: string): ConnectionError {
  return new ConnectionError(ErrorCode.COMPRESSION_ERROR, problem);
}

/** Begins a header block: our table is empty from here on (RFC 7541, 6.3). As we use none, that suits any client. */
export const EMPTY_TABLE: Uint8Array = Buffer.from([0x20]);

/**
 * Writes a header block: each header as a literal that nobody has to remember (RFC 7541, 6.2.2). Our answers have two
 * or three short ones, and are mostly written once and kept.
 */
export function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([0]),
      literalText(name),
      literalText(value),
    ]),
  );
}

function literalText(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const length: number[] = [];
  if (bytes.length < 0x7f) {
    length.push(bytes.length);
  } else {
    length.push(0x7f);
    let rest = bytes.length - 0x7f;
    for (; rest >= 0x80; rest >>= 7) length.push((rest & 0x7f) | 0x80);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}
