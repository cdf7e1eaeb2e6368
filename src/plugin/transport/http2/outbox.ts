import type { Socket } from "node:net";

/** So much may be copied together; larger parts are written as they are. */
const LARGEST_COPY_BYTES = 64 * 1024;
/** Unread bytes beyond this mean that nobody reads at all. */
const STUCK_BYTES = 64 * 1024 * 1024;

/**
 * Collects what is written within one turn of the event loop: one system call and one TLS record then carry it all, and wake
 * the client once. The turn ends after all sockets that had something to read, those of the API among them.
 */
export class Outbox {
  private parts: Uint8Array[] = [];
  private size = 0;
  private isScheduled = false;
  private isEnded = false;

  constructor(private readonly socket: Socket) {}

  get isStuck(): boolean {
    return this.socket.writableLength + this.size > STUCK_BYTES;
  }

  send(bytes: Uint8Array): void {
    if (this.isEnded || this.socket.destroyed) return;
    this.parts.push(bytes);
    this.size += bytes.length;
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.flush());
  }

  /** Ends the connection after what is written. */
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
    if (parts.length === 1 || size <= LARGEST_COPY_BYTES) {
      socket.write(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts));
      return;
    }
    socket.cork();
    for (const part of parts) socket.write(part);
    socket.uncork();
  }
}
