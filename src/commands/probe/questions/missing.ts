import type { RawResponse } from "../../../client";
import { isObject } from "../../../util/json";
import type { Dialect } from "../../../simulator";
import { fieldOf } from "../api";
import { certain, isPassing, notSeen, refusedWith, type Question } from "../question";

const NO_ERRORS = "Section 7: error shape, status codes and error codes are not shown.";

/** Returns the response to a missing object as a setting; undefined for another response. */
export function missingStyle({ status, text, json, error }: RawResponse): Dialect["notFound"] | undefined {
  const isDenied = error?.code === "OUTREACH_DENIED" || error?.code === "OUTREACH_UNAUTHORIZED";
  if (status >= 200 && status < 300) {
    if (json === null) return "200-null";
    if (text.replace(/\s/g, "") === "{}") return "200-empty";
    return isDenied ? "200-denied" : "200-error";
  }
  if (status === 401 || status === 403) return `${status}`;
  if (status === 400 || status === 404) return isDenied ? `${status}-denied` : `${status}`;
  return undefined;
}

/** Returns the status of a refused read, and what else decides what it means. */
function inWords(reply: RawResponse): string {
  const [, detail] = missingStyle(reply)?.split("-") ?? [];
  return `status ${reply.status}${detail === undefined ? "" : `, ${detail}`}`;
}

/** What the provider takes a refused read for. A list decides whether the object is deleted. */
function reading({ error }: RawResponse): string {
  if (error === undefined) return "an object";
  if (error.code === "OUTREACH_NOT_FOUND" || error.code === "OUTREACH_MAYBE_NOT_FOUND") return "not found";
  if (error.code === "OUTREACH_DENIED") return "denied";
  return error.mayBeMissing ? "possibly missing" : "an error";
}

/** Reports whether two bodies are objects with the same fields, or the same text. */
function hasSameFields(one: RawResponse, other: RawResponse): boolean {
  if (!isObject(one.json) || !isObject(other.json)) return one.text === other.text;
  return Object.keys(one.json).sort().join() === Object.keys(other.json).sort().join();
}

const deletedObject: Question = {
  id: "missing-object",
  title: "read, update and second delete of a deleted object",
  document: NO_ERRORS,
  calls: () => 9,
  async ask({ own, server }) {
    const snippet = await own.require("snippet", "missing");
    const cluster = await own.require("cluster", "missing");
    await own.remove(snippet);
    const first = await own.remove(cluster);
    await server.settle();
    const read = await server.call("GetSnippet", { id: snippet.id });
    const update = await own.update(snippet, {});
    const second = await own.remove(cluster);
    if ([first, read, update, second].some(isPassing))
      return notSeen("the server responded with an error that may pass");
    const notFound = missingStyle(read);
    const deletes = second.error === undefined && second.status === first.status;
    const outcome = (succeeds: boolean) => (succeeds ? "success" : "error");
    const updateMissing = outcome(update.error === undefined);
    const deleteMissing = outcome(deletes && hasSameFields(first, second));
    return certain(
      `read: ${inWords(read)} (the provider takes it for ${reading(read)}); update: ${updateMissing}, ` +
        `status ${update.status}; second delete: ${deleteMissing}, status ${second.status}`,
      { ...(notFound && { notFound }), updateMissing, deleteMissing },
    );
  },
};

const unknownId: Question = {
  id: "unknown-id",
  title: "read of an id that never existed",
  document: NO_ERRORS,
  calls: () => 4,
  async ask({ own, server }) {
    const { id } = await own.require("snippet", "unknown");
    const reply = await server.call("GetSnippet", { id: [...id].reverse().join("") });
    return certain(inWords(reply));
  },
};

const deleteResponses: Question = {
  id: "delete-response",
  title: "response to a delete",
  document: "Section 4.2: not shown for clusters. Section 4.3: {} for snippets.",
  calls: () => 6,
  async ask({ own }) {
    const [cluster, snippet] = [
      await own.require("cluster", "deleted"),
      await own.require("snippet", "deleted"),
    ];
    const [ofCluster, ofSnippet] = [await own.remove(cluster), await own.remove(snippet)];
    if (ofCluster.error !== undefined) return notSeen(refusedWith(ofCluster));
    const answer = clusterAnswer(ofCluster, cluster.id);
    const empty = ofSnippet.text.replace(/\s/g, "") === "{}";
    const words = { "no-content": "status 204", identifiers: "its ids", "empty-object": "{}" };
    const seen = `cluster: ${answer === undefined ? "another body" : words[answer]}; snippet: ${empty ? "{}" : "another body"}`;
    return certain(seen, answer && { deleteClusterAnswer: answer });
  },
};

function clusterAnswer(reply: RawResponse, id: string): Dialect["deleteClusterAnswer"] | undefined {
  if (reply.status === 204) return "no-content";
  if (fieldOf("cluster", reply, "id") === id) return "identifiers";
  return reply.text.replace(/\s/g, "") === "{}" ? "empty-object" : undefined;
}

export const missing = [deletedObject, unknownId, deleteResponses];
