import { encodeHeaders, type Headers } from "./http2/hpack";
import type { ServerStream, StreamListener } from "./http2/stream";
import { type CallContext, GrpcError, type Method, Status, type UnaryHandler } from "./method";

/** Longest status message in characters. Longer messages are cut, because header blocks must stay small. */
const MAX_MESSAGE_LENGTH = 4000;

/** The header block of every response, encoded once. */
const RESPONSE_HEADERS = encodeHeaders({ ":status": "200", "content-type": "application/grpc" });

/** The trailers of a successful call, encoded once. */
const OK_TRAILERS = encodeHeaders({ "grpc-status": "0" });

/** The longest delay that a timer of Node.js supports. A call with a later deadline gets no timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const UNIT_MILLISECONDS = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

export interface CallOptions {
  readonly maxMessageBytes: number;
  /** Receives what a handler threw, except a GrpcError, which goes to the client. */
  readonly onError: (error: unknown) => void;
  readonly onClose: (call: GrpcCall) => void;
}

/** One call: reads the request, runs the handler, and ends the stream exactly once. */
export class GrpcCall implements CallContext, StreamListener {
  private readonly assembler: MessageAssembler;
  private request: Uint8Array | undefined;
  private headersSent = false;
  private ended = false;
  private deadline: NodeJS.Timeout | undefined;
  /** Created on first use of the signal, which most calls never need. */
  private controller: AbortController | undefined;
  private reason: Error | undefined;

  constructor(
    private readonly stream: ServerStream,
    headers: Headers,
    private readonly method: Method | undefined,
    private readonly options: CallOptions,
  ) {
    this.assembler = new MessageAssembler(options.maxMessageBytes, headers["grpc-encoding"]);
    stream.listener = this;
    this.guard(() => this.start(headers));
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason !== undefined) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
    this.controller?.abort(this.reason);
  }

  get isHeldOpen(): boolean {
    return this.method === "held-open";
  }

  /** Does nothing if the call has ended. */
  finish(code: Status, message = ""): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.deadline);
    const trailers = trailersOf(code, message);
    if (this.headersSent) this.stream.finish(encodeHeaders(trailers));
    else this.stream.sendHeaders(Buffer.concat([RESPONSE_HEADERS, encodeHeaders(trailers)]), true);
  }

  onData(chunk: Buffer): void {
    if (!this.ended && !this.isHeldOpen) this.guard(() => this.receive(chunk));
  }

  onEnd(): void {
    if (!this.ended && !this.isHeldOpen) this.guard(() => this.endRequest());
  }

  /** Called when the stream ends. If the call is still open, the client has cancelled it or disconnected. */
  onClose(): void {
    clearTimeout(this.deadline);
    this.options.onClose(this);
    if (this.ended) return;
    this.ended = true;
    this.abort(new GrpcError(Status.CANCELLED, "The client has cancelled the call or disconnected."));
  }

  private start(headers: Headers): void {
    const timeout = timeoutOf(headers);
    if (timeout !== undefined && timeout <= MAX_TIMEOUT_MS) {
      this.deadline = setTimeout(() => this.expire(), timeout).unref();
    }
    const { method, stream } = this;
    if (method === undefined) {
      throw new GrpcError(Status.UNIMPLEMENTED, `This plugin has no method ${headers[":path"]}.`);
    }
    if (method === "held-open") {
      this.headersSent = true;
      stream.sendHeaders(RESPONSE_HEADERS);
    }
  }

  private receive(chunk: Buffer): void {
    const requests = this.assembler.push(chunk);
    if (requests.length === 0) return;
    if (requests.length > 1 || this.request !== undefined) throw oneMessageExpected();
    this.request = requests[0];
  }

  private endRequest(): void {
    if (!this.assembler.isComplete) {
      throw new GrpcError(Status.INTERNAL, "The request ended in the middle of a message.");
    }
    const { request } = this;
    if (request === undefined) throw oneMessageExpected();
    this.request = undefined;
    this.run(request).catch((error: unknown) => this.fail(error));
  }

  private async run(request: Uint8Array): Promise<void> {
    const message = await (this.method as UnaryHandler)(request, this);
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.deadline);
    this.stream.sendAll(RESPONSE_HEADERS, frame(message), OK_TRAILERS);
  }

  private expire(): void {
    const reason = new GrpcError(Status.DEADLINE_EXCEEDED, "The deadline of the call has passed.");
    this.abort(reason);
    this.fail(reason);
  }

  private guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (error instanceof GrpcError) return this.finish(error.code, error.message);
    if (!this.ended) this.options.onError(error);
    this.finish(Status.INTERNAL, "The provider failed while it served this call. See its log.");
  }
}

/** UNIMPLEMENTED is gRPC's status for a wrong number of messages. */
function oneMessageExpected(): GrpcError {
  return new GrpcError(Status.UNIMPLEMENTED, "This method takes exactly one message.");
}

/** gRPC over HTTP/2, "Trailers". */
function trailersOf(code: Status, message: string): Record<string, string> {
  if (code === Status.OK) return { "grpc-status": "0" };
  const trailers: Record<string, string> = {
    "grpc-status": String(code),
    "grpc-message": percentEncode(message),
  };
  // Names the encoding that the server accepts, for a client that has sent a compressed message.
  if (code === Status.UNIMPLEMENTED) trailers["grpc-accept-encoding"] = "identity";
  return trailers;
}

/** Replaces the percent sign, and every UTF-8 byte that is not printable ASCII, by %XX. */
function percentEncode(message: string): string {
  const bytes = Buffer.from(message.slice(0, MAX_MESSAGE_LENGTH));
  let encoded = "";
  for (const byte of bytes) {
    encoded +=
      byte < 0x20 || byte > 0x7e || byte === 0x25
        ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
        : String.fromCharCode(byte);
  }
  return encoded;
}

/** In milliseconds; undefined without a `grpc-timeout`. Throws GrpcError if it is malformed. */
function timeoutOf(headers: Headers): number | undefined {
  const text = headers["grpc-timeout"];
  if (text === undefined) return undefined;
  const match = /^(\d{1,8})([HMSmun])$/.exec(text);
  if (match === null) throw new GrpcError(Status.INTERNAL, "The grpc-timeout header is malformed.");
  return Number(match[1]) * UNIT_MILLISECONDS[match[2] as keyof typeof UNIT_MILLISECONDS];
}

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
