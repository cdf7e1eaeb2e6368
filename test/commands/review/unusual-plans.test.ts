import type { PlanJson, PlannedResource } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { exitStatusOf } from "../../../src/commands/review";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import { of, planned, renderMarkdown, seen, stack } from "./every-format";

describe("a plan that only updates the state, as with -refresh-only", () => {
  const [old, now] = [{ name: "C" }, { name: "By hand" }];
  const resource_drift = [planned("outreach_cluster", ["update"], old, now)];
  const only = (plan: PlanJson) => stack("s", { applyable: true, ...plan });

  it.each([
    ["with drift", { resource_drift }],
    ["where only the server's own values drifted", {}],
  ])("does not count as a plan without changes, %s", (_, plan) => {
    const review = reviewOf([only(plan)]);
    expect(exitStatusOf(review, new Set())).toBe(2);
    expect(review.stacks[0]!.onlyUpdatesState).toBe(true);
    for (const text of seen(review)) {
      expect(text).toContain("Applying this plan only updates the state.");
      expect(text).not.toMatch(/no changes/i);
    }
  });

  it("is distinguished from other stacks", () => {
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
    "is not recognized by %j",
    (plan) => {
      const [one] = reviewOf([stack("s", plan)]).stacks;
      expect(one!.onlyUpdatesState).toBe(false);
    },
  );
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

describe("an operation that the review does not know", () => {
  const unknown = planned("a_b", ["frobnicate"], { a: 1 }, { a: 1 });
  const changing = (...resource_changes: PlannedResource[]) => ({ resource_changes });
  const deferring = (actions: string[]) => ({
    complete: false,
    deferred_changes: [{ resource_change: planned("c_d", actions, {}, {}) }],
  });

  it.each([
    ["an unknown action", changing(unknown), "a_b.x: unknown action frobnicate", 2],
    [
      "an unknown list with a delete",
      changing(planned("a_b", ["delete", "update"], {}, {})),
      "a_b.x: unknown action delete, update",
      3,
    ],
    [
      "an object of an unknown mode",
      changing({ ...planned("a_b", ["delete"], {}, null), mode: "other" }),
      "a_b.x: unknown action delete",
      3,
    ],
    [
      "an invoked action",
      { action_invocations: [{ address: "action.a_b.x" }] },
      "action.a_b.x is invoked",
      2,
    ],
    ["a deferred create", deferring(["create"]), "c_d.x: create is deferred", 2],
    ["a deferred delete", deferring(["delete"]), "c_d.x: delete is deferred", 3],
    ["a deferred replacement", deferring(["create", "delete"]), "c_d.x: create, delete is deferred", 3],
  ] as [string, PlanJson, string, number][])(
    "is named, counts as a change, and for --fail-on destroy if it deletes: %s",
    (_, plan, words, status) => {
      const review = reviewOf([stack("s", { applyable: true, ...plan })]);
      expect(review.stacks[0]).toMatchObject({
        ...{ onlyUpdatesState: false, notShown: 1, deletesNotShown: status === 3 ? 1 : 0 },
        ...{ totals: { warning: 1 }, changes: [] },
      });
      expect(exitStatusOf(review, new Set())).toBe(2);
      expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
      expect(exitStatusOf(review, new Set(["destroy"]))).toBe(status);
      for (const text of seen(review)) {
        expect(text).toContain(words);
        expect(text).toMatch(/1 not shown, 1 warning/);
        expect(text).not.toMatch(/no changes|only updates/i);
      }
    },
  );

  it("is never a data source that is only read", () => {
    const read: PlannedResource = { ...planned("a_b", ["read"], null, {}), mode: "data" };
    const open = { ...planned("a_b", ["open"], null, {}), mode: "ephemeral" };
    const kept = planned("a_b", ["no-op"], {}, {});
    const review = reviewOf([stack("s", { resource_changes: [read, open, kept] })]);
    expect(review.stacks[0]!.notShown).toBe(0);
    expect(exitStatusOf(review, new Set())).toBe(0);
  });
});

describe("a saved plan", () => {
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

  it("is shown with a note that the engine's warnings are missing, also without changes", () => {
    const quiet = (name: string) => stack(name, {}, { diagnostics: null });
    const busy = stack(
      "c",
      { output_changes: { o: { actions: ["create"], after: 1 } } },
      { diagnostics: null },
    );
    for (const stacks of [[busy], [quiet("a"), quiet("b")], [quiet("a"), busy]])
      for (const text of seen(reviewOf(stacks))) {
        expect(text).toContain("warnings of the engine, except those about failed checks");
        expect(text).toMatch(/no changes|1 output/i);
      }
    expect(renderMarkdown(reviewOf([quiet("a")]))).toMatch(/^## Plan review of `a`: no changes\n/);
    for (const text of seen(reviewOf([stack("a", {})]))) expect(text).not.toContain("made before");
  });

  describe("with failed checks", () => {
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

    it("has the engine's warning for each failed check, and these count", () => {
      const review = reviewWith(null);
      const found = review.stacks[0]!.diagnostics.map(({ summary, detail, address }) => [
        ...[summary, detail, address],
      ]);
      expect(found).toEqual([
        ["Condition failed", "It is bad.", "a_b.x[0]"],
        ["Check block assertion failed", "It is small.", "check.other"],
        ["Check block assertion failed", "It is small.", "check.small"],
        ["Check block assertion failed", "It is odd.", "check.small"],
      ]);
      expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
      for (const text of seen(review)) {
        expect(text).toContain("4 warnings");
        expect(text.match(/It is small\./g)).toHaveLength(1);
        for (const place of ["check.other", "check.small", "a_b.x[0]"]) expect(text).toContain(place);
      }
    });

    it("has each such warning once if the engine reports it, too", () => {
      expect(reviewWith([]).totals.warning).toBe(0);
    });
  });

  it("has the warnings about prompts, beside their objects, and these count", () => {
    const review = read();
    expect(summaries(review)).toEqual([
      expect.stringContaining('outreach_snippet "S": {first name} is not a placeholder'),
    ]);
    expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
  });

  it("has warnings by the known variables of the configuration", () => {
    expect(summaries(read(provider({ constant_value: ["company"] })))).toEqual([
      expect.stringContaining("{first name}"),
      expect.stringContaining("{compny} is not a known variable"),
    ]);
    expect(summaries(read(provider({ constant_value: ["compny"] })))).toHaveLength(1);
    expect(summaries(read(provider({ references: ["var.known"] })))).toHaveLength(1);
    // As engines print a list of a JSON configuration that has a computed part.
    for (const computed of ["${var.known}", "%{if var.known}company%{endif}"]) {
      const mixed = { constant_value: ["first_name", computed], references: ["var.known"] };
      expect(summaries(read(provider(mixed)))).toHaveLength(1);
    }
  });

  it("has a warning about a sensitive prompt that quotes no text, and none about an unknown prompt", () => {
    expect(summaries(read(undefined, { after_sensitive: { prompt: true } }))).toEqual([
      'outreach_snippet "S": a text of its prompt, at line 1, column 4, is not a placeholder, although it looks like one',
    ]);
    expect(summaries(read(undefined, { after: { name: "S" }, after_unknown: { prompt: true } }))).toEqual([]);
  });

  it("has the engine's warning if it is incomplete", () => {
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

  it("is an error if planning failed, and is shown as far as it goes", () => {
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
