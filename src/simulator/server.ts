import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleAdmin } from "./admin";
import type { HttpResponse } from "./response";
import { readBody, TOO_LARGE } from "./body";
import { handleCall } from "./calls";
import { deliver } from "./delivery";
import type { Dialect } from "./dialect";
import { ApiError, errorResponse, failureResponse } from "./errors";
import { InvalidInput } from "./invalid-input";
import type { OpenRequest } from "./journal";
import { parseBody } from "./json";
import { route, type Route } from "./router";
import type { Simulation } from "./simulation";
import { refusedFor } from "./site-guard";

const loopbackHosts = ["127.0.0.1", "localhost", "::1"];

/**
 * Listens on loopback. `serve` handles the requests.
 * @throws InvalidInput for another host, and for a port that is invalid or in use
 */
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
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(listenError(error, `Port ${port} on ${host}`)),
    );
    server.listen(port, host, resolve);
  });
  return server;
}

/** Handles the requests. Must be called as soon as `listen` resolves, before a request is read. */
export function serve(server: Server, simulation: Simulation): void {
  server.on("request", (request, response) => {
    simulation.activity.begin(response);
    // It rejects if the caller closes the connection within its body.
    void handle(simulation, request, response).catch(() => response.destroy());
  });
}

/** Returns the base address of a server. */
export function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Closes a server and its connections. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

function listenError(error: NodeJS.ErrnoException, port: string): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new InvalidInput(`${port} is in use. Choose another one, or 0 for any that is free.`);
}

async function handle(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const target = route(path);
  const body = await readBody(request);
  if (target.type === "admin") {
    await send(response, handleAdmin(simulation, { path: target.path, request, bytes: body }), simulation);
    return;
  }
  await handleRecorded(simulation, { request, response, path, target, body });
}

function send(response: ServerResponse, reply: HttpResponse, { closing }: Simulation) {
  return deliver(response, { response: reply, manner: { type: "whole" } }, closing);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly target: Route;
  readonly body: Buffer | undefined;
}

/** Handles a request that the journal records, and responds with 500 if that fails. */
async function handleRecorded(
  simulation: Simulation,
  { request, response, path, target, body }: Exchange,
): Promise<void> {
  const json = body === undefined ? undefined : parseBody(body);
  const isCall =
    target.type === "operation" && request.method === "POST" && refusedFor(request) === undefined;
  const operation = isCall ? target.name : null;
  const { "user-agent": userAgent, authorization } = request.headers;
  let entry: OpenRequest | undefined;
  let reply: HttpResponse;
  try {
    const { method = "" } = request;
    const size = body?.length ?? 0;
    entry = simulation.journal.open({ method, path, operation, userAgent, authorization, body: json, size });
    if (operation !== null && body !== undefined) {
      return await handleCall(simulation, {
        name: operation,
        request,
        body: json,
        connection: response,
        entry,
      });
    }
    reply = refusalResponse(refusal(target, request), simulation.dialect);
  } catch (error) {
    reply = failureResponse(operation ?? "a request", error, simulation.dialect);
  }
  const outcome = await send(response, reply, simulation);
  entry?.end(outcome, reply.status);
}

function refusal(target: Route, request: IncomingMessage): ApiError {
  const refused = refusedFor(request);
  if (refused !== undefined) return new ApiError("Forbidden", refused);
  if (target.type === "operation") {
    return request.method === "POST"
      ? new ApiError("BodyTooLarge", TOO_LARGE)
      : new ApiError("MethodNotAllowed", "Every operation is a POST.");
  }
  const hint =
    target.type === "unknown" && target.nearest !== undefined ? ` Did you mean ${target.nearest}?` : "";
  return new ApiError("UnknownPath", `There is no such operation. Paths are case-sensitive.${hint}`);
}

function refusalResponse(error: ApiError, dialect: Dialect): HttpResponse {
  const response = errorResponse(error, dialect);
  if (error.code !== "MethodNotAllowed") return response;
  return { ...response, headers: { ...response.headers, allow: "POST" } };
}
