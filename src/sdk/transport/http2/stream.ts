import {
  ErrorCode,
  Flag,
  FRAME_HEADER_BYTES,
  frameOf,
  FrameType,
  numberFrame,
  writeFrameHeader,
} from "./frames";

/** Receive window of each stream. HTTP/2's default, 64 KiB, would add round trips to long requests. */
export const STREAM_WINDOW_BYTES = 16 * 1024 * 1024;

const NOTHING = new Uint8Array();

/** Flow control of received data (RFC 9113, 5.2). Data counts as consumed when it arrives. */
export class ReceiveWindow {
  private used = 0;

  constructor(private readonly size: number) {}

  /** Counts received bytes. Returns the increment for a WINDOW_UPDATE; 0 while half of the window is free. */
  consume(length: number): number {
    this.used += length;
    if (this.used <= this.size / 2) return 0;
    const { used } = this;
    this.used = 0;
    return used;
  }
}

/** What a stream needs from its connection. */
export interface StreamOwner {
  /** The largest payload that the client accepts. */
  readonly frameSize: number;
  /** Bytes of data that the client accepts now on the whole connection. */
  sendWindow: number;
  send(bytes: Uint8Array): void;
  /** Returns the header block, with the acknowledgement of a new table size in front if one is due. */
  nextBlock(block: Uint8Array): Uint8Array;
  forget(stream: ServerStream): void;
}

export interface StreamListener {
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** Called when the stream has ended for any reason. */
  onClose(): void;
}

/** One request and its response (RFC 9113, 5). Data waits here until the client's windows allow it. */
export class ServerStream {
  listener: StreamListener | undefined;
  readonly receiveWindow = new ReceiveWindow(STREAM_WINDOW_BYTES);
  isRequestEnded = false;
  isClosed = false;
  private data: Uint8Array = NOTHING;
  private trailers: Uint8Array | undefined;

  constructor(
    private readonly owner: StreamOwner,
    readonly id: number,
    private sendWindow: number,
  ) {}

  /** Sends the first header block. `last` ends the response. */
  sendHeaders(block: Uint8Array, last = false): void {
    if (this.isClosed) return;
    this.owner.send(this.headersFrame(block, last));
    if (last) this.endResponse();
  }

  /** Ends a response after its headers: sends data, as the client's windows allow it, and then trailers. */
  finish(trailers: Uint8Array, data: Uint8Array = NOTHING): void {
    if (this.isClosed) return;
    this.data = data;
    this.trailers = trailers;
    this.flush();
  }

  reset(code: ErrorCode): void {
    if (this.isClosed) return;
    this.owner.send(numberFrame(FrameType.RST_STREAM, this.id, code));
    this.close();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.data = NOTHING;
    this.owner.forget(this);
    this.listener?.onClose();
  }

  /** Adds an increment, which may be negative, to the client's window. Returns the new size. */
  grow(increment: number): number {
    this.sendWindow += increment;
    this.flush();
    return this.sendWindow;
  }

  flush(): void {
    while (this.data.length > 0) {
      const { data, owner } = this;
      const length = Math.min(data.length, owner.frameSize, owner.sendWindow, this.sendWindow);
      if (length <= 0) return;
      this.data = data.subarray(length);
      this.sendFrame(data.subarray(0, length));
    }
    if (this.trailers === undefined || this.isClosed) return;
    this.owner.send(this.headersFrame(this.trailers, true));
    this.endResponse();
  }

  private sendFrame(data: Uint8Array): void {
    this.owner.sendWindow -= data.length;
    this.sendWindow -= data.length;
    const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES);
    writeFrameHeader(header, 0, data.length, FrameType.DATA, 0, this.id);
    this.owner.send(header);
    this.owner.send(data);
  }

  /** Returns a HEADERS frame, followed by CONTINUATION frames if necessary. */
  private headersFrame(content: Uint8Array, last: boolean): Buffer {
    const { frameSize } = this.owner;
    const block = this.owner.nextBlock(content);
    const frames: Buffer[] = [];
    for (let start = 0; start === 0 || start < block.length; start += frameSize) {
      const type = start === 0 ? FrameType.HEADERS : FrameType.CONTINUATION;
      const isFinal = start + frameSize >= block.length;
      const flags = (isFinal ? Flag.END_HEADERS : 0) | (last && start === 0 ? Flag.END_STREAM : 0);
      frames.push(frameOf(type, flags, this.id, block.subarray(start, start + frameSize)));
    }
    return frames.length === 1 ? frames[0]! : Buffer.concat(frames);
  }

  /** Ends the stream. If the client is still sending, tells it to stop, without an error (RFC 9113, 8.1). */
  private endResponse(): void {
    if (this.isRequestEnded) this.close();
    else this.reset(ErrorCode.NO_ERROR);
  }
}
