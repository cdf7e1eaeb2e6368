import { unknown } from "../../src/sdk/values";
import type { FaultEffect } from "../../src/simulator";
import { deletionOf } from "../sdk/core";
import { useApprovals } from "./approving";
import { itInTurn, KINDS } from "./kinds";
import { useReviewRun } from "./review-run";
import { expectOnly, useWorkbench, type Given, type Managed } from "./workbench";

const bench = useWorkbench();
const reviewRun = useReviewRun();

describe.each(KINDS)("an edit made in Outreach of %s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, text } = kind;
  const { approve } = useApprovals(bench, type);
  const changed: Given = { ...given, [text]: "Changed in code" };
  const label = (id: string) => `${type} (${id})`;
  const overwrites = (id: string, attribute: string = text) =>
    `${label(id)}: this plan overwrites an edit made in Outreach (${attribute})`;
  const discards = (id: string) =>
    `${label(id)} was changed outside of Terraform, and its delete discards these changes`;

  const settled = (settings: Given = {}) => bench.settled(type, given, settings);
  const edit = (object: Managed, change: Given = { [text]: "Edited" }) =>
    bench.simulator.update(object.id, change).lastUpdatedAt;
  const warningsOf = async (plan: Promise<{ warnings: readonly { summary: string }[] }>) =>
    (await plan).warnings.map(({ summary }) => summary);

  it("draws a warning with the attribute and the time if a plan overwrites it, with -refresh=false too", async () => {
    const object = await settled();
    const time = edit(object);
    const { warnings } = await object.refreshAndPlan(given);
    expect(warnings).toMatchObject([
      {
        summary: overwrites(object.id),
        detail: expect.stringContaining(`The object was last updated at ${time}.`) as string,
        attribute: text,
      },
    ]);
    expect(await warningsOf(object.plan(given))).toEqual([overwrites(object.id)]);
  });

  it("draws no warning if a plan leaves the object as it is, or keeps the edit", async () => {
    const object = await settled();
    edit(object);
    expect(await warningsOf(object.refreshAndPlan({ ...given, [text]: "Edited" }))).toEqual([]);
    const alsoRenamed = { ...given, [text]: "Edited", name: "Renamed" };
    expect(await warningsOf(object.refreshAndPlan(alsoRenamed))).toEqual([]);
  });

  it("draws a warning if it takes back an earlier edit that the code has pulled", async () => {
    const object = await settled();
    const pulled = { ...given, [text]: "Edited" };
    edit(object);
    expect((await object.attempt(pulled)).plan.action).toBe("no-op");
    edit(object, given);
    const again = { ...given, [text]: "Edited\nagain" };
    for (const next of [pulled, again, changed, { ...given, [text]: unknown }])
      expect(await warningsOf(object.refreshAndPlan(next))).toEqual([overwrites(object.id)]);
    expect(await warningsOf(object.refreshAndPlan(given))).toEqual([]);
    expect((await object.attempt(pulled)).errors).toEqual([]);
    expect(await warningsOf(object.refreshAndPlan(changed))).toEqual([]);
  });

  it("is known of an imported and of an adopted object", async () => {
    const imported = bench.managed(type);
    await imported.import(bench.bystander(type, given).id);
    edit(imported);
    expect(await warningsOf(imported.refreshAndPlan(given))).toEqual([overwrites(imported.id)]);
    const adopted = bench.managed(type, await bench.configured({ existing_name: "adopt" }));
    const content = { ...given, name: "Adopted" };
    bench.bystander(type, content);
    await adopted.attempt(content);
    edit(adopted);
    expect(await warningsOf(adopted.refreshAndPlan(content))).toEqual([overwrites(adopted.id)]);
  });

  it("is known without private state, unless a refresh has stored it before", async () => {
    const object = await settled();
    edit(object);
    const [before] = [object.instance, await object.refresh()];
    for (const [{ state }, expected] of [
      [before, [overwrites(object.id)]],
      [object.instance, []],
    ] as const) {
      object.instance = { state, private: new Uint8Array() };
      expect(await warningsOf(object.refreshAndPlan(given))).toEqual(expected);
    }
  });

  it.each([false, true])(
    "draws one warning if a plan deletes the object (stored by a refresh: %p)",
    async (stored) => {
      const object = await settled();
      edit(object);
      if (stored) await object.refresh();
      const { warnings } = await object.plan(null);
      expectOnly(warnings, discards(object.id));
      expect(warnings[0]!.detail).toContain(`Edited in Outreach: ${text}. `);
      expect((await object.carryOut(null, await object.plan(null))).errors).toEqual([]);
    },
  );

  it("draws a warning if a plan replaces the object, although ignore_changes names the edited attribute", async () => {
    const object = await settled();
    edit(object);
    await object.refresh();
    object.ignored = [text];
    expect(await warningsOf(object.planReplace(given))).toEqual([overwrites(object.id)]);
    const failing = await bench.configured({ outside_edits: "fail" });
    await expect(object.planReplace(given, failing)).rejects.toThrow(overwrites(object.id));
    const again = await bench.configured({ outside_edits: "fail" });
    expect(await warningsOf(object.planReplace({ ...given, [text]: "Edited" }, again))).toEqual([]);
  });

  it('fails the plan with outside_edits = "fail", of an update and of a delete, and nothing is written', async () => {
    const object = await settled({ outside_edits: "fail" });
    edit(object);
    await expect(object.refreshAndPlan(given)).rejects.toThrow(overwrites(object.id));
    await expect(object.plan(null)).rejects.toThrow(discards(object.id));
    expect(bench.objects()).toMatchObject([{ [text]: "Edited" }]);
    expect((await object.refreshAndPlan({ ...given, [text]: "Edited" })).action).toBe("no-op");
  });

  it("is a warning if the plan does not know outside_edits, and the apply refuses the change if it is fail", async () => {
    const object = await settled();
    edit(object);
    const planning = await bench.configured({ outside_edits: unknown });
    const plan = (next: Given | null) => planning.run((process) => object.refreshAndPlan(next, process));
    const update = await plan(given);
    const removal = await plan(null);
    const replace = await planning.run((process) => object.planReplace(given, process));
    const warnings = [update, removal].flatMap((one) => one.warnings);
    expect(warnings.map(({ summary }) => summary)).toEqual([overwrites(object.id), discards(object.id)]);
    expect(warnings[0]!.detail).toContain("an apply without an approval refuses this change");
    const failing = await bench.configured({ outside_edits: "fail" });
    await expect(failing.run((process) => object.carryOut(given, update, process))).rejects.toThrow(
      overwrites(object.id),
    );
    for (const deletion of [removal, deletionOf(replace)]) {
      const { errors } = await failing.run((process) => object.carryOut(null, deletion, process));
      const summary = deletion === removal ? discards(object.id) : overwrites(object.id);
      expectOnly(errors, summary);
    }
    expect(bench.objects()).toMatchObject([{ id: object.id, [text]: "Edited" }]);
    expect((await object.carryOut(null, removal)).errors).toEqual([]);
  });

  it('is only a warning in a review with outside_edits = "fail", which says that the change needs an approval', async () => {
    const object = await settled({ outside_edits: "fail" });
    edit(object);
    reviewRun.begin();
    const { warnings } = await object.refreshAndPlan(given);
    const found = warnings.filter(({ summary }) => summary === overwrites(object.id));
    expect(found).toMatchObject([
      {
        detail: expect.stringMatching(
          /^With outside_edits = "fail", an apply without an approval refuses this change\./,
        ),
      },
    ]);
    const [{ summary, detail }] = found as [(typeof found)[number]];
    expect(reviewRun.lines()).toContainEqual({
      diagnostic: { summary, detail },
      facts: { object: { type, id: object.id }, losesEdit: true },
    });
  });

  it('is only a warning with outside_edits = "fail" if an approval covers the change', async () => {
    const object = await settled({ outside_edits: "fail" });
    edit(object);
    const before = { ...given, [text]: "Edited" };
    approve(
      { action: "update", id: object.id, before, after: given },
      { action: "delete", id: object.id, before },
    );
    expect(await warningsOf(object.refreshAndPlan(given))).toEqual([overwrites(object.id)]);
    expect(await warningsOf(object.plan(null))).toEqual([discards(object.id)]);
    expect((await object.attempt(given)).errors).toEqual([]);
  });

  it('is overwritten and deleted without a word with outside_edits = "overwrite"', async () => {
    const object = await settled({ outside_edits: "overwrite" });
    edit(object);
    expect(await warningsOf(object.refreshAndPlan(given))).toEqual([]);
    expect(await warningsOf(object.plan(null))).toEqual([]);
  });
});

