import { reviewOf } from "../../../src/commands/review/from-plan";
import type { JsonValue } from "../../../src/util/json";
import type { PlannedChange, PlannedResource } from "../../../src/estate/engine/plan-json";
import { exitStatusOf } from "../../../src/commands/review";
import { planned, renderHtml, renderMarkdown, renderText, seen, stack } from "./every-format";
import { warning, withFacts } from "./planned-change";

const SNIPPET = "outreach_snippet";
const stored = { name: "Old name", id: "1", prompt: "Write to {first_name}.\n" };
const found = { name: "New name", id: "1", prompt: "Written by hand for {company}.\n" };
const drift = planned(SNIPPET, ["update"], stored, found);
const CHANGED_OUTSIDE = /it was changed outside of Terraform since the last apply/i;

const reviewOfOne = (change: PlannedResource, drifted = drift) =>
  reviewOf([stack("s", { resource_changes: [change], resource_drift: [drifted] })]);
const gone = {
  ...planned(SNIPPET, ["delete"], stored, null),
  action_reason: "delete_because_no_resource_config",
};

/** As engines print the delete of an object that left the configuration: with its prior state. */
describe("an object that was changed outside of Terraform and is deleted", () => {
  const review = reviewOfOne(gone);
  const [change] = review.stacks[0]!.changes;

  it("appears with the content that the refresh found, not with the prior state", () => {
    expect(change).toMatchObject({
      name: "New name",
      attributes: [
        { path: "name", before: { value: "New name" } },
        { path: "prompt", before: { value: found.prompt }, after: { kind: "absent" } },
      ],
      variables: { appear: [], vanish: ["company"] },
    });
    expect(JSON.stringify(change!.attributes)).not.toContain("first_name");
  });

  it("has a reason that does not repeat the lost edit", () => {
    expect(change!.reason).toBe("It is no longer in the configuration.");
    for (const text of seen(review)) {
      expect(text).toContain("It is no longer in the configuration.");
      expect(text).not.toMatch(CHANGED_OUTSIDE);
    }
  });

  it("stands as edited outside in the list of deletes at the top", () => {
    for (const [text, entries] of [
      [renderMarkdown(review), "<details"],
      [renderHtml(review), 'class="entry'],
    ] as const)
      expect(text.split(entries)[0]).toContain("loses an edit made outside of Terraform");
    expect(change!.lostEdit).toHaveLength(2);
  });

  it("appears without its sensitive values", () => {
    const secret = { ...drift, change: { ...drift.change, after_sensitive: { prompt: true } } };
    expect(JSON.stringify(reviewOfOne(gone, secret).stacks[0]!.changes)).not.toMatch(/by hand|company/);
  });
});

describe("an edit that the code has pulled, beside another change", () => {
  const poem = ["1", "2", "3", "4", "5", "6"].join("\n");
  const [before, after] = [
    { ...stored, prompt: poem.slice(0, -2) },
    { ...stored, prompt: poem },
  ];
  const merged = { ...stored, prompt: poem.replace("1", "ONE") };
  const reviewed = (next: { readonly [key: string]: string | null }, more: Partial<PlannedChange> = {}) => {
    const { change, ...rest } = planned(SNIPPET, ["update"], after, next);
    const one = { ...rest, change: { ...change, ...more } };
    return reviewOfOne(one, planned(SNIPPET, ["update"], before, after));
  };

  it("is drift that the plan keeps, in every format, and does not count for --fail-on drift", () => {
    const review = reviewed(merged);
    expect(review.stacks[0]!.changes[0]).toMatchObject({ lostEdit: null, undoesDrift: false });
    expect(review.stacks[0]!.drift).toMatchObject([{ kept: ["prompt"] }]);
    expect(review.groups[0]!.danger).toBe("single");
    for (const text of seen(review)) expect(text).not.toContain("will be lost");
    expect(exitStatusOf(review, new Set(["drift"]))).toBe(2);
  });

  it("is lost if the plan lacks a line of it, or does not know the text", () => {
    for (const review of [
      reviewed({ ...merged, prompt: merged.prompt.slice(0, -2) }),
      reviewed({ ...merged, prompt: null }, { after_unknown: { prompt: true } }),
    ]) {
      expect(review.stacks[0]!.changes[0]!.lostEdit).toHaveLength(1);
      expect(exitStatusOf(review, new Set(["drift"]))).toBe(3);
    }
  });
});

