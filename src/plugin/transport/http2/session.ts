import type { Socket } from "node:net";
import { ConnectionError, ErrorCode } from "./errors";
import {
  DEFAULT_FRAME_BYTES,
  Flag,
  type Frame,
  FrameReader,
  frameOf,
  FrameType,
  numberFrame,
  Setting,
  unpadded,
} from "./frames";
import { EMPTY_TABLE, type Headers, HpackDecoder } from "./hpack";
import { Outbox } from "./outbox";
import { ReceiveWindow } from "./receive-window";
import { ServerStream, type StreamOwner } from "./stream";

/**
 * Windows far above HTTP/2's 64 KiB: requests are buffered whole anyway, so a small window would only add a round
 * trip of WINDOW_UPDATE for each 64 KiB of a large state.
 */
const STREAM_WINDOW_BYTES = 16 * 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 64 * 1024 * 1024;

/** What both sides start from (RFC 9113, 6.9.2), and the most a window may hold. */
const INITIAL_WINDOW_BYTES = 65_535;
const LARGEST_WINDOW_BYTES = 2 ** 31 - 1;

/** More than the headers of any call need, over all frames that carry them. */
const LONGEST_HEADERS_BYTES = 64 * 1024;

interface SessionListener {
  /** A request begins. Its stream is to be given a listener at once. */
  onStream(stream: ServerStream, headers: Headers): void;
  onError(error: unknown): void;
  onClose(): void;
}

