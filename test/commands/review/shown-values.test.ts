import { reviewOf } from "../../../src/commands/review/from-plan";
import type { AttributeChange, Review } from "../../../src/commands/review/model/review";
import type { JsonValue } from "../../../src/util/json";
import { planned, renderMarkdown, renderText, seen, stack } from "./every-format";

const configured = (attribute: string) => ({
  root_module: { resources: [{ address: "other_thing.x", expressions: { [attribute]: {} } }] },
});

describe("a value that is known only after the apply", () => {
  const review = (type: string, attribute: string, before: JsonValue): Review => {
    const change = planned(type, ["update"], { name: "S", [attribute]: before }, { name: "S" });
    const after_unknown = { [attribute]: true };
    const resource_changes = [{ ...change, change: { ...change.change, after_unknown } }];
    return reviewOf([stack("s", { resource_changes, configuration: configured(attribute) })]);
  };

  it.each([
    ["outreach_snippet", "prompt", "Hi {first_name}", '"Hi {first_name}" → known after apply'],
    ["outreach_snippet", "prompt", "Hi {name},\nbye.\n", "→ known after apply"],
    ["other_thing", "list", ["a".repeat(61)], "laid out as JSON → known after apply"],
  ] as [string, string, JsonValue, string][])(
    "does not look like a deletion of the old value: %s.%s = %j",
    (type, attribute, before, words) => {
      const one = review(type, attribute, before);
      for (const text of seen(one)) {
        expect(text).toContain(words);
        expect(text).toContain(JSON.stringify(before).slice(3, 8));
      }
      const [{ diff }] = one.stacks[0]!.changes[0]!.attributes as [AttributeChange];
      expect(diff === null).toBe(words.startsWith('"Hi'));
    },
  );
});

describe("an output in a comment", () => {
  const markdownOf = (before: JsonValue, after: JsonValue) =>
    renderMarkdown(
      reviewOf([stack("s", { output_changes: { "n.o": { actions: ["update"], before, after } } })]),
    );

  it.each([
    [[{ x: 1 }], [{ x: 2 }], "- `[0].x`: `1` → `2`"],
    [{ "a.b": 1 }, { "a.b": 2 }, '- `["a.b"]`: `1` → `2`'],
    [1, 2, "- `value`: `1` → `2`"],
    [{ a: null, b: 1 }, { b: 1 }, "- `a`: `null` → *none*"],
    [{ b: 1 }, { a: null, b: 1 }, "- `a`: *none* → `null`"],
  ] as [JsonValue, JsonValue, string][])("has a line if it changes from %j to %j", (before, after, line) => {
    expect(markdownOf(before, after)).toContain(
      `<b>update output</b> <code>n.o</code></summary>\n\n${line}\n`,
    );
  });
});

describe("a new key of a map with the value null", () => {
  const review = (sensitive: boolean): Review => {
    const { change, ...rest } = planned("other_thing", ["update"], { m: { a: 1 } }, { m: { a: 1, b: null } });
    const after_sensitive = { m: { b: sensitive } };
    return reviewOf([
      stack("s", { resource_changes: [{ ...rest, change: { ...change, after_sensitive } }] }),
    ]);
  };

  it.each([
    [false, "none → null"],
    [true, "none → (sensitive value)"],
  ])("is shown; sensitive: %j", (sensitive, words) => {
    for (const text of seen(review(sensitive)))
      expect(text.replace(/m\.b:/, "m.b")).toContain(`m.b ${words}`);
  });
});

describe("two short values", () => {
  const shown = (before: JsonValue, after: JsonValue) => {
    const change = planned("other_thing", ["update"], { v: before }, { v: after });
    return reviewOf([stack("s", { resource_changes: [change] })]);
  };

  it.each([
    [null, "none", 'none → "none"'],
    ["1", 1, '"1" → 1'],
    [["a"], '["a"]', '["a"] → "[\\"a\\"]"'],
    ["a b", "a\u00A0b", '"a b" → "a⟨U+00A0⟩b"'],
    ["Équipe\u00A0: A", "Équipe\u00A0: B", '"Équipe\u00A0: A" → "Équipe\u00A0: B"'],
  ] as [JsonValue, JsonValue, string][])("look different: %j and %j", (before, after, words) => {
    expect(renderText(shown(before, after))).toContain(`  v: ${words}\n`);
    for (const text of seen(shown(before, after)).map((one) => one.replace(/⟨(U\+\w+)⟩/g, "$1"))) {
      const both = words.replace(/⟨(U\+\w+)⟩/g, "$1").replace(/\s+/g, " ");
      expect(text).toContain(both);
    }
  });
});

it("a deleted value is shown alone, and a sensitive value beside the value of the other side", () => {
  const [mark, none] = [{ v: true }, {}];
  for (const [actions, before, after, before_sensitive, after_sensitive, words] of [
    [["delete"], 1, undefined, none, none, "v: 1"],
    [["update"], 1, null, mark, none, "v: (sensitive value) → none"],
    [["update"], null, 1, none, mark, "v: none → (sensitive value)"],
    [["update"], 1, 2, mark, mark, "v: (sensitive value)"],
  ] as const) {
    const one = planned(
      "other_thing",
      [...actions],
      { v: before },
      after === undefined ? null : { v: after },
    );
    const resource = { ...one, change: { ...one.change, before_sensitive, after_sensitive } };
    const review = reviewOf([stack("s", { resource_changes: [resource] })]);
    expect(renderText(review)).toContain(`  ${words}\n`);
  }
});
