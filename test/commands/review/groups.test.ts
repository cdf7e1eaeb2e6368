import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { DANGERS, type Review } from "../../../src/commands/review/model/review";
import { entriesOf } from "../../../src/commands/review/model/groups";
import { of, planned, renderMarkdown, seen, stack } from "./every-format";
import { partialEdits } from "./pull-request";

const prompts = (before: string, after: string, name = "S"): PlannedResource =>
  planned("outreach_snippet", ["update"], { name, prompt: before }, { name, prompt: after });

const numbered = (...resources: PlannedResource[]) =>
  resources.map((one, i) => ({ ...one, address: `outreach_snippet.x${i}` }));

/** Returns danger and addresses of each group. */
const shape = (review: Review) =>
  entriesOf(review).map(({ danger, members }) => [danger, ...members.map(({ change }) => change.address)]);

describe("changes that are alike", () => {
  it("are one entry, wherever the lines stand in the texts, also across stacks", () => {
    const review = reviewOf([
      stack("a", { resource_changes: partialEdits(3, "EMEA") }),
      stack("b", { resource_changes: partialEdits(2, "APAC") }),
    ]);
    expect(review.groups).toEqual([
      {
        danger: "group",
        objects: [0, 1, 2]
          .map((change) => ({ stack: 0, change }))
          .concat([
            { stack: 1, change: 0 },
            { stack: 1, change: 1 },
          ]),
        lines: { added: 1, removed: 1 },
        resembles: null,
      },
    ]);
    for (const text of seen(review)) {
      expect(text).toMatch(/5 snippets/);
      expect(text.match(/Tone: plain, ⟦?friendly/g)).toHaveLength(1);
      for (const name of ["EMEA 1: Opener", "EMEA 1: Case study", "APAC 1: Nudge"])
        expect(text).toContain(name);
    }
  });

  it("are not one entry with an edit of one more line, which stands above them", () => {
    const review = of(...partialEdits(60, "EMEA", 59));
    expect(entriesOf(review).map(({ danger, members }) => [danger, members.length])).toEqual([
      ["outlier", 1],
      ["group", 59],
    ]);
    expect(review.groups[0]!.resembles).toBe(1);
    for (const text of seen(review)) {
      expect(text).toContain("Unlike the similar edit of 59 objects, only here: + OFFER 90 % DISCOUNT");
      expect(text.indexOf("OFFER")).toBeLessThan(text.lastIndexOf("59 snippets"));
    }
  });

  const RULE = "- say that the offer ends today\n";

  it.each([
    ["a heading", "## Always", "## Never"],
    ["an emphasised line", "*Always*", "**Never**"],
    ["a line with a colon", "Do this:", "Never do this:"],
    ["a tag", "<always>", "<never>"],
    ["capital letters", "ALWAYS", "NEVER"],
    ["an underlined line", "Always\n======", "Never\n====="],
    ["a line directly above their list", "You do these things", "You do none of these things"],
    ["the item above them", "- Always\n  - use first names", "- Never\n  - use first names"],
  ])("are not one entry under different sections, which are named by %s", (_, always, never) => {
    const indented = always.startsWith("-") ? "  " : "";
    const list = `${indented}- be polite\n${indented}- be brief\n${indented}- be kind\n`;
    const before = `Write to {first_name}.\n\n${always}\n${list}\n${never}\n${list}`;
    const add = (under: string) => before.replace(`${under}\n${list}`, `${under}\n${list}${indented}${RULE}`);
    const [kept, hidden] = [add(always), add(never)];
    expect(hidden).not.toBe(kept);
    const review = of(...numbered(prompts(before, kept), prompts(before, kept), prompts(before, hidden)));
    expect(shape(review)).toEqual([
      ["outlier", "outreach_snippet.x2"],
      ["group", "outreach_snippet.x0", "outreach_snippet.x1"],
    ]);
    for (const text of seen(review))
      expect(text).toContain("Unlike the similar edit of 2 objects, the same lines stand at another place");
  });

  it("are not one entry if the lines beside them differ, as far as the next empty line", () => {
    const edit = (above: string, below: string) =>
      prompts(`${above}\nbe short\n${below}\n`, `${above}\nbe long\n${below}\n`);
    const shapeOf = (...edits: PlannedResource[]) => shape(of(...numbered(...edits))).length;
    expect(shapeOf(edit("Never:\ntwo", "x"), edit("Never:\ntwo", "x"))).toBe(1);
    expect(shapeOf(edit("one\ntwo", "x"), edit("other\ntwo", "x"))).toBe(2);
    expect(shapeOf(edit("one", "x\ny"), edit("one", "x\nother"))).toBe(2);
    expect(shapeOf(edit("one\n", "\nx"), edit("other\n", "\ny"))).toBe(1);
  });

  it("are not one entry at different places of JSON", () => {
    const clusters = ["always", "never"].map((key, i) => {
      const json = (words: readonly string[]) =>
        JSON.stringify({ always: ["be polite", "be brief"], never: ["be polite", "be brief"], [key]: words });
      const side = (words: readonly string[]) => ({ name: "C", description: json(words) });
      const [before, after] = [side(["be polite", "be brief"]), side(["be polite", "be brief", "lie"])];
      return { ...planned("outreach_cluster", ["update"], before, after), address: `outreach_cluster.x${i}` };
    });
    expect(shape(of(...clusters))).toHaveLength(2);
  });

  it("have an outlier that lacks one of their lines", () => {
    const [before, after] = ["one\ntwo\n", "uno\ndue\n"];
    const review = of(
      ...numbered(prompts(before, after), prompts(before, after), prompts(before, "uno\ntwo\n")),
    );
    expect(shape(review)[0]).toEqual(["outlier", "outreach_snippet.x2"]);
    for (const text of seen(review))
      expect(text).toMatch(/Unlike the similar edit of 2 objects, not here: − two,? \+ due/);
  });

  it("have no outlier among edits that share only empty lines, or that as many objects have", () => {
    const alike = [prompts("a\n", "b\n\nx\n"), prompts("a\n", "b\n\nx\n")];
    const other = prompts("c\n", "d\n\ny\n");
    expect(shape(of(...numbered(...alike, other))).map(([danger]) => danger)).toEqual(["single", "group"]);
    const more = [prompts("a\n", "b\nx\n"), prompts("a\n", "b\nx\n")];
    expect(shape(of(...numbered(...alike, ...more))).map(([danger]) => danger)).toEqual(["group", "group"]);
  });

  it("differ if only one of them draws a warning, loses a variable, or is also renamed", () => {
    const lost = prompts("a {x}\nc {x}\n", "a\nc {x}\n");
    const without = prompts("a {x}\n", "a\n");
    const saved = {
      resource_changes: numbered(prompts("a\n{first name\n", "b\n{first name\n"), prompts("a\n", "b\n")),
    };
    expect(shape(reviewOf([stack("s", saved, { diagnostics: null })]))).toEqual([
      ["warning", "outreach_snippet.x0"],
      ["single", "outreach_snippet.x1"],
    ]);
    expect(shape(of(...numbered(lost, without)))).toEqual([
      ["variables", "outreach_snippet.x1"],
      ["single", "outreach_snippet.x0"],
    ]);
    const renamed = planned(
      "outreach_snippet",
      ["update"],
      { name: "S", prompt: "a\n" },
      { name: "T", prompt: "b\n" },
    );
    const review = of(...numbered(prompts("a\n", "b\n"), prompts("a\n", "b\n"), renamed));
    expect(shape(review)[0]).toEqual(["outlier", "outreach_snippet.x2"]);
  });

  it("have their warnings once, without the names of the objects and the places in the prompts", () => {
    const edits = numbered(
      prompts("Hi\n", "Hi {first name}\n", "One"),
      prompts("A line before.\n\nHi\n", "A line before.\n\nHi {first name}\n", "Two"),
    );
    const review = reviewOf([stack("s", { resource_changes: edits }, { diagnostics: null })]);
    expect(shape(review)).toEqual([["warning", "outreach_snippet.x0", "outreach_snippet.x1"]]);
    expect(review.totals.warning).toBe(2);
    for (const text of seen(review)) {
      expect(text.match(/\{first name\} is not a placeholder/g)).toHaveLength(1);
      expect(text).not.toMatch(/line \d, column|"One": \{/);
    }
  });

  it("are imports without a change, each listed with its id", () => {
    const imported = ["1", "2"].map((id) => {
      const one = planned("outreach_cluster", ["no-op"], { name: `C ${id}` }, { name: `C ${id}` });
      return {
        ...one,
        address: `outreach_cluster.c${id}`,
        change: { ...one.change, importing: { id: `clu_${id}` } },
      };
    });
    const review = of(...imported);
    expect(shape(review)).toEqual([["kept", "outreach_cluster.c1", "outreach_cluster.c2"]]);
    for (const text of seen(review)) {
      expect(text).toMatch(/import.{0,9}2 clusters/i);
      expect(text).toContain("import id clu_2");
    }
  });
});

it("objects that share a name, as in two stacks from one code, have it in the title", () => {
  const of = (name: string, lines: string) => ({
    ...prompts("Tone: cold.\n", `Tone: warm.\n${lines}`, name),
    address: `outreach_snippet.${name}`,
  });
  const code = [of("Opener", "Offer 90 %.\n"), ...["A", "B", "C", "D"].map((name) => of(name, ""))];
  const review = reviewOf(["eu", "us"].map((name) => stack(name, { resource_changes: code })));
  expect(entriesOf(review).map(({ members }) => members.length)).toEqual([2, 8]);
  const [markdown, text, page] = seen(review);
  expect(markdown).toContain("| update, unlike the others | 2 snippets Opener | eu, us |");
  expect(renderMarkdown(review)).toContain("<b>update</b> 2 snippets <code>Opener</code> +2 −1");
  expect(markdown).toContain("| update | 8 snippets | eu, us |");
  expect(text).toContain('UPDATE 2 snippets "Opener"');
  expect(text).toMatch(/UPDATE 8 snippets (?!")/);
  expect(page).toMatch(/Outlier 2 snippets Opener ?\+2 −1/);
});

it("messages about objects without a change are one entry if they say the same", () => {
  const kept = (i: number) => ({
    ...planned(
      "outreach_snippet",
      ["no-op"],
      {},
      { name: `S ${i}`, prompt: `${"x\n".repeat(i)}Hi {first name}` },
    ),
    address: `outreach_snippet.x${i}`,
  });
  const plan = { resource_changes: [kept(0), kept(1), kept(2)] };
  const review = reviewOf([stack("s", plan, { diagnostics: null })]);
  expect(review.messageGroups).toEqual([
    { diagnostics: [0, 1, 2].map((diagnostic) => ({ stack: 0, diagnostic })) },
  ]);
  for (const text of seen(review)) {
    expect(text.match(/\{first name\} is not a placeholder/g)).toHaveLength(1);
    for (const i of [0, 1, 2]) expect(text).toContain(`outreach_snippet.x${i}`);
  }
});

it("every format shows the most dangerous changes first, across stacks", () => {
  const [old, next] = [
    { id: "1", name: "Edited", prompt: "a" },
    { id: "1", name: "Edited", prompt: "b" },
  ];
  const named = (type: string, actions: string[], name: string, after: object | null) => ({
    ...planned(type, actions, { name, prompt: "p" }, after as never),
    address: `${type}.${name}`,
  });
  const updated = (name: string, [before, after]: [string, string]) => ({
    ...prompts(before, after, name),
    address: `outreach_snippet.${name}`,
  });
  const first = stack("a", {
    resource_changes: [
      updated("Plain", ["a", "b"]),
      updated("GroupOne", ["same", "other"]),
      updated("GroupTwo", ["same", "other"]),
      updated("Variables", ["{x}", "x"]),
      named("other_thing", ["delete", "create"], "Replaced", { name: "Replaced", prompt: "p" }),
    ],
  });
  const second = stack("b", {
    resource_changes: [
      updated("Outlier", ["same", "other\nmore"]),
      named("outreach_snippet", ["forget"], "Forgotten", null),
      { ...planned("outreach_snippet", ["update"], old, next), address: "outreach_snippet.edited" },
      named("outreach_snippet", ["delete"], "Deleted", null),
    ],
    resource_drift: [
      { ...planned("outreach_snippet", ["update"], next, old), address: "outreach_snippet.edited" },
    ],
  });
  const review = reviewOf([first, second]);
  const expected = [
    "Deleted",
    "Edited",
    "Replaced",
    "Forgotten",
    "Variables",
    "Outlier",
    "Plain",
    "GroupOne",
  ];
  expect(entriesOf(review).map(({ change }) => change.name)).toEqual(expected);
  const found = entriesOf(review).map(({ danger }) => DANGERS.indexOf(danger));
  expect(found).toEqual([...found].sort((a, b) => a - b));
  for (const text of seen(review)) {
    const places = expected.map((name) => text.lastIndexOf(name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
});
