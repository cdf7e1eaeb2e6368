import type { IncomingMessage } from "node:http";
import { members, object, type Shape, text, wholeFrom } from "../util/shape";
import { type Changes, filterOf, type Seed } from "./input";
import type { Dialect } from "./dialect";
import type { FaultRule } from "./fault-rules";
import {
  DEEPEST,
  type HttpResponse,
  isJsonType,
  jsonResponse,
  parseBody,
  refusedFor,
  TOO_LARGE,
  withHeaders,
} from "./http";
import { InvalidInput, read } from "./invalid-input";
import { page } from "./page/page";
import type { Simulation } from "./simulation";
import type { Simulator } from "./simulator";
import type { SimulatedObject } from "./objects";

/** A simulator and its state. The API and the page use the state directly. */
export interface Served {
  readonly simulator: Simulator;
  readonly simulation: Simulation;
}

type Endpoint = (request: Served & { readonly body: unknown; readonly query: URLSearchParams }) => unknown;

/** The control interface below `/__simulator`; docs/guides/simulator-control.md describes its calls. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  "GET /health": ({ simulator }) => ({ status: "ok", objects: simulator.objects().length }),
  "POST /reset": ({ simulator, body }) => {
    read("body", body, members({}));
    simulator.reset();
  },
  "POST /seed": ({ simulator, body }) => ({ objects: simulator.seed(body as Seed).map(withoutSecrets) }),
  "POST /objects": ({ simulator, body }) => {
    const { workspaceId } = read("body", body, members({ "workspaceId?": text }));
    return { objects: simulator.objects(workspaceId).map(withoutSecrets) };
  },
  "POST /update": ({ simulator, body }) => {
    const changesOf = members({ id: text, changes: object as Shape as Shape<Changes> });
    const { id, changes } = read("body", body, changesOf);
    return { object: withoutSecrets(simulator.update(id, changes)) };
  },
  "POST /delete": ({ simulator, body }) => simulator.delete(read("body", body, members({ id: text })).id),
  "POST /associated-count": ({ simulator, body }) => {
    const { id, count } = read("body", body, members({ id: text, count: wholeFrom(0) }));
    return { object: withoutSecrets(simulator.setAssociatedCount(id, count)) };
  },
  "GET /faults": ({ simulation }) => ({ faults: simulation.redactedFaults() }),
  "POST /faults": ({ simulator, body }) => ({ id: simulator.addFault(body as FaultRule) }),
  "DELETE /faults": ({ simulator, body }) => simulator.clearFaults(optionalId(body)),
  "GET /dialect": ({ simulator }) => simulator.dialect,
  "POST /dialect": ({ simulator, body }) => {
    simulator.setDialect(body as Partial<Dialect>);
    return simulator.dialect;
  },
  "GET /journal": ({ simulator, query }) => ({
    entries: simulator.journal(filterOf(query)),
    counts: simulator.counts(),
  }),
  "DELETE /journal": ({ simulator, body }) => {
    read("body", body, members({}));
    simulator.clearJournal();
  },
  "POST /release": ({ simulator, body }) => simulator.release(optionalId(body)),
};

function optionalId(body: unknown): string | undefined {
  return read("body", body, members({ "id?": text })).id;
}

/** Handles a request for a path below the prefix. `bytes` is its body; undefined if it is too large. */
export function handleAdmin(
  served: Served,
  path: string,
  request: IncomingMessage,
  bytes: Buffer | undefined,
): HttpResponse {
  try {
    return withHeaders(respond(served, path, request, bytes), protection);
  } catch (error) {
    const isInvalid = error instanceof InvalidInput;
    const words = isInvalid ? error.message : `The simulator could not respond: ${String(error)}`;
    return withHeaders(jsonResponse(isInvalid ? 400 : 500, { error: words }), protection);
  }
}

/** Prevents other sites from embedding or reading the responses. */
const protection = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function respond(
  served: Served,
  path: string,
  request: IncomingMessage,
  bytes: Buffer | undefined,
): HttpResponse {
  const refused = refusedFor(request);
  if (refused !== undefined) return jsonResponse(403, { error: refused });
  const { method = "GET", url = "" } = request;
  if (method === "GET" && (path === "" || path === "/"))
    return page(served.simulation, request.headers.host ?? "");
  const endpoint = Object.hasOwn(endpoints, `${method} ${path}`) ? endpoints[`${method} ${path}`] : undefined;
  if (endpoint === undefined) {
    const known = Object.keys(endpoints).join(", ");
    return jsonResponse(404, { error: `The control interface has no ${method} ${path}. It has: ${known}.` });
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
  return jsonResponse(200, endpoint({ ...served, body, query }) ?? {});
}

function withoutSecrets({ workspaceId: _id, sequence: _place, ...shown }: SimulatedObject): object {
  return shown;
}
