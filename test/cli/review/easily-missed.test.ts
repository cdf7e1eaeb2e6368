import { exitStatusOf } from "../../../src/cli/review";
import type { PlannedStack } from "../../../src/cli/engine/plan-stack";
import { reviewOf } from "../../../src/cli/review/from-plan";
import { renderHtml } from "../../../src/cli/review/html";
import { renderMarkdown } from "../../../src/cli/review/markdown";
import type { Review } from "../../../src/cli/review/model/review";
import type { PlanJson, PlannedResource } from "../../../src/cli/engine/plan-json";
import { renderText } from "../../../src/cli/review/text";
import { planned, seen, stack } from "./every-format";
import { parseMarkdown } from "./markdown-parser";

const failed = (name: string): PlannedStack => ({
  name,
  plan: null,
  diagnostics: [{ severity: "error", summary: "No credentials", detail: "", address: null, source: null }],
});

const of = (...resources: PlannedResource[]) => reviewOf([stack("s", { resource_changes: resources })]);

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

  it("says of a repair what it undoes", () => {
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
    for (const text of seen(review))
      expect(text).toContain("It was changed outside of Terraform since the last");
  });

  it("calls a plan that failed no plan without changes", () => {
    for (const text of seen(reviewOf([failed("a")]))) {
      expect(text).toMatch(/the plan failed/i);
      expect(text).not.toMatch(/no changes/i);
    }
    const [markdown, text, page] = seen(reviewOf([failed("a"), stack("b", {})]));
    for (const one of [markdown!, text!, page!])
      expect(one).toMatch(/Plan review: 1 of 2 plans failed, 1 error/);
  });

  it("says that a line break at the end is what differs", () => {
    const change = (before: string, after: string) =>
      of(
        planned("outreach_snippet", ["update"], { name: "S", prompt: before }, { name: "S", prompt: after }),
      );
    for (const text of seen(change("x", "x\n")))
      expect(text).toContain("1 line, with a line break at the end");
    for (const text of seen(change("x\n", "y")))
      expect(text).toContain("1 line, without a line break at the end");
    for (const text of seen(change("x", "x\n"))) expect(text).toMatch(/x \\? ?no line break at the end/);
    for (const text of [...seen(change("x\n", "y\n")), ...seen(change("", "y\n"))])
      expect(text).not.toContain("line break");
  });

  it("calls an object whose name shows nothing by its address", () => {
    for (const text of seen(of(planned("outreach_cluster", ["delete"], { name: "  " }, null))))
      expect(text).toMatch(/delete.{0,9}cluster.{0,9}outreach_cluster\.x/i);
  });

  it.each([{ unknown: true }, {}])("names no id of an import where %j is all there is", (importing) => {
    const change = planned("outreach_cluster", ["no-op"], { name: "C" }, { name: "C" });
    for (const text of seen(of({ ...change, change: { ...change.change, importing } }))) {
      expect(text).toMatch(/imported/i);
      expect(text).not.toMatch(/from (the )?id/i);
    }
  });

  it("says the same of a change", () => {
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
          "The new object is created before the old one is deleted.",
        ],
      ],
      [
        found(["no-op"], old, { importing: { id: "1 2" } }, { previous_address: "a_b.old" }),
        ["Imported from the id 1 2.", "Moved here from a_b.old."],
      ],
      [found(["no-op"], old, { importing: {} }), ["Imported from an id that is not known yet or sensitive."]],
      [
        found(["forget"], null, {}, { action_reason: "delete_because_no_module" }),
        ["It leaves the state and stays at the server.", "Its module is no longer in the configuration."],
      ],
    ] as const)
      for (const text of seen(of(change))) expect(words.filter((one) => !text.includes(one))).toEqual([]);
  });

  it("says that a create may turn out to adopt an object if only the apply decides that", () => {
    const given = (type: string) => {
      const change = planned(type, ["create"], null, {});
      return { ...change, change: { ...change.change, after_unknown: { name: true, adopted: true } } };
    };
    const words = "Only the apply decides whether it is created, or a same-named object adopted";
    for (const text of seen(of(given("outreach_cluster")))) expect(text).toContain(words);
    for (const text of seen(of(given("other_thing")))) expect(text).not.toContain(words);
  });

  it("is calm about a cluster without mailboxes, and loud about one with", () => {
    const gone = (count: number) =>
      of(planned("outreach_cluster", ["delete"], { name: "C", associated_count: count }, null));
    expect(renderMarkdown(gone(0))).toContain(": no mailboxes are linked to it");
    expect(renderHtml(gone(0))).not.toContain("<strong>No mailboxes");
    expect(renderMarkdown(gone(1))).toContain("**1 linked mailbox or other resource loses its cluster**");
    expect(renderMarkdown(gone(2))).toContain("**2 linked mailboxes");
    expect(renderHtml(gone(2))).toContain("<strong>2 linked mailboxes");
    expect(renderHtml(gone(-1))).toContain("<strong>An unknown number of linked mailboxes");
  });

  it.each([
    [500, "500 linked mailboxes and other resources"],
    [-1, "an unknown number of linked mailboxes and other resources (the API counts -1)"],
  ])(
    "announces a cluster in use (%i) before what takes nothing along, where not all of it fits",
    (count, lost) => {
      const snippet = planned(
        "outreach_snippet",
        ["delete"],
        { name: "S", prompt: "Hello. ".repeat(50) },
        null,
      );
      const snippets = Array.from({ length: 60 }, (_, i) => ({ ...snippet, address: `a_b.x[${i}]` }));
      const cluster = planned("outreach_cluster", ["delete"], { name: "C", associated_count: count }, null);
      const review = reviewOf([
        stack("a", { resource_changes: snippets }),
        stack("b", { resource_changes: [cluster] }),
      ]);
      expect(renderMarkdown(review, 9_000)).toContain(
        `> - delete cluster \`C\` in \`b\`: **${lost} lose their cluster**`,
      );
      // A sentence there begins with a capital letter.
      expect(seen(review)[2]!.split("Filter")[0]).toContain(`${lost.slice(1)} lose`);
      const [first] = renderText(review, { colours: false }).split("\n\n")[1]!.split("\n");
      expect(first).toMatch(/^! DELETE cluster "C" .* in b: /);
      expect(first).toContain(`${lost} lose`);
    },
  );

  it("announces what a later stack deletes before what an earlier one replaces", () => {
    const replaced = planned("outreach_snippet", ["delete", "create"], { name: "Next" }, { name: "Next" });
    const deleted = planned("outreach_snippet", ["delete"], { name: "Gone" }, null);
    const review = reviewOf([
      stack("a", { resource_changes: [replaced] }),
      stack("b", { resource_changes: [deleted] }),
    ]);
    for (const text of seen(review)) expect(text.indexOf("Gone")).toBeLessThan(text.indexOf("Next"));
  });

  it("names a type of several words as the configuration does, wherever it stands", () => {
    const markdown = renderMarkdown(of(planned("my_thing", ["delete"], { name: "n" }, null)));
    expect(markdown).toContain("> - delete `my_thing` `n`");
    expect(markdown).toContain("<b>delete</b> my_thing <code>n</code>");
  });

  it("names what forces a replacement, where it is announced", () => {
    const change = planned("other_thing", ["delete", "create"], { region: "a" }, { region: "b" });
    const review = of({ ...change, change: { ...change.change, replace_paths: [["region"]] } });
    expect(renderMarkdown(review).split("####")[0]).toContain("forced by `region`");
    expect(seen(review)[2]!.split("Filter")[0]).toContain("Forced by region.");
    const several = { ...review, stacks: [...review.stacks, ...reviewOf([stack("b", {})]).stacks] };
    const [, announced] = renderText(several, { colours: false }).split("\n\n");
    expect(announced).toMatch(/^! REPLACE other_thing .*, forced by region$/);
  });

  it("puts no type of a plan file into the markup or the terminal", () => {
    const type = "@octocat<img src=x>\u001B[31m";
    const review = reviewOf([
      stack("s", {
        resource_changes: [planned(type, ["delete"], { name: "n" }, null)],
        resource_drift: [planned(type, ["update"], { a: 1 }, { a: 2 })],
      }),
    ]);
    const markdown = renderMarkdown(review);
    const html = parseMarkdown(markdown).flatMap(({ type, literal }) =>
      /^html/.test(type) ? [literal ?? ""] : [],
    );
    expect(html.join("").replace(/<code>[^<]*<\/code>/g, "")).not.toMatch(/octocat|<img/);
    expect(renderText(review, { colours: false })).not.toContain("\u001B");
  });
});

