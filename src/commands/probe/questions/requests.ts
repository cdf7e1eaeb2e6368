import { operations } from "../../../api";
import { isMaybeMissing, isNotFound, isRateLimited, type RawResponse } from "../../../client";
import { KINDS } from "../../../objects/kinds";
import type { Dialect } from "../../../simulator";
import { isObject } from "../../../util/json";
import { inParallel } from "../../../util/lists";
import { API, bodyOf, fieldOf } from "../server";
import { accepted, certain, decided, isSuccess, likely, notSeen, refusedWith } from "../answer";
import type { Questions } from "../question";

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

function statusAs<S extends string>({ status }: RawResponse, known: readonly S[]): S | undefined {
  return known.find((one) => one === (isSuccess(status) ? "200-error" : String(status)));
}

const SAMPLES = 5;
/** A nearby server has a shorter latency, which is not reported. */
const SHORT_MS = 10;

export const reading: Questions = {
  "list without objects": async ({ server }) => {
    for (const kind of KINDS) {
      const reply = await server.call(API[kind].list);
      accepted(reply);
      const { [operations[API[kind].list].response.list]: list, nextToken } = bodyOf(reply);
      if ((Array.isArray(list) && list.length > 0) || (nextToken ?? "") !== "") continue;
      const emptyList = Array.isArray(list) ? "array" : list === null ? "null" : "absent";
      return certain(`the array is ${emptyList === "array" ? "empty" : emptyList}`, { emptyList });
    }
    return notSeen("the workspace has objects of both kinds");
  },
  "request without a required field": async ({ server }) => {
    const reply = await server.call("GetSnippet");
    const errorBody = errorShape(reply);
    const badRequest = statusAs(reply, ["400", "422", "200-error"]);
    const seen = `status ${reply.status}, error body: ${errorBody ?? "another shape"}`;
    return certain(seen, { errorBody, badRequest });
  },
  "unknown field in a request": async ({ server }) => {
    const reply = await server.call("ListSnippet", { cdktfOutreachProbe: true });
    decided(reply);
    const unknownFields = reply.error === undefined ? "ignored" : "rejected";
    return certain(unknownFields, { unknownFields });
  },
  "wrong credentials": async ({ server }) => {
    const seen: string[] = [];
    // The list ends with an identity that every server refuses.
    for (const [what, identity] of [
      ["an unknown user id", { userId: "cdktf-outreach-probe-unknown" }],
      ["an unknown workspace id", { workspaceId: "cdktf-outreach-probe-unknown" }],
      ["an empty user id", { userId: "" }],
    ] as const) {
      const reply = await server.call("ListSnippet", identity);
      decided(reply);
      seen.push(`${what} is ${reply.error === undefined ? "accepted" : refusedWith(reply)}`);
      if (reply.error === undefined) continue;
      const unauthorized = statusAs(reply, ["401", "403", "400", "404", "200-error"]);
      return (seen.length === 1 ? certain : likely)(seen.join(", "), { unauthorized });
    }
    return notSeen(seen.join(", "));
  },
  "call without the Authorization header": async ({ server }) => {
    const reply = await server.call("ListSnippet", {}, { authorized: false });
    decided(reply);
    if (reply.error === undefined) return certain("accepted", { authorization: "ignored" });
    return certain(refusedWith(reply), { authorization: "required" });
  },
  "time until a response": async ({ server }) => {
    const times: number[] = [];
    while (times.length < SAMPLES) times.push((await server.call("ListClusters")).durationMs);
    const median = Math.round(times.sort((a, b) => a - b)[SAMPLES >> 1]!);
    const seen = `${median} ms (median of ${SAMPLES} lists)`;
    return { ...likely(seen), latencyMs: median < SHORT_MS ? 0 : median };
  },
};

function isEmptyObject({ text }: RawResponse): boolean {
  return text.replace(/\s/g, "") === "{}";
}

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

/** Returns what the provider concludes from a read. Only a list decides whether the object is deleted. */
function meaningOf({ error }: RawResponse): string {
  if (error === undefined) return "an object";
  if (isNotFound(error)) return "not found";
  return isMaybeMissing(error) ? "possibly missing" : "an error";
}

function shapeOf({ status, json, text }: RawResponse): string {
  return `${status} ${isObject(json) ? Object.keys(json).sort().join() : text}`;
}

export const missing: Questions = {
  "delete, and calls about a deleted object": async ({ own, server }) => {
    const snippet = await own.require("snippet", "missing");
    const cluster = await own.require("cluster", "missing");
    await own.remove(snippet);
    const first = await own.remove(cluster);
    accepted(first);
    await server.settle();
    const read = await server.call("GetSnippet", { id: snippet.id });
    const update = await own.update(snippet, {});
    const second = await own.remove(cluster);
    for (const reply of [read, update, second]) decided(reply);
    const hasId = fieldOf("cluster", first, "id") === cluster.id;
    const body = hasId ? "identifiers" : isEmptyObject(first) ? "empty-object" : undefined;
    const deleteClusterAnswer = first.status === 204 ? "no-content" : body;
    const isSameDelete = second.error === undefined && shapeOf(second) === shapeOf(first);
    const updateMissing = update.error === undefined ? "success" : "error";
    const deleteMissing = isSameDelete ? "success" : "error";
    return certain(
      `delete: ${deleteClusterAnswer ?? "another body"}; ` +
        `read: status ${read.status} (the provider takes it for ${meaningOf(read)}); ` +
        `update: ${updateMissing}, status ${update.status}; second delete: ${deleteMissing}, status ${second.status}`,
      { deleteClusterAnswer, notFound: missingStyle(read), updateMissing, deleteMissing },
    );
  },
};

export const MAX_READS = 300;
const READS_AT_A_TIME = 10;
const UNAVAILABLE = 503;
/** Fraction of the limit that the probe advises as the provider's rate. */
const FRACTION = 0.95;

export const rate: Questions = {
  /** Reads one object as fast as the server responds, until a 429 or 503, but at most 300 times. */
  "limit of the request rate": async ({ server, own }) => {
    const { id } = await own.require("snippet", "rate");
    let successes = 0;
    let refused: RawResponse | undefined;
    const startedAt = server.now();
    await inParallel(Array.from({ length: MAX_READS }), READS_AT_A_TIME, async () => {
      if (refused !== undefined) return;
      const reply = await server.call("GetSnippet", { id }, { attempts: 1 });
      if (isRateLimited(reply.error) || reply.status === UNAVAILABLE) refused ??= reply;
      else successes += 1;
    });
    const seconds = (server.now() - startedAt) / 1_000;
    const reads = `${successes} reads in ${seconds.toFixed(1)} s`;
    if (refused === undefined) return notSeen(`${reads} were all accepted`);
    const waitMs = refused.error?.retryAfterMs;
    const wait = waitMs === undefined ? "no Retry-After" : `Retry-After ${waitMs / 1_000} s`;
    // A server that counts calls in windows asks to wait for the rest of the window.
    const perSecond = (FRACTION * successes) / Math.max(1, seconds + (waitMs ?? 0) / 1_000);
    const rounded = perSecond < 2 ? Math.floor(10 * perSecond) / 10 : Math.floor(perSecond);
    return {
      ...likely(`status ${refused.status} after ${reads}, ${wait}`),
      requestsPerSecond: Math.max(0.1, rounded),
    };
  },
};
