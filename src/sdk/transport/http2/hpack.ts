import { protocolError } from "./frames";

/** The default size of the dynamic table, in bytes (RFC 7541, 4.1). */
const TABLE_SIZE = 4096;
/** The size of an entry is the length of name and value, plus these bytes (RFC 7541, 4.1). */
const ENTRY_OVERHEAD_BYTES = 32;
const MAX_CACHED_BLOCKS = 100;

export type Headers = Readonly<Record<string, string | undefined>>;

type Entry = readonly [name: string, value: string];

/** The static table (RFC 7541, appendix A): names, some followed by a space and a value. */
const STATIC_TABLE = (
  "|:authority|:method GET|:method POST|:path /|:path /index.html|:scheme http|:scheme https" +
  "|:status 200|:status 204|:status 206|:status 304|:status 400|:status 404|:status 500|accept-charset" +
  "|accept-encoding gzip, deflate|accept-language|accept-ranges|accept|access-control-allow-origin|age" +
  "|allow|authorization|cache-control|content-disposition|content-encoding|content-language" +
  "|content-length|content-location|content-range|content-type|cookie|date|etag|expect|expires|from" +
  "|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link" +
  "|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after" +
  "|server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate"
)
  .split("|")
  .map((row): Entry => {
    const [name] = row.split(" ", 1);
    return [name!, row.slice(name!.length + 1)];
  });

/** Later blocks refer to entries of earlier blocks, so each connection has its own decoder (RFC 7541). */
export class HpackDecoder {
  private readonly table: Entry[] = [];
  private size = 0;
  /** Clients repeat the same few blocks, so decoded blocks are cached until the table changes. */
  private cache = new Map<string, Headers>();
  private bytes: Buffer = Buffer.alloc(0);
  private position = 0;

  /** Only the last value of a repeated header counts, because the server reads only `:path`. */
  decode(block: Buffer): Headers {
    const { cache } = this;
    const text = block.toString("latin1");
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const headers = this.read(block);
    // If the block changed the table, `this.cache` is a new map by now, and nothing reads `cache` again.
    if (cache.size < MAX_CACHED_BLOCKS) cache.set(text, headers);
    return headers;
  }

  private read(block: Buffer): Headers {
    this.bytes = block;
    this.position = 0;
    const headers = Object.create(null) as Record<string, string>;
    while (this.position < block.length) {
      const [name, value] = this.next();
      headers[name] = value;
    }
    return headers;
  }

  private next(): Entry {
    const first = this.bytes[this.position] as number;
    if (first >= 0x80) return this.entryAt(this.integer(7));
    if (first >= 0x40) return this.add(this.literal(6));
    // A client may only resize the table if the server announced another size.
    if (first >= 0x20) throw protocolError("the table of headers is resized");
    return this.literal(4);
  }

  private literal(prefix: number): Entry {
    const index = this.integer(prefix);
    const name = index === 0 ? this.text() : this.entryAt(index)[0];
    return [name, this.text()];
  }

  private entryAt(index: number): Entry {
    const entry = index < STATIC_TABLE.length ? STATIC_TABLE[index] : this.table[index - STATIC_TABLE.length];
    if (entry === undefined || index === 0)
      throw protocolError("a header refers to an index that is in no table");
    return entry;
  }

  private add(entry: Entry): Entry {
    this.cache = new Map();
    this.table.unshift(entry);
    this.size += sizeOf(entry);
    while (this.size > TABLE_SIZE) this.size -= sizeOf(this.table.pop() as Entry);
    return entry;
  }

  private text(): string {
    const isHuffman = ((this.bytes[this.position] ?? 0) & 0x80) !== 0;
    const length = this.integer(7);
    const start = this.position;
    this.position += length;
    if (this.position > this.bytes.length) throw protocolError("the headers are cut short");
    return isHuffman
      ? decodeHuffman(this.bytes.subarray(start, this.position))
      : this.bytes.toString("latin1", start, this.position);
  }

  /** An integer begins in the low bits of a byte (RFC 7541, 5.1). */
  private integer(prefix: number): number {
    const mask = 2 ** prefix - 1;
    let value = this.byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw protocolError("an integer is too large");
  }

  private byte(): number {
    const byte = this.bytes[this.position++];
    if (byte === undefined) throw protocolError("the headers are cut short");
    return byte;
  }
}

function sizeOf([name, value]: Entry): number {
  return name.length + value.length + ENTRY_OVERHEAD_BYTES;
}

/**
 * Encodes literals, which clients do not add to their table (RFC 7541, 6.2.2). Names and values must be
 * shorter than 127 bytes.
 */
export function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(
    Object.entries(headers).map(([name, value]) =>
      Buffer.from(`\0${literalText(name)}${literalText(value)}`, "latin1"),
    ),
  );
}

function literalText(text: string): string {
  return String.fromCharCode(text.length) + text;
}

/**
 * Length in bits of the Huffman code of each byte value, then of the end mark (RFC 7541, appendix B). Codes
 * of equal length are consecutive numbers in byte order, so the lengths define all codes.
 */
const LENGTHS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7,
  8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19,
  13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13,
  28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21,
  22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23,
  22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
  19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25,
  25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
];
const MAX_BITS = 30;

interface CodesOfLength {
  readonly first: number;
  readonly symbols: readonly number[];
}

let codes: readonly CodesOfLength[] | undefined;

function canonicalCodes(): readonly CodesOfLength[] {
  const result: CodesOfLength[] = [];
  let first = 0;
  for (let length = 0; length <= MAX_BITS; length++) {
    const symbols = LENGTHS.flatMap((own, symbol) => (own === length ? [symbol] : []));
    result.push({ first, symbols });
    first = (first + symbols.length) * 2;
  }
  return result;
}

/** Clients send each Huffman-coded string only once, so the decoder need not be fast. */
export function decodeHuffman(bytes: Uint8Array): string {
  codes ??= canonicalCodes();
  const text: number[] = [];
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      const { first, symbols } = codes[length] as CodesOfLength;
      const symbol = symbols[code - first];
      // The bits so far are only the beginning of a code. No code is longer than 30 bits.
      if (symbol === undefined) continue;
      text.push(symbol);
      code = 0;
      length = 0;
    }
  }
  return Buffer.from(text).toString("latin1");
}
