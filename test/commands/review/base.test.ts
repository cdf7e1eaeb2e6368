import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { run } from "../../../src/commands/review";
import { baseName, readBase, withBase, withWorkspaces } from "../../../src/commands/review/base";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { headlineOf } from "../../../src/commands/review/document/summary";
import { entriesOf } from "../../../src/commands/review/model/groups";
import type { Review } from "../../../src/commands/review/model/review";
import { printJson } from "../../../src/util/json";
import { planned, seen, stack } from "./every-format";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
const file = join(folder, "base.json");
afterAll(() => rmSync(folder, { recursive: true }));

const PROVIDER = 'provider["registry.terraform.io/outreach/outreach"]';
const COMMIT = "5f0c3f6d2b7a49e18c0b6a7d9e2f41c3b8a7d6e5";

/** The plan of a stack whose provider has given its address. */
const live = (name: string, resources: PlannedResource[], given: Partial<PlannedStack> = {}): PlannedStack =>
  stack(
    name,
    { resource_changes: resources },
    { addresses: new Map([[PROVIDER, "https://api.example/v1"]]), ...given },
  );

const snippet = (
  i: number,
  actions: string[],
  [before, after]: [string | null, string | null],
  workspace = "w1",
) => {
  const side = (prompt: string | null) =>
    prompt === null ? null : { workspace_id: workspace, id: `snp_${i}`, name: `S ${i}`, prompt };
  const one = planned("outreach_snippet", actions, side(before), side(after));
  return { ...one, address: `outreach_snippet.s${i}` };
};
const update = (i: number, before: string, after: string) => snippet(i, ["update"], [before, after]);
const kept = (i: number, prompt: string) => snippet(i, ["no-op"], [prompt, prompt]);

/** Reviews as the command does, and reads the base from the JSON that the command writes. */
function compare(now: PlannedStack[], base: PlannedStack[]): Review {
  writeFileSync(file, printJson(withWorkspaces(reviewOf(base, COMMIT), base)));
  return withBase(reviewOf(now), now, readBase(file));
}

const origins = ({ stacks }: Review) =>
  Object.fromEntries(
    stacks.flatMap(({ changes }) => changes.map(({ address, origin }) => [address.split(".s")[1], origin])),
  );
const gone = ({ base }: Review) => Object.fromEntries(base!.gone.map(({ address, why }) => [address, why]));
const problems = ({ base }: Review) => base!.problems.map(({ stack: name, why }) => `${name}: ${why}`);