/** Edits of a text with several lines, of the snippet "Opener". */
describe("an edit of some lines", () => {
  const text = (...lines: readonly string[]) => ({ name: "Opener", prompt: lines.join("\n") });
  const settled = (given: Given) => bench.snippet().settled(given);
  const edit = (snippet: Managed, given: Given) => bench.simulator.update(snippet.id, given);
  const namesOf = async (snippet: Managed, next: Given) =>
    (await snippet.refreshAndPlan(next)).warnings.map(({ summary }) => /\((\w+)\)$/.exec(summary)?.[1]);

  it("that lacks a line of the code is known after 20 edits, in 5 kB of private state", async () => {
    const snippet = await settled(text("a"));
    for (let at = 0; at < 20; at += 1) {
      edit(snippet, text("a", ...Array.from({ length: 20 }, (_, line) => `edit ${at}, line ${line}`)));
      await snippet.refresh();
    }
    expect(await namesOf(snippet, text("a"))).toEqual(["prompt"]);
    expect(snippet.instance.private.length).toBeLessThan(5_000);
  });
});

describe("an update of this provider", () => {
  const of = (prompt: string) => ({ name: "Opener", prompt });
  const [one, two, three] = [of("one"), of("two"), of("three")];
  const settled = () => bench.settled("outreach_snippet", one, { outside_edits: "fail" });
  const OVERWRITES = /this plan overwrites an edit made in Outreach/;

  it("that the server shows late is no edit made in Outreach, whenever it becomes visible", async () => {
    const snippet = await settled();
    bench.fault("UpdateSnippet", { type: "hide", reads: 2 }, { times: 1 });
    const { errors } = await snippet.attempt(two);
    expectOnly(errors, "the API keeps another prompt");
    for (const shown of ["one", "two"]) {
      expect(await snippet.refresh()).toMatchObject({ prompt: shown });
      expect((await snippet.plan(three)).warnings).toEqual([]);
    }
    // A review would otherwise show the text as drift.
    const before = { ...snippet.instance, state: { ...snippet.state, prompt: "one" } };
    reviewRun.begin();
    const { provider, type, id } = snippet;
    await provider.run((review) => review.refresh(type, before));
    expect(reviewRun.lines()).toContainEqual({ ownWrite: { type, id, attributes: ["prompt"] } });
  });

  it("that the server shows late does not hide an edit made in Outreach", async () => {
    const snippet = await settled();
    bench.fault("UpdateSnippet", { type: "hide", reads: 2 }, { times: 1 });
    expect((await snippet.attempt(two)).errors).toHaveLength(1);
    await snippet.refresh();
    bench.simulator.update(snippet.id, { prompt: "theirs" });
    for (const next of [two, three]) await expect(snippet.refreshAndPlan(next)).rejects.toThrow(OVERWRITES);
  });

  it.each<FaultEffect>([
    { type: "status", status: 504, when: "after" },
    { type: "reset", when: "after" },
  ])("that fails (%j) and is carried out nevertheless is no edit made in Outreach", async (lost) => {
    const snippet = await settled();
    const plan = await snippet.refreshAndPlan(two);
    bench.fault("UpdateSnippet", lost, { nth: 1 });
    bench.fault("GetSnippet", 500, { nth: 2 });
    expect((await snippet.carryOut(two, plan)).errors).toHaveLength(1);
    expect(snippet.state).toMatchObject(one);
    expect(bench.onlyObject()).toMatchObject(two);
    expect((await snippet.refreshAndPlan(three)).warnings).toEqual([]);
    expect((await snippet.plan(null)).warnings).toEqual([]);
    bench.simulator.update(snippet.id, { prompt: "theirs" });
    await expect(snippet.refreshAndPlan(three)).rejects.toThrow(OVERWRITES);
  });

  it("that a killed run has made is no loss while the code still has its text", async () => {
    const snippet = await settled();
    const before = snippet.instance;
    expect((await snippet.attempt(two)).errors).toEqual([]);
    snippet.instance = before;
    expect((await snippet.refreshAndPlan({ ...two, name: "Renamed" })).warnings).toEqual([]);
    await expect(snippet.refreshAndPlan(three)).rejects.toThrow(OVERWRITES);
  });

  it("that overwrites an edit and whose result is not known keeps the edit known until it is carried out", async () => {
    const snippet = await bench.snippet().settled(one);
    bench.simulator.update(snippet.id, { prompt: "theirs" });
    bench.fault("UpdateSnippet", { type: "reset" }, { nth: 1 });
    expect((await snippet.attempt(two)).errors).toHaveLength(1);
    expect((await snippet.refreshAndPlan(two)).warnings).toHaveLength(1);
    bench.simulator.update(snippet.id, two);
    expect((await snippet.refreshAndPlan(three)).warnings).toEqual([]);
  });
});

/** As versions before this one have stored it. */
describe("the private state of an older version", () => {
  const of = (accepted: object) => Buffer.from(JSON.stringify({ accepted }));
  const given = { name: "Opener", prompt: "one" };
  /** The digest of "one", and of its only line. */
  const ONE = "dpLDrTVAu4A8Ags6dpLD";

  it.each([
    ["an edit that a refresh has stored", { prompt: ONE }, "one\nmore", 1],
    ["no edit", { prompt: ONE }, "one", 0],
    ["a long text without digests of lines, and an edit", { prompt: ONE.slice(0, 16) }, "two", 1],
  ])("still knows %s", async (_, accepted, prompt, count) => {
    const snippet = await bench.snippet().settled({ ...given, prompt });
    snippet.instance = { ...snippet.instance, private: of(accepted) };
    const next = { ...given, prompt: "three" };
    expect((await snippet.plan(next)).warnings).toHaveLength(count);
    expect((await snippet.refreshAndPlan(next)).warnings).toHaveLength(count);
    expect(Buffer.from(snippet.instance.private).toString()).not.toContain("accepted");
  });
});
