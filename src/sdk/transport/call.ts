import { encodeHeaders } from "./http2/hpack";
import type { ServerStream } from "./http2/session";
import { type CallContext, type Method, Status, type UnaryHandler } from "./method";

const RESPONSE_HEADERS = encodeHeaders({ ":status": "200", "content-type": "application/grpc" });

const OK_TRAILERS = encodeHeaders({ "grpc-status": "0" });

/** A call needs no timer, because the client cancels the call at its deadline. */
export class GrpcCall implements CallContext {
  private chunks: Buffer[] = [];
  private ended = false;
  /** Most calls never use the signal, so it is created on first use. */
  private controller: AbortController | undefined;
  private reason: Error | undefined;

  /** `onError` receives what a handler threw, because the client only learns that the call failed. */
  constructor(
    private readonly stream: ServerStream,
    private readonly method: Method | undefined,
    private readonly onError: (error: unknown) => void,
  ) {
    stream.listener = this;
    if (method === undefined) this.finish(Status.UNIMPLEMENTED, "This plugin has no such method.");
    else if (this.isHeldOpen) stream.sendHeaders(RESPONSE_HEADERS);
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

  finish(code: number, message = ""): void {
    if (this.ended) return;
    this.ended = true;
    const trailers = encodeHeaders({ "grpc-status": String(code), "grpc-message": encodeURI(message) });
    if (this.isHeldOpen) this.stream.finish(trailers);
    else this.stream.sendHeaders(Buffer.concat([RESPONSE_HEADERS, trailers]), true);
  }

  onData(chunk: Buffer): void {
    if (!this.ended && !this.isHeldOpen) this.chunks.push(chunk);
  }

  onEnd(): void {
    if (!this.ended && !this.isHeldOpen) void this.run();
  }

  /** If a call is still open when its stream ends, the client cancelled the call or disconnected. */
  onClose(): void {
    if (this.ended) return;
    this.ended = true;
    this.abort(new Error("The client has cancelled the call or disconnected."));
  }

  private async run(): Promise<void> {
    const { chunks } = this;
    this.chunks = [];
    const request = unframed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    if (request === undefined) {
      return this.finish(Status.UNIMPLEMENTED, "A request must be exactly one message, without compression.");
    }
    try {
      const message = await (this.method as UnaryHandler)(request, this);
      if (this.ended) return;
      this.ended = true;
      this.stream.sendHeaders(RESPONSE_HEADERS);
      this.stream.finish(OK_TRAILERS, frame(message));
    } catch (error) {
      if (!this.ended) this.onError(error);
      this.finish(Status.INTERNAL, "The provider failed while it served this call. See its log.");
    }
  }
}

const PREFIX_LENGTH = 5;

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(PREFIX_LENGTH + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, PREFIX_LENGTH);
  return framed;
}

/** Returns undefined unless the body has exactly one message. */
export function unframed(body: Buffer): Uint8Array | undefined {
  const isOne =
    body.length >= PREFIX_LENGTH && body[0] === 0 && body.readUInt32BE(1) === body.length - PREFIX_LENGTH;
  return isOne ? body.subarray(PREFIX_LENGTH) : undefined;
}
