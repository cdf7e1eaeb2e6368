import { errorOf } from "../../../src/estate/engine/diagnostics";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { of, planned, renderMarkdown, renderText, seen, stack } from "./every-format";
import { warning } from "./planned-change";

const failed = (name: string): PlannedStack => ({
  name,
  plan: null,
  diagnostics: [errorOf("No credentials", "")],
});

describe("every format", () => {
  it.each([
    [null, true, "force_destroy: none → true"],
    [true, null, "force_destroy: true → none"],
  ])("shows that a cluster may be deleted with its mailboxes from %j to %j", (before, after, words) => {
    const change = planned(
      "outreach_cluster",
      ["update"],
      { name: "C", force_destroy: before },
      { name: "C", force_destroy: after },
    );
    for (const text of seen(of(change)))
      expect(text.replace("force_destroy ", "force_destroy: ")).toContain(words);
  });

  it("shows an adopted object differently from a created one", () => {
    const adopted = { name: "C", id: "1", adopted: true };
    const created = { name: "C", adopted: null };
    const changed = of(planned("outreach_cluster", ["update"], adopted, { ...adopted, name: "D" }));
    for (const text of seen(changed)) expect(text).not.toMatch(/exists already|adopt(?!ed)/i);
    for (const text of seen(of(planned("outreach_cluster", ["create"], null, adopted))))
      expect(text).toMatch(/it exists already and is adopted/i);
    for (const [type, after] of [["outreach_cluster", created] as const, ["other_pet", adopted] as const])
      for (const text of seen(of(planned(type, ["create"], null, after))))
        expect(text).not.toMatch(/exists already|adopt(?!ed)/i);
    expect(renderMarkdown(of(planned("outreach_cluster", ["create"], null, adopted)))).toContain(
      "<b>adopt</b>",
    );
  });

  it("shows drift that the plan undoes as one entry, which is the change that undoes it", () => {
    const [old, now] = [
      { name: "S", id: "1", prompt: "old" },
      { name: "S", id: "1", prompt: "by hand" },
    ];
    const review = reviewOf([
      stack("s", {
        resource_changes: [planned("outreach_snippet", ["update"], now, old)],
        resource_drift: [planned("outreach_snippet", ["update"], old, now)],
      }),
    ]);
    for (const text of seen(review)) {
      expect(text.match(/by hand/g)).toHaveLength(1);
      expect(text.match(/snippet "?S\b/gi)!.length).toBeLessThanOrEqual(2);
    }
    expect(review).toMatchObject({
      totals: { update: 1, drift: 1 },
      stacks: [{ changes: [{ undoesDrift: true }], drift: [{ undone: true }] }],
    });
  });

  it("shows an object that was deleted outside and is created again as one entry", () => {
    const lost = { name: "S", id: "1", prompt: "p" };
    const review = reviewOf([
      stack("s", {
        resource_changes: [planned("outreach_snippet", ["create"], null, { name: "S", prompt: "new" })],
        resource_drift: [planned("outreach_snippet", ["delete"], lost, null)],
      }),
    ]);
    for (const text of seen(review)) {
      expect(text).toContain("This change undoes drift: it was deleted outside of Terraform.");
      expect(text.match(/outreach_snippet\.x/g)).toHaveLength(1);
    }
  });

  it.each<[string, string[], object]>([
    ["the change also changes something else", ["update"], { name: "T", prompt: "old" }],
    ["the change writes another text", ["update"], { name: "S", prompt: "newer" }],
    ["the object is replaced", ["delete", "create"], { name: "S", prompt: "old" }],
    ["nothing is planned", ["no-op"], { name: "S", prompt: "by hand" }],
  ])("shows the edit made outside if %s", (_, actions, after) => {
    const [old, now] = [
      { name: "S", prompt: "old" },
      { name: "S", prompt: "by hand" },
    ];
    const change = planned("outreach_snippet", actions, now, after as never);
    const review = reviewOf([
      stack("s", {
        resource_changes: [change],
        resource_drift: [planned("outreach_snippet", ["update"], old, now)],
      }),
    ]);
    expect(review).toMatchObject({ totals: { drift: 1 }, stacks: [{ drift: [{ undone: false }] }] });
    for (const text of seen(review)) {
      expect(text).toMatch(/prompt, as edited|drift ?(<\/b>)? snippet/i);
      expect(text).not.toContain("undoes");
    }
  });

  it("does not call drift undone if only the apply decides the new value", () => {
    const [old, now] = [
      { name: "C", description: null },
      { name: "C", description: "by hand" },
    ];
    const undone = (after_unknown: Record<string, boolean>) => {
      const change = planned("outreach_cluster", ["update"], now, { name: "C" });
      const resource_changes = [{ ...change, change: { ...change.change, after_unknown } }];
      const resource_drift = [planned("outreach_cluster", ["update"], old, now)];
      return reviewOf([stack("s", { resource_changes, resource_drift })]).stacks[0]!.drift[0]!.undone;
    };
    expect([undone({}), undone({ description: true })]).toEqual([true, false]);
  });

  it("does not call drift of a sensitive text undone if the plan writes another text", () => {
    const marks = { before_sensitive: { prompt: true }, after_sensitive: { prompt: true } };
    const hidden = (before: string, after: string) => {
      const one = planned("outreach_snippet", ["update"], { prompt: before }, { prompt: after });
      return { ...one, change: { ...one.change, ...marks } };
    };
    const undone = (next: string) =>
      reviewOf([stack("s", { resource_changes: [hidden("b", next)], resource_drift: [hidden("a", "b")] })])
        .stacks[0]!.drift[0]!.undone;
    expect([undone("a"), undone("c")]).toEqual([true, false]);
  });

  it("does not call a failed plan a plan without changes", () => {
    for (const text of seen(reviewOf([failed("a")]))) {
      expect(text).toMatch(/the plan failed/i);
      expect(text).not.toMatch(/no changes/i);
    }
    const [markdown, text, page] = seen(reviewOf([failed("a"), stack("b", {})]));
    for (const one of [markdown!, text!, page!])
      expect(one).toMatch(/Plan review: 1 of 2 plans failed, 1 error/);
  });

  it("names an object by its address if its name is not visible", () => {
    for (const text of seen(of(planned("outreach_cluster", ["delete"], { name: "  " }, null))))
      expect(text).toMatch(/delete.{0,9}cluster.{0,9}outreach_cluster\.x/i);
  });

  it.each([{ unknown: true }, {}])("names no id of an import with %j", (importing) => {
    const change = planned("outreach_cluster", ["no-op"], { name: "C" }, { name: "C" });
    for (const text of seen(of({ ...change, change: { ...change.change, importing } }))) {
      expect(text).toMatch(/imported/i);
      expect(text).not.toMatch(/from (the )?id/i);
    }
  });

  it("has the same facts about a change as the other formats", () => {
    const old = { name: "C", id: "1", associated_count: 2 };
    const found = (actions: string[], after: object | null, more: object, given: object = {}) => {
      const change = planned("outreach_cluster", actions, old, after as never);
      return { ...change, ...given, change: { ...change.change, ...more } };
    };
    for (const [change, words] of [
      [
        found(["create", "delete"], { name: "D", adopted: true }, { replace_paths: [["name"], ["a b"]] }),
        [
          "2 linked mailboxes and other resources lose their cluster, and the new cluster starts with none.",
          "It exists already and is adopted: the apply overwrites its content.",
          'The replacement is forced by name, ["a b"].',
        ],
      ],
      [
        found(["no-op"], old, { importing: { id: "1 2" } }, { previous_address: "a_b.old" }),
        ["Imported from the id 1 2.", "Moved here from a_b.old."],
      ],
      [found(["no-op"], old, { importing: {} }), ["Imported from an id that is sensitive or not known yet."]],
      [
        found(["forget"], null, {}, { action_reason: "delete_because_no_module" }),
        ["It leaves the state and stays at the server.", "Its module is no longer in the configuration."],
      ],
    ] as const)
      for (const text of seen(of(change))) expect(words.filter((one) => !text.includes(one))).toEqual([]);
  });

  it("mentions that a create may adopt an object if only the apply decides that", () => {
    const given = (type: string) => {
      const change = planned(type, ["create"], null, {});
      return { ...change, change: { ...change.change, after_unknown: { name: true, adopted: true } } };
    };
    const words = "Only the apply decides whether it is created, or whether a same-named object is adopted";
    for (const text of seen(of(given("outreach_cluster")))) expect(text).toContain(words);
    for (const text of seen(of(given("other_thing")))) expect(text).not.toContain(words);
  });

  it.each([
    [500, "500 linked mailboxes and other resources"],
    [-1, "an unknown number of linked mailboxes and other resources (the API counts -1)"],
  ])("announces a cluster in use (%i) before unused objects if not all of them fit", (count, lost) => {
    const side = { name: "S", prompt: "Hello. ".repeat(50) };
    const snippets = Array.from({ length: 60 }, (_, i) => ({
      ...planned("outreach_snippet", ["delete"], side, null),
      address: `a_b.x[${i}]`,
    }));
    const cluster = planned("outreach_cluster", ["delete"], { name: "C", associated_count: count }, null);
    const review = reviewOf([
      stack("a", { resource_changes: snippets }),
      stack("b", { resource_changes: [cluster] }),
    ]);
    expect(renderMarkdown(review, 9_000)).toContain(
      `| **delete**, ${lost} lose their cluster | cluster \`C\` | \`b\` |  |\n| **delete** | 60 snippets \`S\` |`,
    );
    expect(seen(review)[2]!.split("Filter")[0]).toContain(`${lost} lose`);
    const [first] = renderText(review).split("\n\n").slice(3);
    expect(first).toMatch(/^DELETE cluster "C" .* in b\n/);
    expect(first).toContain(`${lost.slice(1)} lose`);
  });

  it("names the attribute that forces an announced replacement", () => {
    const change = planned("other_thing", ["delete", "create"], { region: "a" }, { region: "b" });
    const review = of({ ...change, change: { ...change.change, replace_paths: [["region"]] } });
    expect(renderMarkdown(review).split("<details")[0]).toContain("forced by `region`");
    expect(seen(review)[2]!.split("Filter")[0]).toContain("forced by region");
  });
});

describe("a comment", () => {
  const snippets = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...planned("outreach_snippet", ["create"], null, { name: `S ${i}`, prompt: "{a} ".repeat(i + 1) }),
      address: `outreach_snippet.x[${i}]`,
    }));
  const at = (i: number, summary: string) => warning(summary, `outreach_snippet.x[${i}]`);
  const review = reviewOf([
    stack(
      "s",
      { resource_changes: snippets(9) },
      {
        diagnostics: [at(3, "One."), at(3, "Two."), at(4, "Three.")],
      },
    ),
  ]);

  it("opens a change with a warning, and gives the number of its warnings in the summary line", () => {
    const lines = renderMarkdown(review).split("\n");
    const summaries = lines.filter((line) => line.startsWith("<details"));
    expect(summaries).toHaveLength(9);
    expect(summaries.filter((line) => line.includes("warning"))).toEqual([
      "<details open><summary><b>create</b> snippet <code>S 3</code> +1, ⚠️ 2 warnings</summary>",
      "<details open><summary><b>create</b> snippet <code>S 4</code> +1, ⚠️ 1 warning</summary>",
    ]);
  });
});
