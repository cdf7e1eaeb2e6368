import type { Socket } from "node:net";
import {
  ErrorCode,
  Flag,
  type Frame,
  frameHeader,
  FrameReader,
  frameOf,
  FrameType,
  INITIAL_WINDOW_SIZE,
  MAX_FRAME_BYTES,
  numberFrame,
  Outbox,
  protocolError,
} from "./frames";
import { type Headers, HpackDecoder } from "./hpack";

/** With HTTP/2's default windows, long requests would need more round trips. */
const STREAM_WINDOW_BYTES = 16 * 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 64 * 1024 * 1024;

/** Both sides begin with this window (RFC 9113, 6.9.2). */
const INITIAL_WINDOW_BYTES = 65_535;

const NOTHING = new Uint8Array();

interface SessionListener {
  /** The callback must set the stream's listener before it returns. */
  onStream(stream: ServerStream, headers: Headers): void;
  onError(error: unknown): void;
  onClose(): void;
}

interface StreamListener {
  onData(chunk: Buffer): void;
  onEnd(): void;
  onClose(): void;
}

/**
 * One HTTP/2 connection (RFC 9113) of a grpc-go client, which sends no trailers, padding or priorities, and
 * each header block in one frame.
 */
export class ServerSession {
  sendWindow = INITIAL_WINDOW_BYTES;
  private readonly reader = new FrameReader();
  private readonly hpack = new HpackDecoder();
  private readonly outbox: Outbox;
  private readonly streams = new Map<number, ServerStream>();
  private lastStreamId = 0;
  private clientWindow = INITIAL_WINDOW_BYTES;
  private readonly receiveWindow = new ReceiveWindow(CONNECTION_WINDOW_BYTES);
  private isClosing = false;

  constructor(
    private readonly socket: Socket,
    private readonly listener: SessionListener,
  ) {
    this.outbox = new Outbox(socket);
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("close", () => this.onClose());
    const settings = Buffer.alloc(6);
    settings.writeUInt16BE(INITIAL_WINDOW_SIZE, 0);
    settings.writeUInt32BE(STREAM_WINDOW_BYTES, 2);
    this.send(frameOf(FrameType.SETTINGS, 0, 0, settings));
    this.send(numberFrame(FrameType.WINDOW_UPDATE, 0, CONNECTION_WINDOW_BYTES - INITIAL_WINDOW_BYTES));
  }

  /** The connection ends when the open streams have ended. */
  close(): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.sendGoaway(ErrorCode.NO_ERROR);
    this.endIfIdle();
  }

  send(bytes: Uint8Array): void {
    this.outbox.send(bytes);
  }

  forget(stream: ServerStream): void {
    this.streams.delete(stream.id);
    this.endIfIdle();
  }

  private receive(chunk: Buffer): void {
    if (this.socket.destroyed || this.socket.writableEnded) return;
    try {
      this.reader.push(chunk, (frame) => this.onFrame(frame));
    } catch (error) {
      this.listener.onError(error);
      this.isClosing = true;
      this.sendGoaway(ErrorCode.PROTOCOL_ERROR);
      this.closeStreams();
      this.outbox.end();
    }
  }

  private onFrame(frame: Frame): void {
    switch (frame.type) {
      case FrameType.DATA:
        return this.onData(frame);
      case FrameType.HEADERS:
        return this.onHeaders(frame);
      case FrameType.CONTINUATION:
        throw protocolError("headers are continued");
      case FrameType.RST_STREAM:
        return this.streams.get(frame.streamId)?.close();
      case FrameType.SETTINGS:
        return this.onSettings(frame);
      case FrameType.PING:
        if ((frame.flags & Flag.ACK) === 0) this.send(frameOf(FrameType.PING, Flag.ACK, 0, frame.payload));
        return;
      case FrameType.WINDOW_UPDATE:
        return this.onWindowUpdate(frame);
      default:
      // After GOAWAY, the client closes the connection itself.
    }
  }

  private onHeaders({ streamId, flags, payload }: Frame): void {
    const isLast = (flags & Flag.END_STREAM) !== 0;
    const isNew = streamId > this.lastStreamId && streamId % 2 === 1;
    if (!isNew || (flags & ~Flag.END_STREAM) !== Flag.END_HEADERS) {
      throw protocolError("headers are no whole block at the start of a request");
    }
    const headers = this.hpack.decode(payload);
    this.lastStreamId = streamId;
    const stream = new ServerStream(this, streamId, this.clientWindow);
    this.streams.set(streamId, stream);
    if (this.isClosing) return stream.reset(ErrorCode.REFUSED_STREAM);
    stream.isRequestEnded = isLast;
    this.listener.onStream(stream, headers);
    if (isLast && !stream.isClosed) stream.listener?.onEnd();
  }

  private onData({ streamId, flags, payload }: Frame): void {
    if ((flags & ~Flag.END_STREAM) !== 0) throw protocolError("data is padded");
    this.updateWindow(0, this.receiveWindow.consume(payload.length));
    const stream = this.streams.get(streamId);
    // The client may have sent this data before it knew that the stream had ended.
    if (stream === undefined || stream.isRequestEnded) return;
    const isLast = (flags & Flag.END_STREAM) !== 0;
    if (!isLast) this.updateWindow(streamId, stream.receiveWindow.consume(payload.length));
    if (payload.length > 0) stream.listener?.onData(payload);
    if (!isLast) return;
    stream.isRequestEnded = true;
    stream.listener?.onEnd();
  }

  private updateWindow(streamId: number, increment: number): void {
    if (increment > 0) this.send(numberFrame(FrameType.WINDOW_UPDATE, streamId, increment));
  }

  /** Settings other than the window size concern larger frames, push and streams that servers open. */
  private onSettings({ flags, payload }: Frame): void {
    if ((flags & Flag.ACK) !== 0) return;
    // Sends the ACK first, because the client applies its new windows to the data after the ACK.
    this.send(frameOf(FrameType.SETTINGS, Flag.ACK, 0, NOTHING));
    for (let start = 0; start < payload.length; start += 6) {
      const value = payload.readUInt32BE(start + 2);
      if (payload.readUInt16BE(start) !== INITIAL_WINDOW_SIZE) continue;
      const difference = value - this.clientWindow;
      this.clientWindow = value;
      for (const stream of [...this.streams.values()]) stream.grow(difference);
    }
  }

  private onWindowUpdate({ streamId, payload }: Frame): void {
    const increment = payload.readUInt32BE(0) & 0x7fff_ffff;
    if (streamId !== 0) return this.streams.get(streamId)?.grow(increment);
    this.sendWindow += increment;
    for (const stream of [...this.streams.values()]) stream.flush();
  }

  private sendGoaway(code: number): void {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(this.lastStreamId, 0);
    payload.writeUInt32BE(code, 4);
    this.send(frameOf(FrameType.GOAWAY, 0, 0, payload));
  }

  private endIfIdle(): void {
    if (this.isClosing && this.streams.size === 0) this.outbox.end();
  }

  private closeStreams(): void {
    for (const stream of [...this.streams.values()]) stream.close();
  }

  private onClose(): void {
    this.isClosing = true;
    this.closeStreams();
    this.listener.onClose();
  }
}

