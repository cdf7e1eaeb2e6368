import { clusterFields, operations, snippetFields, type Fields } from "../../api";
import type { Kind } from "../../objects/kinds";
import { isObject, type JsonObject } from "../../util/json";

export const API = {
  cluster: {
    create: "CreateCluster",
    get: "GetCluster",
    update: "UpdateCluster",
    remove: "DeleteCluster",
    list: "ListClusters",
    array: operations.ListClusters.response.list,
    fields: clusterFields,
  },
  snippet: {
    create: "CreateSnippet",
    get: "GetSnippet",
    update: "UpdateSnippet",
    remove: "DeleteSnippet",
    list: "ListSnippet",
    array: operations.ListSnippet.response.list,
    fields: snippetFields,
  },
} as const;

/** Returns the value of a field in a response, as the server sent it; undefined if the response lacks it. */
export function fieldOf(kind: Kind, { json }: { readonly json: unknown }, property: string): unknown {
  return bodyOf({ json })[wireOf(kind, property)];
}

export function wireOf(kind: Kind, property: string): string {
  const fields: Fields = API[kind].fields;
  return fields[property]?.wire ?? property;
}

export function bodyOf({ json }: { readonly json: unknown }): JsonObject {
  return isObject(json) ? json : {};
}
