import { unknown } from "../../src/plugin/values";
import { deletionOf } from "../plugin/core";
import { useApprovals } from "./approving";
import { itInTurn, KINDS } from "./kinds";
import { useWorkbench, type Given, type Managed, type ProviderProcess } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("an edit made in Outreach of %s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given } = kind;
  const { approve } = useApprovals(bench, type);
  const [text] = Object.keys(given).filter((name) => name !== "name") as [string];
  const changed: Given = { ...given, [text]: "Changed in code" };
  const label = (id: string) => `${type} (${id})`;
  const overwrites = (id: string, attribute = text) =>
    `${label(id)}: this plan overwrites an edit made in Outreach (${attribute})`;
  const discards = (id: string) =>
    `${label(id)} was changed outside of Terraform, and its delete discards these changes`;

  const settled = async (settings: Given = {}) => {
    const object = bench.managed(type, await bench.configured(settings));
    await object.settle(given);
    return object;
  };
  const edit = (object: Managed, change: Given = { [text]: "Edited" }) =>
    bench.simulator.update(object.id, change).lastUpdatedAt;
  const warningsOf = async (plan: Promise<{ warnings: readonly { summary: string }[] }>) =>
    (await plan).warnings.map(({ summary }) => summary);

  it("draws a warning with the attribute and the time if a plan overwrites it", async () => {
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
  });

  it("draws a warning although a refresh has stored it in the state, with -refresh=false too", async () => {
    const object = await settled();
    edit(object);
    await object.refresh();
    await object.refresh();
    expect(await warningsOf(object.plan(given))).toEqual([overwrites(object.id)]);
  });

  it("draws no warning if a plan leaves the object as it is, or keeps the edit", async () => {
    const object = await settled();
    edit(object);
    expect(await warningsOf(object.refreshAndPlan({ ...given, [text]: "Edited" }))).toEqual([]);
    const alsoRenamed = { ...given, [text]: "Edited", name: "Renamed" };
    expect(await warningsOf(object.refreshAndPlan(alsoRenamed))).toEqual([]);
  });

  it("draws no warning if a plan changes another attribute of an object without an edit", async () => {
    const object = await settled();
    expect(await warningsOf(object.refreshAndPlan(changed))).toEqual([]);
  });

  it("draws a warning if it takes back an earlier edit that the code has pulled", async () => {
    const object = await settled();
    const pulled = { ...given, [text]: "Edited" };
    edit(object);
    expect((await object.attempt(pulled)).plan.action).toBe("no-op");
    edit(object, given);
    for (const next of [pulled, { ...given, [text]: "Edited\nagain" }, { ...given, [text]: unknown }])
      expect(await warningsOf(object.refreshAndPlan(next))).toEqual([overwrites(object.id)]);
    expect(Buffer.from(object.instance.private).toString()).toContain('"taken_back":{');
    for (const next of [given, changed]) expect(await warningsOf(object.refreshAndPlan(next))).toEqual([]);
    expect((await object.attempt(pulled)).errors).toEqual([]);
    expect(await warningsOf(object.refreshAndPlan(changed))).toEqual([]);
  });

  it("draws a warning that names both attributes if both were edited", async () => {
    const object = await settled();
    edit(object, { name: "Edited", [text]: "Edited" });
    expect(await warningsOf(object.refreshAndPlan(changed))).toEqual([
      overwrites(object.id, `name, ${text}`),
    ]);
  });

  it("draws a warning if the planned text is not known", async () => {
    const object = await settled();
    edit(object);
    expect(await warningsOf(object.refreshAndPlan({ ...given, [text]: unknown }))).toEqual([
      overwrites(object.id),
    ]);
  });

  it("is settled by the next write: later plans do not mention it", async () => {
    const object = await settled();
    edit(object);
    expect((await object.attempt(given)).errors).toEqual([]);
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

  it("is not known of a state from an older version, until the next write", async () => {
    const object = await settled();
    object.instance = { ...object.instance, private: new Uint8Array() };
    edit(object);
    expect(await warningsOf(object.refreshAndPlan(given))).toEqual([]);
  });

  it.each([false, true])(
    "draws one warning if a plan deletes the object (stored by a refresh: %p)",
    async (stored) => {
      const object = await settled();
      edit(object);
      if (stored) await object.refresh();
      const { warnings } = await object.plan(null);
      expect(warnings.map(({ summary }) => summary)).toEqual([discards(object.id)]);
      const what = stored ? `${text}: edited in Outreach` : `${text}: the state has`;
      expect(warnings[0]!.detail).toContain(what);
      expect((await object.carryOut(null, await object.plan(null))).errors).toEqual([]);
    },
  );

  it("draws a warning if a plan replaces the object, although ignore_changes names the edited attribute", async () => {
    const object = await settled();
    edit(object);
    await object.refresh();
    const replace = (process: ProviderProcess, next: Given) =>
      process.plan(type, next, object.instance, { replace: true, ignored: [text] });
    expect(await warningsOf(object.provider.run((planning) => replace(planning, given)))).toEqual([
      overwrites(object.id),
    ]);
    const failing = await bench.configured({ outside_edits: "fail" });
    await expect(failing.run((planning) => replace(planning, given))).rejects.toThrow(overwrites(object.id));
    const kept = { ...given, [text]: "Edited" };
    expect(await warningsOf(failing.run((planning) => replace(planning, kept)))).toEqual([]);
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
    const replace = await planning.run((process) =>
      process.plan(type, given, object.instance, { replace: true }),
    );
    const warnings = [update, removal].flatMap((one) => one.warnings);
    expect(warnings.map(({ summary }) => summary)).toEqual([overwrites(object.id), discards(object.id)]);
    expect(warnings[0]!.detail).toContain(
      'outside_edits is not known yet. If it is "fail", the apply refuses',
    );
    const failing = await bench.configured({ outside_edits: "fail" });
    await expect(failing.run((process) => object.carryOut(given, update, process))).rejects.toThrow(
      overwrites(object.id),
    );
    for (const deletion of [removal, deletionOf(replace)]) {
      const { errors } = await failing.run((process) => object.carryOut(null, deletion, process));
      const summary = deletion === removal ? discards(object.id) : overwrites(object.id);
      expect(errors).toMatchObject([{ summary }]);
    }
    expect(bench.objects()).toMatchObject([{ id: object.id, [text]: "Edited" }]);
    expect((await object.carryOut(null, removal)).errors).toEqual([]);
  });

  it('is only a warning in a review with outside_edits = "fail", which says that the change needs an approval', async () => {
    const object = await settled({ outside_edits: "fail" });
    edit(object);
    process.env["OUTREACH_REVIEW_RUN"] = "1";
    const { warnings } = await object.refreshAndPlan(given);
    expect(warnings.filter(({ summary }) => summary === overwrites(object.id))).toMatchObject([
      { detail: expect.stringMatching(/^outside_edits = "fail" refuses this change without an approval\./) },
    ]);
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

describe("an update that the server shows late", () => {
  it("is no edit made in Outreach, whenever it becomes visible", async () => {
    const snippet = bench.snippet();
    await snippet.settle({ name: "Opener", prompt: "one" });
    bench.simulator.addFault({ operation: "UpdateSnippet", effect: { type: "hide", reads: 2 }, times: 1 });
    const { errors } = await snippet.attempt({ name: "Opener", prompt: "two" });
    expect(errors).toMatchObject([
      { summary: expect.stringContaining("the update of prompt is not visible") as string },
    ]);
    const next = { name: "Opener", prompt: "three" };
    for (const shown of ["one", "two"]) {
      expect(await snippet.refresh()).toMatchObject({ prompt: shown });
      expect((await snippet.plan(next)).warnings).toEqual([]);
    }
  });
});