/** Data waits here until the client's windows have room (RFC 9113, 5). */
export class ServerStream {
  listener: StreamListener | undefined;
  readonly receiveWindow = new ReceiveWindow(STREAM_WINDOW_BYTES);
  isRequestEnded = false;
  isClosed = false;
  private data: Uint8Array = NOTHING;
  private trailers: Uint8Array | undefined;

  constructor(
    private readonly session: ServerSession,
    readonly id: number,
    private sendWindow: number,
  ) {}

  /** With `last`, no data follows these headers. */
  sendHeaders(block: Uint8Array, last = false): void {
    if (this.isClosed) return;
    const flags = Flag.END_HEADERS | (last ? Flag.END_STREAM : 0);
    this.session.send(frameOf(FrameType.HEADERS, flags, this.id, block));
    if (last) this.endResponse();
  }

  finish(trailers: Uint8Array, data: Uint8Array = NOTHING): void {
    if (this.isClosed) return;
    this.data = data;
    this.trailers = trailers;
    this.flush();
  }

  reset(code: number): void {
    if (this.isClosed) return;
    this.session.send(numberFrame(FrameType.RST_STREAM, this.id, code));
    this.close();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.data = NOTHING;
    this.session.forget(this);
    this.listener?.onClose();
  }

  grow(increment: number): void {
    this.sendWindow += increment;
    this.flush();
  }

  flush(): void {
    const { session } = this;
    while (this.data.length > 0) {
      const length = Math.min(this.data.length, MAX_FRAME_BYTES, session.sendWindow, this.sendWindow);
      if (length <= 0) return;
      session.send(frameHeader(FrameType.DATA, 0, this.id, length));
      session.send(this.data.subarray(0, length));
      this.data = this.data.subarray(length);
      session.sendWindow -= length;
      this.sendWindow -= length;
    }
    if (this.trailers !== undefined) this.sendHeaders(this.trailers, true);
  }

  /** If the client still sends its request, the server makes it stop without an error (RFC 9113, 8.1). */
  private endResponse(): void {
    if (this.isRequestEnded) this.close();
    else this.reset(ErrorCode.NO_ERROR);
  }
}

/** Received data counts as consumed on arrival (RFC 9113, 5.2). */
class ReceiveWindow {
  private used = 0;

  constructor(private readonly size: number) {}

  /** Returns the increment for a WINDOW_UPDATE; 0 while half of the window is free. */
  consume(length: number): number {
    this.used += length;
    if (this.used <= this.size / 2) return 0;
    const { used } = this;
    this.used = 0;
    return used;
  }
}
