import type { Entry } from "../model/entries";
import type { Source } from "../model/review";

/** What an entry says about its place in the code. */
interface EntrySource {
  /** Such as `prompts/opener.md:12`; null if the change is in the code of a construct. */
  readonly place: string | null;
  readonly url: string | null;
  /** Such as `outbound/opener`; null for several objects, and in plain HCL. */
  readonly construct: string | null;
}

/** Returns the place that all objects of an entry share; null if it is not known, or if they stand in several. */
export function sourceOfEntry({ members }: Entry): EntrySource | null {
  const [first, ...others] = members.map(
    ({ change, partner }) => change.source ?? partner?.change.source ?? null,
  );
  if (first === undefined || first === null) return null;
  const place = placeOf(first);
  if (others.some((other) => placeOf(other) !== place)) return null;
  const construct = others.length === 0 ? first.constructPath : null;
  return place === null && construct === null ? null : { place, url: first.url, construct };
}

function placeOf(source: Source | null): string | null {
  return source === null || source.file === null ? null : `${source.file}:${source.line}`;
}
