import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { entriesOf } from "../../../src/commands/review/model/groups";
import type { Review } from "../../../src/commands/review/model/review";
import { planned, seen, stack } from "./every-format";

const PROMPT = "Write to {first_name} of {company}.\nAsk one question.\n";

const at = (address: string, resource: PlannedResource): PlannedResource => ({
  ...resource,
  address: `${resource.type}.${address}`,
});
const snippet = (address: string, name: string, prompt = PROMPT, workspace = "w1") => {
  const wanted = { workspace_id: workspace, name, prompt };
  const side = { id: `snp_${address}`, ...wanted };
  return {
    deleted: at(address, planned("outreach_snippet", ["delete"], side, null)),
    created: at(address, planned("outreach_snippet", ["create"], null, wanted)),
    forgotten: at(address, planned("outreach_snippet", ["forget"], side, null)),
    imported: (id: string, before = side.prompt): PlannedResource => {
      const found = { ...side, id, prompt: before };
      const action = before === prompt ? "no-op" : "update";
      const one = planned("outreach_snippet", [action], found, { ...side, id });
      return at(address, { ...one, change: { ...one.change, importing: { id } } });
    },
  };
};

const one = (...resources: PlannedResource[]) => reviewOf([stack("emea", { resource_changes: resources })]);
const two = (emea: PlannedResource[], apac: PlannedResource[]) =>
  reviewOf([stack("emea", { resource_changes: emea }), stack("apac", { resource_changes: apac })]);
const shape = (review: Review) =>
  entriesOf(review).map(({ pairedBy, members }) =>
    [pairedBy, ...members.map(({ change, partner }) => `${change.address} ${partner?.change.address}`)].join(
      " ",
    ),
  );