it("a text that the provider says it wrote itself is no drift, and a delete shows it", () => {
  const [own, edited] = [["name"], ["prompt"]].map((attributes) => ({
    ownWrites: [{ type: SNIPPET, id: "1", attributes }],
  }));
  const change = planned(SNIPPET, ["update"], found, { ...found, name: "Newer name" });
  const plan = { resource_changes: [change], resource_drift: [drift] };
  expect(reviewOf([stack("s", plan, own)]).stacks[0]).toMatchObject({
    changes: [{ lostEdit: null }],
    drift: [{ attributes: [{ path: "prompt" }] }],
  });
  expect(reviewOf([stack("s", plan, edited)]).stacks[0]!.changes[0]!.lostEdit).toHaveLength(1);
  const all = { ownWrites: [{ type: SNIPPET, id: "1", attributes: ["name", "prompt"] }] };
  const [removed] = reviewOf([stack("s", { ...plan, resource_changes: [gone] }, all)]).stacks;
  expect(removed).toMatchObject({ drift: [], changes: [{ name: "New name", lostEdit: null }] });
});

it("a change overwrites an edit only if it writes another value than the edit", () => {
  const losesEdit = (next: object) =>
    reviewOfOne(planned(SNIPPET, ["update"], found, { ...found, ...next })).stacks[0]!.changes[0]!
      .lostEdit !== null;
  expect(losesEdit({ prompt: stored.prompt })).toBe(true);
  expect(losesEdit({ force_destroy: true })).toBe(false);
  const [kept] = reviewOfOne(planned(SNIPPET, ["forget"], stored, null)).stacks[0]!.changes;
  expect(kept!.lostEdit).toBeNull();
});

