import type { Socket } from "node:net";

export const ErrorCode = { NO_ERROR: 0x0, PROTOCOL_ERROR: 0x1, REFUSED_STREAM: 0x7 } as const;

/**
 * A protocol error ends the connection (RFC 9113, 5.4.1). Frames that HTTP/2 allows but grpc-go never sends
 * are also errors.
 */
export function protocolError(problem: string): Error {
  return new Error(`The HTTP/2 connection fails: ${problem}.`);
}

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

/** ACK and END_STREAM share a bit, but belong to different frame types (RFC 9113, 6). */
export const Flag = { ACK: 0x1, END_STREAM: 0x1, END_HEADERS: 0x4 } as const;

/** How much data may be sent on each stream (RFC 9113, 6.5.2). */
export const INITIAL_WINDOW_SIZE = 0x4;

const FRAME_HEADER_BYTES = 9;

/** Largest payload of a frame (RFC 9113, 4.2). */
export const MAX_FRAME_BYTES = 16_384;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

const NOTHING: Buffer = Buffer.alloc(0);

export class FrameReader {
  private pending = NOTHING;
  private hasPreface = false;

  push(chunk: Buffer, onFrame: (frame: Frame) => void): void {
    const bytes = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    let start = 0;
    if (!this.hasPreface && bytes.length >= PREFACE.length) {
      if (!bytes.subarray(0, PREFACE.length).equals(PREFACE)) {
        throw protocolError("the connection does not begin with the HTTP/2 preface");
      }
      this.hasPreface = true;
      start = PREFACE.length;
    }
    while (this.hasPreface && bytes.length - start >= FRAME_HEADER_BYTES) {
      const length = (bytes[start]! << 16) | (bytes[start + 1]! << 8) | bytes[start + 2]!;
      if (length > MAX_FRAME_BYTES) throw protocolError("a frame is too large");
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
}

export function frameHeader(type: number, flags: number, streamId: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
  header.writeUIntBE(length, 0, 3);
  header[3] = type;
  header[4] = flags;
  header.writeUInt32BE(streamId, 5);
  return header;
}

export function frameOf(type: number, flags: number, streamId: number, payload: Uint8Array): Buffer {
  return Buffer.concat([frameHeader(type, flags, streamId, payload.length), payload]);
}

/** Makes a WINDOW_UPDATE or RST_STREAM frame. */
export function numberFrame(type: number, streamId: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(value, 0);
  return frameOf(type, 0, streamId, payload);
}

/** Writes the bytes of one turn of the event loop together (docs/design/speed.md). */
export class Outbox {
  private parts: Uint8Array[] = [];
  private isScheduled = false;
  private isEnded = false;

  constructor(private readonly socket: Socket) {}

  send(bytes: Uint8Array): void {
    if (this.isEnded || this.socket.destroyed) return;
    this.parts.push(bytes);
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.flush());
  }

  end(): void {
    if (this.isEnded) return;
    this.flush();
    this.isEnded = true;
    this.socket.end(() => this.socket.destroy());
  }

  private flush(): void {
    this.isScheduled = false;
    const { parts, socket } = this;
    this.parts = [];
    if (parts.length > 0 && !socket.destroyed) socket.write(Buffer.concat(parts));
  }
}
