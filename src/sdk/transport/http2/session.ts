import type { Socket } from "node:net";
import {
  ConnectionError,
  DEFAULT_FRAME_BYTES,
  ErrorCode,
  Flag,
  type Frame,
  FrameReader,
  frameOf,
  FrameType,
  numberFrame,
  Outbox,
  protocolError,
  Setting,
  settingsIn,
  sized,
  unpadded,
  wrongFrameSize,
} from "./frames";
import { EMPTY_TABLE, type Headers, HpackDecoder } from "./hpack";
import { ReceiveWindow, ServerStream, STREAM_WINDOW_BYTES, type StreamOwner } from "./stream";

/** Receive window of the whole connection. */
const CONNECTION_WINDOW_BYTES = 64 * 1024 * 1024;

/** The initial window of both sides, and the largest possible one (RFC 9113, 6.9). */
const INITIAL_WINDOW_BYTES = 65_535;
const MAX_WINDOW_BYTES = 2 ** 31 - 1;

/** Largest size of one header block, which may consist of several frames. */
const MAX_HEADERS_BYTES = 64 * 1024;

interface SessionListener {
  /** Called when a request begins. This function must set the listener of the stream before it returns. */
  onStream(stream: ServerStream, headers: Headers): void;
  onError(error: unknown): void;
  onClose(): void;
}

/** One HTTP/2 connection (RFC 9113), without push and priorities. The caller handles socket errors. */
export class ServerSession implements StreamOwner {
  sendWindow = INITIAL_WINDOW_BYTES;
  frameSize = DEFAULT_FRAME_BYTES;
  private readonly reader = new FrameReader();
  private readonly hpack = new HpackDecoder();
  private readonly outbox: Outbox;
  private readonly streams = new Map<number, ServerStream>();
  private lastStreamId = 0;
  private clientWindow = INITIAL_WINDOW_BYTES;
  private readonly receiveWindow = new ReceiveWindow(CONNECTION_WINDOW_BYTES);
  /** The first part of a header block whose other parts follow in the next frames. */
  private unfinished: { readonly streamId: number; readonly flags: number; block: Buffer } | undefined;
  private isClosing = false;
  /** True when the next header block must acknowledge a new table size (RFC 9113, 4.3.1). */
  private owesTableSize = false;

  constructor(
    private readonly socket: Socket,
    private readonly listener: SessionListener,
  ) {
    this.outbox = new Outbox(socket);
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("close", () => this.onClose());
    const settings = Buffer.alloc(6);
    settings.writeUInt16BE(Setting.INITIAL_WINDOW_SIZE, 0);
    settings.writeUInt32BE(STREAM_WINDOW_BYTES, 2);
    this.send(frameOf(FrameType.SETTINGS, 0, 0, settings));
    this.send(numberFrame(FrameType.WINDOW_UPDATE, 0, CONNECTION_WINDOW_BYTES - INITIAL_WINDOW_BYTES));
  }

