import type { OperationName } from "../../src/api";
import type { FaultEffect } from "../../src/simulator";
import type { Given, Managed } from "./workbench";

/** One kind of object, so that both can be held to the same rules. */
export interface Kind {
  readonly type: Managed["type"];
  readonly given: Given;
  /** The attribute with the text of the object, beside its name. */
  readonly text: "description" | "prompt";
  /** Differs in every attribute. */
  readonly changed: Given;
  readonly operations: Readonly<Record<"create" | "get" | "update" | "delete" | "list", OperationName>>;
}

const kinds: readonly Kind[] = [
  {
    type: "outreach_cluster",
    given: { name: "Sales", description: "Ours" },
    text: "description",
    changed: { name: "Marketing", description: "Still ours" },
    operations: {
      create: "CreateCluster",
      get: "GetCluster",
      update: "UpdateCluster",
      delete: "DeleteCluster",
      list: "ListClusters",
    },
  },
  {
    type: "outreach_snippet",
    given: { name: "Opener", prompt: "Hi {first_name}" },
    text: "prompt",
    changed: { name: "Closer", prompt: "Bye {last_name}" },
    operations: {
      create: "CreateSnippet",
      get: "GetSnippet",
      update: "UpdateSnippet",
      delete: "DeleteSnippet",
      list: "ListSnippet",
    },
  },
];

/** For `describe.each`. */
export const KINDS = kinds.map((kind) => [kind.type, kind] as const);

/**
 * Returns one of the kinds, in turn by the number of a row. For tables of what code that both kinds share tells
 * apart: each row runs once, and each kind takes part in every second one.
 */
export function kindInTurn(row: number): Kind {
  return kinds[row % kinds.length]!;
}

/** Returns the rows of such a table in which it is this kind's turn. */
export function turnsOf<Row>(kind: Kind, rows: readonly Row[]): Row[] {
  return rows.filter((_, row) => kindInTurn(row) === kind);
}

/**
 * Returns an `it` for tests of what code that both kinds share does, in a block of `describe.each(KINDS)`. The
 * tests and the rows of `it.each` take the kinds in turn: each of them runs once.
 */
export function itInTurn(kind: Kind): typeof it {
  let row = 0;
  const isTurn = () => kindInTurn(row++) === kind;
  const one = (title: string, run: () => Promise<void>) => {
    if (isTurn()) it(title, run);
  };
  const each = (rows: readonly unknown[]) => {
    const own = rows.filter(isTurn);
    return own.length > 0 ? it.each(own) : () => undefined;
  };
  return Object.assign(one, { each }) as unknown as typeof it;
}

/** A get answers so, whatever is stored. It has the fields of both kinds, of which a read takes its own. */
export function answering(id: string, content: Given) {
  const { name, description = null } = content;
  const ofClusters = {
    clusterId: id,
    clusterName: name,
    clusterDescription: description,
    associatedCount: 0,
  };
  const body = { ...ofClusters, snippetId: id, ...content };
  return { type: "status", status: 200, body } satisfies FaultEffect;
}
