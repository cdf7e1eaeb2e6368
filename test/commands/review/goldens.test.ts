import { reviewOf } from "../../../src/commands/review/from-plan";
import { COMMENT_LIMIT, fit } from "../../../src/commands/review/markdown/fit";
import type { Review } from "../../../src/commands/review/model/review";
import { pullRequest } from "./pull-request";
import { expectGolden, recordedNames, recordedReview, recordedStack } from "./recorded";
import { of, planned, renderMarkdown, renderText } from "./every-format";

/**
 * Four stacks: the first changes, the second reads from it, the third waits for the first apply of another
 * stack, and the last depends on these three.
 */
function dependentStacks(): Review {
  const warning = { severity: "error", source: null, prompt: null } as const;
  const read = { address: "data.terraform_remote_state.cross-stack-reference-input-create" };
  const reading = recordedStack("no-change");
  return reviewOf([
    recordedStack("create"),
    { ...reading, name: "reads", dependencies: ["create"] },
    {
      name: "waits",
      plan: null,
      diagnostics: [
        { ...warning, ...read, summary: "Unable to find remote state", detail: "No stored state was found." },
      ],
      dependencies: ["create"],
    },
    { ...reading, name: "last", dependencies: ["reads"] },
  ]);
}

const reviews: [string, Review][] = [
  ...recordedNames.map((name): [string, Review] => [name, recordedReview(name)]),
  ["dependent-stacks", dependentStacks()],
  ["pull-request", reviewOf(pullRequest())],
  ["several-stacks", recordedReview("update", "delete", "no-change", "replace", "warnings")],
];

/** The plans with every shape of a comment: the other ones differ in words only, which all formats share. */
const IN_MARKDOWN = new Set(["dependent-stacks", "drift", "hostile", "pull-request", "several-stacks"]);

describe.each(reviews)("the review of the plan %s", (name, review) => {
  it("as text, which has all words of the document", () => expectGolden(`${name}.text`, renderText(review)));

  if (IN_MARKDOWN.has(name))
    it("in Markdown", () => expectGolden(`${name}.markdown`, renderMarkdown(review)));

  // The JSON of the pull request has 13,000 lines. A test below holds its groups.
  if (name !== "pull-request")
    it("as JSON", () => expectGolden(`${name}.json`, `${JSON.stringify(review, null, 2)}\n`));
});

it("the JSON of the pull request has its 64 changes in five groups, the most dangerous first", () => {
  const { totals, groups, stacks } = reviewOf(pullRequest());
  expect(totals).toMatchObject({ delete: 2, update: 61, create: 1, drift: 1, warning: 0, error: 0 });
  expect(stacks.map(({ name, changes }) => `${name} ${changes.length}`)).toEqual(["americas 20", "emea 44"]);
  const shapes = groups.map(({ danger, objects, lines: { added, removed }, resembles }) =>
    [danger, objects.length, `+${added}`, `-${removed}`, ...(resembles === null ? [] : [resembles])].join(
      " ",
    ),
  );
  expect(shapes).toEqual([
    "delete 1 +0 -0",
    // A delete and a create of one name.
    "delete 1 +0 -0",
    "overwrite 1 +1 -1",
    "outlier 1 +2 -2 4",
    "group 59 +1 -1",
  ]);
});

it("the text for a terminal has colours on request", () => {
  expectGolden("update.colours", renderText(recordedReview("update"), { colours: true }));
});

