import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type OperationName, operations } from "../api";
import { fill } from "../prompts";
import { isObject, isText } from "../util/json";
import { is, members, object, type Shape, text, wholeFrom } from "../util/shape";
import { handleCall } from "./calls";
import { InvalidInput, read, type SimulatedObject } from "./common";
import { deliver } from "./delivery";
import type { Dialect } from "./dialect";
import type { FaultRule } from "./fault-rules";
import {
  ApiError,
  DEEPEST,
  errorResponse,
  type HttpResponse,
  isJsonType,
  jsonResponse,
  parseBody,
  readBody,
  refusedFor,
  TOO_LARGE,
  withHeaders,
} from "./http";
import { type Changes, filterOf, type Seed } from "./input";
import type { OpenRequest } from "./journal";
import { page } from "./page/page";
import type { Simulation } from "./simulation";
import type { Simulator } from "./simulator";

const loopbackHosts = ["127.0.0.1", "localhost", "::1"];

/** @throws InvalidInput if the host is not loopback, or the port is invalid or in use */
export async function listen(host: string, port: number): Promise<Server> {
  if (!loopbackHosts.includes(host))
    throw new InvalidInput(`The simulator listens on loopback only: ${loopbackHosts.join(", ")}.`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidInput(`A port is a whole number from 0 to 65535, not ${port}.`);
  const server = createServer();
  // Only a fault rule may reset a connection, so idle connections stay open.
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

/** Call this function directly after `listen` resolves, before a request is read. */
export function serve(server: Server, served: Served): void {
  server.on("request", (request, response) => {
    served.simulation.begin(response);
    // If the caller closes the connection before its request body ends, `handle` rejects.
    void handle(served, request, response).catch(() => response.destroy());
  });
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

const ADMIN_PREFIX = "/__simulator";

/** Paths are case-sensitive (outreach-api.md, section 4.1, rule 4). */
const byPath = new Map<string, OperationName>(
  Object.entries(operations).map(([name, { path }]) => [path, name as OperationName]),
);

async function handle(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { simulation } = served;
  const { method = "", headers } = request;
  const path = (request.url ?? "/").split("?")[0]!;
  const bytes = await readBody(request);
  if (path === ADMIN_PREFIX || path.startsWith(`${ADMIN_PREFIX}/`)) {
    const reply = handleAdmin(served, path.slice(ADMIN_PREFIX.length), request, bytes);
    await deliver(response, withHeaders(reply, protection), simulation.closing);
    return;
  }
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

function refusal(path: string, request: IncomingMessage): ApiError {
  const refused = refusedFor(request);
  if (refused !== undefined) return new ApiError("Forbidden", refused);
  if (byPath.has(path)) {
    return request.method === "POST"
      ? new ApiError("BodyTooLarge", TOO_LARGE)
      : new ApiError("MethodNotAllowed", "Every operation is a POST.");
  }
  const known = [...byPath.keys()].join(", ");
  return new ApiError("UnknownPath", `There is no such operation. Paths are case-sensitive: ${known}.`);
}

export interface Served {
  readonly simulator: Simulator;
  readonly simulation: Simulation;
}

type Endpoint = (request: Served & { readonly body: unknown; readonly query: URLSearchParams }) => unknown;

function taking<S extends Readonly<Record<string, Shape>>>(
  shapes: S,
  handle: (body: ReturnType<ReturnType<typeof members<S>>>, simulator: Simulator) => unknown,
): Endpoint {
  const shape = members(shapes);
  return ({ simulator, body }) => handle(read("body", body, shape), simulator);
}

const texts = is<Readonly<Record<string, string>>>(
  "an object of texts",
  (value) => isObject(value) && Object.values(value).every(isText),
);
const changes = object as Shape as Shape<Changes>;

/** docs/guides/simulator-control.md describes the control interface. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  "GET /health": ({ simulator }) => ({ status: "ok", objects: simulator.objects().length }),
  "POST /reset": taking({}, (_body, simulator) => simulator.reset()),
  "POST /seed": ({ simulator, body }) => ({ objects: simulator.seed(body as Seed).map(withoutSecrets) }),
  "POST /objects": taking({ "workspaceId?": text }, ({ workspaceId }, simulator) => ({
    objects: simulator.objects(workspaceId).map(withoutSecrets),
  })),
  "POST /update": taking({ id: text, changes }, (body, simulator) => ({
    object: withoutSecrets(simulator.update(body.id, body.changes)),
  })),
  "POST /fill": ({ simulation, body }) => {
    const { id, values } = read("body", body, members({ id: text, values: texts }));
    const found = simulation.world.find(id);
    if (found?.kind !== "snippet")
      throw new InvalidInput(`There is no snippet with the id ${JSON.stringify(id)}.`);
    return simulation.redactor.value(fill(found.prompt, values));
  },
  "POST /delete": taking({ id: text }, ({ id }, simulator) => simulator.delete(id)),
  "POST /associated-count": taking({ id: text, count: wholeFrom(0) }, ({ id, count }, simulator) => ({
    object: withoutSecrets(simulator.setAssociatedCount(id, count)),
  })),
  "GET /faults": ({ simulation }) => ({ faults: simulation.redactedFaults() }),
  "POST /faults": ({ simulator, body }) => ({ id: simulator.addFault(body as FaultRule) }),
  "DELETE /faults": taking({ "id?": text }, ({ id }, simulator) => simulator.clearFaults(id)),
  "GET /dialect": ({ simulator }) => simulator.dialect,
  "POST /dialect": ({ simulator, body }) => {
    simulator.setDialect(body as Partial<Dialect>);
    return simulator.dialect;
  },
  "GET /journal": ({ simulator, query }) => ({
    entries: simulator.journal(filterOf(query)),
    counts: simulator.counts(),
  }),
  "DELETE /journal": taking({}, (_body, simulator) => simulator.clearJournal()),
  "POST /release": taking({ "id?": text }, ({ id }, simulator) => simulator.release(id)),
};

/** Other sites must not embed or read the responses. */
const protection = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function handleAdmin(served: Served, path: string, request: IncomingMessage, bytes?: Buffer): HttpResponse {
  const failed = (status: number, error: string) => jsonResponse(status, { error });
  const refused = refusedFor(request);
  if (refused !== undefined) return failed(403, refused);
  const { method = "GET", url = "", headers } = request;
  const endpoint = Object.hasOwn(endpoints, `${method} ${path}`) ? endpoints[`${method} ${path}`] : undefined;
  try {
    if (method === "GET" && (path === "" || path === "/")) return page(served.simulation);
    if (endpoint === undefined) {
      const known = Object.keys(endpoints).join(", ");
      return failed(404, `The control interface has no ${method} ${path}. It has: ${known}.`);
    }
    if (method === "POST" && !isJsonType(headers["content-type"])) {
      return failed(415, "The Content-Type header must be application/json.");
    }
    if (bytes === undefined) return failed(413, `${TOO_LARGE} Send it in parts.`);
    const query = new URL(url, "http://localhost").searchParams;
    const body = bytes.length === 0 ? {} : parseBody(bytes);
    if (body === undefined)
      return failed(400, `The body must be JSON in UTF-8, nested at most ${DEEPEST} deep.`);
    return jsonResponse(200, endpoint({ ...served, body, query }) ?? {});
  } catch (error) {
    if (error instanceof InvalidInput) return failed(400, error.message);
    return failed(500, `The simulator could not respond: ${String(error)}`);
  }
}

function withoutSecrets({ workspaceId: _id, sequence: _place, ...shown }: SimulatedObject): object {
  return shown;
}
