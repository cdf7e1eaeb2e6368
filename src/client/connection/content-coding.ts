type Decompressed = { readonly body: Buffer } | { readonly problem: "too large" | "unreadable" };

/** Largest number of compressions of one body: a server may compress it once, and a gateway once more. */
const MAX_CODINGS = 2;

/** Decodes a body by its Content-Encoding (RFC 9110, 8.4). Each decoded layer has `limit` bytes at most. */
export async function decompress(body: Buffer, codings: string, limit: number): Promise<Decompressed> {
  const layers = codingsOf(codings);
  if (layers.length > MAX_CODINGS) return { problem: "unreadable" };
  // Loaded here, because few processes need zlib.
  const zlib = await import("node:zlib");
  const options = { maxOutputLength: limit };
  const decoders: Readonly<Record<string, ((coded: Buffer) => Buffer) | undefined>> = {
    gzip: (coded) => zlib.gunzipSync(coded, options),
    "x-gzip": (coded) => zlib.gunzipSync(coded, options),
    br: (coded) => zlib.brotliDecompressSync(coded, options),
    deflate: (coded) =>
      isZlib(coded) ? zlib.inflateSync(coded, options) : zlib.inflateRawSync(coded, options),
  };
  let decoded = body;
  for (const coding of layers) {
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decode === undefined) return { problem: "unreadable" };
    try {
      decoded = decode(decoded);
    } catch (error) {
      const isTooLarge = (error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
      return { problem: isTooLarge ? "too large" : "unreadable" };
    }
  }
  return { body: decoded };
}

/** Returns the codings of a Content-Encoding header in reverse order, without `identity`. */
export function codingsOf(codings: string | undefined): readonly string[] {
  if (codings === undefined) return [];
  return codings
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity")
    .reverse();
}

/** Reports whether bytes begin with the header of zlib (RFC 1950, 2.2). Some servers omit this header. */
function isZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