describe("a plan of 200 changed prompts and two deletes", () => {
  const changed = recordedStack("update");
  const [change] = changed.plan.resource_changes!.filter(({ type }) => type === "outreach_snippet");
  const { resource_changes: gone, resource_drift } = recordedStack("delete").plan;
  const deletes = gone!.filter(({ change }) => change.actions[0] === "delete");
  const resource_changes = Array.from({ length: 200 }, (_, i) => ({
    ...change!,
    address: `outreach_snippet.opener[${i}]`,
    change: {
      ...change!.change,
      before: repeated(change!.change.before, i),
      after: repeated(change!.change.after, i),
    },
  }));
  const review = reviewOf([
    {
      ...changed,
      plan: { ...changed.plan, resource_changes: [...resource_changes, ...deletes], resource_drift },
    },
  ]);
  const markdown = renderMarkdown(review);

  /** Repeats the prompt and numbers it, so that two hundred different prompts do not fit into a comment. */
  function repeated(side: unknown, i: number) {
    const { prompt, ...rest } = side as { prompt: string };
    return { ...rest, prompt: prompt.repeat(3).replaceAll("words.", `words for ${i}.`) };
  }

  it("fits into a comment that counts the omitted parts and names every object", () => {
    expect(markdown.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(markdown.length).toBeGreaterThan(COMMENT_LIMIT * 0.95);
    expect(markdown).toMatch(
      /leaves out unchanged text, names or long edits of \d+ objects, and the diffs and details of \d+ objects, /,
    );
    for (let i = 0; i < 200; i += 1) expect(markdown).toContain(`\`outreach_snippet.opener[${i}]\``);
  });

  it("keeps the whole delete and the diffs of the first changes", () => {
    expect(markdown).toContain("42 linked mailboxes and other resources lose their cluster");
    const blocks = markdown.split("<details");
    expect(blocks[2]).toContain("```diff");
    expect(blocks[3]).toContain("```diff");
    expect(markdown.trimEnd()).toMatch(
      /- \*\*update\*\* snippet `Sequence 1: opener`: `outreach_snippet.opener\[199\]`, loses `\{company_news\}`$/,
    );
  });
});

it("a comment shows the start of a diff that is too long, and counts the missing lines", () => {
  const side = (word: string) => ({
    name: "S",
    prompt: Array.from({ length: 3_000 }, (_, i) => `Line ${i} ${word}.\n`).join(""),
  });
  const markdown = renderMarkdown(of(planned("outreach_snippet", ["update"], side("old"), side("new"))));
  expect(markdown).toContain("leaves out unchanged text, names or long edits of 1 object,");
  expect(markdown).toContain("- Line 0 ⟦old⟧.\n+ Line 0 ⟦new⟧.\n");
  expect(markdown).toMatch(/\n@@ left out here: 5976 lines or parts of them @@\n```\n\n<\/details>\n$/);
});

/** 100 stacks with one plan, whose names alone are longer than a comment. */
function reviewOfLongNames(scenario: string): Review {
  const stack = recordedStack(scenario);
  const name = "stack".repeat(200);
  return reviewOf(Array.from({ length: 100 }, (_, i) => ({ ...stack, name: `${name}-${i}` })));
}

it("a comment fits the limit with any number of stacks", () => {
  const markdown = renderMarkdown(reviewOfLongNames("warnings"));
  expect(markdown.length).toBeLessThanOrEqual(COMMENT_LIMIT);
  expect(markdown).toMatch(/^## Plan review: 100 to update/);
  expect(markdown).toContain("| create | 100 snippets `Other` | 100 stacks | +1 |");
  expect(markdown).toContain(" leaves out 200 objects altogether, the least important first");
});

it("a comment fits the limit with any number of objects", () => {
  const object = { versions: ["whole"] as [string], objects: 1 };
  const frame = { versions: ["title"] as [string], objects: 0 };
  const whole = `More: in a file with a ${"very ".repeat(50)} long name.`;
  const { texts, note } = fit([frame, ...Array.from({ length: 200_000 }, () => object)], 1_000, whole);
  expect(note).toMatch(
    /^> \[!NOTE\]\n> .* leaves out 199\d{3} objects altogether.* More: in a file .* name\.$/,
  );
  const all = [...texts, note].filter((text) => text !== "");
  expect(all[0]).toBe("title");
  expect(all.join("\n\n").length).toBeLessThanOrEqual(1_000);
});
