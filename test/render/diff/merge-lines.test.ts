import { diff3MergeRegions } from "node-diff3";
import { mergeLines, type Region, type Sides } from "../../../src/render/diff/merge-lines";
import { fc } from "../../fast-check";

/** Few different lines, so that most of them occur several times. */
const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 14 });

/** The result of another implementation of diff3, which takes cubic time in equal lines. */
function merged({ base, ours, theirs }: Sides): Region[] {
  return diff3MergeRegions([...ours], [...base], [...theirs]).map((region) =>
    region.stable
      ? { is: "merged", at: undefined, lines: region.bufferContent }
      : { is: "changed", at: region.aStart, ours: region.aContent, theirs: region.bContent },
  );
}

/** Regions with equal borders only: another implementation may divide merged lines elsewhere. */
function normal(regions: readonly Region[]): (readonly string[] | Region)[] {
  const parts: (readonly string[] | Region)[] = [];
  for (const region of regions) {
    const last = parts.at(-1);
    if (region.is === "changed") parts.push(region);
    else if (Array.isArray(last)) parts[parts.length - 1] = [...(last as string[]), ...region.lines];
    else if (region.lines.length > 0) parts.push(region.lines);
  }
  return parts;
}

describe("a merge of lines", () => {
  it("has the same result as the diff3 of another project", () => {
    const edit = fc.constantFrom("keep", "keep", "keep", "drop", "replace", "insert");
    const edits = fc.array(edit, { minLength: 9, maxLength: 9 });
    // Each line occurs once, so that there is one longest common subsequence.
    const edited = (base: readonly string[], how: readonly string[], word: string) =>
      base.flatMap((line, at) => {
        if (how[at] === "insert") return [`${word} ${at}`, line];
        return how[at] === "keep" ? line : how[at] === "drop" ? [] : `${word} ${at}`;
      });
    fc.assert(
      fc.property(edits, edits, fc.constantFrom("ours", "theirs"), (one, other, word) => {
        const base = Array.from({ length: 9 }, (_, at) => `line ${at}`);
        const sides = { base, ours: edited(base, one, "ours"), theirs: edited(base, other, word) };
        const { ours } = sides;
        const regions = mergeLines(sides);
        expect(normal(regions)).toEqual(normal(merged(sides)));
        for (const region of regions) {
          const own = region.is === "merged" ? region.lines : region.ours;
          if (region.at !== undefined) expect(ours.slice(region.at, region.at + own.length)).toEqual(own);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("returns one side if the other did not change", () => {
    fc.assert(
      fc.property(lines, lines, (base, side) => {
        for (const sides of [
          { base, ours: side, theirs: base },
          { base, ours: base, theirs: side },
        ]) {
          const regions = mergeLines(sides);
          expect(regions.every(({ is }) => is === "merged")).toBe(true);
          expect(regions.flatMap((region) => (region.is === "merged" ? region.lines : []))).toEqual(side);
        }
      }),
    );
  });

  it.each([
    ["equal lines", () => "same"],
    ["blank lines", () => ""],
    ["lines of which every second is blank", (at: number) => (at % 2 === 0 ? "" : `line ${at}`)],
  ])("of 10,000 %s merges an edit of each side", (_, line) => {
    const base = Array.from({ length: 10_000 }, (__, at) => line(at));
    const ours = base.toSpliced(10, 1, "ours");
    const theirs = base.toSpliced(9_000, 1, "theirs", "theirs");
    const all = mergeLines({ base, ours, theirs }).flatMap((region) =>
      region.is === "merged" ? region.lines : ["conflict"],
    );
    expect(all).toEqual(ours.toSpliced(9_000, 1, "theirs", "theirs"));
  });

  it("of long, repetitive and very different texts ends, with all lines of both sides", () => {
    const text = (word: string) =>
      Array.from({ length: 20_000 }, (_, at) => (at % 9 < 7 ? "" : `${word} ${at % 50}`));
    const [base, ours, theirs] = [text("base"), text("ours"), text("theirs")];
    const regions = mergeLines({ base, ours, theirs });
    const of = (side: "ours" | "theirs") =>
      regions.flatMap((region) => (region.is === "merged" ? region.lines : region[side]));
    expect([of("ours"), of("theirs")]).toEqual([ours, theirs]);
  });
});
