import { isRateLimited, type RawResponse } from "../../../client";
import { KINDS } from "../../../objects/kinds";
import type { Dialect } from "../../../simulator";
import { isObject } from "../../../util/json";
import { inParallel } from "../../../util/lists";
import { API, bodyOf, fieldOf } from "../server";
import { accepted, certain, decided, likely, notSeen, refusedWith } from "../question";
import type { Question, Questions } from "../question";

const NO_ERRORS = "Section 7: error shape, status codes and error codes are not shown.";

/** Returns the shape of an error body as a setting; undefined for a shape that no setting has. */
function errorShape({ text, json }: RawResponse): Dialect["errorBody"] | undefined {
  if (text.trim() === "") return "empty";
  if (json === undefined) return "text";
  if (!isObject(json)) return undefined;
  if (isObject(json["error"])) return "error-object";
  if (Array.isArray(json["errors"])) return "errors-list";
  if (typeof json["error"] === "string") return "error-string";
  if (typeof json["title"] === "string") return "problem";
  return typeof json["message"] === "string" ? "message" : undefined;
}

/** Returns the status of a refusal as a setting names it; undefined for another status. */
function statusAs<S extends string>({ status }: RawResponse, known: readonly S[]): S | undefined {
  const name = isSuccess(status) ? "200-error" : String(status);
  return known.find((one) => one === name);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isEmptyObject({ text }: RawResponse): boolean {
  return text.replace(/\s/g, "") === "{}";
}

/** Wrong identities, from the most ordinary to one that every server refuses. */
const WRONG: readonly (readonly [what: string, identity: (random: string) => Record<string, string>])[] = [
  ["an unknown user id", (random) => ({ userId: random })],
  ["an unknown workspace id", (random) => ({ workspaceId: random })],
  ["an empty user id", () => ({ userId: "" })],
];

const SAMPLES = 5;
/** Shorter latencies are those of any server nearby, in milliseconds. */
const SHORT_MS = 10;

/** The questions that create nothing. */
export const reading: Questions = {
  "empty-list": {
    title: "list without objects",
    document: "Section 7: not shown.",
    async ask({ server }) {
      for (const kind of KINDS) {
        const reply = await server.call(API[kind].list);
        accepted(reply);
        const { [API[kind].array]: list, nextToken } = bodyOf(reply);
        if ((Array.isArray(list) && list.length > 0) || (nextToken ?? "") !== "") continue;
        const emptyList = Array.isArray(list) ? "array" : list === null ? "null" : "absent";
        return certain(`the array is ${emptyList === "array" ? "empty" : emptyList}`, { emptyList });
      }
      return notSeen("the workspace has objects of both kinds");
    },
  },
  "bad-request": {
    title: "request without a required field",
    document: NO_ERRORS,
    async ask({ server }) {
      const reply = await server.call("GetSnippet");
      const errorBody = errorShape(reply);
      const badRequest = statusAs(reply, ["400", "422", "200-error"]);
      const seen = `status ${reply.status}, error body: ${errorBody ?? "another shape"}`;
      const isKnown = errorBody !== undefined || badRequest !== undefined;
      return isKnown ? certain(seen, { errorBody, badRequest }) : notSeen(seen);
    },
  },
  "unknown-field": {
    title: "unknown field in a request",
    document: "Section 4: not shown.",
    async ask({ server }) {
      const reply = await server.call("ListSnippet", { cdktfOutreachProbe: true });
      decided(reply);
      if (reply.error === undefined) return certain("ignored", { unknownFields: "ignored" });
      return certain(refusedWith(reply), { unknownFields: "rejected" });
    },
  },
  "wrong-credentials": {
    title: "wrong credentials",
    document: NO_ERRORS,
    async ask({ server, own }) {
      const random = own.nameOf("nobody").replaceAll(" ", "-");
      const allowed: string[] = [];
      for (const [what, identity] of WRONG) {
        const reply = await server.call("ListSnippet", identity(random));
        decided(reply, `${what} is `);
        if (reply.error !== undefined) {
          const unauthorized = statusAs(reply, ["401", "403", "400", "404", "200-error"]);
          const before = allowed.map((one) => `${one} is accepted`);
          const seen = [...before, `${what} is ${refusedWith(reply)}`].join(", ");
          return (allowed.length === 0 ? certain : likely)(seen, { unauthorized });
        }
        allowed.push(what);
      }
      return notSeen(`${allowed.join(", ")}: all are accepted`);
    },
  },
  "authorization-header": {
    title: "Authorization header",
    document: "Section 5, rule 6: some samples have it; whether it is checked is not shown.",
    async ask({ server }) {
      if (!server.hasToken)
        return certain("not required: calls without it succeed", { authorization: "ignored" });
      const reply = await server.call("ListSnippet", {}, false);
      decided(reply);
      return reply.error === undefined
        ? certain("not required: a call without it succeeds", { authorization: "ignored" })
        : certain(`required: a call without it is ${refusedWith(reply)}`, { authorization: "required" });
    },
  },
  latency: {
    title: "time until a response",
    document: "Section 8: time-outs are not shown.",
    async ask({ server }) {
      const times: number[] = [];
      while (times.length < SAMPLES) times.push((await server.call("ListClusters")).durationMs);
      const median = Math.round(times.sort((a, b) => a - b)[SAMPLES >> 1]!);
      const seen = `${median} ms (median of ${SAMPLES} lists)`;
      return { ...likely(seen), latencyMs: median < SHORT_MS ? 0 : median };
    },
  },
};

/** Returns the response to a missing object as a setting; undefined for another response. */
function missingStyle(reply: RawResponse): Dialect["notFound"] | undefined {
  const { status, json, error } = reply;
  const isDenied = error?.code === "OUTREACH_DENIED" || error?.code === "OUTREACH_UNAUTHORIZED";
  if (isSuccess(status)) {
    if (json === null) return "200-null";
    if (isEmptyObject(reply)) return "200-empty";
    return isDenied ? "200-denied" : "200-error";
  }
  if (status === 401 || status === 403) return `${status}`;
  if (status === 400 || status === 404) return isDenied ? `${status}-denied` : `${status}`;
  return undefined;
}

function missingInWords(reply: RawResponse): string {
  const [, detail] = missingStyle(reply)?.split("-") ?? [];
  return `status ${reply.status}${detail === undefined ? "" : `, ${detail}`}`;
}

/** What the provider takes a refused read for. A list decides whether the object is deleted. */
function takenFor({ error }: RawResponse): string {
  if (error === undefined) return "an object";
  if (error.code === "OUTREACH_NOT_FOUND" || error.code === "OUTREACH_MAYBE_NOT_FOUND") return "not found";
  if (error.code === "OUTREACH_DENIED") return "denied";
  return error.mayBeMissing ? "possibly missing" : "an error";
}

function shapeOf({ json, text }: RawResponse): string {
  return isObject(json) ? Object.keys(json).sort().join() : text;
}

function clusterAnswer(reply: RawResponse, id: string): Dialect["deleteClusterAnswer"] | undefined {
  if (reply.status === 204) return "no-content";
  if (fieldOf("cluster", reply, "id") === id) return "identifiers";
  return isEmptyObject(reply) ? "empty-object" : undefined;
}

export const missing: Questions = {
  "missing-object": {
    title: "read, update and second delete of a deleted object",
    document: NO_ERRORS,
    async ask({ own, server }) {
      const snippet = await own.require("snippet", "missing");
      const cluster = await own.require("cluster", "missing");
      await own.remove(snippet);
      const first = await own.remove(cluster);
      await server.settle();
      const read = await server.call("GetSnippet", { id: snippet.id });
      const update = await own.update(snippet, {});
      const second = await own.remove(cluster);
      for (const reply of [first, read, update, second]) decided(reply, "a call is ");
      const isSameDelete =
        second.error === undefined && second.status === first.status && shapeOf(second) === shapeOf(first);
      const updateMissing = update.error === undefined ? "success" : "error";
      const deleteMissing = isSameDelete ? "success" : "error";
      return certain(
        `read: ${missingInWords(read)} (the provider takes it for ${takenFor(read)}); update: ${updateMissing}, ` +
          `status ${update.status}; second delete: ${deleteMissing}, status ${second.status}`,
        { notFound: missingStyle(read), updateMissing, deleteMissing },
      );
    },
  },
  "unknown-id": {
    title: "read of an id that never existed",
    document: NO_ERRORS,
    async ask({ own, server }) {
      const { id } = await own.require("snippet", "unknown");
      return certain(missingInWords(await server.call("GetSnippet", { id: [...id].reverse().join("") })));
    },
  },
  "delete-response": {
    title: "response to a delete",
    document: "Section 4.2: not shown for clusters. Section 4.3: {} for snippets.",
    async ask({ own }) {
      const cluster = await own.require("cluster", "deleted");
      const snippet = await own.require("snippet", "deleted");
      const [ofCluster, ofSnippet] = [await own.remove(cluster), await own.remove(snippet)];
      accepted(ofCluster);
      const deleteClusterAnswer = clusterAnswer(ofCluster, cluster.id);
      const ofSnippets = isEmptyObject(ofSnippet) ? "empty-object" : "another body";
      const seen = `cluster: ${deleteClusterAnswer ?? "another body"}; snippet: ${ofSnippets}`;
      return certain(seen, { deleteClusterAnswer });
    },
  },
};

export const MAX_READS = 300;
const READS_AT_A_TIME = 10;
const UNAVAILABLE = 503;
/** The rate that the provider should keep to, as a fraction of the limit. */
const FRACTION = 0.95;

/** Reads an own object as fast as the server responds, until a 429 or 503, and at most 300 times. */
export const RATE: Question = {
  title: "limit of the rate of requests",
  document: "Section 8: rate limits are not shown.",
  async ask({ server, own }) {
    const { kind, id } = await own.require("snippet", "rate");
    let successes = 0;
    let isOver = false;
    let refused: { readonly status: number; readonly waitMs: number | undefined } | undefined;
    const startedAt = server.now();
    await inParallel(Array.from({ length: MAX_READS }), READS_AT_A_TIME, async () => {
      if (isOver) return;
      const { status, error } = await server.once(API[kind].get, { id }).catch((failure: unknown) => {
        isOver = true;
        throw failure;
      });
      const isRefused = isRateLimited(error) || status === UNAVAILABLE;
      if (!isRefused) successes += 1;
      else refused ??= { status, waitMs: error?.retryAfterMs };
      isOver ||= isRefused;
    });
    const seconds = (server.now() - startedAt) / 1_000;
    const reads = `${successes} reads in ${seconds.toFixed(1)} s`;
    if (refused === undefined) return notSeen(`${reads} were all accepted`);
    const { status, waitMs } = refused;
    const wait = waitMs === undefined ? "no Retry-After" : `Retry-After ${waitMs / 1_000} s`;
    // A server that counts calls in windows asks for the rest of its window.
    const perSecond = (FRACTION * successes) / Math.max(1, seconds + (waitMs ?? 0) / 1_000);
    const rounded = perSecond < 2 ? Math.floor(10 * perSecond) / 10 : Math.floor(perSecond);
    return {
      ...likely(`status ${status} after ${reads}, ${wait}`),
      requestsPerSecond: Math.max(0.1, rounded),
    };
  },
};
