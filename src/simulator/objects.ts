import type { clusterFields, Kind, snippetFields, ValuesOf } from "../api";

type Kept<K extends Kind> = {
  readonly kind: K;
  /** Position in the order in which the objects of all workspaces were created. Never reused. */
  readonly sequence: number;
};

// Intersections, because TypeScript then shows users the names of these types and not their members.
/** A cluster of the simulator. */
export type SimulatedCluster = Kept<"cluster"> & Readonly<ValuesOf<typeof clusterFields>>;
/** A snippet of the simulator. */
export type SimulatedSnippet = Kept<"snippet"> & Readonly<ValuesOf<typeof snippetFields>>;

/**
 * An object of the simulator. Its fields have the same names as in a seed, such as `id`. Its dates are ISO
 * 8601, except dates that a seed or change gave in another form.
 */
export type SimulatedObject = SimulatedCluster | SimulatedSnippet;

/** Returns the prompt of a snippet, or the description of a cluster ("" if it has none). */
export function textOf(object: SimulatedObject): string {
  return object.kind === "cluster" ? (object.description ?? "") : object.prompt;
}

/** A committed create or update; a create has no `before`. */
export interface Put {
  readonly before: SimulatedObject | undefined;
  readonly after: SimulatedObject;
}

/** One committed write. */
export type Write = Put | { readonly before: SimulatedObject; readonly after: undefined };
