import { ConnectionError, ErrorCode } from "./frames";

/**
 * Lengths of the Huffman codes in bits: one for each byte value, then one for the end mark (RFC 7541,
 * appendix B). The code is canonical: codes of the same length are consecutive numbers in byte order, so the
 * lengths define all codes.
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
const END_MARK = 256;
const MAX_BITS = 30;

/** All codes of the same length: the first code, and the bytes in the order of their codes. */
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

/** Decodes a Huffman-coded string of HPACK. Clients send each string once, so this need not be fast. */
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
      // These bits begin a longer code. The loop ends, because any 30 bits contain a complete code.
      if (symbol === undefined) continue;
      if (symbol === END_MARK) throw malformed();
      text.push(symbol);
      code = 0;
      length = 0;
    }
  }
  // The remaining bits must be padding: at most seven bits, all set, like the first bits of the end mark.
  if (length > 7 || code !== 2 ** length - 1) throw malformed();
  return Buffer.from(text).toString("latin1");
}

function malformed(): ConnectionError {
  return new ConnectionError(ErrorCode.COMPRESSION_ERROR, "a header is not valid Huffman code");
}