it("the text for a terminal announces deletes and replacements of several stacks before everything else", () => {
  const review = reviewOf([
    stack("a", { resource_changes: [planned("outreach_snippet", ["create"], null, { name: "New" })] }),
    stack("b", { resource_changes: [planned("outreach_cluster", ["delete"], { name: "Old" }, null)] }),
  ]);
  const [, first] = renderText(review, { colours: false }).split("\n\n");
  expect(first).toBe('! DELETE cluster "Old"  outreach_cluster.x in b');
});

it("the text for a terminal names the stacks without changes beside those that change", () => {
  const create = { resource_changes: [planned("outreach_snippet", ["create"], null, { name: "New" })] };
  const text = renderText(reviewOf([stack("a", {}), stack("b", create), stack("c", {})]), { colours: false });
  expect(text).toMatch(/\n\n── b: 1 to create\n[^]*\n\n── no changes in a, c\n$/);
});

describe("a plan that only updates the state, as with -refresh-only", () => {
  const [old, now] = [{ name: "C" }, { name: "By hand" }];
  const resource_drift = [planned("outreach_cluster", ["update"], old, now)];
  const only = (plan: PlanJson) => stack("s", { applyable: true, ...plan });

  it.each([
    ["with drift", { resource_drift }],
    ["where only the server's own values drifted", {}],
  ])("is no plan without changes, %s", (_, plan) => {
    const review = reviewOf([only(plan)]);
    expect(exitStatusOf(review, new Set())).toBe(2);
    expect(review.stacks[0]!.onlyUpdatesState).toBe(true);
    for (const text of seen(review)) {
      expect(text).toContain("Applying this plan only updates the state.");
      expect(text).not.toMatch(/no changes/i);
    }
  });

  it("is told from the others of several", () => {
    const create = { resource_changes: [planned("a_b", ["create"], null, { a: 1 })], applyable: true };
    const review = reviewOf([only({}), { ...only({}), name: "t" }, stack("u", create), stack("v", {})]);
    expect(review.stacks.map(({ onlyUpdatesState }) => onlyUpdatesState)).toEqual([true, true, false, false]);
    const [markdown, text, page] = seen(review);
    for (const one of [markdown!, text!])
      expect(one).toMatch(/^(## )?Plan review: 1 to create, only the state of 2 stacks to update /);
    expect(markdown).toMatch(/\| s only the state \| \|/);
    expect(page).toMatch(/ s only the state .* v no changes /);
  });

  it.each([{ applyable: false, resource_drift }, { resource_drift }, { applyable: true, errored: true }])(
    "is none that says %j",
    (plan) => {
      const [one] = reviewOf([stack("s", plan)]).stacks;
      expect(one!.onlyUpdatesState).toBe(false);
    },
  );

  it("leaves a plan without changes at status 0", () => {
    for (const plan of [{ applyable: false, resource_drift }, { resource_drift }, {}])
      expect(exitStatusOf(reviewOf([stack("s", plan)]), new Set())).toBe(0);
  });
});

describe("a replacement that only forgets the old object", () => {
  it.each([[["create", "forget"]], [["forget", "create"]]])("destroys nothing: %j", (actions) => {
    const [old, next] = [
      { name: "C", id: "1", associated_count: 3, description: "a" },
      { name: "C", description: "b" },
    ];
    const review = of(planned("outreach_cluster", actions, old, next));
    expect(review.stacks[0]!.changes[0]).toMatchObject({
      ...{ action: "replace", forgetsOld: true, associatedCount: null },
      attributes: [{ path: "description" }],
    });
    expect(exitStatusOf(review, new Set(["destroy"]))).toBe(2);
    expect(exitStatusOf(review, new Set(["replace"]))).toBe(3);
    for (const text of seen(review)) {
      expect(text).toMatch(/the old object is not destroyed: it leaves the state and stays at the server/i);
      expect(text).toMatch(/1 to replace/);
      expect(text).not.toMatch(/deleted|mailboxes|This plan/);
    }
  });
});

describe("what a plan does that the review does not know", () => {
  const unknown = planned("a_b", ["frobnicate"], { a: 1 }, { a: 1 });
  const deferred = {
    reason: "provider_config_unknown",
    resource_change: planned("c_d", ["create"], null, {}),
  };

  it.each([
    [{ resource_changes: [unknown] }, "a_b.x", "unknown action frobnicate"],
    [
      { resource_changes: [{ ...unknown, change: { actions: ["delete", "update"] } }] },
      "a_b.x",
      "delete, update",
    ],
    [{ resource_changes: [{ ...planned("a_b", ["delete"], {}, null), mode: "other" }] }, "a_b.x", "delete"],
    [{ action_invocations: [{ address: "action.a_b.x" }] }, "action.a_b.x", "is invoked"],
    [{ deferred_changes: [deferred], complete: false }, "c_d.x", "create is deferred"],
  ] as [PlanJson, string, string][])("is named and no plan without changes: %j", (plan, address, words) => {
    const review = reviewOf([stack("s", { applyable: true, ...plan })]);
    const shown = { onlyUpdatesState: false, notShown: 1, totals: { warning: 1 }, changes: [] };
    expect(review.stacks[0]).toMatchObject(shown);
    expect(exitStatusOf(review, new Set())).toBe(2);
    expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
    for (const text of seen(review)) {
      expect(text).toContain(address);
      expect(text).toContain(words);
      expect(text).toMatch(/1 not shown, 1 warning/);
      expect(text).not.toMatch(/no changes|only updates/i);
    }
  });

  it("is not what only reads", () => {
    const read: PlannedResource = { ...planned("a_b", ["read"], null, {}), mode: "data" };
    const open = { ...planned("a_b", ["open"], null, {}), mode: "ephemeral" };
    const kept = planned("a_b", ["no-op"], {}, {});
    const review = reviewOf([stack("s", { resource_changes: [read, open, kept] })]);
    expect(review.stacks[0]!.notShown).toBe(0);
    expect(exitStatusOf(review, new Set())).toBe(0);
  });
});

it("the table of several stacks has a column for outputs", () => {
  const output_changes = { o: { actions: ["create"], before: null, after: 1 } };
  const review = reviewOf([stack("a", { output_changes }), stack("b", {})]);
  const rows = renderMarkdown(review)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  expect(rows).toEqual(["| stack | output |", "| --- | --: |", "| `a` | 1 |", "| `b` |  |"]);
});

describe("a plan that was made before", () => {
  const prompt = "Hi {first name}, {compny}\n";
  const read = (configuration?: PlanJson["configuration"], more: object = {}) => {
    const change = planned("outreach_snippet", ["create"], null, { name: "S", prompt });
    const resource = { ...change, change: { ...change.change, ...more } };
    const plan = { resource_changes: [resource], ...(configuration && { configuration }) };
    return reviewOf([stack("s", plan, { diagnostics: null })]);
  };
  const summaries = (review: Review) => review.stacks[0]!.changes[0]!.warnings.map(({ summary }) => summary);
  const provider = (expression: object) => ({
    root_module: { resources: [{ address: "outreach_snippet.x", provider_config_key: "outreach.eu" }] },
    provider_config: { "outreach.eu": { expressions: { known_variables: expression } } },
  });

  it("is said to lack what the engine warned of", () => {
    for (const text of seen(read())) expect(text).toContain("warnings, except those of failed checks");
    const made = reviewOf([stack("s", { resource_changes: [planned("a_b", ["create"], null, { a: 1 })] })]);
    for (const text of seen(made)) expect(text).not.toContain("made before");
  });

  it("is said so too where there is nothing to do, in one stack or among several", () => {
    const quiet = (name: string) => stack(name, {}, { diagnostics: null });
    const busy = stack(
      "c",
      { output_changes: { o: { actions: ["create"], after: 1 } } },
      { diagnostics: null },
    );
    for (const stacks of [[quiet("a")], [quiet("a"), quiet("b")], [quiet("a"), busy]])
      for (const text of seen(reviewOf(stacks))) {
        expect(text).toContain("warnings, except those of failed checks");
        expect(text).toMatch(/no changes|1 output/i);
      }
    expect(renderMarkdown(reviewOf([quiet("a")]))).toMatch(/^\*\*Plan review: no changes\*\* in `a`\.\n/);
    for (const text of seen(reviewOf([stack("a", {})]))) expect(text).not.toContain("made before");
  });

  describe("and of which checks failed", () => {
    const check = (name: string, messages: string[], kind = "check") => ({
      address: { kind },
      instances: [{ address: { to_display: name }, problems: messages.map((message) => ({ message })) }],
    });
    const passed = { address: { kind: "check" }, instances: [{ address: { to_display: "check.well" } }] };
    const checks = [
      check("check.small", ["It is small.", "It is odd."]),
      check("check.other", ["It is small."]),
      check("a_b.x[0]", ["It is bad."], "resource"),
      passed,
      { address: { kind: "check" } },
    ];
    const reviewWith = (diagnostics: PlannedStack["diagnostics"]) =>
      reviewOf([stack("s", { checks }, { diagnostics })]);

    it("has a warning for each, as the engine had, and they count", () => {
      const review = reviewWith(null);
      expect(review.stacks[0]!.diagnostics).toEqual([
        {
          ...{ severity: "warning", summary: "Condition failed", detail: "It is bad.", address: "a_b.x[0]" },
          source: null,
        },
        ...[
          ["It is small.", "check.other"],
          ["It is small.", "check.small"],
          ["It is odd.", "check.small"],
        ].map(([detail, address]) => ({
          ...{ severity: "warning", summary: "Check block assertion failed", detail, address, source: null },
        })),
      ]);
      expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
      for (const text of seen(review)) {
        expect(text).toContain("4 warnings");
        expect(text).toMatch(/check\.other.{0,24} It is small\./);
      }
    });

    it("has what the engine says where it plans, and no second time", () => {
      expect(reviewWith([]).totals.warning).toBe(0);
    });
  });

  it("has the warnings about prompts all the same, beside their object, and they count", () => {
    const review = read();
    expect(summaries(review)).toEqual([
      expect.stringContaining('outreach_snippet "S": {first name} is not a placeholder'),
    ]);
    expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
  });

  it("knows the variables that the configuration lists, and no others", () => {
    expect(summaries(read(provider({ constant_value: ["company"] })))).toEqual([
      expect.stringContaining("{first name}"),
      expect.stringContaining("{compny} is none of the known variables"),
    ]);
    expect(summaries(read(provider({ constant_value: ["compny"] })))).toHaveLength(1);
    expect(summaries(read(provider({ references: ["var.known"] })))).toHaveLength(1);
    // As engines print a list in JSON of which a part is computed.
    for (const computed of ["${var.known}", "%{if var.known}company%{endif}"]) {
      const mixed = { constant_value: ["first_name", computed], references: ["var.known"] };
      expect(summaries(read(provider(mixed)))).toHaveLength(1);
    }
  });

  it("is silent about a prompt that is of no snippet", () => {
    const other = planned("other_snippet", ["create"], null, { name: "S", prompt });
    expect(reviewOf([stack("s", { resource_changes: [other] }, { diagnostics: null })]).totals.warning).toBe(
      0,
    );
  });

  it("is silent about a prompt that is sensitive or not known", () => {
    expect(summaries(read(undefined, { after_sensitive: { prompt: true } }))).toEqual([]);
    expect(summaries(read(undefined, { after: { name: "S" }, after_unknown: { prompt: true } }))).toEqual([]);
  });

  it("is said to be incomplete where it is, as the engine did when it was made", () => {
    const change = planned("outreach_cluster", ["create"], null, { name: "C" });
    const of = (plan: PlanJson, diagnostics: [] | null = null) =>
      reviewOf([stack("s", { resource_changes: [change], ...plan }, { diagnostics })]);
    for (const text of seen(of({ complete: false }))) {
      expect(text).toContain("The plan is not complete");
      expect(text).toMatch(/1 warning/);
    }
    expect(exitStatusOf(of({ complete: false }), new Set(["warning"]))).toBe(3);
    const snippet = planned("outreach_snippet", ["create"], null, { name: "S", prompt });
    expect(of({ complete: false, resource_changes: [snippet] }).totals.warning).toBe(2);
    for (const whole of [{}, { complete: true }]) expect(of(whole).totals.warning).toBe(0);
    expect(of({ complete: false }, []).totals.warning).toBe(0);
    expect(of({ complete: false, errored: true }).totals).toMatchObject({ warning: 0, error: 1 });
  });

  it("is an error where it failed when it was made, and shows what it holds", () => {
    const change = planned("outreach_cluster", ["create"], null, { name: "C" });
    const review = reviewOf([
      stack("s", { errored: true, resource_changes: [change] }, { diagnostics: null }),
    ]);
    expect(exitStatusOf(review, new Set())).toBe(1);
    for (const text of seen(review)) {
      expect(text).toContain("The plan failed when it was made");
      expect(text).toMatch(/create.{0,10}cluster.{0,4}C/i);
    }
  });
});
