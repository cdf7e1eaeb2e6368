import type { IncomingMessage } from "node:http";
import {
  readAssociatedCount,
  readId,
  readNothing,
  readObject,
  readOptionalId,
  readQuery,
  readUpdate,
  readWorkspace,
} from "./admin-input";
import { type HttpResponse, jsonResponse } from "./response";
import { TOO_LARGE } from "./body";
import { Control } from "./control";
import { InvalidInput } from "./invalid-input";
import { DEEPEST, isJsonType, parseBody } from "./json";
import { page } from "./page/page";
import type { Simulation } from "./simulation";
import { refusedFor } from "./site-guard";
import type { SimulatedObject } from "./store";

interface AdminRequest {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly body: unknown;
  readonly query: URLSearchParams;
}

type Endpoint = (request: AdminRequest) => unknown;

/**
 * The control interface below `/__simulator`. Bodies are JSON objects with the property names of this project
 * (`name`, `description`, …). Workspace ids are credentials: no response contains one.
 *
 * | call                    | body                                     | response
 * | GET  /                  |                                          | a page for people
 * | GET  /health            |                                          | status, objects
 * | POST /reset             | {}                                       | {}
 * | POST /seed              | workspaceId, clusters, snippets          | objects
 * | POST /objects           | workspaceId (all without)                | objects
 * | POST /update            | id, changes                              | object
 * | POST /delete            | id                                       | {}
 * | POST /associated-count  | id, count                                | object
 * | GET, POST, DELETE /faults | POST: a rule; DELETE: id (all without) | faults, id, {}
 * | GET, POST /dialect      | POST: settings to change                 | the dialect
 * | GET /journal            | query: operation, status, after, unmatched | entries, counts
 * | DELETE /journal         | {}                                       | {}
 * | POST /release           | id of a fault (all without)              | {}
 */
const endpoints: Readonly<Record<string, Endpoint>> = {
  "GET /health": ({ control }) => ({ status: "ok", objects: control.objects().length }),
  "POST /reset": ({ simulation, body }) => {
    readNothing("reset", body);
    simulation.reset();
  },
  "POST /seed": ({ control, body }) => ({ objects: control.seed(body).map(withoutSecrets) }),
  "POST /objects": ({ control, body }) => ({
    objects: control.objects(readWorkspace(body)).map(withoutSecrets),
  }),
  "POST /update": ({ control, body }) => {
    const { id, changes } = readUpdate(body);
    return { object: withoutSecrets(control.update(id, changes)) };
  },
  "POST /delete": ({ control, body }) => control.delete(readId(body)),
  "POST /associated-count": ({ control, body }) => {
    const { id, count } = readAssociatedCount(body);
    return { object: withoutSecrets(control.setAssociatedCount(id, count)) };
  },
  "GET /faults": ({ simulation }) => ({ faults: simulation.maskedFaults() }),
  "POST /faults": ({ simulation, body }) => ({ id: simulation.addFault(body) }),
  "DELETE /faults": ({ simulation, body }) => simulation.faults.clear(readOptionalId(body)),
  "GET /dialect": ({ simulation }) => simulation.dialect,
  "POST /dialect": ({ simulation, body }) => {
    simulation.setDialect(readObject(body));
    return simulation.dialect;
  },
  "GET /journal": ({ simulation, query }) => ({
    entries: simulation.journal.list(readQuery(query)),
    counts: simulation.journal.counts(),
  }),
  "DELETE /journal": ({ simulation, body }) => {
    readNothing("clearing of the journal", body);
    simulation.journal.clear();
  },
  "POST /release": ({ simulation, body }) => simulation.release(readOptionalId(body)),
};

/** A request to the control interface. */
interface ReceivedRequest {
  /** The path below the prefix. */
  readonly path: string;
  readonly request: IncomingMessage;
  /** The body; undefined if it is too large. */
  readonly bytes: Buffer | undefined;
}

/** Returns the response to a request. */
export function handleAdmin(simulation: Simulation, received: ReceivedRequest): HttpResponse {
  const response = attempt(() => respond(simulation, received));
  return { ...response, headers: { ...response.headers, ...protection } };
}

/** Prevents other sites from embedding or reading the responses. */
const protection = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function respond(simulation: Simulation, { path, request, bytes }: ReceivedRequest): HttpResponse {
  const refused = refusedFor(request);
  if (refused !== undefined) return jsonResponse(403, { error: refused });
  const { method = "GET", url = "" } = request;
  const { host = "", "if-none-match": known } = request.headers;
  if (method === "GET" && (path === "" || path === "/")) return page(simulation, { host, known });
  const endpoint = Object.hasOwn(endpoints, `${method} ${path}`) ? endpoints[`${method} ${path}`] : undefined;
  if (endpoint === undefined) {
    const known = Object.keys(endpoints).join(", ");
    return jsonResponse(404, { error: `There is no ${method} ${path} here. There is: ${known}.` });
  }
  if (method === "POST" && !isJsonType(request.headers["content-type"])) {
    return jsonResponse(415, { error: "The Content-Type header must be application/json." });
  }
  if (bytes === undefined) return jsonResponse(413, { error: `${TOO_LARGE} Send it in parts.` });
  const query = new URL(url, "http://localhost").searchParams;
  const body = bytes.length === 0 ? {} : parseBody(bytes);
  if (body === undefined) {
    throw new InvalidInput(`The body must be JSON in UTF-8, nested at most ${DEEPEST} deep.`);
  }
  return jsonResponse(200, endpoint({ simulation, control: new Control(simulation), body, query }) ?? {});
}

function attempt(respond: () => HttpResponse): HttpResponse {
  try {
    return respond();
  } catch (error) {
    if (error instanceof InvalidInput) return jsonResponse(400, { error: error.message });
    return jsonResponse(500, { error: `The simulator could not respond: ${String(error)}` });
  }
}

const hidden: readonly string[] = ["workspaceId", "sequence"] satisfies (keyof SimulatedObject)[];

function withoutSecrets(object: SimulatedObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hidden.includes(name)));
}