describe("an edit that a change loses", () => {
  const at = "2026-11-27T10:30:00.000Z";
  const edited = { ...found, last_updated_at: at };
  const next = { ...stored, prompt: "Rewritten for {industry}.\n" };
  const rewrite = planned(SNIPPET, ["update"], edited, next);
  const overwrites = withFacts(
    warning(`${SNIPPET} (1): this plan overwrites an edit made in Outreach (prompt)`, `${SNIPPET}.x`),
    { losesEdit: true },
  );
  const TITLE = "loses edits made outside of Terraform in 1 object";

  it("is announced at the top of every format, with its time, and shown as a diff from the prior state", () => {
    const review = reviewOfOne(rewrite, planned(SNIPPET, ["update"], stored, edited));
    expect(review.groups[0]!.danger).toBe("overwrite");
    expect(review.stacks[0]!.changes[0]).toMatchObject({
      updatedAt: at,
      lostEdit: [
        { path: "name", before: { value: "Old name" }, after: { value: "New name" } },
        { path: "prompt", before: { value: stored.prompt }, after: { value: found.prompt } },
      ],
    });
    for (const text of seen(review)) {
      expect(text).toContain(TITLE);
      expect(text).toContain("last updated at 2026-11-27 10:30 UTC");
      expect(text).toContain("prompt, as edited");
      expect(text.indexOf(TITLE)).toBeLessThan(text.indexOf("prompt, as edited"));
      expect(text).toContain("first_name");
    }
    // The entry shows the edit, so no format shows it again as drift.
    expect(renderMarkdown(review)).not.toContain("#### Drift");
  });

  it.each([
    ["with the warning of the provider", [overwrites]],
    ['without the warning, as with outside_edits = "overwrite"', []],
  ])("is said once at the top and once in the entry, %s", (_, diagnostics) => {
    const back = planned(SNIPPET, ["update"], edited, stored);
    const resource_drift = [planned(SNIPPET, ["update"], stored, edited)];
    const review = reviewOf([stack("s", { resource_changes: [back], resource_drift }, { diagnostics })]);
    const says = /edits? made outside|changed outside|edited outside|overwrites an edit|undoes drift/gi;
    const tops = [/<\/summary>.*/s, /\nUPDATE .*/s, /<article.*/s];
    const texts = [renderMarkdown(review), renderText(review), renderHtml(review)];
    for (const [i, text] of texts.entries()) {
      const [entry] = tops[i]!.exec(text)!;
      expect(entry.match(says)).toHaveLength(1);
      expect(entry).not.toContain(", as edited");
      expect(text.slice(0, -entry.length)).toContain(TITLE);
    }
    expect(texts[2]).toMatch(/<article class="entry update"[^>]*data-kinds="update drift/);
  });

  it.each([`${SNIPPET}.x`, null])(
    "is known from a warning at %s if an earlier refresh has stored it",
    (address) => {
      const plan = { resource_changes: [rewrite] };
      const summary = "Edited";
      const said = withFacts(warning(summary, address), {
        object: { type: SNIPPET, id: "1" },
        losesEdit: true,
      });
      const review = reviewOf([stack("s", plan, { diagnostics: [said] })]);
      expect(review.stacks[0]!.changes[0]).toMatchObject({ lostEdit: [], warnings: [{ summary }] });
      expect(review.groups[0]!.danger).toBe("overwrite");
      for (const text of seen(review)) expect(text).toContain(TITLE);
      expect(exitStatusOf(review, new Set(["drift"]))).toBe(3);
      expect(exitStatusOf(review, new Set(["destroy"]))).toBe(2);
    },
  );
});

it("drift that no change touches counts for --fail-on drift", () => {
  const review = reviewOfOne(planned(SNIPPET, ["no-op"], found, found));
  expect(exitStatusOf(review, new Set())).toBe(0);
  expect(exitStatusOf(review, new Set(["drift"]))).toBe(3);
  for (const text of seen(review)) expect(text).toMatch(/drift ?(<\/b>)? snippet/i);
});

it("the old object of a replacement is shown as the refresh found it", () => {
  const next = { name: "Old name", prompt: "Brand new.\n" };
  const [change] = reviewOfOne(planned(SNIPPET, ["delete", "create"], stored, next)).stacks[0]!.changes;
  expect(change!.attributes).toMatchObject([
    { path: "name", before: { value: "New name" }, after: { value: "Old name" } },
    { path: "prompt", before: { value: found.prompt } },
  ]);
  expect(change!.lostEdit).toHaveLength(2);
  expect(change!.variables).toEqual({ appear: [], vanish: ["company"] });
});

it("a forgotten object is shown with the name that the refresh found, and marked as changed outside", () => {
  const [change] = reviewOfOne(planned(SNIPPET, ["forget"], stored, null)).stacks[0]!.changes;
  expect(change).toMatchObject({ name: "New name", attributes: [] });
  expect(change!.reason).toMatch(CHANGED_OUTSIDE);
});

it("drift of a deposed object and of its successor are kept apart", () => {
  const left = { ...gone, deposed: "8a3c" };
  for (const [change, drifted] of [
    [left, drift],
    [gone, { ...drift, deposed: "8a3c" }],
  ] as const) {
    const review = reviewOfOne(change, drifted);
    expect(review.stacks[0]!.changes[0]).toMatchObject({
      name: "Old name",
      attributes: [{}, { before: { value: stored.prompt } }],
    });
    expect(renderMarkdown(review).split("<details")[0]).not.toMatch(CHANGED_OUTSIDE);
  }
});

it("changes of server-computed attributes are not reported for a deleted object", () => {
  const counted = planned(SNIPPET, ["update"], stored, { ...stored, last_updated_at: "now" });
  for (const text of seen(reviewOfOne(gone, counted))) expect(text).not.toMatch(CHANGED_OUTSIDE);
});

/**
 * Terraform takes the sensitive marks of drift from the state. The configuration may have made the value
 * sensitive after that state was written.
 */
describe("a value that the configuration makes sensitive", () => {
  const [old, now] = [
    { name: "N0 s3cret", id: "1", description: "D0 s3cret" },
    { name: "N1 s3cret", id: "1", description: "D1 s3cret" },
  ];
  const marks = { name: true, description: true };
  const drifted = (...actions: string[]) =>
    planned("outreach_cluster", actions, old, actions[0] === "delete" ? null : now);
  const change = (before: JsonValue, mask: object, actions = ["update"]) => {
    const one = planned("outreach_cluster", actions, null, null);
    return { ...one, change: { ...one.change, before, after: old, ...mask } };
  };
  const everything = (changed: PlannedResource, drift: PlannedResource) => {
    const plan = { resource_changes: [changed], resource_drift: [drift] };
    const review = reviewOf([stack("s", plan)]);
    return [JSON.stringify(review), renderHtml(review), ...seen(review)];
  };

  it.each([
    ["was changed outside", drifted("update"), change(now, { after_sensitive: marks })],
    ["is marked before the change alone", drifted("update"), change(now, { before_sensitive: marks })],
    ["does not change now", drifted("update"), change(now, { after_sensitive: marks }, ["no-op"])],
    ["is sensitive as a whole", drifted("update"), change(now, { after_sensitive: true })],
    ["was deleted outside", drifted("delete"), change(null, { after_sensitive: marks }, ["create"])],
    [
      "was left behind by a replacement",
      { ...drifted("update"), deposed: "8a3c" },
      { ...change(now, { before_sensitive: marks }, ["delete"]), deposed: "8a3c" },
    ],
  ])("is nowhere in a review if the object %s", (_, drift, changed) => {
    for (const text of everything(changed, drift)) expect(text).not.toContain("s3cret");
  });

  it("is not shown as a variable of a prompt", () => {
    const [before, after] = [
      { name: "N0 s3cret", prompt: "{a}" },
      { name: "N1 s3cret", prompt: "{b_s3cret}" },
    ];
    const drift = planned(SNIPPET, ["update"], before, after);
    const back = planned(SNIPPET, ["update"], after, before);
    const hidden = { ...back, change: { ...back.change, after_sensitive: { name: true, prompt: true } } };
    for (const text of everything(hidden, drift)) expect(text).not.toContain("s3cret");
  });

  /** As engines print an object after a failed delete: its sensitive marks are lost. */
  it.each([
    ["of a replacement", { address: "outreach_cluster.x", deposed: "8a3c" }],
    ["of an instance", { address: 'outreach_cluster.x["b"]' }],
  ])("is hidden if the delete %s has failed before", (_, given) => {
    const left = { ...planned("outreach_cluster", ["delete"], old, null), ...given };
    for (const other of [
      change(now, { after_sensitive: marks }),
      change(now, { after: null, before_sensitive: marks }, ["delete"]),
    ]) {
      const resource_changes = [left, { ...other, address: 'outreach_cluster.x["a"]' }];
      const resource_drift = [{ ...drifted("update"), ...given }];
      const review = reviewOf([stack("s", { resource_changes, resource_drift })]);
      expect(review.totals).toMatchObject({ drift: 1 });
      for (const text of [JSON.stringify(review), renderHtml(review), ...seen(review)])
        expect(text).not.toContain("s3cret");
    }
  });

  it("hides nothing of another object, not even at the same address", () => {
    const left = { ...change(now, { before_sensitive: marks }, ["delete"]), deposed: "8a3c" };
    const [json] = everything(left, drifted("update"));
    expect(json).toContain("D1 s3cret");
  });
});
