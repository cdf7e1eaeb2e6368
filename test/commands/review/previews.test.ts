import { parseSamples, type Sample } from "../../../src/prompts";
import type { PlanJson, PlannedResource } from "../../../src/estate/engine/plan-json";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { documentOf } from "../../../src/commands/review/document";
import { printMarkdown } from "../../../src/commands/review/markdown";
import { planned, renderHtml, renderMarkdown, renderText, seen, stack } from "./every-format";
import { editsOfMany } from "./many-edits";

const samples = parseSamples({
  nobody: { company: "Acme" },
  ada: { first_name: "Ada", company: "Analytical <b>Engines</b> {first_name}" },
});

const snippet = (before: string | null, after: string, more: Partial<PlannedResource["change"]> = {}) => {
  const side = (prompt: string) => ({ id: "s-1", name: "Opener", prompt });
  const resource = planned(
    "outreach_snippet",
    [before === null ? "create" : "update"],
    before === null ? null : side(before),
    side(after),
  );
  return { ...resource, change: { ...resource.change, ...more } };
};

const reviewed = (given: readonly Sample[], resources: PlannedResource[], plan: PlanJson = {}) =>
  reviewOf([stack("s", { resource_changes: resources, ...plan })], null, [], given);

const change = snippet("Hi {first_name}.\nBe kind.\n", "Hi {first_name} of {company}.\nBe kind.\n");

describe("a review with samples", () => {
  it("fills the old and the new prompt with the first sample that has all values", () => {
    const [made] = reviewed(samples, [change]).stacks[0]!.changes;
    expect(made!.preview).toEqual({
      sample: "ada",
      variables: ["first_name", "company"],
      before: "Hi Ada.\nBe kind.\n",
      after: "Hi Ada of Analytical <b>Engines</b> {first_name}.\nBe kind.\n",
      without: { variable: "company", after: "Hi Ada of {company}.\nBe kind.\n" },
    });
  });

  it("shows the filled text and the gap beside the diff of the template", () => {
    const markdown = renderMarkdown(reviewed(samples, [change]));
    expect(markdown).toContain("+ Hi {first_name}⟦ of {company}⟧.");
    expect(markdown).toContain("<details><summary>Filled with the sample <code>ada</code></summary>");
    expect(markdown).toContain("- Hi Ada.\n+ Hi Ada of Analytical <b>Engines</b> {first_name}.\n");
    expect(markdown).toContain("Without a value of `{company}`:\n\n```text\nHi Ada of {company}.\n```");
    expect(markdown.trimEnd()).toMatch(/<\/details>\n\n<\/details>$/);
  });

  it("names the variables of a long prompt, of which it fills the beginning", () => {
    const [made] = reviewed(samples, [snippet(null, `${"x".repeat(10_000)} {company} {title}`)]).stacks[0]!
      .changes;
    const { after, variables } = made!.preview!;
    expect([after, variables]).toEqual([`${"x".repeat(10_000)}…`, ["company", "title"]]);
  });

  it("shows a new prompt, and neither a deleted nor an unchanged one", () => {
    const created = reviewed(samples, [snippet(null, "Hi {first_name}")]);
    expect(created.stacks[0]!.changes[0]!.preview).toMatchObject({ before: null, after: "Hi Ada" });
    const gone = planned("outreach_snippet", ["delete"], { name: "S", prompt: "Hi {first_name}" }, null);
    const renamed = planned(
      "outreach_snippet",
      ["update"],
      { name: "S", prompt: "{x}" },
      { name: "T", prompt: "{x}" },
    );
    for (const one of [gone, renamed]) {
      const review = reviewed(samples, [one]);
      expect(review.stacks[0]!.changes[0]!.preview).toBeNull();
      expect(review.totals.warning).toBe(0);
      expect([renderMarkdown(review), renderText(review)].join()).not.toContain("Filled");
      expect(renderHtml(review)).not.toMatch(/<select id="sample"|<div [^>]*data-fills/);
    }
  });

  it("warns about a variable that no sample has, and about one that a sample leaves empty", () => {
    const given = parseSamples({ a: { first_name: " " }, b: { first_name: "Ada" } });
    const review = reviewed(given, [change]);
    const { warnings } = review.stacks[0]!.changes[0]!;
    expect(warnings.map(({ prompt }) => [prompt!.code, prompt!.texts, prompt!.places])).toEqual([
      ["blank-sample", ["{first_name}"], [{ line: 1, column: 4 }]],
      ["no-sample", ["{company}"], [{ line: 1, column: 20 }]],
    ]);
    expect(review.totals.warning).toBe(2);
  });

  it.each(["before_sensitive", "after_sensitive"])(
    "neither fills nor shows a prompt that is %s, and does not warn about its variables",
    (marks) => {
      const secret = snippet("Hi {first_name}.", "Hi {first_name} of {secret_project}.", {
        [marks]: { prompt: true },
      });
      const review = reviewed(samples, [secret]);
      expect(review.stacks[0]!.changes[0]!.preview).toBeNull();
      expect(review.totals.warning).toBe(0);
      expect(JSON.stringify(review) + seen(review).join()).not.toContain("secret_project");
    },
  );

  it("redacts values that equal sensitive values of the plan or of its variables", () => {
    const given = parseSamples({
      "pass-word-1": { first_name: "token-of-plan", company: "at pass-word-1!", key: "token-of-output" },
    });
    const holder = planned("other_thing", ["update"], { key: "a" }, { key: "token-of-plan" });
    const sensitive = { ...holder, change: { ...holder.change, after_sensitive: { key: true } } };
    const review = reviewed(given, [change, sensitive], {
      output_changes: {
        key: { actions: ["create"], before: null, after: "token-of-output", after_sensitive: true },
      },
      variables: { password: { value: "pass-word-1" } },
      configuration: { root_module: { variables: { password: { sensitive: true } } } },
    });
    expect(review.stacks[0]!.changes[1]!.preview!.after).toBe(
      "Hi (sensitive) of at (sensitive)!.\nBe kind.\n",
    );
    const all = [JSON.stringify(review), ...seen(review), renderHtml(review)].join("\n");
    expect(all).not.toMatch(/token-of|pass-word-1/);
  });
});

