import { GrpcError, Status } from "./method";

/** Bytes in front of each message: one for the compression flag, four for the length. */
const PREFIX_LENGTH = 5;

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(PREFIX_LENGTH + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, PREFIX_LENGTH);
  return framed;
}

/**
 * Assembles messages from chunks of any size. Reserves memory only for received bytes, never for an announced
 * length. A message within one chunk is a view of that chunk.
 */
export class MessageAssembler {
  private pending: Buffer[] = [];
  private pendingLength = 0;
  /** Number of bytes that the next step needs: those of a prefix, or those of a prefix and its message. */
  private needed = PREFIX_LENGTH;

  constructor(
    private readonly maxMessageBytes: number,
    private readonly encoding: string | undefined,
  ) {}

  /** True between messages, where the stream may end. */
  get isComplete(): boolean {
    return this.pendingLength === 0;
  }

  push(chunk: Buffer): Uint8Array[] {
    this.pending.push(chunk);
    this.pendingLength += chunk.length;
    const messages: Uint8Array[] = [];
    while (this.pendingLength >= this.needed) {
      const bytes = this.joined();
      if (this.needed === PREFIX_LENGTH) this.needed += this.announcedLength(bytes);
      if (this.pendingLength < this.needed) break;
      messages.push(bytes.subarray(PREFIX_LENGTH, this.needed));
      this.keepFrom(this.needed, bytes);
    }
    return messages;
  }

  private joined(): Buffer {
    const bytes = this.pending.length === 1 ? (this.pending[0] as Buffer) : Buffer.concat(this.pending);
    this.pending = [bytes];
    return bytes;
  }

  private keepFrom(start: number, bytes: Buffer): void {
    this.pending = start === bytes.length ? [] : [bytes.subarray(start)];
    this.pendingLength = bytes.length - start;
    this.needed = PREFIX_LENGTH;
  }

  private announcedLength(prefix: Buffer): number {
    this.rejectCompressed(prefix[0] as number);
    const length = prefix.readUInt32BE(1);
    if (length > this.maxMessageBytes) {
      throw new GrpcError(
        Status.RESOURCE_EXHAUSTED,
        `The message has ${length} bytes; this server accepts at most ${this.maxMessageBytes}.`,
      );
    }
    return length;
  }

  /** Rejects a compressed message with the status that gRPC's compression document requires. */
  private rejectCompressed(flag: number): void {
    if (flag === 0) return;
    if (flag !== 1 || this.encoding === undefined || this.encoding === "identity") {
      throw new GrpcError(
        Status.INTERNAL,
        "A message is marked as compressed, but the headers of the call name no encoding.",
      );
    }
    throw new GrpcError(Status.UNIMPLEMENTED, "This server accepts uncompressed messages only.");
  }
}
