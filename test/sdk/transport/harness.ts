import { type ClientReadableStream, Client, credentials, type ServiceError } from "@grpc/grpc-js";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { openListener } from "../../../src/sdk/transport/listen";
import type { Method } from "../../../src/sdk/transport/method";
import { GrpcServer, type GrpcServerOptions } from "../../../src/sdk/transport/server";

const cleanups: (() => unknown)[] = [];

/** Undoes everything a test has opened, last first. For `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const undo of cleanups.splice(0).reverse()) await undo();
}

/** Undone by `cleanUp`. */
export function onCleanUp(undo: () => unknown): void {
  cleanups.push(undo);
}

/** Serves methods given by their short names, as `/test.Service/<name>`, on a free port of 127.0.0.1. */
export async function serve(
  methods: Record<string, Method>,
  options: Partial<GrpcServerOptions> = {},
): Promise<GrpcServer> {
  const served = new Map(Object.entries(methods).map(([name, method]) => [path(name), method]));
  const listener = await openListener();
  const server = new GrpcServer({ methods: () => served, listener, onError: () => undefined, ...options });
  cleanups.push(() => server.close());
  return server;
}

export function path(name: string): string {
  return `/test.Service/${name}`;
}

/** A call that has begun when `started` is open, and answers with its request once `finish` is. */
export function slowEcho() {
  const started = gate();
  const finish = gate();
  const method: Method = async (request) => {
    started.open();
    await finish.opened;
    return request;
  };
  return { method, started, finish };
}

/** The independent client: grpc-js, with bytes for messages. */
export function grpcClient(
  server: Pick<GrpcServer, "address">,
  channel = credentials.createInsecure(),
): Client {
  const { network, address } = server.address;
  const client = new Client(network === "unix" ? `unix:${address}` : address, channel, {
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    // A connection of its own, as each client of grpc-go has.
    "grpc.use_local_subchannel_pool": 1,
    "grpc.ssl_target_name_override": "localhost",
  });
  cleanups.push(() => client.close());
  return client;
}

const same = (bytes: Buffer): Buffer => bytes;

/** Resolves with the answer, rejects with grpc-js's own error. The signal cancels the call. */
export function unary(client: Client, name: string, request: Uint8Array, signal?: AbortSignal) {
  return new Promise<Buffer>((resolve, reject) => {
    const call = client.makeUnaryRequest(
      name.startsWith("/") ? name : path(name),
      same,
      same,
      Buffer.from(request),
      (error: ServiceError | null, answer?: Buffer) => (error ? reject(error) : resolve(answer as Buffer)),
    );
    signal?.addEventListener("abort", () => call.cancel());
  });
}

export function serverStream(
  client: Client,
  name: string,
  request: Uint8Array,
): ClientReadableStream<Buffer> {
  return client.makeServerStreamRequest(
    name.startsWith("/") ? name : path(name),
    same,
    same,
    Buffer.from(request),
  );
}

/** A session for what grpc-js cannot send. */
export function rawSession(server: Pick<GrpcServer, "address">): ClientHttp2Session {
  const session = connect(`http://${server.address.address}`);
  session.on("error", () => undefined);
  cleanups.push(() => session.destroy());
  return session;
}

interface RawAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly trailers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends chunks as separate DATA frames and collects the whole answer. */
export function rawCall(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  chunks: readonly Uint8Array[],
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ":method": "POST",
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
    const body: Buffer[] = [];
    let answered: IncomingHttpHeaders = {};
    let trailers: IncomingHttpHeaders = {};
    stream.on("response", (response) => (answered = response));
    stream.on("trailers", (received) => (trailers = received));
    stream.on("data", (chunk: Buffer) => body.push(chunk));
    stream.on("error", reject);
    stream.on("close", () => resolve({ headers: answered, trailers, body: Buffer.concat(body) }));
    void sendApart(stream, chunks);
  });
}

/** Each chunk once the one before is sent: Node would put them into one frame otherwise. */
async function sendApart(stream: ClientHttp2Stream, chunks: readonly Uint8Array[]): Promise<void> {
  for (const chunk of chunks) {
    if (stream.writableEnded || stream.destroyed) return;
    await new Promise((resolve) => stream.write(chunk, resolve));
  }
  if (!stream.writableEnded) stream.end();
}

/** A length-prefixed message, written independently of the code under test. */
export function framed(message: string | Uint8Array, flag = 0): Buffer {
  const bytes = Buffer.from(message);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(flag, 0);
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

/** A promise with its handles, for tests that decide when something happens. */
export function gate<T = void>() {
  let open!: (value: T) => void;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { open, opened };
}
