import { type Diagnostic, parseDiagnostic } from "../../../src/estate/engine/diagnostics";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { COMMENT_LIMIT } from "../../../src/commands/review/markdown/fit";
import type { StackReview } from "../../../src/commands/review/model/review";
import type { JsonValue } from "../../../src/util/json";
import type { PlanJson, PlannedResource } from "../../../src/estate/engine/plan-json";
import { planned, renderMarkdown, seen, stack } from "./every-format";
import { withFacts } from "./planned-change";

const message = (summary: string, address: string | null, given: Partial<Diagnostic> = {}): Diagnostic => ({
  ...{ severity: "warning", summary, detail: "", address, source: null, prompt: null },
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

  it("are errors, then warnings, by address; messages about one object keep their order", () => {
    const summaries = ["bad", "first", "second", "c", "b", "a"];
    expect(stackOf(said).diagnostics.map(({ summary }) => summary)).toEqual(summaries);
    const others = [...said.slice(2), ...said.slice(0, 2)];
    expect(stackOf(others).diagnostics).toEqual(stackOf(said).diagnostics);
  });

  it.each([60, 640, 6_400])("lose no error in a comment, with %i warnings beside it", (count) => {
    const warnings = Array.from({ length: count }, (_, i) => message(`Warning ${i}`.repeat(12), `x.a[${i}]`));
    const stacks = [stack("s", {}, { diagnostics: [...warnings, message("bad", "x.z", error)] })];
    const markdown = renderMarkdown(reviewOf(stacks));
    expect(markdown.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(markdown).toContain("❌ **Error**: `bad`\n");
    expect(markdown.replaceAll("\n> ", "\n")).toContain(error.detail);
    const left = (markdown.match(/⚠️/g) ?? []).length;
    const said = Number(/(\d+) objects? altogether/.exec(markdown)?.[1] ?? 0);
    expect(left + said).toBe(count);
  });
});

describe("a message that the engine prints without an address", () => {
  /** Returns the error that Terraform 1.11 prints for an attribute that does not exist. */
  const said = (filename: string, line: number, context: string | null, given: object = {}): Diagnostic =>
    parseDiagnostic(
      JSON.stringify({
        type: "diagnostic",
        diagnostic: {
          ...{ severity: "error", summary: "Unsupported attribute", detail: 'There is no "nam".' },
          range: { filename, start: { line, column: 47, byte: 108 }, end: { line, column: 51, byte: 112 } },
          snippet: { context, code: "…", start_line: line },
          ...given,
        },
      }),
    )!;

  it("is shown once for each place in the configuration, which every format names", () => {
    const one = said("cdk.tf.json", 31, "resource.outreach_snippet.one");
    const two = said("cdk.tf.json", 37, "resource.outreach_snippet.two");
    const outputs = [said("cdk.tf.json", 9, "output.o1"), said("cdk.tf.json", 12, "output.o2")];
    const review = reviewOf([
      stack("s", {}, { plan: null, diagnostics: [two, one, ...outputs.reverse(), two] }),
    ]);
    expect(review).toMatchObject({ totals: { error: 4 } });
    expect(review.stacks[0]!.diagnostics.map(({ address, source }) => [address, source])).toEqual([
      [null, { file: "cdk.tf.json", line: 9, context: "output.o1" }],
      [null, { file: "cdk.tf.json", line: 12, context: "output.o2" }],
      ["outreach_snippet.one", { file: "cdk.tf.json", line: 31, context: "resource.outreach_snippet.one" }],
      ["outreach_snippet.two", { file: "cdk.tf.json", line: 37, context: "resource.outreach_snippet.two" }],
    ]);
    for (const text of seen(review)) {
      expect(text).toContain("output.o1, cdk.tf.json line 9");
      expect(text).toContain("outreach_snippet.two, cdk.tf.json line 37");
    }
  });

  it.each<[string | null, string | null]>([
    ["resource.a_b.x", "a_b.x"],
    ["resource.a_b.x.lifecycle.precondition[0]", "a_b.x"],
    ['resource "a_b" "x"', "a_b.x"],
    ["data.a_b.x.config", "data.a_b.x"],
    ['data "a_b" "x"', "data.a_b.x"],
    ["check.small.assert", "check.small"],
    ['check "small"', "check.small"],
    ["resource.a_b", null],
    ['resource "a_b"', null],
    ["resource.a_b[0].x", null],
    ["output.x", null],
    ["locals", null],
    [null, null],
  ])("is about the block of its context: %s gives %s", (context, address) => {
    expect(said("cdk.tf.json", 1, context).address).toBe(address);
    expect(said("m/main.tf", 1, context).address).toBeNull();
    expect(said("cdk.tf.json", 1, context, { address: "module.m.a_b.y" }).address).toBe("module.m.a_b.y");
  });

  it("is shown beside the object of that block, without the place, if it is a warning", () => {
    const resource_changes = [planned("outreach_snippet", ["create"], null, { name: "S", prompt: "p" })];
    const warning = said("cdk.tf.json", 31, "resource.outreach_snippet.x", { severity: "warning" });
    const review = reviewOf([stack("s", { resource_changes }, { diagnostics: [warning] })]);
    expect(review.stacks[0]).toMatchObject({ changes: [{ warnings: [warning] }], diagnostics: [] });
    for (const text of seen(review)) expect(text).not.toContain("line 31");
  });
});

describe("a warning of a validation, whose address has no instance key", () => {
  const instance = (key: string, ...actions: string[]): PlannedResource => {
    const side = { name: `Name ${key}`, prompt: actions[0]! };
    const sides = [actions[0] === "create" ? null : side, actions[0] === "delete" ? null : side] as const;
    return { ...planned("outreach_snippet", actions, ...sides), address: `outreach_snippet.x["${key}"]` };
  };
  const resource_changes = [instance("a", "create"), instance("b", "update"), instance("c", "delete")];
  const finding = (name: string, address: string, detail = "Line 1.") =>
    message(`outreach_snippet${name}: {a b} is not a placeholder`, address, { detail });
  const unkeyed = finding("", "outreach_snippet.x");
  const warningsOf = ({ changes }: StackReview) =>
    changes.map(({ address, warnings }) => [/"(.*)"/.exec(address)![1], warnings]);

  it("is shown beside each instance that is not deleted, and counts for each", () => {
    const review = stackOf([unkeyed], { resource_changes });
    expect(warningsOf(review)).toEqual([
      ["c", []],
      ["b", [unkeyed]],
      ["a", [unkeyed]],
    ]);
    expect(review).toMatchObject({ diagnostics: [], totals: { warning: 2 } });
  });

  it("is shown with the stack if every instance is deleted", () => {
    const review = stackOf([unkeyed], { resource_changes: [instance("c", "delete")] });
    expect(review).toMatchObject({ changes: [{ warnings: [] }], diagnostics: [unkeyed] });
  });
});

describe("a warning about one of two objects with one address", () => {
  const object = (id: string, action: string) =>
    planned("outreach_cluster", [action], { name: "C", id }, action === "delete" ? null : { name: "C2", id });
  const resource_changes = [object("1", "update"), { ...object("2", "delete"), deposed: "ab12cd34" }];
  const ownersOf = (about: string | null, changes = resource_changes) => {
    const said = message("The cluster goes", "outreach_cluster.x");
    const facts = about === null ? {} : { object: { type: "outreach_cluster", id: about } };
    const { changes: shown } = stackOf([withFacts(said, facts)], { resource_changes: changes });
    return shown.flatMap(({ id, warnings }) => (warnings.length === 0 ? [] : [id]));
  };

  it.each([
    ["the one whose id its facts name", "2", ["2"]],
    ["the current one, by its id", "1", ["1"]],
    ["the current one without an id", null, ["1"]],
  ])("is shown beside %s", (_, id, ids) => {
    expect(ownersOf(id)).toEqual(ids);
  });

  it("is shown beside the deposed object if the address has no other object", () => {
    expect(ownersOf(null, resource_changes.slice(1))).toEqual(["2"]);
  });
});

describe("the value of a sensitive variable", () => {
  const secret = 'S3cret \u200B"name"';
  const literal = JSON.stringify(secret).replace("\u200B", "\\u200b");
  const others = [
    message(`outreach_snippet ${literal} exists already (1)`, "outreach_snippet.x"),
    message("More", "outreach_snippet.x", { detail: `Another ${literal} is created.` }),
  ];
  const held = planned(
    "outreach_snippet",
    ["update"],
    { name: "N", prompt: "p" },
    { name: "N", prompt: "q" },
  );
  const planWith = (sensitive: boolean, value: JsonValue): PlanJson => ({
    resource_changes: [held],
    variables: { v: { value }, short: { value: "not" } },
    configuration: { root_module: { variables: { v: { sensitive }, short: { sensitive: true } } } },
  });
  const said = [
    ...others,
    message("Bad", null, {
      severity: "error",
      detail: `It is ${secret}, or ${JSON.stringify(secret).slice(1, -1)}.`,
    }),
  ];

  // With `ignore_changes`, the plan has the name and the prompt of the state; a failed plan has no values.
  it.each<[string, JsonValue]>([
    ["a text", secret],
    ["a list", [1, secret, "first s3cret"]],
    ["a map", { a: { b: secret }, c: "first s3cret" }],
    ["words that stand for it", ["sensitive", "value", "s3cret", secret]],
    ["what another one begins with", ["s3cr", "S3cr", secret]],
    ["beside a file", [secret, "first s3cret", "x".repeat(200_000)]],
  ])("is in no message, also if no object of the plan has it: %s", (_, value) => {
    const plan = planWith(true, value);
    for (const stack of [
      { name: "s", plan, diagnostics: said },
      { name: "s", plan: null, unfinished: plan, diagnostics: said },
    ]) {
      const review = reviewOf([stack]);
      expect(JSON.stringify(review)).not.toMatch(/3cret|\)et/i);
      expect(JSON.stringify(review)).not.toContain("((sensitive");
      expect(review.totals).toMatchObject({ warning: 2, error: 1 });
    }
  });

  // A plan has no values of ephemeral variables. An engine takes them from the environment of the review.
  it.each([
    ["a text", secret],
    ["a list", JSON.stringify([secret, "first s3cret"])],
    ["a map", JSON.stringify({ a: { b: secret } })],
    ["a map as an expression", `{ a = { b = ${JSON.stringify(secret)} } }`],
  ])("is in no message if the environment sets it for an ephemeral variable: %s", (_, value) => {
    process.env["TF_VAR_v"] = value;
    const review = (sensitive: boolean) =>
      JSON.stringify(stackOf(said, { ...planWith(sensitive, null), variables: {} }));
    expect(review(true)).not.toContain("S3cret");
    expect(review(false)).toContain("S3cret");
  });
  // A plan has values from the environment as texts, whatever their types.
  it("is not hidden if it is true, false or null", () => {
    for (const value of ["true", "false", "null", ""]) {
      process.env["TF_VAR_v"] = value;
      const one = message("Odd", null, { detail: "Neither true nor false nor null." });
      expect(stackOf([one], planWith(true, value)).diagnostics).toEqual([one]);
    }
  });
  afterEach(() => delete process.env["TF_VAR_v"]);

  it("is not hidden if the variable is not sensitive or the value is short", () => {
    for (const plan of [planWith(false, secret), planWith(true, "unrelated")]) {
      const { changes } = stackOf(others, plan);
      expect(changes[0]!.warnings).toEqual(others);
    }
  });
});
