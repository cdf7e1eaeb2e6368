import { operations } from "../../../api";
import { isNotFound, isRateLimited, type RawResponse } from "../../../client";
import { KINDS } from "../../../objects/kinds";
import type { Dialect } from "../../../simulator";
import { isObject } from "../../../util/json";
import { inParallel } from "../../../util/lists";
import { API, bodyOf, fieldOf } from "../server";
import { accepted, certain, decided, isSuccess, likely, notSeen, refusedWith, question } from "../question";
import type { Questions } from "../question";

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
  return known.find((one) => one === (isSuccess(status) ? "200-error" : String(status)));
}

function isEmptyObject({ text }: RawResponse): boolean {
  return text.replace(/\s/g, "") === "{}";
}

/** Wrong identities, from the most ordinary to one that every server refuses. */
const WRONG = [
  ["an unknown user id", { userId: "cdktf-outreach-probe-unknown" }],
  ["an unknown workspace id", { workspaceId: "cdktf-outreach-probe-unknown" }],
  ["an empty user id", { userId: "" }],
] as const;

const SAMPLES = 5;
/** Shorter latencies are those of any server nearby, in milliseconds. */
const SHORT_MS = 10;

/** The questions that create nothing. */
export const reading: Questions = {
  "empty-list": question("list without objects", "Section 7: not shown.", async ({ server }) => {
    for (const kind of KINDS) {
      const reply = await server.call(API[kind].list);
      accepted(reply);
      const { [operations[API[kind].list].response.list]: list, nextToken } = bodyOf(reply);
      if ((Array.isArray(list) && list.length > 0) || (nextToken ?? "") !== "") continue;
      const emptyList = Array.isArray(list) ? "array" : list === null ? "null" : "absent";
      return certain(`the array is ${emptyList === "array" ? "empty" : emptyList}`, { emptyList });
    }
    return notSeen("the workspace has objects of both kinds");
  }),
  "bad-request": question("request without a required field", "Section 7: not shown.", async ({ server }) => {
    const reply = await server.call("GetSnippet");
    const errorBody = errorShape(reply);
    const badRequest = statusAs(reply, ["400", "422", "200-error"]);
    const seen = `status ${reply.status}, error body: ${errorBody ?? "another shape"}`;
    const isKnown = errorBody !== undefined || badRequest !== undefined;
    return isKnown ? certain(seen, { errorBody, badRequest }) : notSeen(seen);
  }),
  "unknown-field": question("unknown field in a request", "Section 4: not shown.", async ({ server }) => {
    const reply = await server.call("ListSnippet", { cdktfOutreachProbe: true });
    decided(reply);
    if (reply.error === undefined) return certain("ignored", { unknownFields: "ignored" });
    return certain(refusedWith(reply), { unknownFields: "rejected" });
  }),
  "wrong-credentials": question("wrong credentials", "Section 7: not shown.", async ({ server }) => {
    const seen: string[] = [];
    for (const [what, identity] of WRONG) {
      const reply = await server.call("ListSnippet", identity);
      decided(reply);
      seen.push(`${what} is ${reply.error === undefined ? "accepted" : refusedWith(reply)}`);
      if (reply.error === undefined) continue;
      const unauthorized = statusAs(reply, ["401", "403", "400", "404", "200-error"]);
      return (seen.length === 1 ? certain : likely)(seen.join(", "), { unauthorized });
    }
    return notSeen(seen.join(", "));
  }),
  "authorization-header": question(
    "Authorization header",
    "Section 5, rule 6: some samples have it.",
    async ({ server }) => {
      const reply = await server.call("ListSnippet", {}, { authorized: false });
      decided(reply);
      return reply.error === undefined
        ? certain("not required: a call without it succeeds", { authorization: "ignored" })
        : certain(`required: a call without it is ${refusedWith(reply)}`, { authorization: "required" });
    },
  ),
  latency: question("time until a response", "Section 8: not shown.", async ({ server }) => {
    const times: number[] = [];
    while (times.length < SAMPLES) times.push((await server.call("ListClusters")).durationMs);
    const median = Math.round(times.sort((a, b) => a - b)[SAMPLES >> 1]!);
    const seen = `${median} ms (median of ${SAMPLES} lists)`;
    return { ...likely(seen), latencyMs: median < SHORT_MS ? 0 : median };
  }),
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

/** Describes a refused read, and what the provider takes it for. A list decides whether the object is deleted. */
function refusedRead(reply: RawResponse): string {
  const { status, error } = reply;
  const detail = missingStyle(reply)?.split("-")[1];
  const other = error?.mayBeMissing === true ? "possibly missing" : "an error";
  const what = isNotFound(error) ? "not found" : error === undefined ? "an object" : other;
  return `status ${status}${detail === undefined ? "" : `, ${detail}`} (the provider takes it for ${what})`;
}

function shapeOf({ json, text }: RawResponse): string {
  return isObject(json) ? Object.keys(json).sort().join() : text;
}

export const missing: Questions = {
  "missing-object": question(
    "calls about a deleted object",
    "Section 7: not shown.",
    async ({ own, server }) => {
      const snippet = await own.require("snippet", "missing");
      const cluster = await own.require("cluster", "missing");
      await own.remove(snippet);
      const first = await own.remove(cluster);
      await server.settle();
      const read = await server.call("GetSnippet", { id: snippet.id });
      const update = await own.update(snippet, {});
      const second = await own.remove(cluster);
      for (const reply of [first, read, update, second]) decided(reply);
      const isSameDelete =
        second.error === undefined && second.status === first.status && shapeOf(second) === shapeOf(first);
      const updateMissing = update.error === undefined ? "success" : "error";
      const deleteMissing = isSameDelete ? "success" : "error";
      return certain(
        `read: ${refusedRead(read)}; update: ${updateMissing}, status ${update.status}; ` +
          `second delete: ${deleteMissing}, status ${second.status}`,
        { notFound: missingStyle(read), updateMissing, deleteMissing },
      );
    },
  ),
  "unknown-id": question("read of an unknown id", "Section 7: not shown.", async ({ own, server }) => {
    const { id } = await own.require("snippet", "unknown");
    return certain(refusedRead(await server.call("GetSnippet", { id: [...id].reverse().join("") })));
  }),
  "delete-response": question("delete of a cluster", "Section 4.2: not shown.", async ({ own }) => {
    const cluster = await own.require("cluster", "deleted");
    const reply = await own.remove(cluster);
    accepted(reply);
    const hasId = fieldOf("cluster", reply, "id") === cluster.id;
    const body = hasId ? "identifiers" : isEmptyObject(reply) ? "empty-object" : undefined;
    const deleteClusterAnswer = reply.status === 204 ? "no-content" : body;
    return certain(deleteClusterAnswer ?? "another body", { deleteClusterAnswer });
  }),
};

export const MAX_READS = 300;
const READS_AT_A_TIME = 10;
const UNAVAILABLE = 503;
/** The rate that the provider should keep to, as a fraction of the limit. */
const FRACTION = 0.95;

/** Reads an own object as fast as the server responds, until a 429 or 503, and at most 300 times. */
export const rate = question(
  "limit of the request rate",
  "Section 8: not shown.",
  async ({ server, own }) => {
    const { id } = await own.require("snippet", "rate");
    let successes = 0;
    let isOver = false;
    let refused: { readonly status: number; readonly waitMs: number | undefined } | undefined;
    const startedAt = server.now();
    await inParallel(Array.from({ length: MAX_READS }), READS_AT_A_TIME, async () => {
      if (isOver) return;
      const { status, error } = await server
        .call("GetSnippet", { id }, { attempts: 1 })
        .catch((failure: unknown) => {
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
);
