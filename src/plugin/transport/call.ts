import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { frame, MessageAssembler } from "./framing";
import { longestTimeout, responseHeaders, timeoutOf, trailersOf } from "./headers";
import type { CallContext, Method } from "./method";
import { GrpcError, Status } from "./status";

export interface CallOptions {
  readonly maxMessageBytes: number;
  /** Told what a handler threw, unless it was meant for the client. */
  readonly onError: (error: unknown) => void;
}

/** One call: reads the request, runs the handler, and ends the stream exactly once. */
export class Call implements CallContext {
  private readonly assembler: MessageAssembler;
  private requests: Uint8Array[] = [];
  private requestEnded = false;
  private headersSent = false;
  private ended = false;
  private trailers: OutgoingHttpHeaders = {};
  private deadline: NodeJS.Timeout | undefined;
  /** Made when a handler asks for the signal: most calls end before anyone does. */
  private controller: AbortController | undefined;
  private reason: Error | undefined;

  constructor(
    private readonly stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    private readonly method: Method | undefined,
    private readonly options: CallOptions,
  ) {
    const encoding = headers["grpc-encoding"];
    this.assembler = new MessageAssembler(options.maxMessageBytes, encoding?.toString());
    stream.on("close", () => this.leave());
    stream.on("wantTrailers", () => stream.sendTrailers(this.trailers));
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

  /** Ends the call with a status. Does nothing when it has ended already. */
  finish(code: Status, message = ""): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.deadline);
    if (this.stream.destroyed || this.stream.closed) return;
    this.trailers = trailersOf(code, message);
    if (this.headersSent) this.stream.end();
    else this.stream.respond({ ...responseHeaders, ...this.trailers }, { endStream: true });
    // RFC 9113, 8.1: tells a client that is still sending to stop, without calling its request an error.
    if (!this.requestEnded) this.stream.close(constants.NGHTTP2_NO_ERROR);
  }

  private start(headers: IncomingHttpHeaders): void {
    const timeout = timeoutOf(headers);
    if (timeout !== undefined && timeout <= longestTimeout) {
      this.deadline = setTimeout(() => this.expire(), timeout).unref();
    }
    const { method, stream } = this;
    if (method === undefined) {
      throw new GrpcError(Status.UNIMPLEMENTED, `This plugin has no method ${headers[":path"]}.`);
    }
    if (method.kind === "held-open") {
      this.sendHeaders();
      if (method.greeting !== undefined) stream.write(frame(method.greeting));
      stream.on("end", () => (this.requestEnded = true)).resume();
      return;
    }
    stream.on("data", (chunk: Buffer) => this.guard(() => this.receive(chunk)));
    stream.on("end", () => this.guard(() => this.endRequest()));
  }

  private receive(chunk: Buffer): void {
    if (this.ended) return;
    this.requests.push(...this.assembler.push(chunk));
    if (this.requests.length > 1) throw oneMessageExpected();
  }

  private endRequest(): void {
    this.requestEnded = true;
    if (this.ended) return;
    if (!this.assembler.isComplete) {
      throw new GrpcError(Status.INTERNAL, "The request ended in the middle of a message.");
    }
    const [request] = this.requests;
    if (request === undefined) throw oneMessageExpected();
    this.requests = [];
    this.run(request).catch((error: unknown) => this.fail(error));
  }

  private async run(request: Uint8Array): Promise<void> {
    if (this.method?.kind === "unary") {
      this.reply(await this.method.handle(request, this));
    } else if (this.method?.kind === "server-stream") {
      await this.method.handle(request, this, (message) => this.send(message));
      if (!this.headersSent) this.sendHeaders();
      this.finish(Status.OK);
    }
  }

  private reply(message: Uint8Array): void {
    if (this.ended || this.stream.destroyed) return;
    this.ended = true;
    clearTimeout(this.deadline);
    this.trailers = trailersOf(Status.OK, "");
    this.sendHeaders();
    this.stream.end(frame(message));
  }

  private send(message: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.ended || this.stream.destroyed) return reject(this.reason ?? clientGone());
      if (!this.headersSent) this.sendHeaders();
      this.stream.write(frame(message), (error) => (error ? reject(clientGone()) : resolve()));
    });
  }

  private sendHeaders(): void {
    this.headersSent = true;
    this.stream.respond(responseHeaders, { waitForTrailers: true });
  }

  private expire(): void {
    this.abort(new GrpcError(Status.DEADLINE_EXCEEDED, "The deadline of the call has passed."));
    this.finish(Status.DEADLINE_EXCEEDED, "The deadline of the call has passed.");
  }

  /** The stream is over. When the call is not, the client has gone. */
  private leave(): void {
    clearTimeout(this.deadline);
    if (this.ended) return;
    this.ended = true;
    this.abort(clientGone());
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
    this.finish(Status.INTERNAL, "The provider failed while it served this call. Its log tells more.");
  }
}

function clientGone(): GrpcError {
  return new GrpcError(Status.CANCELLED, "The client has cancelled the call or is gone.");
}

/** gRPC's status code document gives a wrong number of messages the code UNIMPLEMENTED. */
function oneMessageExpected(): GrpcError {
  return new GrpcError(Status.UNIMPLEMENTED, "This method takes exactly one message.");
}
