import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type OperationName, operations } from "../api";
import { handleAdmin, type Served } from "./admin";
import { handleCall } from "./calls";
import { deliver } from "./delivery";
import { ApiError, errorResponse } from "./errors";
import { type HttpResponse, parseBody, readBody, refusedFor, TOO_LARGE, withHeaders } from "./http";
import { InvalidInput } from "./invalid-input";
import type { OpenRequest } from "./journal";
import type { Simulation } from "./simulation";

const loopbackHosts = ["127.0.0.1", "localhost", "::1"];

/** Listens on loopback. @throws InvalidInput if the host is not loopback, or the port is invalid or in use */
export async function listen(host: string, port: number): Promise<Server> {
  if (!loopbackHosts.includes(host)) {
    throw new InvalidInput(
      `The simulator listens on loopback only: ${loopbackHosts.join(", ")}, not ${JSON.stringify(host)}.`,
    );
  }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidInput(`A port is a whole number from 0 to 65535, not ${port}.`);
  }
  const server = createServer();
  // Idle connections stay open: only a fault rule may reset a connection.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const words = `Port ${port} on ${host} is in use. Choose another port, or 0 for any free port.`;
      reject(error.code === "EADDRINUSE" ? new InvalidInput(words) : error);
    });
    server.listen(port, host, resolve);
  });
  return server;
}

/** Handles the requests. Must be called as soon as `listen` resolves, before a request is read. */
export function serve(server: Server, served: Served): void {
  server.on("request", (request, response) => {
    served.simulation.begin(response);
    // `handle` rejects if the caller closes the connection before the end of the request's body.
    void handle(served, request, response).catch(() => response.destroy());
  });
}

export function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Path of the control interface. The API has no such path. */
const ADMIN_PREFIX = "/__simulator";

/** The operations by their paths, which are case-sensitive (section 4.1, rule 4). */
const byPath = new Map<string, OperationName>(
  Object.entries(operations).map(([name, { path }]) => [path, name as OperationName]),
);

async function handle(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { simulation } = served;
  const path = (request.url ?? "/").split("?")[0]!;
  const bytes = await readBody(request);
  if (path !== ADMIN_PREFIX && !path.startsWith(`${ADMIN_PREFIX}/`)) {
    return handleRecorded(simulation, { request, response, path, bytes });
  }
  const reply = handleAdmin(served, path.slice(ADMIN_PREFIX.length), request, bytes);
  await deliver(response, reply, simulation.closing);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** The body; undefined if it is too large. */
  readonly bytes: Buffer | undefined;
}

/** Records a request in the journal and handles it. If that fails, responds with 500. */
async function handleRecorded(simulation: Simulation, exchange: Exchange): Promise<void> {
  const { request, response, path, bytes } = exchange;
  const { method = "", headers } = request;
  const body = bytes && parseBody(bytes);
  const isCall = method === "POST" && refusedFor(request) === undefined;
  const operation = (isCall ? byPath.get(path) : undefined) ?? null;
  let entry: OpenRequest | undefined;
  let reply: HttpResponse;
  try {
    entry = simulation.journal.open({ method, path, operation, headers, body, size: bytes?.length ?? 0 });
    if (operation !== null && bytes !== undefined) {
      return await handleCall(simulation, { name: operation, headers, body, connection: response, entry });
    }
    reply = errorResponse(refusal(path, request), simulation.dialect);
    if (reply.status === 405) reply = withHeaders(reply, { allow: "POST" });
  } catch (error) {
    process.emitWarning(`The simulator could not carry out ${operation ?? "a request"}: ${String(error)}`);
    const failure = new ApiError("InternalError", "The simulator could not carry out the call.");
    reply = errorResponse(failure, simulation.dialect);
  }
  const outcome = await deliver(response, reply, simulation.closing);
  entry?.end(outcome, reply.status);
}

/** Returns the error of a request that is not a call of an operation, or whose body is too large. */
function refusal(path: string, request: IncomingMessage): ApiError {
  const refused = refusedFor(request);
  if (refused !== undefined) return new ApiError("Forbidden", refused);
  if (byPath.has(path)) {
    return request.method === "POST"
      ? new ApiError("BodyTooLarge", TOO_LARGE)
      : new ApiError("MethodNotAllowed", "Every operation is a POST.");
  }
  const nearest = [...byPath.keys()].find((known) => sketch(known) === sketch(path));
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return new ApiError("UnknownPath", `There is no such operation. Paths are case-sensitive.${hint}`);
}

/** Returns a path without what is often wrong in it: letter case, and slashes or an `s` at its end. */
function sketch(path: string): string {
  return path.toLowerCase().replace(/s?\/*$/, "");
}
