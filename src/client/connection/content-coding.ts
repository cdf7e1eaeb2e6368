/** The bytes that a coded answer stands for, or why there are none. */
type Unpacked = { readonly body: Buffer } | { readonly problem: "too large" | "unreadable" };

/** Servers that pack at all pack once, and some gateways pack that again; each layer takes time to undo. */
const MOST_LAYERS = 2;

/**
 * Undoes the codings of a Content-Encoding header (RFC 9110, 8.4): gzip, deflate with or without the header of zlib, and
 * br. Returns `too large` where any layer holds more than `limit` bytes, which are never all in memory, and `unreadable` for any
 * other coding and for bytes that are not of the coding.
 */
export async function unpack(body: Buffer, codings: string, limit: number): Promise<Unpacked> {
  const layers = layersOf(codings);
  if (layers.length > MOST_LAYERS) return { problem: "unreadable" };
  // In nearly every process no answer is packed.
  const zlib = await import("node:zlib");
  const options = { maxOutputLength: limit };
  const unpackers: Readonly<Record<string, ((packed: Buffer) => Buffer) | undefined>> = {
    gzip: (packed) => zlib.gunzipSync(packed, options),
    "x-gzip": (packed) => zlib.gunzipSync(packed, options),
    br: (packed) => zlib.brotliDecompressSync(packed, options),
    deflate: (packed) =>
      isZlib(packed) ? zlib.inflateSync(packed, options) : zlib.inflateRawSync(packed, options),
  };
  let unpacked = body;
  for (const layer of layers) {
    const undo = Object.hasOwn(unpackers, layer) ? unpackers[layer] : undefined;
    if (undo === undefined) return { problem: "unreadable" };
    try {
      unpacked = undo(unpacked);
    } catch (error) {
      const isTooLarge = (error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
      return { problem: isTooLarge ? "too large" : "unreadable" };
    }
  }
  return { body: unpacked };
}

/** The codings in the order in which they are undone; `identity` is none. */
export function layersOf(codings: string | undefined): readonly string[] {
  if (codings === undefined) return [];
  return codings
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity")
    .reverse();
}

/** RFC 1950, 2.2: method 8, and a check that makes the first two bytes a multiple of 31. Some servers send RFC 1951 alone. */
function isZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
