import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from "node:net";

import {
  OutreachClient,
  OutreachError,
  type ClientEvent,
  type ClientOptions,
  type Clock,
} from "../../src/client";

/** A request that the server received. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The connection of the request. */
  readonly socket: Socket;
}

/** Responds to the request number `index`, from 0. */
export type Responder = (seen: Seen, response: ServerResponse, index: number) => void | Promise<void>;

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly requests: Seen[];
  /** All accepted sockets, closed ones too. */
  readonly connections: Socket[];
  close(): Promise<void>;
}

/** Servers and clients to close after a test. The functions of this file add theirs. */
export const opened: { close(): Promise<void> }[] = [];

/** Closes them; for `afterEach`. */
export async function closeOpened(): Promise<void> {
  for (const one of opened.splice(0).reverse()) await one.close();
}

/** Starts an HTTP server on 127.0.0.1. */
export async function startServer(answer: Responder, server: Server = createServer()): Promise<TestServer> {
  const requests: Seen[] = [];
  const connections: Socket[] = [];
  server.on("connection", (socket: Socket) => connections.push(socket));
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { url = "", headers, socket } = request;
      const seen = { path: url, headers, text, body: JSON.parse(text) as Seen["body"], socket };
      requests.push(seen);
      void answer(seen, response, requests.length - 1);
    });
  });
  const port = await listen(server);
  const started = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections,
    close: () => closeServer(server, connections),
  };
  opened.push(started);
  return started;
}

export async function listen(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

export async function closeServer(server: Server | TcpServer, sockets: Iterable<Socket>) {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) {
    socket.destroy();
  }
  await closed;
}

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string | string[]> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/**
 * Returns a responder that uses the nth of these for the nth request, and the last one for later requests.
 */
export function inOrder(...answers: Responder[]): Responder {
  return (seen, response, index) => answers[Math.min(index, answers.length - 1)]!(seen, response, index);
}

export interface TestBench {
  /** Responds to all requests from now on. */
  responder: Responder;
  server: TestServer;
  /** Retries nothing. */
  client: OutreachClient;
  respondWith(body: unknown, status?: number, headers?: Record<string, string>): void;
}

/** Starts one server for a test file, whose responses a test sets, and a client of it. */
export function useTestServer(): TestBench {
  const bench = {
    respondWith(body, status, headers) {
      bench.responder = (_seen, response) => json(response, body, status, headers);
    },
  } as TestBench;
  beforeAll(async () => {
    bench.server = await startServer((seen, response, index) => bench.responder(seen, response, index));
    bench.client = createClient(bench.server.url, { maxRetries: 0 }).client;
  });
  afterAll(closeOpened);
  return bench;
}

/** A clock that moves only by `sleep`. */
export class FakeClock implements Clock {
  readonly sleeps: number[] = [];
  chance = 1;
  #time = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    this.#time += ms;
    return Promise.resolve();
  }

  random(): number {
    return this.chance;
  }
}

export const USER_ID = "user-4711";
export const WORKSPACE_ID = "workspace-0815";

export interface TestClient {
  readonly client: OutreachClient;
  readonly clock: FakeClock;
  readonly events: ClientEvent[];
}

export function createClient(baseUrl: string, options: Partial<ClientOptions> = {}): TestClient {
  const clock = new FakeClock();
  const events: ClientEvent[] = [];
  const client = new OutreachClient({
    baseUrl,
    userId: USER_ID,
    workspaceId: WORKSPACE_ID,
    clock,
    onEvent: (event) => events.push(event),
    ...options,
  });
  opened.push(client);
  return { client, clock, events };
}

/** Returns the error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<OutreachError> {
  const error: unknown = await call.then(
    (value) => new Error(`the call succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof OutreachError) {
    return error;
  }
  throw error;
}

export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) {
    all.push(...page);
  }
  return all;
}

/** Returns a promise and the function that resolves it. */
export function gate<T = void>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

export const CLUSTER = {
  workspaceId: WORKSPACE_ID,
  clusterId: "c-1",
  clusterName: "Warm-up",
  clusterDescription: "First sends",
  associatedCount: 3,
  createdAt: "2026-01-01T00:00:00Z",
  lastUpdatedAt: "2026-01-02T00:00:00Z",
};

/** Returns the body of the cluster that a request names. */
export function requestedCluster({ body }: Seen): object {
  return { ...CLUSTER, clusterId: body["clusterId"] };
}

/** Starts a server, and a client that retries nothing. */
export async function connected(answer: Responder, options: Partial<ClientOptions> = {}) {
  const server = await startServer(answer);
  return { ...createClient(server.url, { maxRetries: 0, ...options }), server };
}

/** Starts a TCP server for responses that node:http never sends, and a client that retries nothing. */
export async function startRawServer(
  onRequest: (socket: Socket) => void,
  options: Partial<ClientOptions> = {},
) {
  const sockets: Socket[] = [];
  const server: TcpServer = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => onRequest(socket));
  });
  const port = await listen(server);
  const made = createClient(`http://127.0.0.1:${port}`, { maxRetries: 0, ...options });
  opened.push({ close: () => closeServer(server, sockets) });
  return { ...made, sockets };
}
