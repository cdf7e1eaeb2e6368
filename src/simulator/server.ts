import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleAdmin, type Served } from "./admin";
import { handleCall } from "./calls";
import { deliver } from "./delivery";
import type { Dialect } from "./dialect";
import { ApiError, errorResponse } from "./errors";
import { type HttpResponse, parseBody, readBody, TOO_LARGE, withHeaders } from "./http";
import { InvalidInput } from "./invalid-input";
import type { OpenRequest } from "./journal";
import { refusedFor, route, type Route } from "./router";
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

async function handle(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { simulation } = served;
  const target = route(pathOf(request));
  const bytes = await readBody(request);
  if (target.type !== "admin") return handleRecorded(simulation, { request, response, target, bytes });
  const reply = handleAdmin(served, target.path, request, bytes);
  await deliver(response, reply, simulation.closing);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Route;
  /** The body; undefined if it is too large. */
  readonly bytes: Buffer | undefined;
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?")[0]!;
}

/** Records a request in the journal and handles it. If that fails, responds with 500. */
async function handleRecorded(simulation: Simulation, exchange: Exchange): Promise<void> {
  const { request, response, target, bytes } = exchange;
  const { method = "", headers } = request;
  const body = bytes && parseBody(bytes);
  const isCall = target.type === "operation" && method === "POST" && refusedFor(request) === undefined;
  const operation = isCall ? target.name : null;
  const size = bytes?.length ?? 0;
  let entry: OpenRequest | undefined;
  let reply: HttpResponse;
  try {
    entry = simulation.journal.open({ method, path: pathOf(request), operation, headers, body, size });
    if (operation !== null && bytes !== undefined) {
      return await handleCall(simulation, { name: operation, headers, body, connection: response, entry });
    }
    reply = refusal(target, request, simulation.dialect);
  } catch (error) {
    process.emitWarning(`The simulator could not carry out ${operation ?? "a request"}: ${String(error)}`);
    const failure = new ApiError("InternalError", "The simulator could not carry out the call.");
    reply = errorResponse(failure, simulation.dialect);
  }
  const outcome = await deliver(response, reply, simulation.closing);
  entry?.end(outcome, reply.status);
}

/** Returns the response to a request that is not a call of an operation, or whose body is too large. */
function refusal(target: Route, request: IncomingMessage, dialect: Dialect): HttpResponse {
  const refuse = (...error: ConstructorParameters<typeof ApiError>) =>
    errorResponse(new ApiError(...error), dialect);
  const refused = refusedFor(request);
  if (refused !== undefined) return refuse("Forbidden", refused);
  if (target.type === "operation") {
    return request.method === "POST"
      ? refuse("BodyTooLarge", TOO_LARGE)
      : withHeaders(refuse("MethodNotAllowed", "Every operation is a POST."), { allow: "POST" });
  }
  const hint =
    target.type === "unknown" && target.nearest !== undefined ? ` Did you mean ${target.nearest}?` : "";
  return refuse("UnknownPath", `There is no such operation. Paths are case-sensitive.${hint}`);
}
