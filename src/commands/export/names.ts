import { createHash } from "node:crypto";
import type { Kind, ListedObject } from "../../estate/workspace/workspace";
import { groupBy } from "../../util/lists";

/** Largest length of an id, which is also a file's name: far below the limits of all file systems. */
const MAX_LENGTH = 50;

/** Ids that need a suffix: device names of Windows, as in `con.md`, and ids that a stack may already use. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|outreach|default)$/;

export interface NamedObject<T extends ListedObject = ListedObject> {
  readonly object: T;
  readonly codeId: string;
}

/** In HCL, the id of an object in a module is its whole address. */
export function addressOf(kind: Kind, codeId: string): string {
  return codeId.includes(".") ? codeId : `outreach_${kind}.${codeId}`;
}

/**
 * Makes ids from names; the order of the objects does not matter. If an id is not unique, or the code already
 * has it, each new object gets a suffix made from its kind and object id.
 */
export function nameObjects<T extends ListedObject>(
  objects: readonly T[],
  inUse: Iterable<string>,
): NamedObject<T>[] {
  const bySlug = groupBy(objects, slugOf);
  const taken = new Set(Array.from(inUse, (id) => id.toLowerCase()));
  return objects.map((object) => {
    const slug = slugOf(object);
    const hash = createHash("sha256").update(`${object.kind} ${object.id}`).digest("hex");
    // CDKTF stores constructs in a plain object, so `constructor` and other inherited names cannot be ids.
    const isFree = bySlug.get(slug)?.length === 1 && !RESERVED.test(slug) && !(slug in {});
    // Eight characters are usually enough for 10,000 objects.
    const ids = [...(isFree ? [slug] : []), `${slug}-${hash.slice(0, 8)}`];
    const codeId = ids.find((id) => !taken.has(id)) ?? `${slug}-${hash}`;
    taken.add(codeId);
    return { object, codeId };
  });
}

/** `toUpperCase` turns ligatures and a sharp s into several plain letters. */
function slugOf({ kind, name }: ListedObject): string {
  const plain = name
    .slice(0, 4 * MAX_LENGTH)
    .toUpperCase()
    .normalize("NFKD")
    .toLowerCase();
  const slug = plain
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, MAX_LENGTH)
    .replace(/-$/, "");
  if (slug === "") return kind;
  return /^[a-z]/.test(slug) ? slug : `${kind}-${slug}`;
}
