import { commonPairs } from "./common";

export interface Sides {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * `changed`: both sides changed the same or adjoining lines of the base. `at`: the first line's index in
 * `ours`; undefined for lines of `theirs`.
 */
export type Region =
  | { readonly is: "merged"; readonly at: number | undefined; readonly lines: readonly string[] }
  | {
      readonly is: "changed";
      readonly at: number;
      readonly ours: readonly string[];
      readonly theirs: readonly string[];
    };

interface Hunk {
  readonly of: "ours" | "theirs";
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Merges two versions line by line, as diff3 does. Returns the parts of the result in order. */
export function mergeLines(sides: Sides): Region[] {
  const { base } = sides;
  // `sort` is stable: of two hunks at the same line, that of `ours` stays first.
  const hunks = [...hunksOf("ours", sides), ...hunksOf("theirs", sides)].sort((a, b) => a.from - b.from);
  const regions: Region[] = [];
  let done = 0;
  /** Index of a line in `ours` minus its index in `base`. */
  let shift = 0;
  for (let at = 0; at < hunks.length;) {
    const from = hunks[at]!.from;
    let to = hunks[at]!.to;
    const first = at;
    for (at += 1; at < hunks.length && hunks[at]!.from <= to; at += 1) to = Math.max(to, hunks[at]!.to);
    if (from > done) regions.push({ is: "merged", at: done + shift, lines: base.slice(done, from) });
    const own = hunks.slice(first, at);
    regions.push(regionOf(own, { from, to, at: from + shift }, sides));
    const last = own.findLast(({ of }) => of === "ours");
    if (last !== undefined) shift = last.end - last.to;
    done = to;
  }
  if (base.length > done) regions.push({ is: "merged", at: done + shift, lines: base.slice(done) });
  return regions;
}

function regionOf(
  hunks: readonly Hunk[],
  range: Pick<Hunk, "from" | "to"> & { readonly at: number },
  sides: Sides,
): Region {
  const linesOf = (side: Hunk["of"]) => {
    const own = hunks.filter(({ of }) => of === side);
    const [first, last] = [own[0]!, own.at(-1)!];
    // A side differs from the base only in the hunks of this side.
    return sides[side].slice(first.start - (first.from - range.from), last.end + (range.to - last.to));
  };
  const [{ of }] = hunks as [Hunk];
  if (hunks.length === 1)
    return { is: "merged", at: of === "ours" ? range.at : undefined, lines: linesOf(of) };
  return { is: "changed", at: range.at, ours: linesOf("ours"), theirs: linesOf("theirs") };
}

function hunksOf(of: Hunk["of"], sides: Sides): Hunk[] {
  const side = sides[of];
  const hunks: Hunk[] = [];
  let [from, start] = [0, 0];
  for (const [to, end] of [...commonPairs(sides.base, side), [sides.base.length, side.length] as const]) {
    if (to > from || end > start) hunks.push({ of, from, to, start, end });
    [from, start] = [to + 1, end + 1];
  }
  return hunks;
}
