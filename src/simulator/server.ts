import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerAdmin } from "./admin";
import type { Answer } from "./answer";
import { readBody, TOO_LARGE } from "./body";
import { answerCall } from "./calls";
import { deliver } from "./delivery";
import type { Dialect } from "./dialect";
import { ApiError, errorAnswer, failureAnswer } from "./errors";
import { InvalidInput } from "./invalid-input";
import type { OpenRequest } from "./journal";
import { parseJson } from "./json";
import { route, type Route } from "./router";
import type { Simulation } from "./simulation";
import { refusedFor } from "./site-guard";

const loopbackHosts = ["127.0.0.1", "localhost", "::1"];

/**
 * Listens, on loopback only; what comes is answered from `serve` on.
 * @throws InvalidInput for another host, and for a port that is none or taken.
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
  // A pooled connection must not be closed under a caller by chance: resets are faults, and faults are rules.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

/** To be called as soon as `listen` has resolved: no request has been read by then. */
export function serve(server: Server, simulation: Simulation): void {
  server.on("request", (request, response) => {
    simulation.activity.begin(response);
    // What is left to fail: a caller that goes in the middle of its body.
    void answer(simulation, request, response).catch(() => response.destroy());
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

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new InvalidInput(
    `Port ${port} on ${host} is in use. Choose another one, or 0 for any that is free.`,
  );
}

async function answer(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const target = route(path);
  const body = await readBody(request);
  if (target.type === "admin") {
    const reply = answerAdmin(simulation, target.path, request, body);
    await deliver(response, reply, { type: "whole" }, simulation.closing);
    return;
  }
  await answerRecorded(simulation, { request, response, path, target, body });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly target: Route;
  readonly body: Buffer | undefined;
}

/** Answers what the journal records, with 500 where that fails: a caller that gets nothing cannot tell why. */
async function answerRecorded(
  simulation: Simulation,
  { request, response, path, target, body }: Exchange,
): Promise<void> {
  const json = body === undefined ? undefined : parseJson(body);
  const isCall =
    target.type === "operation" && request.method === "POST" && refusedFor(request) === undefined;
  const operation = isCall ? target.name : null;
  const { "user-agent": userAgent, authorization } = request.headers;
  let entry: OpenRequest | undefined;
  let reply: Answer;
  try {
    const { method = "" } = request;
    const size = body?.length ?? 0;
    entry = simulation.journal.open({ method, path, operation, userAgent, authorization, body: json, size });
    if (operation !== null && body !== undefined) {
      return await answerCall(simulation, operation, request, json, response, entry);
    }
    reply = refusalAnswer(refusal(target, request), simulation.dialect);
  } catch (error) {
    reply = failureAnswer(operation ?? "a request", error, simulation.dialect);
  }
  const outcome = await deliver(response, reply, { type: "whole" }, simulation.closing);
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

function refusalAnswer(error: ApiError, dialect: Dialect): Answer {
  const answer = errorAnswer(error, dialect);
  if (error.code !== "MethodNotAllowed") return answer;
  return { ...answer, headers: { ...answer.headers, allow: "POST" } };
}
