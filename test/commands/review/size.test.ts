import { reviewOf } from "../../../src/commands/review/from-plan";
import { COMMENT_LIMIT } from "../../../src/commands/review/markdown/fit";
import { renderHtml, renderMarkdown, renderText, stack } from "./every-format";
import { EDITS, editsOfMany } from "./many-edits";

const COUNT = 3_000;

describe("a review of 3,000 updates with 20 different edits", () => {
  const review = reviewOf([stack("outbound", { resource_changes: editsOfMany(COUNT) })]);
  const edits = Array.from({ length: EDITS }, (_, edit) => edit);
  const numbers = Array.from({ length: COUNT }, (_, i) => i);

  it("has 20 groups, which contain each change once", () => {
    const objects = review.groups.flatMap(({ objects }) => objects.map(({ change }) => change));
    expect(review.groups).toHaveLength(EDITS);
    expect(objects.sort((a, b) => a - b)).toEqual(numbers);
  });

  it("fits into one comment with every edit as a diff and the number of its objects", () => {
    const markdown = renderMarkdown(review);
    expect(markdown.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(markdown).toContain("## Plan review of `outbound`: 3000 to update");
    expect(markdown.match(/^\| update \| 150 snippets \|/gm)).toHaveLength(EDITS);
    expect(markdown.match(/<summary><b>update<\/b> 150 snippets/g)).toHaveLength(EDITS);
    for (const edit of edits) {
      expect(markdown).toContain(`- Rule ${edit}: be ⟦plain⟧.\n+ Rule ${edit}: be ⟦warm⟧.\n`);
    }
    // Each list of objects says how many it omits.
    const [note] = /> To fit into one comment .*/.exec(markdown)!;
    expect(note).toMatch(
      /leaves out unchanged text, names or long edits of \d+ objects, the least important first/,
    );
    const listed = markdown.match(/`outreach_snippet\.s\d+`/g)!.length;
    const omitted = Array.from(markdown.matchAll(/, (\d+) more$/gm), ([, more]) => Number(more));
    expect(listed + omitted.reduce((sum, more) => sum + more, 0)).toBe(COUNT);
  });

  it("is a page of less than 500 kB with every edit once and every object", () => {
    const page = renderHtml(review);
    expect(Buffer.byteLength(page)).toBeLessThan(500_000);
    expect(page.match(/<article /g)).toHaveLength(EDITS);
    const addresses = new Set(page.match(/(?<=<code>)outreach_snippet\.s\d+(?=<\/code>)/g));
    expect(addresses.size).toBe(COUNT);
    for (const edit of edits) expect(page.split(`Rule ${edit}: be <mark>`)).toHaveLength(3);
  });

  it("is a text for a terminal with every edit once and every object", () => {
    const text = renderText(review);
    expect(new Set(text.match(/outreach_snippet\.s\d+/g)).size).toBe(COUNT);
    for (const edit of edits) expect(text.split(`+ Rule ${edit}: be ⟦warm⟧.`)).toHaveLength(2);
  });
});
