import {
  clusterFields,
  identityFields,
  orNull,
  pagingFields,
  pick,
  snippetFields,
  sortFields,
  type Fields,
  type ValuesOf,
} from "./fields";

/** What a call does to the workspace: it decides what may be repeated after a failure, never the HTTP verb. */
export type Intent = "read" | "create" | "update" | "delete";

/** The two kinds of object this API manages. */
export type Kind = "cluster" | "snippet";

/** The answer of an operation. */
export type ResponseShape =
  /** One page: the items under `list`, and a `nextToken` that is null on the last page. */
  | { readonly list: string; readonly item: Fields }
  /** One object with these fields (none for the documented empty object). */
  | { readonly fields: Fields }
  /** The document does not show it: whatever comes with a 2xx is accepted. */
  | { readonly notShown: true };

export interface Operation {
  /** Appended to the base address; case-sensitive (section 4.1, rule 4). */
  readonly path: `/${Kind}s/${string}`;
  readonly kind: Kind;
  readonly intent: Intent;
  /** Body fields beside `userId` and `workspaceId`, which every body carries. */
  readonly required: Fields;
  readonly optional: Fields;
  readonly response: ResponseShape;
}

/** The ten operations (outreach-api.md, sections 4.2 and 4.3). Every one is a POST with a JSON body. */
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
    response: { fields: { ...orNull(pick(clusterFields, "workspaceId")), ...pick(clusterFields, "id") } },
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
    response: { fields: { ...orNull(pick(clusterFields, "workspaceId")), ...pick(clusterFields, "id") } },
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
    optional: { ...sortFields, ...pagingFields },
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

/** What a caller passes to an operation, by property name; the identity fields are added by the client. */
export type RequestOf<N extends OperationName> = ValuesOf<OperationOf<N>["required"]> &
  Partial<ValuesOf<OperationOf<N>["optional"]>>;

/** What an operation answers, by property name. */
export type ResponseOf<N extends OperationName> = OperationOf<N>["response"] extends {
  item: infer I extends Fields;
}
  ? {
      items: ValuesOf<I>[];
      nextToken: string | null;
      /** Why there are no items where the answer has no array of them; absent where it has one. */
      unlisted?: string;
    }
  : OperationOf<N>["response"] extends { fields: infer F extends Fields }
    ? ValuesOf<F>
    : Record<string, never>;

/** Operations that answer in pages (section 4.1, rule 6). */
export type ListOperationName = {
  [N in OperationName]: OperationOf<N>["response"] extends { item: Fields } ? N : never;
}[OperationName];

/** All body fields of an operation in the order they are written, identity first. */
export function requestFields(operation: Operation): Fields {
  return { ...identityFields, ...operation.required, ...operation.optional };
}
