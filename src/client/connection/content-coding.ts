type Decompressed = { readonly body: Buffer } | { readonly problem: "too large" | "unreadable" };

/** Decodes a body by its Content-Encoding (RFC 9110, 8.4), to at most `limit` bytes. */
export async function decompress(body: Buffer, coding: string, limit: number): Promise<Decompressed> {
  // Loaded here, because few processes need zlib.
  const { brotliDecompressSync, gunzipSync, inflateSync } = await import("node:zlib");
  const decoders = { gzip: gunzipSync, "x-gzip": gunzipSync, br: brotliDecompressSync, deflate: inflateSync };
  if (!Object.hasOwn(decoders, coding)) return { problem: "unreadable" };
  try {
    return { body: decoders[coding as keyof typeof decoders](body, { maxOutputLength: limit }) };
  } catch (error) {
    const isTooLarge = (error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
    return { problem: isTooLarge ? "too large" : "unreadable" };
  }
}

/** Returns the coding of a Content-Encoding header; undefined for none. A list of codings counts as one unknown coding. */
export function codingOf(header: string | undefined): string | undefined {
  const coding = header?.trim().toLowerCase() ?? "";
  return coding === "" || coding === "identity" ? undefined : coding;
}