describe("a comment with previews", () => {
  const resources = editsOfMany(40);
  const plain = renderMarkdown(reviewed([], resources));
  const given = parseSamples({
    ada: { first_name: "Ada", company: "Acme", company_news: "-", industry: "x" },
  });

  it("drops previews before it shortens a change, and says how many", () => {
    const withSamples = renderMarkdown(reviewed(given, resources), plain.length + 2_000);
    expect(withSamples.length).toBeLessThanOrEqual(plain.length + 2_000);
    expect(withSamples).toMatch(
      /To fit into one comment, this leaves out \d+ of the findings and filled prompts\.\n$/,
    );
    expect(withSamples).toContain("Filled with the sample");
    expect(withSamples).not.toContain("leaves out unchanged text");
  });

  it("shows and approves the same changes as without samples, at every length", () => {
    for (let limit = 1_000; limit < plain.length + 8_000; limit += 997) {
      const [without, withSamples] = [reviewed([], resources), reviewed(given, resources)].map((review) =>
        printMarkdown(documentOf(review), undefined, limit),
      ) as [ReturnType<typeof printMarkdown>, ReturnType<typeof printMarkdown>];
      expect(withSamples.shown).toEqual(without.shown);
      if (limit > 4_000) expect(withSamples.text.length).toBeLessThanOrEqual(limit);
      const isShortened = without.text.includes("To fit into one comment");
      if (isShortened) expect(withSamples.text).not.toContain("Filled with the sample");
    }
  });

  it("has no preview of a small change if a large change is shortened", () => {
    const long = snippet("a\n", `{company}${"\n- A rule that is added.".repeat(300)}\n`);
    const limit = 6_000;
    const markdown = renderMarkdown(
      reviewed(given, [change, { ...long, address: "outreach_snippet.y" }]),
      limit,
    );
    expect(markdown).toContain("long edits of 1 object");
    expect(markdown).not.toContain("Filled with the sample");
    expect(markdown).toMatch(
      /To fit into one comment, this leaves out 2 of the findings and filled prompts\.\n$/,
    );
  });

  it("is bounded for samples of any size, and so is the page", () => {
    const values = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`v${i}`, "x".repeat(10_000)]));
    const prompt = Object.keys(values)
      .map((one) => `{${one}}`)
      .join(" ");
    const one = snippet(null, prompt);
    const large = Array.from({ length: 50 }, (_, i) => ({
      ...one,
      address: `${one.address}${i}`,
      change: { ...one.change, after: { name: `s${i}`, prompt: `${i} ${prompt}` } },
    }));
    const review = reviewed(parseSamples({ ada: values }), large);
    expect(renderMarkdown(review).length).toBeLessThan(65_536);
    expect(renderHtml(review).length).toBeLessThan(1_500_000);
    const texts = review.stacks[0]!.changes.map(({ preview }) => preview!);
    expect(Math.max(...texts.flatMap(({ after, without }) => [after.length, without!.after.length]))).toBe(
      10_001,
    );
  });
});
