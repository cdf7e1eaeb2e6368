import { reviewedChanges } from "../../../src/commands/review/approval";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { exitStatusOf } from "../../../src/commands/review";
import type { PlannedChange } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import type { JsonValue } from "../../../src/util/json";
import { renderHtml, renderMarkdown, seen, stack } from "./every-format";
import { resource } from "./planned-change";

const REASON = "Mustache for our own templates.";
const doubled = { code: "doubled", text: "{{x}}", reason: REASON };
const values = {
  id: "snp_1",
  name: "Opener",
  prompt: "Hi {{x}}",
  workspace_id: "w",
  last_updated_at: "2026-11-01T00:00:00.000Z",
};
const WARNING = 'outreach_snippet "Opener": {{x}} is doubled, so it is not a placeholder';

/** A snippet of a plan, by default one that the plan leaves as it is. */
function snippet(
  acknowledged_warnings: JsonValue,
  change: Partial<PlannedChange> & { readonly name?: string } = {},
) {
  const { name = "opener", ...given } = change;
  const after = { ...values, acknowledged_warnings };
  const type = "outreach_snippet";
  return resource({ type, name, change: { actions: ["no-op"], before: values, after, ...given } });
}

const reviewed = (...resources: ReturnType<typeof snippet>[]) =>
  reviewOf([stack("s", { resource_changes: resources }, { diagnostics: null })]);

const warningFails = new Set(["warning"] as const);

describe("a warning that a snippet acknowledges", () => {
  it("stands in no list of warnings, no total, and no cause for --fail-on warning", () => {
    const without = reviewed(snippet(null));
    expect(without.totals.warning).toBe(1);
    expect(exitStatusOf(without, warningFails)).toBe(3);
    const review = reviewed(snippet([doubled]));
    expect(review.totals.warning).toBe(0);
    expect(exitStatusOf(review, warningFails)).toBe(0);
    expect(review.stacks[0]).toMatchObject({ diagnostics: [], changes: [] });
  });

  it("stands in the JSON with its address, code and reason", () => {
    expect(reviewed(snippet([doubled])).stacks[0]!.acknowledged).toMatchObject([
      {
        severity: "warning",
        address: "outreach_snippet.opener",
        summary: WARNING,
        reason: REASON,
        prompt: { code: "doubled", texts: ["{{x}}"], places: [{ line: 1, column: 4 }] },
      },
    ]);
  });

  it("stands in every format with its reason", () => {
    for (const text of seen(reviewed(snippet([doubled])))) {
      expect(text).toContain(WARNING);
      expect(text).toMatch(/acknowledged/i);
      expect(text).toContain(REASON);
      expect(text).not.toMatch(/⚠️|Warning:/);
    }
  });

  it("makes one entry if several snippets acknowledge it for the same reason", () => {
    const same = Array.from({ length: 30 }, (_, i) => snippet([doubled], { name: `s${i}` }));
    const review = reviewed(...same, snippet([{ ...doubled, reason: "Other." }]));
    for (const text of seen(review)) expect(text.split("{{x}} is doubled").length - 1).toBe(2);
    expect(renderMarkdown(review)).toContain("#### 31 acknowledged warnings");
    expect(renderHtml(review)).toContain("30 places");
  });

  it("does not hide the others of its snippet", () => {
    const prompt = "Hi {{x}} {first name}";
    const review = reviewed(
      snippet([doubled], { after: { ...values, prompt, acknowledged_warnings: [doubled] } }),
    );
    expect(review.stacks[0]!.diagnostics).toMatchObject([
      { prompt: { code: "nearly", texts: ["{first name}"] } },
    ]);
  });

  it("becomes a warning again if its text or its code is known only after the apply", () => {
    const open = snippet([{ reason: REASON }], {
      after_unknown: { acknowledged_warnings: [{ code: true, text: true }] },
    });
    expect(reviewed(open)).toMatchObject({ totals: { warning: 1 }, stacks: [{ acknowledged: [] }] });
  });

  it.each([
    ["sensitive", { after_sensitive: { acknowledged_warnings: [{ reason: true }] } }, "(sensitive value)"],
    [
      "known after the apply",
      { after_unknown: { acknowledged_warnings: [{ reason: true }] } },
      "(known after apply)",
    ],
  ])("has words in place of a reason that is %s", (_, marks, words) => {
    const review = reviewed(snippet([doubled], marks));
    expect(review.stacks[0]!.acknowledged).toMatchObject([{ reason: words }]);
    expect(JSON.stringify(review)).not.toContain(REASON);
  });

  it("has no text of a sensitive variable in its reason", () => {
    const secret = "launch of project mallow";
    const plan = {
      resource_changes: [snippet([{ ...doubled, reason: `For the ${secret}.` }])],
      variables: { project: { value: secret } },
      configuration: { root_module: { variables: { project: { sensitive: true } } } },
    };
    const review = reviewOf([stack("s", plan, { diagnostics: null })]);
    expect(review.stacks[0]!.acknowledged).toMatchObject([{ reason: "For the (sensitive)." }]);
  });
});

describe("an entry that matches nothing any more", () => {
  it("draws a warning, which --fail-on warning finds", () => {
    const review = reviewed(snippet([{ ...doubled, text: "{{y}}" }, doubled]));
    expect(review.stacks[0]!.diagnostics).toMatchObject([
      {
        prompt: { code: "unmatched" },
        summary: expect.stringContaining("the acknowledged {{y}} (doubled)") as string,
      },
    ]);
    expect(exitStatusOf(review, warningFails)).toBe(3);
  });

  it("has its number as its name if its text is sensitive", () => {
    const marks = { after_sensitive: { acknowledged_warnings: [{ text: true }] } };
    const review = reviewed(snippet([{ ...doubled, text: "{{secret_name}}" }], marks));
    expect(JSON.stringify(review)).not.toContain("secret_name");
    expect(review.totals.warning).toBe(2);
  });
});

describe("an update of acknowledged_warnings alone", () => {
  const update = snippet([doubled], { actions: ["update"], after_unknown: {} });
  const edit = snippet([doubled], { actions: ["update"], after_unknown: { last_updated_at: true } });

  it("shows the entry, and that nothing is sent", () => {
    const review = reviewed(update);
    expect(review.stacks[0]!.changes).toMatchObject([
      { action: "update", onlyUpdatesState: true, attributes: [{ path: "acknowledged_warnings" }] },
    ]);
    for (const text of seen(review)) {
      expect(text).toContain("Nothing is sent to Outreach: the apply changes only the state.");
      expect(text).toContain(REASON);
    }
  });

  it("needs no approval, and any other update does", () => {
    const stackOf = (one: typeof update) =>
      stack("s", { resource_changes: [one] }, { addresses: new Map([["", "https://a.example"]]) });
    const changesOf = (one: PlannedStack) => reviewedChanges([one], reviewOf([one]));
    expect(changesOf(stackOf(update))).toEqual([]);
    expect(reviewed(edit).stacks[0]!.changes).toMatchObject([{ onlyUpdatesState: false }]);
    expect(changesOf(stackOf(edit))).toMatchObject([{ action: "update", id: "snp_1" }]);
  });
});