describe("a review with the review of the base branch", () => {
  it("tells what the branch adds from what was pending, in every format", () => {
    const pending = Array.from({ length: 39 }, (_, i) => update(i, "old", "new"));
    const review = compare(
      [live("a", [...pending, update(1500, "old", "new"), update(1501, "one", "two")])],
      [live("a", [...pending, kept(1500, "old"), kept(1501, "one")])],
    );
    expect(review.base).toMatchObject({
      commit: COMMIT,
      counts: { branch: 2, base: 39, unknown: 0 },
      gone: [],
      problems: [],
    });
    expect(
      review.groups.map(({ objects, danger, resembles }) => [objects.length, danger, resembles]),
    ).toEqual([
      [1, "single", null],
      [1, "group", null],
      [39, "group", null],
    ]);
    for (const text of seen(review)) {
      expect(text).toContain("2 of this branch, 39 pending since the base: 41 to update");
      expect(text).toMatch(/Compared with the review of the base at 5f0c3f6d2b7a/);
      expect(text).toContain("It was pending before this branch.");
      expect(text.indexOf("S 1501")).toBeLessThan(text.indexOf("It was pending before"));
    }
    const many = { ...review.base!, name: "main", counts: { branch: 2, base: 1499, unknown: 0 } };
    expect(headlineOf({ ...review, base: many })).toMatch(/^2 of this branch, 1,499 pending since main: /);
  });

  it("counts a change as pending only if the code wants the same as on the base", () => {
    const review = compare(
      [
        live("a", [
          update(0, "A, edited in Outreach", "B"),
          update(1, "A", "C"),
          snippet(2, ["delete"], ["A", null]),
          snippet(3, ["create"], [null, "A"]),
          snippet(4, ["delete"], ["A", null]),
          { ...kept(6, "A"), previous_address: "outreach_snippet.s5" },
          // The delete of another object at the address of the pending delete.
          { ...snippet(9, ["delete"], ["A", null]), address: "outreach_snippet.s7" },
        ]),
      ],
      [
        live("a", [
          update(0, "A", "B"),
          update(1, "A", "B"),
          snippet(2, ["delete"], ["A", null]),
          snippet(3, ["create"], [null, "A"]),
          update(4, "A", "B"),
          update(5, "A", "B"),
          snippet(7, ["delete"], ["A", null]),
        ]),
      ],
    );
    expect(origins(review)).toEqual({
      0: "base",
      1: "branch",
      2: "base",
      3: "base",
      4: "branch",
      6: "branch",
      7: "branch",
    });
    expect(review.base!.gone).toEqual([]);
  });

  it("says what it takes back, and what has been applied since", () => {
    const review = compare(
      [
        live("a", [
          kept(0, "A"),
          kept(1, "B"),
          kept(2, "C"),
          kept(3, "A"),
          kept(6, "A"),
          update(7, "A", "B"),
          kept(8, "B"),
        ]),
      ],
      [
        live("a", [
          update(0, "A", "B"),
          update(1, "A", "B"),
          update(2, "A", "B"),
          snippet(3, ["delete"], ["A", null]),
          snippet(4, ["delete"], ["A", null]),
          snippet(5, ["create"], [null, "A"]),
          snippet(6, ["create"], [null, "A"]),
          snippet(8, ["delete", "create"], ["A", "B"]),
        ]),
      ],
    );
    expect(gone(review)).toEqual({
      "outreach_snippet.s0": "taken-back",
      "outreach_snippet.s1": "applied",
      "outreach_snippet.s2": "unknown",
      "outreach_snippet.s3": "taken-back",
      "outreach_snippet.s4": "applied",
      "outreach_snippet.s5": "taken-back",
      "outreach_snippet.s6": "applied",
      "outreach_snippet.s8": "applied",
    });
    for (const text of seen(review)) {
      expect(text).toContain("1 of this branch, 3 taken back: ");
      expect(text).toMatch(
        /takes back 3 planned changes: update outreach_snippet.s0,? delete outreach_snippet.s3/,
      );
      expect(text).toMatch(/does not show what happened to 1 planned change: update outreach_snippet.s2/);
    }
  });

  it("compares nothing across workspaces, failed plans and missing stacks, and says so in every format", () => {
    const change = [update(0, "A", "B")];
    const failed = { plan: null, diagnostics: [] };
    const review = compare(
      [
        live("elsewhere", [snippet(0, ["update"], ["A", "B"], "w2")]),
        live("failed-now", change, failed),
        live("failed-then", change),
        live("new", change),
        live("unsure", change, { addresses: new Map() }),
      ],
      [
        live("elsewhere", change),
        live("failed-now", change),
        live("failed-then", change, failed),
        live("left-out", change),
        live("unsure", change),
      ],
    );
    expect(problems(review)).toEqual([
      "elsewhere: another workspace",
      "failed-now: failed here",
      "failed-then: failed in base",
      "new: not in base",
      "unsure: workspace not certain",
      "left-out: only in base",
    ]);
    expect(review.base).toMatchObject({ counts: { branch: 0, base: 0, unknown: 4 }, gone: [] });
    for (const text of seen(review)) {
      expect(text).toContain("0 of this branch, 4 not compared: ");
      expect(text).toMatch(/made in another workspace: elsewhere/);
      expect(text).toMatch(/has stacks that this review left out: left-out/);
      expect(text).toContain("It is not compared with the base.");
    }
  });

  it("counts a pair as of this branch if one of its changes is, and as pending if both are", () => {
    const [old, next] = [snippet(0, ["delete"], ["A", null]), snippet(1, ["create"], [null, "A"])];
    const entriesWith = (base: PlannedResource[]) =>
      entriesOf(compare([live("a", [old, next])], [live("a", base)])).map(({ change, pairedBy }) => [
        pairedBy,
        change.origin,
      ]);
    expect(entriesWith([old])).toEqual([["prompt", "branch"]]);
    expect(entriesWith([old, next])).toEqual([["prompt", "base"]]);
  });

  it("does not compare a change with a value that neither review shows", () => {
    const hidden = { ...update(0, "A", "B") };
    const secret = { ...hidden, change: { ...hidden.change, after_sensitive: { prompt: true } } };
    const review = compare([live("a", [secret])], [live("a", [secret])]);
    expect(origins(review)).toEqual({ 0: "unknown" });
    expect(problems(review)).toEqual(["a: sensitive"]);
  });

  it("names the workspace only by a digest that two files do not share", () => {
    const stacks = [live("a", [update(0, "A", "B")])];
    const [one, two] = [withWorkspaces(reviewOf(stacks), stacks), withWorkspaces(reviewOf(stacks), stacks)];
    expect(printJson(one)).not.toContain('"w1"');
    expect(one.workspaces!.ofStacks[0]).toHaveLength(1);
    expect(one.workspaces!.ofStacks).not.toEqual(two.workspaces!.ofStacks);
  });
});

