import { encodeHeaders, type Headers, type ServerStream, type StreamListener } from "./http2";
import { frame, MessageAssembler } from "./framing";
import { OK_TRAILERS, RESPONSE_HEADERS, trailersOf } from "./headers";
import type { CallContext, Method } from "./method";
import { GrpcError, Status } from "./status";
import { MAX_TIMEOUT_MS, timeoutOf } from "./timeout";

/** Options that all calls of a server share. */
export interface CallOptions {
  readonly maxMessageBytes: number;
  /** Receives what a handler threw, except a GrpcError, which goes to the client. */
  readonly onError: (error: unknown) => void;
  /** Called when the stream of the call has ended. */
  readonly onClose: (call: GrpcCall) => void;
}

/** One call: reads the request, runs the handler, and ends the stream exactly once. */
export class GrpcCall implements CallContext, StreamListener {
  private readonly assembler: MessageAssembler;
  private readonly method: Method | undefined;
  private request: Uint8Array | undefined;
  private headersSent = false;
  private ended = false;
  private deadline: NodeJS.Timeout | undefined;
  /** Created on first use of the signal, which most calls never need. */
  private controller: AbortController | undefined;
  private reason: Error | undefined;

  constructor(
    private readonly stream: ServerStream,
    { headers, method }: { readonly headers: Headers; readonly method: Method | undefined },
    private readonly options: CallOptions,
  ) {
    this.method = method;
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
    return this.method?.kind === "held-open";
  }

  /** Ends the call with a status. Does nothing if the call has ended. */
  finish(code: Status, message = ""): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.deadline);
    const trailers = trailersOf(code, message);
    if (this.headersSent) this.stream.sendTrailers(encodeHeaders(trailers));
    else this.stream.sendHeaders(Buffer.concat([RESPONSE_HEADERS, encodeHeaders(trailers)]), true);
  }

  onData(chunk: Buffer): void {
    if (this.ended || this.isHeldOpen) return;
    this.guard(() => this.receive(chunk));
  }

  onEnd(): void {
    if (this.ended || this.isHeldOpen) return;
    this.guard(() => this.endRequest());
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
    if (method.kind === "held-open") {
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
    if (this.method?.kind === "unary") this.respond(await this.method.handle(request, this));
  }

  private respond(message: Uint8Array): void {
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
