import type { Socket } from "node:net";

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

export function protocolError(message: string): ConnectionError {
  return new ConnectionError(ErrorCode.PROTOCOL_ERROR, message);
}

export function wrongFrameSize(): ConnectionError {
  return new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, "a frame has the wrong size");
}

/** The supported types of frames (RFC 9113, 6). */
export const FrameType = {
  DATA: 0x0,
  HEADERS: 0x1,
  RST_STREAM: 0x3,
  SETTINGS: 0x4,
  PING: 0x6,
  GOAWAY: 0x7,
  WINDOW_UPDATE: 0x8,
  CONTINUATION: 0x9,
} as const;
export type FrameType = (typeof FrameType)[keyof typeof FrameType];

/** Flags of a frame. ACK and END_STREAM are the same bit, but on different types of frames (RFC 9113, 6). */
export const Flag = { ACK: 0x1, END_STREAM: 0x1, END_HEADERS: 0x4, PADDED: 0x8, PRIORITY: 0x20 } as const;

/** The supported settings (RFC 9113, 6.5.2). */
export const Setting = { HEADER_TABLE_SIZE: 0x1, INITIAL_WINDOW_SIZE: 0x4, MAX_FRAME_SIZE: 0x5 } as const;

export const FRAME_HEADER_BYTES = 9;

/** The largest payload of a frame unless the receiver announces another limit. This server announces none. */
export const DEFAULT_FRAME_BYTES = 16_384;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  /** A view of the received bytes. */
  readonly payload: Buffer;
}

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

const NOTHING: Buffer = Buffer.alloc(0);

/** Splits received chunks of any size into frames. */
export class FrameReader {
  private pending = NOTHING;
  private prefaceLeft = PREFACE;

  /** Calls `onFrame` for each frame that a chunk completes; throws ConnectionError. */
  push(chunk: Buffer, onFrame: (frame: Frame) => void): void {
    let bytes = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    bytes = this.takePreface(bytes);
    let start = 0;
    while (bytes.length - start >= FRAME_HEADER_BYTES) {
      const length = (bytes[start]! << 16) | (bytes[start + 1]! << 8) | bytes[start + 2]!;
      if (length > DEFAULT_FRAME_BYTES) {
        throw new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, "a frame is too large");
      }
      const end = start + FRAME_HEADER_BYTES + length;
      if (end > bytes.length) break;
      onFrame({
        type: bytes[start + 3] as number,
        flags: bytes[start + 4] as number,
        streamId: bytes.readUInt32BE(start + 5) & 0x7fff_ffff,
        payload: bytes.subarray(start + FRAME_HEADER_BYTES, end),
      });
      start = end;
    }
    this.pending = start === bytes.length ? NOTHING : bytes.subarray(start);
  }

  private takePreface(bytes: Buffer): Buffer {
    const length = Math.min(this.prefaceLeft.length, bytes.length);
    if (length === 0) return bytes;
    if (!bytes.subarray(0, length).equals(this.prefaceLeft.subarray(0, length))) {
      throw protocolError("the connection does not begin with the HTTP/2 preface");
    }
    this.prefaceLeft = this.prefaceLeft.subarray(length);
    return bytes.subarray(length);
  }
}

export function writeFrameHeader(
  target: Buffer,
  start: number,
  length: number,
  type: FrameType,
  flags: number,
  streamId: number,
): void {
  target[start] = length >>> 16;
  target[start + 1] = length >>> 8;
  target[start + 2] = length;
  target[start + 3] = type;
  target[start + 4] = flags;
  target.writeUInt32BE(streamId, start + 5);
}

export function frameOf(type: FrameType, flags: number, streamId: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + payload.length);
  writeFrameHeader(frame, 0, payload.length, type, flags, streamId);
  frame.set(payload, FRAME_HEADER_BYTES);
  return frame;
}

/** WINDOW_UPDATE or RST_STREAM. */
export function numberFrame(type: FrameType, streamId: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(value, 0);
  return frameOf(type, 0, streamId, payload);
}

/** Returns the payload without padding and without the obsolete priority fields (RFC 9113, 6.1 and 6.2). */
export function unpadded({ flags, payload, type }: Frame): Buffer {
  if ((flags & (Flag.PADDED | Flag.PRIORITY)) === 0) return payload;
  let start = 0;
  let padding = 0;
  if ((flags & Flag.PADDED) !== 0) {
    padding = payload[0] ?? payload.length;
    start = 1;
  }
  if (type === FrameType.HEADERS && (flags & Flag.PRIORITY) !== 0) start += 5;
  if (start + padding > payload.length) {
    throw protocolError("the padding is longer than the frame");
  }
  return payload.subarray(start, payload.length - padding);
}

/** Returns the frame; throws ConnectionError if its payload has another size. */
export function sized(frame: Frame, size: number): Frame {
  if (frame.payload.length !== size) throw wrongFrameSize();
  return frame;
}

/**
 * Lists the settings in the payload of a SETTINGS frame. INITIAL_WINDOW_SIZE comes last, because it releases
 * waiting data, and that data must obey the other settings.
 */
export function settingsIn(payload: Buffer): (readonly [setting: number, value: number])[] {
  const settings: (readonly [number, number])[] = [];
  for (let start = 0; start < payload.length; start += 6) {
    settings.push([payload.readUInt16BE(start), payload.readUInt32BE(start + 2)]);
  }
  const rank = (setting: number) => Number(setting === Setting.INITIAL_WINDOW_SIZE);
  return settings.sort(([a], [b]) => rank(a) - rank(b));
}

/** Up to this total size, the collected parts are copied into one buffer. */
const MAX_COPY_BYTES = 64 * 1024;

/** Collects the bytes of one turn of the event loop and writes them together (docs/design/speed.md). */
export class Outbox {
  private parts: Uint8Array[] = [];
  private size = 0;
  private isScheduled = false;
  private isEnded = false;

  constructor(private readonly socket: Socket) {}

  send(bytes: Uint8Array): void {
    if (this.isEnded || this.socket.destroyed) return;
    this.parts.push(bytes);
    this.size += bytes.length;
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.flush());
  }

  /** Ends the connection after the bytes that are already queued. */
  end(): void {
    if (this.isEnded) return;
    this.flush();
    this.isEnded = true;
    this.socket.end(() => this.socket.destroy());
  }

  private flush(): void {
    this.isScheduled = false;
    const { parts, size, socket } = this;
    if (parts.length === 0 || socket.destroyed) return;
    this.parts = [];
    this.size = 0;
    if (parts.length === 1 || size <= MAX_COPY_BYTES) {
      socket.write(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts));
      return;
    }
    socket.cork();
    for (const part of parts) socket.write(part);
    socket.uncork();
  }
}
