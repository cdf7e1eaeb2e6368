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
import { type Answer, jsonAnswer } from "./answer";
import { TOO_LARGE } from "./body";
import { Control } from "./control";
import { InvalidInput } from "./invalid-input";
import { DEEPEST, isJsonType, parseJson } from "./json";
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
 * The admin side, under the reserved prefix `/__simulator`. Bodies and answers are JSON objects by the project's
 * property names (`name`, `description`, …). Workspace ids are credentials: they go in, and never come out.
 *
 * | call                    | body                                     | answer
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

/** `path` is what follows the prefix; no bytes are a body that is too large. */
export function answerAdmin(
  simulation: Simulation,
  path: string,
  request: IncomingMessage,
  bytes: Buffer | undefined,
): Answer {
  const answer = attempt(() => respond(simulation, path, request, bytes));
  return { ...answer, headers: { ...answer.headers, ...protection } };
}

/** Other sites may neither embed nor guess at what is here. */
const protection = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function respond(
  simulation: Simulation,
  path: string,
  request: IncomingMessage,
  bytes: Buffer | undefined,
): Answer {
  const refused = refusedFor(request);
  if (refused !== undefined) return jsonAnswer(403, { error: refused });
  const { method = "GET", url = "" } = request;
  const { host = "", "if-none-match": known } = request.headers;
  if (method === "GET" && (path === "" || path === "/")) return page(simulation, { host, known });
  const endpoint = Object.hasOwn(endpoints, `${method} ${path}`) ? endpoints[`${method} ${path}`] : undefined;
  if (endpoint === undefined) {
    const known = Object.keys(endpoints).join(", ");
    return jsonAnswer(404, { error: `There is no ${method} ${path} here. There is: ${known}.` });
  }
  if (method === "POST" && !isJsonType(request.headers["content-type"])) {
    return jsonAnswer(415, { error: "The Content-Type header must be application/json." });
  }
  if (bytes === undefined) return jsonAnswer(413, { error: `${TOO_LARGE} Send it in parts.` });
  const query = new URL(url, "http://localhost").searchParams;
  const body = bytes.length === 0 ? {} : parseJson(bytes);
  if (body === undefined) {
    throw new InvalidInput(`The body must be JSON in UTF-8, nested at most ${DEEPEST} deep.`);
  }
  return jsonAnswer(200, endpoint({ simulation, control: new Control(simulation), body, query }) ?? {});
}

function attempt(respond: () => Answer): Answer {
  try {
    return respond();
  } catch (error) {
    if (error instanceof InvalidInput) return jsonAnswer(400, { error: error.message });
    return jsonAnswer(500, { error: `The simulator could not answer: ${String(error)}` });
  }
}

const hidden: readonly string[] = ["workspaceId", "sequence"] satisfies (keyof SimulatedObject)[];

function withoutSecrets(object: SimulatedObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hidden.includes(name)));
}
