import { reviewOf } from "../../../src/cli/review/from-plan";
import type { AttributeChange, JsonValue, Review } from "../../../src/cli/review/model";
import { planned, seen, stack } from "./every-format";

const configured = (attribute: string) => ({
  root_module: { resources: [{ address: "other_thing.x", expressions: { [attribute]: {} } }] },
});

it("a number that changes within JSON in a text shows beside other changes", () => {
  const side = (id: string, more: string) => ({ policy: `{"id": ${id}, "more": "${more}"}` });
  const change = planned(
    "other_thing",
    ["update"],
    side("12345678901234567890", "a"),
    side("12345678901234567891", "b"),
  );
  for (const text of seen(reviewOf([stack("s", { resource_changes: [change] })])))
    expect(text).toContain("12345678901234567891");
});

describe("a value that is known only after the apply", () => {
  const review = (type: string, attribute: string, before: JsonValue): Review => {
    const change = planned(type, ["update"], { name: "S", [attribute]: before }, { name: "S" });
    const after_unknown = { [attribute]: true };
    const resource_changes = [{ ...change, change: { ...change.change, after_unknown } }];
    return reviewOf([stack("s", { resource_changes, configuration: configured(attribute) })]);
  };

  it.each([
    ["outreach_snippet", "prompt", "Hi {first_name}", "Hi {first_name} → known after apply"],
    ["outreach_snippet", "prompt", "Hi {name},\nbye.\n", "16 characters, 2 lines → known after apply"],
    ["other_thing", "text", "a".repeat(61), "61 characters, 1 line → known after apply"],
    ["other_thing", "list", ["a".repeat(61)], "69 characters, 3 lines → known after apply"],
  ] as [string, string, JsonValue, string][])(
    "is no deletion of what it was: %s.%s = %j",
    (type, attribute, before, words) => {
      const one = review(type, attribute, before);
      for (const text of seen(one)) {
        expect(text).toContain(words);
        expect(text).toContain(JSON.stringify(before).slice(3, 8));
      }
      const [{ diff }] = one.stacks[0]!.changes[0]!.attributes as [AttributeChange];
      expect(diff === null).toBe(words.startsWith("Hi"));
    },
  );
});
