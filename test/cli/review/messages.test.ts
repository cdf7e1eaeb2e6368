import { reviewOf } from "../../../src/cli/review/from-plan";
import { COMMENT_LIMIT, renderMarkdown } from "../../../src/cli/review/markdown";
import type { Diagnostic, StackReview } from "../../../src/cli/review/model";
import type { PlanJson } from "../../../src/cli/review/plan-json";
import { stack } from "./every-format";

const message = (summary: string, address: string | null, given: Partial<Diagnostic> = {}): Diagnostic => ({
  ...{ severity: "warning", summary, detail: "", address },
  ...given,
});
const error = { severity: "error", detail: "Resource precondition failed.\nMore." } as const;

function stackOf(diagnostics: readonly Diagnostic[], plan: PlanJson = {}): StackReview {
  return reviewOf([stack("s", plan, { diagnostics })]).stacks[0]!;
}

describe("the messages of a review", () => {
  const said = [
    message("b", "x.a[10]"),
    message("a", "x.a[10]"),
    message("second", null),
    message("c", "x.a[9]"),
    message("bad", "x.z", error),
    message("first", null),
  ];

  it("are errors, then warnings, by address; what is said of one object stays in its order", () => {
    const summaries = ["bad", "first", "second", "c", "b", "a"];
    expect(stackOf(said).diagnostics.map(({ summary }) => summary)).toEqual(summaries);
    const others = [...said.slice(2), ...said.slice(0, 2)];
    expect(stackOf(others).diagnostics).toEqual(stackOf(said).diagnostics);
  });

  it.each([
    [60, error.detail],
    [640, "Resource precondition failed."],
    [6_400, "`bad`"],
  ])("lose no error in a comment, with %i warnings beside it", (count, words) => {
    const warnings = Array.from({ length: count }, (_, i) => message(`Warning ${i}`.repeat(12), `x.a[${i}]`));
    const stacks = [stack("s", {}, { diagnostics: [...warnings, message("bad", "x.z", error)] })];
    const markdown = renderMarkdown(reviewOf(stacks));
    expect(markdown.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(markdown).toContain("❌ **Error**: `bad` (`x.z`)");
    expect(markdown.replaceAll("\n> ", "\n")).toContain(words);
    const left = (markdown.match(/⚠️/g) ?? []).length;
    const said = Number(/(\d+) objects? altogether/.exec(markdown)?.[1] ?? 0);
    expect(left + said).toBe(count);
  });
});