describe("a delete and a create in one review", () => {
  it("of the same name are one entry, with the line that keeps the object", () => {
    const review = one(snippet("old", "Intro").deleted, snippet("new", " Intro\u0020", "Other\n").created);
    expect(review.pairs).toEqual([
      { first: { stack: 0, change: 0 }, second: { stack: 0, change: 1 }, by: "name" },
    ]);
    expect(review.totals).toMatchObject({ delete: 1, create: 1 });
    expect(review.groups).toMatchObject([{ danger: "delete", objects: [{ stack: 0, change: 0 }] }]);
    for (const text of seen(review)) {
      expect(text).toMatch(/This plan deletes 1 object/);
      expect(text).toMatch(/looks like a rename, because the new object has the same name/);
      expect(text).toContain('add to the new construct: moveFromId("outreach_snippet.old")');
      expect(text).toMatch(/from = outreach_snippet\.old,? to = outreach_snippet\.new/);
      expect(text).toMatch(/- ?Write to \{?⟦?.*\+ ?Other|Write to .*Other/);
    }
  });

  it("of the same prompt are one entry that shows the two names", () => {
    const review = one(snippet("old", "Intro").deleted, snippet("new", "Opener").created);
    expect(shape(review)).toEqual(["prompt outreach_snippet.old outreach_snippet.new"]);
    for (const text of seen(review)) {
      expect(text).toContain("the new object has the same prompt");
      expect(text).toMatch(/"Intro" (→|->)? ?"Opener"/);
      expect(text.match(/Ask one question/g)).toBeNull();
    }
  });

  it("in two stacks are one entry, with a removed block and an import", () => {
    const review = two([snippet("old[0]", "Intro").deleted], [snippet("new", "Intro").created]);
    expect(shape(review)).toEqual(["name outreach_snippet.old[0] outreach_snippet.new"]);
    for (const text of seen(review)) {
      expect(text).toContain("outreach_snippet.new in apac");
      expect(text).toContain('removed(stack, "outreach_snippet.old")');
      expect(text).toContain('importFrom("snp_old[0]")');
      expect(text).not.toContain("moveFromId");
    }
  });

  it("are no pair in two workspaces, of two kinds, or if several could be the other one", () => {
    expect(one(snippet("old", "A").deleted, snippet("new", "A", PROMPT, "w2").created).pairs).toEqual([]);
    const cluster = at(
      "new",
      planned("outreach_cluster", ["create"], null, { workspace_id: "w1", name: "A" }),
    );
    expect(one(snippet("old", "A").deleted, cluster).pairs).toEqual([]);
    const [a, b] = [snippet("a", "A", "x").created, snippet("b", "A", "y").created];
    expect(one(snippet("old", "A").deleted, a, b).pairs).toEqual([]);
    expect(one(snippet("old", "").deleted, snippet("new", "", "other").created).pairs).toEqual([]);
  });

  it("are one entry for many objects, each with its line", () => {
    const pairs = [1, 2, 3].flatMap((i) => [
      snippet(`old${i}`, `S ${i}`, `Prompt ${i}`).deleted,
      snippet(`new${i}`, `S ${i}`, `Prompt ${i}`).created,
    ]);
    const review = one(...pairs);
    expect(entriesOf(review).map(({ members }) => members.length)).toEqual([3]);
    for (const text of seen(review))
      for (const i of [1, 2, 3])
        expect(text).toContain(`new: outreach_snippet.new${i}, moveFromId("outreach_snippet.old${i}")`);
  });
});

describe("a delete without a create of the object", () => {
  const because = (action_reason: string | undefined, address = "a", name = "Intro") => ({
    ...snippet(address, name).deleted,
    ...(action_reason === undefined ? {} : { action_reason }),
  });

  it.each([
    [
      "its resource left the code, as a row of objects.json does",
      "delete_because_no_resource_config",
      "goodbye",
    ],
    ["its module left the code", "delete_because_no_module", "goodbye"],
    ["all instances left the code", "delete_because_no_resource_config", 'goodbye["eu"]'],
  ])("offers the lines that keep the object and end its management if %s", (_, reason, address) => {
    for (const text of seen(one(because(reason, address)))) {
      expect(text).toContain(
        'To keep the object and end its management, add to the stack: removed(stack, "outreach_snippet.goodbye")',
      );
      expect(text).toMatch(
        /In HCL, write a removed block: from = outreach_snippet\.goodbye,? lifecycle \{ destroy = false \}/,
      );
    }
  });

  it.each(["delete_because_each_key", "delete_because_count_index"])(
    "offers the command if the resource stays in the code: %s",
    (reason) => {
      const review = one(because(reason, 'goodbye["it\'s"]'));
      const command = `terraform state rm 'outreach_snippet.goodbye["it'\\''s"]'`;
      for (const text of seen(review)) {
        expect(text).toContain(
          `To keep the object and end its management, run in the folder of the stack before the apply: ${command}`,
        );
        expect(text).not.toContain("removed block");
      }
    },
  );

  it("offers nothing for another reason, a deposed object or another provider", () => {
    const other = planned("null_resource", ["delete"], { id: "1" }, null);
    for (const resource of [
      because(undefined),
      because("delete_because_wrong_repetition"),
      { ...because("delete_because_no_resource_config"), deposed: "8a3c" },
      { ...other, action_reason: "delete_because_no_resource_config" },
    ])
      for (const text of seen(one(resource))) expect(text).not.toContain("To keep");
  });

  it("offers one line for all objects of a group, whose addresses the list has", () => {
    const alike = ["a", "b"].map((address) => because("delete_because_no_resource_config", address));
    for (const text of seen(one(...alike))) {
      expect(text).toContain(
        `To keep each object and end its management, add to the stack a line for each: removed(stack, "ADDRESS")`,
      );
      for (const address of ["a", "b"]) expect(text).toContain(`outreach_snippet.${address}`);
    }
  });
});

describe("a forget and an import of one object", () => {
  it("are one entry that moves the object to another stack", () => {
    const review = two([snippet("old", "Intro").forgotten], [snippet("new", "Intro").imported("snp_old")]);
    expect(review.pairs).toEqual([
      { first: { stack: 0, change: 0 }, second: { stack: 1, change: 0 }, by: "id" },
    ]);
    expect(review.totals).toMatchObject({ forget: 1, import: 1 });
    for (const text of seen(review)) {
      expect(text).toMatch(/move.{0,6} .{0,12}Intro/i);
      expect(text).toContain("It moves here from outreach_snippet.old in emea");
      expect(text).not.toContain("It leaves the state and stays at the server.");
    }
  });

  it("show what the import changes", () => {
    const review = two(
      [snippet("old", "Intro").forgotten],
      [snippet("new", "Intro").imported("snp_old", "Was.\n")],
    );
    expect(shape(review)).toEqual(["id outreach_snippet.new outreach_snippet.old"]);
    for (const text of seen(review)) {
      expect(text).toMatch(/move and update|MOVE AND UPDATE|Update .*Move/);
      expect(text).toContain("Was.");
    }
  });

  it("are two entries if id, kind or workspace differ", () => {
    const { forgotten } = snippet("old", "Intro");
    expect(two([forgotten], [snippet("new", "Intro").imported("snp_9")]).pairs).toEqual([]);
    expect(two([forgotten], [snippet("new", "Intro", PROMPT, "w2").imported("snp_old")]).pairs).toEqual([]);
  });
});
