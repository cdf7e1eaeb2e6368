import {
  clusterFields,
  identityFields,
  orNull,
  pagingFields,
  pick,
  snippetFields,
  type Fields,
  type ValuesOf,
} from "./fields";

/** Retries depend on the intent, because the HTTP method is always POST. */
export type Intent = "read" | "create" | "update" | "delete";

export type Kind = "cluster" | "snippet";

export type ResponseShape =
  /** `nextToken` is null on the last page. */
  | { readonly list: string; readonly item: Fields }
  /** If the API document shows an empty object, `fields` is empty. */
  | { readonly fields: Fields }
  /** The API document shows no response, so every 2xx is accepted. */
  | { readonly notShown: true };

export interface Operation {
  /** The case-sensitive path after the base address. */
  readonly path: `/${Kind}s/${string}`;
  readonly kind: Kind;
  readonly intent: Intent;
  readonly required: Fields;
  readonly optional: Fields;
  readonly response: ResponseShape;
}

const WRITTEN_CLUSTER = {
  fields: { ...orNull(pick(clusterFields, "workspaceId")), ...pick(clusterFields, "id") },
};

/** All operations are POST requests with a JSON body (outreach-api.md, section 4). */
export const operations = {
  ListClusters: {
    path: "/clusters/ListClusters",
    kind: "cluster",
    intent: "read",
    required: {},
    optional: pagingFields,
    response: {
      list: "clusters",
      item: {
        ...pick(clusterFields, "id", "name"),
        ...orNull(pick(clusterFields, "associatedCount", "createdAt")),
      },
    },
  },
  CreateCluster: {
    path: "/clusters/CreateCluster",
    kind: "cluster",
    intent: "create",
    required: pick(clusterFields, "name"),
    optional: pick(clusterFields, "description"),
    response: WRITTEN_CLUSTER,
  },
  GetCluster: {
    path: "/clusters/GetCluster",
    kind: "cluster",
    intent: "read",
    required: pick(clusterFields, "id"),
    optional: {},
    response: {
      fields: {
        ...clusterFields,
        ...orNull(pick(clusterFields, "workspaceId", "associatedCount", "createdAt", "lastUpdatedAt")),
      },
    },
  },
  UpdateCluster: {
    path: "/clusters/UpdateCluster",
    kind: "cluster",
    intent: "update",
    required: pick(clusterFields, "id", "name"),
    optional: pick(clusterFields, "description"),
    response: WRITTEN_CLUSTER,
  },
  DeleteCluster: {
    path: "/clusters/DeleteCluster",
    kind: "cluster",
    intent: "delete",
    required: pick(clusterFields, "id"),
    optional: {},
    response: { notShown: true },
  },
  ListSnippet: {
    path: "/snippets/ListSnippet",
    kind: "snippet",
    intent: "read",
    required: {},
    optional: { sortOrder: { wire: "sortOrder", type: "string" }, ...pagingFields },
    response: { list: "snippets", item: pick(snippetFields, "id", "name") },
  },
  CreateSnippet: {
    path: "/snippets/CreateSnippet",
    kind: "snippet",
    intent: "create",
    required: pick(snippetFields, "name", "prompt"),
    optional: {},
    response: { fields: pick(snippetFields, "id") },
  },
  GetSnippet: {
    path: "/snippets/GetSnippet",
    kind: "snippet",
    intent: "read",
    required: pick(snippetFields, "id"),
    optional: {},
    response: {
      fields: {
        ...pick(snippetFields, "id", "name", "prompt"),
        ...orNull(pick(snippetFields, "createdAt", "lastUpdatedAt")),
      },
    },
  },
  UpdateSnippet: {
    path: "/snippets/UpdateSnippet",
    kind: "snippet",
    intent: "update",
    required: pick(snippetFields, "id", "name", "prompt"),
    optional: {},
    response: { fields: pick(snippetFields, "id") },
  },
  DeleteSnippet: {
    path: "/snippets/DeleteSnippet",
    kind: "snippet",
    intent: "delete",
    required: pick(snippetFields, "id"),
    optional: {},
    response: { fields: {} },
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

type OperationOf<N extends OperationName> = (typeof operations)[N];

export type RequestOf<N extends OperationName> = ValuesOf<OperationOf<N>["required"]> &
  Partial<ValuesOf<OperationOf<N>["optional"]>>;

/** Why a page of a list may lack objects. The list then proves no delete. */
export interface Doubt {
  /** The reason is a clause, such as `the status is 206`. */
  readonly reason: string;
  /** False if the response only lacks its array of objects: some servers omit an empty array. */
  readonly isPartial: boolean;
}

export type ResponseOf<N extends OperationName> = OperationOf<N>["response"] extends {
  item: infer I extends Fields;
}
  ? {
      items: ValuesOf<I>[];
      nextToken: string | null;
      doubt?: Doubt;
    }
  : OperationOf<N>["response"] extends { fields: infer F extends Fields }
    ? ValuesOf<F>
    : Record<string, never>;

export type ListOperationName = {
  [N in OperationName]: OperationOf<N>["response"] extends { item: Fields } ? N : never;
}[OperationName];

export function requestFields(operation: Operation): Fields {
  return { ...identityFields, ...operation.required, ...operation.optional };
}
