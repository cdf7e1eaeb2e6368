import { type Diagnostic, errorOf } from "../../../src/estate/engine/diagnostics";
import type { PlanJson } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { exitStatusOf } from "../../../src/commands/review";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { JsonValue } from "../../../src/util/json";
import { planned, seen } from "./every-format";

type Values = Readonly<Record<string, JsonValue>>;

const snippet = (name: string, values: Values, sensitive: Values = {}) => ({
  ...{ address: `outreach_snippet.${name}`, mode: "managed", type: "outreach_snippet", name },
  ...{ values, sensitive_values: sensitive },
});
const configured = (address: string, name?: string, more: object = {}) => ({
  address,
  mode: "managed",
  ...{
    type: address.split(".")[0]!,
    expressions: (name === undefined ? {} : { name: { constant_value: name } }) as Values,
    ...more,
  },
});

/** What Terraform 1.11 writes of a plan in which the snippet `refused` fails, and `waits` depends on it. */
const UNFINISHED: PlanJson = {
  format_version: "1.2",
  errored: true,
  resource_changes: [
    planned("outreach_cluster", ["delete"], { id: "clu_1", name: "Europe", associated_count: 3 }, null),
    {
      ...planned("outreach_snippet", ["no-op"], { id: "s" }, { id: "s" }),
      ...{ address: 'outreach_snippet.all["a"]', name: "all" },
    },
  ],
  prior_state: {
    values: {
      root_module: {
        resources: [
          snippet("x", { id: "clu_1", name: "Europe" }),
          snippet("refused", { id: "sni_1", name: "Opener" }),
          snippet("secret", { id: "sni_2", name: "Hush-hush" }, { name: true }),
          { ...snippet("d", {}), address: "data.outreach_snippet.d", mode: "data" },
        ].map((one, i) =>
          i === 0 ? { ...one, address: "outreach_cluster.x", type: "outreach_cluster" } : one,
        ),
        child_modules: [
          {
            resources: [
              { ...snippet("m", { name: "In module" }), address: "module.m[0].outreach_snippet.m" },
            ],
          },
        ],
      },
    },
  },
  configuration: {
    root_module: {
      resources: [
        configured("outreach_snippet.refused", "Opener"),
        configured("outreach_snippet.waits", "Waits"),
        configured("outreach_snippet.all", undefined, { for_each_expression: {} }),
        configured("outreach_snippet.none", "None", { count_expression: { constant_value: 0 } }),
        { ...configured("data.outreach_snippet.d"), mode: "data" },
      ],
      module_calls: { m: { module: { resources: [configured("outreach_snippet.m")] } } },
    },
  },
};

const failure = (address: string | null, summary: string, detail = ""): Diagnostic => ({
  ...errorOf(summary, detail),
  address,
});

const failed = (...diagnostics: Diagnostic[]): PlannedStack => ({
  name: "s",
  plan: null,
  unfinished: UNFINISHED,
  diagnostics,
});

const REFUSED = failure(
  "outreach_snippet.refused",
  "outreach_snippet (sni_1): this plan overwrites an edit",
  "Copy it.",
);

describe("a plan that fails on one object", () => {
  const review = reviewOf([failed(REFUSED)]);

  it("shows the delete that the engine has planned beside it in every format, and keeps the status of a failure", () => {
    expect(exitStatusOf(review, new Set(["destroy"]))).toBe(1);
    expect(review.stacks[0]).toMatchObject({ planned: false, totals: { delete: 1, error: 1 } });
    for (const text of seen(review)) {
      expect(text).toMatch(/delete.{0,70}cluster.{0,4}Europe/i);
      expect(text).toMatch(/3 linked mailboxes/);
      expect(text).toMatch(/the plan failed/i);
      expect(text).not.toMatch(/no changes/i);
    }
  });

  it("lists the objects that are not reviewed, also those of modules and those that no state has yet", () => {
    expect(review.stacks[0]!.notReviewed).toEqual([
      { address: "module.m[0].outreach_snippet.m", type: "outreach_snippet", name: "In module", id: null },
      { address: "outreach_snippet.refused", type: "outreach_snippet", name: "Opener", id: "sni_1" },
      { address: "outreach_snippet.secret", type: "outreach_snippet", name: null, id: "sni_2" },
      { address: "outreach_snippet.waits", type: "outreach_snippet", name: "Waits", id: null },
    ]);
    for (const text of seen(review)) {
      expect(text).toContain("The plan stopped at an error, so this review lacks 4 objects:");
      expect(text).toMatch(/snippet "Waits",? outreach_snippet\.waits/);
      expect(text).not.toContain("Hush-hush");
    }
  });

  it("names the failed object beside the error, by name and address", () => {
    for (const text of seen(review)) {
      const error = text.slice(text.lastIndexOf("this plan overwrites an edit"));
      expect(error).toMatch(
        /^this plan overwrites an edit.{0,60}snippet "Opener", outreach_snippet\.refused/,
      );
    }
  });

  it("is told apart from a plan that failed before it had any object", () => {
    const nothing = reviewOf([{ ...failed(errorOf("No token", "")), unfinished: null }]);
    expect(nothing.stacks[0]!.notReviewed).toBeNull();
    for (const text of seen(nothing)) expect(text).not.toMatch(/reviewed|every object/);
  });

  it("does not count as reviewed where its plan is a file", () => {
    const [saved] = reviewOf([{ name: "s", plan: UNFINISHED, diagnostics: null }]).stacks;
    expect(saved!.notReviewed).toHaveLength(4);
  });

  it("warns of an object that another stack manages, too", () => {
    const change = planned(
      "outreach_cluster",
      ["no-op"],
      { id: "clu_1", name: "Europe" },
      { id: "clu_1", name: "Europe" },
    );
    const other = { name: "t", plan: { format_version: "1.2", resource_changes: [change] }, diagnostics: [] };
    const [own] = reviewOf([failed(REFUSED), other]).stacks;
    expect(own!.changes[0]!.warnings).toMatchObject([
      { summary: expect.stringContaining("of the stack t") as string },
    ]);
  });
});

describe("the errors of a failed plan", () => {
  it("begin with those about a provider, which are the cause of others", () => {
    const provider = failure('provider["registry.terraform.io/outreach/outreach"]', "No token");
    const [own] = reviewOf([failed(REFUSED, provider)]).stacks;
    expect(own!.diagnostics.map(({ summary }) => summary)).toEqual(["No token", REFUSED.summary]);
  });
});
