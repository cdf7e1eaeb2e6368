import { canonicalText, mayBeNamed, sameText } from "../../objects/text";
import { groupBy, inParallel } from "../../util/lists";
import type { Connection } from "../../estate/workspace/connection";
import { keyOf } from "../../estate/workspace/objects";
import { type Failure, readOne, type Reading } from "./read-objects";
import type { Stateless } from "./stateless";

/** The unmanaged object that has the name of a resource, or why it is not known. */
export type Match =
  | { readonly is: "found"; readonly id: string }
  /** No unmanaged object has the name: the next apply creates one. */
  | { readonly is: "none" }
  /** Several objects have the name, or several resources declare it. */
  | { readonly is: "ambiguous"; readonly reason: string; readonly ids: readonly string[] }
  | { readonly is: "unknown"; readonly reason: string };

interface Scope {
  readonly connection: Connection;
  readonly lists: Reading["lists"];
  /** The keys of objects that a state holds, or that an `import` block imports. */
  readonly taken: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/**
 * Finds the object of each resource by its name. A list may cut or rewrite names, so each object is read. The
 * results are in the order of the resources.
 */
export async function matchByName(resources: readonly Stateless[], scope: Scope): Promise<Match[]> {
  const sameNamed = groupBy(resources, nameKeyOf);
  return inParallel(resources, scope.connection.concurrency, (resource) => {
    return matchOne(resource, sameNamed.get(nameKeyOf(resource)) ?? [], scope);
  });
}

function nameKeyOf({ kind, name = "" }: Stateless): string {
  return JSON.stringify([kind, canonicalText(name)]);
}

async function matchOne(
  resource: Stateless,
  sameNamed: readonly Stateless[],
  { connection, lists, taken, signal }: Scope,
): Promise<Match> {
  const { kind, name, problem, knownId } = resource;
  if (name === undefined) return { is: "unknown", reason: problem ?? "Its name is computed." };
  const { listing } = lists.get(kind)!;
  const free = [...listing.named(name), ...listing.disguised(name)].filter(
    ({ id }) => !taken.has(keyOf({ kind, id })),
  );
  const read = await Promise.all(free.map(({ id }) => readOne(connection, { kind, id, name: "" }, signal)));
  signal.throwIfAborted();
  const failure = read.find((one): one is Failure => "message" in one);
  if (failure !== undefined)
    return { is: "unknown", reason: `The ${kind} ${failure.object.id} cannot be read: ${failure.message}` };
  const found = read.flatMap((one) => ("message" in one ? [] : one));
  const ids = found.filter((one) => sameText(one.name, name)).map(({ id }) => id);
  const rewritten = found.filter((one) => mayBeNamed(name, one.name)).map(({ id }) => id);
  if (ids.length === 0 && rewritten.length > 0)
    return {
      is: "unknown",
      reason: `The API may have altered its name, and stores it at ${rewritten.join(", ")}. Import that object if it is the right one.`,
    };
  const known = sameNamed.map((one) => one.knownId);
  const isDecided = ({ knownId: id }: Stateless) =>
    id !== undefined && ids.includes(id) && known.indexOf(id) === known.lastIndexOf(id);
  if (isDecided(resource)) return { is: "found", id: knownId! };
  return among(
    ids.filter((id) => !sameNamed.some((one) => one.knownId === id && isDecided(one))),
    sameNamed.find((one) => one !== resource && !isDecided(one)),
  );
}

/** Returns the match for a resource among the objects with its name, beside another resource with that name. */
function among(ids: readonly string[], other: Stateless | undefined): Match {
  if (ids.length === 0) return { is: "none" };
  if (other !== undefined)
    return { is: "ambiguous", reason: `${other.address} of ${other.stack.name} has the same name.`, ids };
  const [id] = ids as [string, ...string[]];
  if (ids.length === 1) return { is: "found", id };
  return { is: "ambiguous", reason: "Several unmanaged objects have its name.", ids };
}