  /** Accepts no new streams, and ends the connection when the open streams have ended. */
  close(): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.sendGoaway(ErrorCode.NO_ERROR);
    this.endIfIdle();
  }

  send(bytes: Uint8Array): void {
    this.outbox.send(bytes);
  }

  nextBlock(block: Uint8Array): Uint8Array {
    if (!this.owesTableSize) return block;
    this.owesTableSize = false;
    return Buffer.concat([EMPTY_TABLE, block]);
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
      this.sendGoaway(error instanceof ConnectionError ? error.code : ErrorCode.INTERNAL_ERROR);
      for (const stream of [...this.streams.values()]) stream.close();
      this.outbox.end();
    }
  }

  private onFrame(frame: Frame): void {
    const { type, streamId } = frame;
    if (
      this.unfinished !== undefined &&
      (type !== FrameType.CONTINUATION || streamId !== this.unfinished.streamId)
    ) {
      throw protocolError("headers are interrupted by another frame");
    }
    switch (type) {
      case FrameType.DATA:
        return this.onData(frame);
      case FrameType.HEADERS:
        return this.onHeaderBlock(streamId, frame.flags, unpadded(frame));
      case FrameType.CONTINUATION:
        return this.onContinuation(frame);
      case FrameType.RST_STREAM:
        this.knownStream(sized(frame, 4))?.close();
        return;
      case FrameType.SETTINGS:
        return this.onSettings(frame);
      case FrameType.PING:
        return this.onPing(sized(frame, 8));
      case FrameType.WINDOW_UPDATE:
        return this.onWindowUpdate(sized(frame, 4));
      default:
      // GOAWAY needs no response: the client closes the connection. All other frames are ignored.
    }
  }

  /** Returns the stream of a frame; undefined when the stream has ended. The client may not know that yet. */
  private knownStream({ streamId }: Frame): ServerStream | undefined {
    if (streamId === 0 || streamId > this.lastStreamId) {
      throw protocolError(`a frame belongs to the stream ${streamId}, which is not open`);
    }
    return this.streams.get(streamId);
  }

  private onContinuation({ flags, payload }: Frame): void {
    if (this.unfinished === undefined) throw protocolError("a continuation follows no headers");
    const { streamId, flags: first, block } = this.unfinished;
    this.unfinished = undefined;
    this.onHeaderBlock(streamId, first | (flags & Flag.END_HEADERS), Buffer.concat([block, payload]));
  }

  private onHeaderBlock(streamId: number, flags: number, block: Buffer): void {
    if (block.length > MAX_HEADERS_BYTES) {
      throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "the headers are too long");
    }
    if ((flags & Flag.END_HEADERS) === 0) {
      this.unfinished = { streamId, flags, block };
      return;
    }
    // The block is decoded even if the stream has ended, because later blocks refer to it.
    const headers = this.hpack.decode(block);
    const isLast = (flags & Flag.END_STREAM) !== 0;
    if (streamId <= this.lastStreamId) this.onTrailers(streamId, isLast);
    else this.open(streamId, headers, isLast);
  }

  private onTrailers(streamId: number, isLast: boolean): void {
    if (streamId === 0) throw protocolError("headers have the stream id 0");
    const stream = this.streams.get(streamId);
    if (stream === undefined) return;
    if (!isLast) throw protocolError("headers arrive in the middle of a request");
    this.endRequest(stream);
  }

  private open(streamId: number, headers: Headers, isLast: boolean): void {
    if (streamId % 2 === 0) throw protocolError("a client must use odd stream ids");
    this.lastStreamId = streamId;
    const stream = new ServerStream(this, streamId, this.clientWindow);
    this.streams.set(streamId, stream);
    if (this.isClosing) return stream.reset(ErrorCode.REFUSED_STREAM);
    if (headers[":method"] === undefined || headers[":path"] === undefined) {
      return stream.reset(ErrorCode.PROTOCOL_ERROR);
    }
    stream.isRequestEnded = isLast;
    this.listener.onStream(stream, headers);
    if (isLast && !stream.isClosed) stream.listener?.onEnd();
  }

  private endRequest(stream: ServerStream): void {
    if (stream.isRequestEnded) throw new ConnectionError(ErrorCode.STREAM_CLOSED, "a request ends twice");
    stream.isRequestEnded = true;
    stream.listener?.onEnd();
  }

  private onData(frame: Frame): void {
    const { payload, flags } = frame;
    const stream = this.knownStream(frame);
    this.updateWindow(0, this.receiveWindow.consume(payload.length));
    if (stream === undefined) return;
    if (stream.isRequestEnded)
      throw new ConnectionError(ErrorCode.STREAM_CLOSED, "data follows the end of a request");
    const data = unpadded(frame);
    const isLast = (flags & Flag.END_STREAM) !== 0;
    if (!isLast) this.updateWindow(stream.id, stream.receiveWindow.consume(payload.length));
    if (data.length > 0) stream.listener?.onData(data);
    if (isLast && !stream.isClosed) this.endRequest(stream);
  }

  private updateWindow(streamId: number, increment: number): void {
    if (increment > 0) this.send(numberFrame(FrameType.WINDOW_UPDATE, streamId, increment));
  }

  private onSettings({ flags, streamId, payload }: Frame): void {
    if (streamId !== 0) throw protocolError("settings belong to a stream");
    const isAck = (flags & Flag.ACK) !== 0;
    if (payload.length % 6 !== 0 || (isAck && payload.length > 0)) throw wrongFrameSize();
    if (isAck) return;
    // The ACK is sent first, because the client applies its new windows to the data after the ACK.
    this.send(frameOf(FrameType.SETTINGS, Flag.ACK, 0, Buffer.alloc(0)));
    for (const [setting, value] of settingsIn(payload)) this.onSetting(setting, value);
  }

  /** Ignores other settings, because they concern push and the streams that a server opens. */
  private onSetting(setting: number, value: number): void {
    if (setting === Setting.HEADER_TABLE_SIZE) {
      this.owesTableSize = true;
    } else if (setting === Setting.MAX_FRAME_SIZE) {
      if (value < DEFAULT_FRAME_BYTES || value >= 2 ** 24)
        throw protocolError("the frame size is out of range");
      this.frameSize = value;
    } else if (setting === Setting.INITIAL_WINDOW_SIZE) {
      if (value > MAX_WINDOW_BYTES)
        throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "a window is too large");
      const difference = value - this.clientWindow;
      this.clientWindow = value;
      for (const stream of [...this.streams.values()]) limited(stream.grow(difference));
    }
  }

  private onPing({ flags, streamId, payload }: Frame): void {
    if (streamId !== 0) throw protocolError("a ping belongs to a stream");
    if ((flags & Flag.ACK) === 0) this.send(frameOf(FrameType.PING, Flag.ACK, 0, payload));
  }

  private onWindowUpdate(frame: Frame): void {
    const increment = frame.payload.readUInt32BE(0) & MAX_WINDOW_BYTES;
    if (increment === 0) throw protocolError("a window update has the increment 0");
    if (frame.streamId === 0) {
      this.sendWindow = limited(this.sendWindow + increment);
      for (const stream of [...this.streams.values()]) stream.flush();
    } else {
      const stream = this.knownStream(frame);
      if (stream !== undefined) limited(stream.grow(increment));
    }
  }

  private sendGoaway(code: ErrorCode): void {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(this.lastStreamId, 0);
    payload.writeUInt32BE(code, 4);
    this.send(frameOf(FrameType.GOAWAY, 0, 0, payload));
  }

  private endIfIdle(): void {
    if (this.isClosing && this.streams.size === 0) this.outbox.end();
  }

  private onClose(): void {
    this.isClosing = true;
    for (const stream of [...this.streams.values()]) stream.close();
    this.listener.onClose();
  }
}

function limited(window: number): number {
  if (window <= MAX_WINDOW_BYTES) return window;
  throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "a window grows too large");
}