/**
 * The server's side of one HTTP/2 connection (RFC 9113), as far as gRPC uses it: no push, no priorities. Whoever makes
 * one hears of the socket's errors.
 */
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
  /** Headers that go on in the next frame. */
  private unfinished: { readonly streamId: number; readonly flags: number; block: Buffer } | undefined;
  private isClosing = false;
  /** The client has set the size of our table of headers, and waits to hear what we make of it (RFC 9113, 4.3.1). */
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

  /** Takes no new streams, and ends the connection when those under way are over. */
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
      case FrameType.PUSH_PROMISE:
        throw protocolError("a client cannot push");
      default:
      // GOAWAY needs no answer: the client closes the connection itself. Priorities and unknown frames mean nothing.
    }
  }

  /** The stream of a frame; undefined where it is over, which the client may not know yet. */
  private knownStream({ streamId }: Frame): ServerStream | undefined {
    if (streamId === 0 || streamId > this.lastStreamId) {
      throw protocolError(`a frame belongs to the stream ${streamId}, which is not open`);
    }
    return this.streams.get(streamId);
  }

  private onContinuation({ flags, payload }: Frame): void {
    if (this.unfinished === undefined) throw protocolError("headers go on that never began");
    const { streamId, flags: first, block } = this.unfinished;
    this.unfinished = undefined;
    this.onHeaderBlock(streamId, first | (flags & Flag.END_HEADERS), Buffer.concat([block, payload]));
  }

  private onHeaderBlock(streamId: number, flags: number, block: Buffer): void {
    if (block.length > LONGEST_HEADERS_BYTES) {
      throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "the headers are too long");
    }
    if ((flags & Flag.END_HEADERS) === 0) {
      this.unfinished = { streamId, flags, block };
      return;
    }
    // Also where nobody needs them: later blocks refer to what this one says.
    const headers = this.hpack.decode(block);
    const isLast = (flags & Flag.END_STREAM) !== 0;
    if (streamId <= this.lastStreamId) this.onTrailers(streamId, isLast);
    else this.open(streamId, headers, isLast);
  }

  private onTrailers(streamId: number, isLast: boolean): void {
    if (streamId === 0) throw protocolError("headers without a stream");
    const stream = this.streams.get(streamId);
    if (stream === undefined) return;
    if (!isLast) throw protocolError("headers in the middle of a request");
    this.endRequest(stream);
  }

  private open(streamId: number, headers: Headers, isLast: boolean): void {
    if (streamId % 2 === 0) throw protocolError("a client opens streams of odd numbers only");
    this.lastStreamId = streamId;
    const stream = new ServerStream(
      this,
      streamId,
      this.clientWindow,
      new ReceiveWindow(STREAM_WINDOW_BYTES),
    );
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
    this.giveBack(0, this.receiveWindow.take(payload.length));
    if (stream === undefined) return;
    if (stream.isRequestEnded)
      throw new ConnectionError(ErrorCode.STREAM_CLOSED, "data follows the end of a request");
    const data = unpadded(frame);
    const isLast = (flags & Flag.END_STREAM) !== 0;
    if (!isLast) this.giveBack(stream.id, stream.receiveWindow.take(payload.length));
    if (data.length > 0) stream.listener?.onData(data);
    if (isLast && !stream.isClosed) this.endRequest(stream);
  }

  private giveBack(streamId: number, room: number): void {
    if (room > 0) this.send(numberFrame(FrameType.WINDOW_UPDATE, streamId, room));
  }

  private onSettings({ flags, streamId, payload }: Frame): void {
    if (streamId !== 0) throw protocolError("settings belong to a stream");
    const isAck = (flags & Flag.ACK) !== 0;
    if (payload.length % 6 !== 0 || (isAck && payload.length > 0)) throw wrongSize();
    if (isAck) return;
    // First of all: the client counts data by its new windows only after this.
    this.reply(frameOf(FrameType.SETTINGS, Flag.ACK, 0, Buffer.alloc(0)));
    // The windows last: data that has waited for room leaves at once, and has to obey all the others.
    for (const windows of [false, true]) {
      for (let start = 0; start < payload.length; start += 6) {
        const setting = payload.readUInt16BE(start);
        if ((setting === Setting.INITIAL_WINDOW_SIZE) !== windows) continue;
        this.onSetting(setting, payload.readUInt32BE(start + 2));
      }
    }
  }

  /** What else there is to set concerns what we do not do: push, limits of streams that a server opens. */
  private onSetting(setting: number, value: number): void {
    if (setting === Setting.HEADER_TABLE_SIZE) {
      this.owesTableSize = true;
    } else if (setting === Setting.MAX_FRAME_SIZE) {
      if (value < DEFAULT_FRAME_BYTES || value >= 2 ** 24)
        throw protocolError("the frame size is out of range");
      this.frameSize = value;
    } else if (setting === Setting.INITIAL_WINDOW_SIZE) {
      if (value > LARGEST_WINDOW_BYTES)
        throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "a window is too large");
      const difference = value - this.clientWindow;
      this.clientWindow = value;
      for (const stream of [...this.streams.values()]) limited(stream.grow(difference));
    }
  }

  private onPing({ flags, streamId, payload }: Frame): void {
    if (streamId !== 0) throw protocolError("a ping belongs to a stream");
    if ((flags & Flag.ACK) === 0) this.reply(frameOf(FrameType.PING, Flag.ACK, 0, payload));
  }

  private onWindowUpdate(frame: Frame): void {
    const increment = frame.payload.readUInt32BE(0) & LARGEST_WINDOW_BYTES;
    if (increment === 0) throw protocolError("a window grows by nothing");
    if (frame.streamId === 0) {
      this.sendWindow = limited(this.sendWindow + increment);
      for (const stream of [...this.streams.values()]) stream.flush();
    } else {
      const stream = this.knownStream(frame);
      if (stream !== undefined) limited(stream.grow(increment));
    }
  }

  /** A client that asks for answers without end and reads none of them must not fill the memory with them. */
  private reply(frame: Buffer): void {
    if (this.outbox.isStuck)
      throw new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, "its answers are not read");
    this.send(frame);
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

function sized(frame: Frame, size: number): Frame {
  if (frame.payload.length !== size) throw wrongSize();
  return frame;
}

function limited(window: number): number {
  if (window <= LARGEST_WINDOW_BYTES) return window;
  throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "a window grows too large");
}

function protocolError(message: string): ConnectionError {
  return new ConnectionError(ErrorCode.PROTOCOL_ERROR, message);
}

function wrongSize(): ConnectionError {
  return new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, "a frame has the wrong size");
}
