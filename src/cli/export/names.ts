import { createHash } from "node:crypto";
import type { ListedObject } from "../workspace/objects";

/** Largest length of an id: enough to distinguish objects, and far below the limits of file systems. */
const LONGEST = 50;

/** Ids that need a suffix: names of Windows devices, as in `con.md`, and ids that a stack may already use. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|outreach|default)$/;

/** An object, and its id in the code. */
export interface NamedObject<T extends ListedObject = ListedObject> {
  readonly object: T;
  /**
   * ASCII letters, digits and hyphens, beginning with a letter. It is the name of the HCL resource and of the
   * prompt file, and the id of the construct.
   */
  readonly codeId: string;
}

/**
 * Returns the objects with ids made from their names. The order of the objects does not matter: every run
 * gives the same ids. If several objects would share an id, or the code has that id already, each new object
 * gets a suffix made from its kind and its object id.
 */
export function nameObjects<T extends ListedObject>(
  objects: readonly T[],
  inUse: ReadonlySet<string>,
): NamedObject<T>[] {
  const slugs = objects.map(({ kind, name }) => slugOf(kind, name));
  const counts = new Map<string, number>();
  for (const slug of slugs) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const taken = new Set([...inUse].map((id) => id.toLowerCase()));
  return objects.map((object, index) => {
    const slug = slugs[index]!;
    const isFree = counts.get(slug) === 1 && !taken.has(slug) && !RESERVED.test(slug);
    const codeId = isFree ? slug : suffixed(slug, object, taken);
    taken.add(codeId);
    return { object, codeId };
  });
}

/** Returns an id made from a name, in lower case because some file systems ignore letter case. */
function slugOf(kind: string, name: string): string {
  const slug = name
    .slice(0, 4 * LONGEST)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  if (slug === "") return kind;
  return /^[a-z]/.test(slug) ? slug : `${kind}-${slug}`;
}

/** Adds a hash to an id. Eight characters usually distinguish 10,000 objects; otherwise more are used. */
function suffixed(slug: string, { kind, id }: ListedObject, taken: ReadonlySet<string>): string {
  const hash = createHash("sha256").update(`${kind} ${id}`).digest("hex");
  for (let length = 8; ; length += 8) {
    const codeId = `${slug}-${hash.slice(0, length)}`;
    if (!taken.has(codeId) || length >= hash.length) return codeId;
  }
}

/** Returns a filter for whole names. In a pattern, `*` means any characters and `?` one; case matters. */
export function nameFilter(match: readonly string[], exclude: readonly string[]): (name: string) => boolean {
  const included = match.map(globPattern);
  const excluded = exclude.map(globPattern);
  return (name) =>
    (included.length === 0 || included.some((pattern) => pattern.test(name))) &&
    !excluded.some((pattern) => pattern.test(name));
}

function globPattern(glob: string): RegExp {
  const signs: Readonly<Record<string, string>> = { "*": ".*", "?": "." };
  // Consecutive stars become one star: else the regular expression tries all ways to divide a name.
  const pattern = glob
    .replace(/\*+/g, "*")
    .replace(/[^]/gu, (sign) => signs[sign] ?? sign.replace(/[\\^$.|()[\]{}+/-]/, "\\$&"));
  return new RegExp(`^${pattern}$`, "su");
}
