/** Error codes of HTTP/2 (RFC 9113, 7). */
export const ErrorCode = {
  NO_ERROR: 0x0,
  PROTOCOL_ERROR: 0x1,
  INTERNAL_ERROR: 0x2,
  FLOW_CONTROL_ERROR: 0x3,
  STREAM_CLOSED: 0x5,
  FRAME_SIZE_ERROR: 0x6,
  REFUSED_STREAM: 0x7,
  COMPRESSION_ERROR: 0x9,
  ENHANCE_YOUR_CALM: 0xb,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** A violation of the protocol that ends the connection (RFC 9113, 5.4.1). */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(`The client violated HTTP/2: ${message}.`);
  }
}

/** Returns the error for a violation without a specific code. */
export function protocolError(message: string): ConnectionError {
  return new ConnectionError(ErrorCode.PROTOCOL_ERROR, message);
}

export function wrongFrameSize(): ConnectionError {
  return new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, "a frame has the wrong size");
}
