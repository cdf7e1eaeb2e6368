import type { clusterFields, Kind, snippetFields, ValuesOf } from "../api";

type Kept<K extends Kind> = {
  readonly kind: K;
  /** Place in the creation order of all workspaces; never reused, not even after a reset. */
  readonly sequence: number;
};

// An intersection, because TypeScript then shows the name of the type, and not its members, to users.
/** A cluster of the simulator. */
export type SimulatedCluster = Kept<"cluster"> & Readonly<ValuesOf<typeof clusterFields>>;
/** A snippet of the simulator. */
export type SimulatedSnippet = Kept<"snippet"> & Readonly<ValuesOf<typeof snippetFields>>;

/** An object of the simulator. Its fields have the names of a seed (`id`, `name`); its dates are ISO 8601. */
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
