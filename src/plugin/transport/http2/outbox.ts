import type { Socket } from "node:net";

/** Up to this total size, the collected parts are copied into one buffer. */
const MAX_COPY_BYTES = 64 * 1024;
/** A client that leaves more bytes than this unread counts as stuck. */
const STUCK_BYTES = 64 * 1024 * 1024;

/** Collects the bytes of one turn of the event loop and writes them together (docs/design/speed.md). */
export class Outbox {
  private parts: Uint8Array[] = [];
  private size = 0;
  private isScheduled = false;
  private isEnded = false;

  constructor(private readonly socket: Socket) {}

  /** True when the client has stopped reading what this server sends. */
  get isStuck(): boolean {
    return this.socket.writableLength + this.size > STUCK_BYTES;
  }

  /** Writes bytes at the end of this turn. */
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
