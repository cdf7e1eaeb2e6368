import { encodeHeaders } from "./http2";
import { Status } from "./status";

/** Longest status message in characters. Longer messages are cut, because header blocks must stay small. */
const MAX_MESSAGE_LENGTH = 4000;

/** The header block of every response, encoded once. */
export const RESPONSE_HEADERS = encodeHeaders({
  ":status": "200",
  "content-type": "application/grpc",
});

/** The trailers of a successful call, encoded once. */
export const OK_TRAILERS = encodeHeaders({ "grpc-status": "0" });

/** Reports whether a content type is gRPC with protocol buffers. */
export function isGrpc(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/grpc(\+proto)?(;|$)/.test(contentType);
}

/** Returns the trailers of a call (gRPC over HTTP/2, "Trailers"). */
export function trailersOf(code: Status, message: string): Record<string, string> {
  if (code === Status.OK) return { "grpc-status": "0" };
  const trailers: Record<string, string> = {
    "grpc-status": String(code),
    "grpc-message": percentEncode(message),
  };
  // Names the encoding that the server accepts, for a client that has sent a compressed message.
  if (code === Status.UNIMPLEMENTED) trailers["grpc-accept-encoding"] = "identity";
  return trailers;
}

/** Replaces the percent sign, and every UTF-8 byte that is not printable ASCII, by %XX. */
function percentEncode(message: string): string {
  const bytes = Buffer.from(message.slice(0, MAX_MESSAGE_LENGTH));
  let encoded = "";
  for (const byte of bytes) {
    encoded +=
      byte < 0x20 || byte > 0x7e || byte === 0x25
        ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
        : String.fromCharCode(byte);
  }
  return encoded;
}
