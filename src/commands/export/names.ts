import { createHash } from "node:crypto";
import type { ListedObject } from "../../estate/workspace/workspace";

/** Largest length of an id in characters of at most three bytes: far below the limits of file systems. */
const MAX_LENGTH = 50;

/** Ids that need a suffix: names of Windows devices, as in `con.md`, and ids that a stack may already use. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|outreach|default)$/;

/**
 * The ranges of Unicode 9 that have no gaps which later versions fill. HashiCorp's parser knows no later
 * letters, so Terraform would refuse a resource that has one in its name.
 */
const KNOWN = new RegExp(
  "[\\0-\\u034E\\u0350-\\u055F\\u0561-\\u0587\\u0591-\\u05EE\\u05F0-\\u07FC\\u0900-\\u09FB\\u0A00-\\u0AF9\\u0B00-\\u0B54" +
    "\\u0B56-\\u0C03\\u0C05-\\u0C3B\\u0C3D-\\u0C5B\\u0C5E-\\u0CDB\\u0CDE-\\u0CF2\\u0D05-\\u0D3A\\u0D3D-\\u0D80" +
    "\\u0D82-\\u0E85\\u1000-\\u10FF\\u1200-\\u139F\\u1780-\\u17B3\\u17B6-\\u17DD\\u1E00-\\u1FFF\\u3041-\\u312D\\u3131-\\u3163\\u3165-\\u318E" +
    "\\u3400-\\u4DB5\\u4E00-\\u9FD5\\uAC00-\\uD7A3]",
);

export interface NamedObject<T extends ListedObject = ListedObject> {
  readonly object: T;
  /**
   * Lower-case letters of any script, their marks, digits and hyphens, beginning with a letter. It is the name
   * of the HCL resource and of the prompt file, and the id of the construct.
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
  inUse: Iterable<string>,
): NamedObject<T>[] {
  const slugs = objects.map(({ kind, name }) => slugOf(kind, name));
  const counts = new Map<string, number>();
  for (const slug of slugs.map(folded)) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const taken = new Set(Array.from(inUse, folded));
  return objects.map((object, index) => {
    const slug = slugs[index]!;
    // A property that every object inherits, such as `constructor`, is no id: CDKTF keeps constructs in objects.
    const isReserved = RESERVED.test(slug) || slug in {};
    const isFree = counts.get(folded(slug)) === 1 && !taken.has(folded(slug)) && !isReserved;
    const codeId = isFree ? slug : suffixed(slug, object, taken);
    taken.add(folded(codeId));
    return { object, codeId };
  });
}

/** Returns the text that equal names share on a file system that ignores letter case and Unicode form. */
export function folded(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Returns an id made from a name, in lower case because some file systems ignore letter case. */
function slugOf(kind: string, name: string): string {
  const slug = name
    .slice(0, 4 * MAX_LENGTH)
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/./gsu, (character) => (isAllowed(character) ? character : "-"))
    .replace(/-+\p{M}*/gu, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^[-\p{M}]+|-+$/gu, "");
  if (slug === "") return kind;
  return /^\p{L}/u.test(slug) ? slug : `${kind}-${slug}`;
}

/** Terraform allows these characters in the name of a resource, and all file systems in that of a file. */
function isAllowed(character: string): boolean {
  return /^[\p{L}\p{Mn}\p{Mc}\p{Nd}]$/u.test(character) && KNOWN.test(character);
}

/** Adds a hash to an id. Eight characters usually distinguish 10,000 objects; otherwise more are used. */
function suffixed(slug: string, { kind, id }: ListedObject, taken: ReadonlySet<string>): string {
  const hash = createHash("sha256").update(`${kind} ${id}`).digest("hex");
  for (let length = 8; ; length += 8) {
    const codeId = `${slug}-${hash.slice(0, length)}`;
    if (!taken.has(folded(codeId)) || length >= hash.length) return codeId;
  }
}