describe("the file of --base", () => {
  it.each([
    [
      "that is missing",
      null,
      /is no review to compare with: .*ENOENT.* Make it on the base branch, .*--format json/,
    ],
    ["that is no JSON", "## Plan review", /the file is not an object\. Make it/],
    [
      "of a newer version",
      '{"formatVersion":"2.0","stacks":[]}',
      /formatVersion is not version 1\.x\. Make it .* with this version/,
    ],
    ["that lacks members", '{"formatVersion":"1.0","stacks":[]}', /commit is not a text/],
    [
      "with a broken stack",
      '{"formatVersion":"1.0","commit":null,"stacks":[{}],"workspaces":{"salt":"","ofStacks":[null]}}',
      /stacks\[0\]\.name is not a text/,
    ],
  ])("%s is refused with the reason", (_, text, reason) => {
    rmSync(file, { force: true });
    if (text !== null) writeFileSync(file, text);
    expect(() => readBase(file)).toThrow(reason);
  });
});

it.each([
  [{ GITHUB_BASE_REF: "main" }, "main"],
  [{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "release/1.2" }, "release/1.2"],
  [{ GITHUB_BASE_REF: "", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "trunk" }, "trunk"],
  [{ GITHUB_BASE_REF: "<img>" }, null],
  [{}, null],
])("the base of the environment %j has the name %j", (env, name) => {
  expect(baseName(env)).toBe(name);
});

it("the command reads the base before it plans, and its status and --fail-on are about all changes", async () => {
  const plan = {
    format_version: "1.2",
    planned_values: {},
    resource_changes: [snippet(0, ["delete"], ["A", null])],
  };
  const provider = { full_name: "registry.terraform.io/outreach/outreach" };
  const base_url = { constant_value: "https://api.example/v1" };
  const configuration = { provider_config: { outreach: { ...provider, expressions: { base_url } } } };
  const saved = join(folder, "plan.json");
  writeFileSync(saved, JSON.stringify({ ...plan, configuration }));
  const written: string[] = [];
  const stream = { write: (text: string, done?: () => void) => (written.push(text), done?.(), true) };
  const streams = { stdout: stream, stderr: stream } as unknown as Parameters<typeof run>[1];
  expect(await run(["--plan", saved, "--format", "json", "--out", file], streams)).toBe(2);
  const compared = ["--plan", saved, "--base", file];
  expect(await run(compared, streams)).toBe(2);
  expect(written.at(-1)).toContain("0 of this branch, 1 pending since");
  expect(await run([...compared, "--fail-on", "destroy"], streams)).toBe(3);
  await expect(run(["--plan", "missing.json", "--base", saved], streams)).rejects.toThrow(
    /is no review to compare with/,
  );
});
