import { unknown } from "../../src/plugin/values";
import { useWorkbench, type Given } from "./workbench";
import { deletionOf, nothing } from "../plugin/core";
import { KINDS } from "./kinds";
import { waits } from "./quick-waits";

const bench = useWorkbench();

describe.each(KINDS)("a planned create of %s whose name exists already", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const label = type;
  const sameName = { ...changed, name: given["name"]! };
  const bystander = (content: Given = given) => bench.bystander(type, content);
  const configured = (existing_name: string) => bench.configured({ existing_name });
  const writes = () => {
    const counts = bench.simulator.counts();
    return counts[operations.create] + counts[operations.update] + counts[operations.delete];
  };

  describe('with existing_name = "warn", the default,', () => {
    it("names every such object and how to import it, and creates another one", async () => {
      const others = [bystander(), bystander(changed), bystander(sameName)];
      const object = bench.managed(type);
      const plan = await object.refreshAndPlan(given);
      const [first, , third] = others.map(({ id }) => id);
      expect(plan).toMatchObject({ action: "create", planned: { adopted: null } });
      expect(plan.warnings).toMatchObject([
        {
          summary: `${label} of this name exists already (${first}, ${third})`,
          path: [{ kind: "attribute", name: "name" }],
        },
      ]);
      for (const id of [first!, third!]) {
        expect(plan.warnings[0]!.detail).toContain(`terraform import ${type}.NAME ${id} `);
        expect(plan.warnings[0]!.detail).toContain(`importFrom("${id}")`);
      }
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(bench.objects().filter(({ id }) => id !== object.id)).toEqual(others);
    });

    it("names the object of a create whose run was killed before it was recorded", async () => {
      await bench.managed(type).apply(given);
      const { warnings } = await bench.managed(type).refreshAndPlan(given);
      expect(warnings.map(({ summary }) => summary)).toEqual([
        `${label} of this name exists already (${bench.onlyObject().id})`,
      ]);
    });

    const LONG = "Welcome sequence, step 1";

    it.each(["cut", "ellipsis"] as const)(
      "names one of which lists show the name %s",
      async (listedNames) => {
        bench.simulator.setDialect({ listedNames });
        const { id } = bystander({ ...given, name: LONG });
        bystander({ ...given, name: LONG.replace("1", "2") });
        const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: LONG });
        expect(warnings.map(({ summary }) => summary)).toEqual([
          `${type} of this name exists already (${id})`,
        ]);
      },
    );

    it("names one that the server keeps under another name", async () => {
      const { id } = bystander({ ...given, name: "R&amp;D" });
      const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: "R&D" });
      expect(warnings).toMatchObject([
        {
          summary: `${type} may exist already under a name that the API has made of this one (${id})`,
          detail: expect.stringContaining(`terraform import ${type}.NAME ${id} `) as string,
          path: [{ kind: "attribute", name: "name" }],
        },
      ]);
    });

    it("names one that the server escapes and that lists cut in the middle of an escape", async () => {
      bench.simulator.setDialect({ listedNames: "cut" });
      const { id } = bystander({ ...given, name: "R&amp;D &quot;x&quot;" });
      const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: 'R&D "x"' });
      expect(warnings.map(({ summary }) => summary)).toEqual([expect.stringContaining(id)]);
    });

    it("reads nothing where no list shows a name that may be it", async () => {
      for (const name of ["Welcome", "Welcome sequence, step", "Sales", "Sales EU"])
        bystander({ ...given, name });
      bystander({ ...given, name: "Something longer than the planned name" });
      for (const name of ["Welcome sequence, step 1", "Sales EU, all"]) {
        expect((await bench.managed(type).refreshAndPlan({ ...given, name })).warnings).toEqual([]);
      }
      expect(bench.simulator.counts()[operations.get]).toBe(0);
    });

    it("says nothing of names that only look alike", async () => {
      const name = given["name"] as string;
      for (const one of [`${name}\u200b`, name.toLowerCase()]) bystander({ ...given, name: one });
      expect((await bench.managed(type).refreshAndPlan(given)).warnings).toEqual([]);
    });

    it("compares names without the blanks at their ends, which a server may have trimmed", async () => {
      const { id } = bystander({ ...given, name: "Two words" });
      const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: " Two words\t" });
      expect(warnings.map(({ summary }) => summary)).toEqual([expect.stringContaining(id)]);
    });

    it("compares names as texts, however they are composed", async () => {
      const { id } = bystander({ ...given, name: "re\u0301sume\u0301" });
      const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: "r\u00e9sum\u00e9" });
      expect(warnings.map(({ summary }) => summary)).toEqual([expect.stringContaining(id)]);
    });

    it("says nothing of an object that the same plan shows to be managed, before or after", async () => {
      waits.scale = 1;
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await bench.configured();
      const [early] = await Promise.all([
        bench.managed(type).plan(given),
        bench.managed(type).refreshAndPlan(given, planning),
        existing.refreshAndPlan(given, planning),
      ]);
      const late = await bench.managed(type).refreshAndPlan(given, planning);
      // The first is a plan of its own, where nothing shows it.
      expect(early.warnings).toHaveLength(1);
      expect(late.warnings).toEqual([]);
      expect(planning.said).toEqual([]);
    });

    it("waits for the same plan to show that an object is managed", async () => {
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await bench.configured();
      let waited = 0;
      waits.begun = () => {
        waited += 1;
        return waited === 1 ? existing.refreshAndPlan(given, planning) : undefined;
      };
      const { warnings } = await bench.managed(type).refreshAndPlan(given, planning);
      expect({ waited, warnings }).toEqual({ waited: 1, warnings: [] });
    });

    it("says nothing of the object that is replaced", async () => {
      const object = bench.managed(type);
      await object.settle(given);
      const planning = await bench.configured();
      const plan = await planning.plan(type, given, object.instance, { replace: true });
      expect(plan).toMatchObject({ action: "replace", warnings: [] });
    });

    it("does not look where the name is not known yet", async () => {
      await bench.managed(type).plan({ ...given, name: unknown });
      expect(bench.simulator.journal()).toEqual([]);
    });

    it("is looked for anew by the next create where the list of the first one fails", async () => {
      const planning = await bench.configured();
      const effect = { type: "status", status: 500 } as const;
      bench.simulator.addFault({ operation: operations.list, times: 1, effect });
      const plan = () => bench.managed(type).refreshAndPlan(given, planning);
      await expect(plan()).rejects.toThrow(`Could not list ${label}`);
      expect(await plan()).toMatchObject({ action: "create", warnings: [] });
    });

    it("costs one list for any number of creates", async () => {
      bystander();
      const planning = await bench.configured();
      const names = Array.from({ length: 60 }, (_, index) => `${given["name"] as string} ${index % 30}`);
      const plan = (name: string) => bench.managed(type).refreshAndPlan({ ...given, name }, planning);
      await Promise.all(names.map(plan));
      await plan("One more");
      expect(bench.simulator.counts()).toMatchObject({ [operations.list]: 1, [operations.get]: 0 });
    });
  });

  describe('with existing_name = "fail"', () => {
    it("is refused with the ids and how to import them, and nothing is written", async () => {
      const { id } = bystander();
      const planning = bench.managed(type, await configured("fail")).refreshAndPlan(given);
      await expect(planning).rejects.toMatchObject({
        diagnostics: [
          {
            severity: "error",
            summary: `${label} of this name exists already (${id})`,
            detail: expect.stringMatching(
              new RegExp(
                String.raw`Import it if no other state has it, write a moved block \(CDKTF: moveFromId\)[^]*terraform import ${type}\.NAME ${id}`,
              ),
            ) as string,
            path: [{ kind: "attribute", name: "name" }],
          },
        ],
      });
      expect(writes()).toBe(0);
    });

    it("is planned where the name is free", async () => {
      await bench.managed(type, await configured("fail")).settle(given);
    });
  });

  describe.each(["adopt", "fail"])("with existing_name = %p, beside a resource that manages it", (mode) => {
    it.each(["is planned first", "is read first", "is planned later", "is planned in between"])(
      "is refused in the plan, because nothing would show that resource in the apply, where it %s",
      async (order) => {
        const existing = bench.managed(type);
        await existing.settle(given);
        const planning = await configured(mode);
        const create = () => bench.managed(type).refreshAndPlan(given, planning);
        const stay = () => planning.plan(type, given, existing.instance);
        let planned: readonly Promise<unknown>[];
        if (order === "is planned first") {
          await stay();
          planned = [create()];
        } else if (order === "is read first") {
          await planning.refresh(type, existing.instance);
          await create();
          planned = [stay()];
        } else if (order === "is planned later") {
          planned = [create(), stay()];
        } else {
          planned = [create(), planning.refresh(type, existing.instance).then(stay)];
        }
        const outcomes = await Promise.allSettled(planned);
        const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
        expect(refusals).toHaveLength(1);
        expect(refusals[0]).toMatch(/has the name of another resource/);
        expect(refusals[0]).toContain("write a moved block (CDKTF: moveFromId)");
        expect(writes()).toBe(1);
      },
    );

    it.each([
      ["gets another name", "before"],
      ["gets another name", "after"],
      ["goes", "before"],
      ["goes", "after"],
    ])(
      "is refused in the plan, because the apply may create it first, where that resource %s, planned %s it",
      async (what, order) => {
        const existing = bench.managed(type);
        await existing.settle(given);
        const planning = await configured(mode);
        await planning.refresh(type, existing.instance);
        const renamed = { ...given, name: "Renamed" };
        const end = () => planning.plan(type, what === "goes" ? null : renamed, existing.instance);
        const create = () => bench.managed(type).refreshAndPlan(given, planning);
        const [first, second] = order === "before" ? [end, create] : [create, end];
        await first();
        await expect(second()).rejects.toThrow("has the name of another resource of this configuration");
      },
    );

    it("is planned where that resource is the one that is replaced", async () => {
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await configured(mode);
      await planning.refresh(type, existing.instance);
      const plan = await planning.plan(type, given, existing.instance, { replace: true });
      expect(plan).toMatchObject({ action: "replace", planned: { adopted: null } });
    });
  });

  it.each(["warn", "adopt", "fail"])(
    "is the tainted object's own where that is not read, and replaced with existing_name = %p",
    async (mode) => {
      const existing = bench.managed(type);
      await existing.settle(given);
      existing.instance = { ...existing.instance, tainted: true };
      const planning = await configured(mode);
      const plan = await planning.plan(type, given, existing.instance);
      expect(plan).toMatchObject({ action: "replace", planned: { adopted: null }, warnings: [] });
    },
  );

  it.each([
    ["adopt", unknown],
    ["warn", null],
    ["fail", null],
  ])(
    "that is not known yet is decided on in the apply with existing_name = %p alone",
    async (mode, adopted) => {
      bystander();
      const planning = await configured(mode);
      const plan = await planning.plan(type, { ...given, name: unknown }, nothing);
      expect(plan.planned).toMatchObject({ adopted, id: unknown });
    },
  );

  it("that is not known before the apply is taken over in it", async () => {
    const other = bystander();
    const object = bench.managed(type, await configured("adopt"));
    const plan = await object.plan({ ...given, name: unknown });
    const { errors, warnings } = await object.carryOut(given, plan);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(object.state).toMatchObject({ ...given, id: other.id, adopted: true });
    expect(bench.onlyObject().id).toBe(other.id);
  });

  it("that is not known before the apply is not deleted where it is the one that is replaced", async () => {
    const object = bench.managed(type, await configured("adopt"));
    await object.settle(given);
    const { instance: old } = object;
    const plan = await object.provider.run((process) =>
      process.plan(type, { ...given, name: unknown }, old, { replace: true }),
    );
    await object.provider.run(async (applying) => {
      // As with create_before_destroy.
      object.instance = nothing;
      expect((await object.carryOut(given, plan, applying)).errors).toEqual([]);
      const deleted = await applying.apply(type, null, old, deletionOf(plan));
      expect(deleted).toMatchObject({ saved: nothing, errors: [] });
      expect(deleted.warnings.map(({ summary }) => summary)).toEqual([
        `${label} (${object.id}) has just been taken over and is not deleted`,
      ]);
    });
    expect(bench.onlyObject().id).toBe(object.id);
  });

  describe('with existing_name = "adopt"', () => {
    it("takes over one of which lists cut the name, and none of those with the same beginning", async () => {
      bench.simulator.setDialect({ listedNames: "cut" });
      const names = ["Welcome sequence, step 1", "Welcome sequence, step 2"];
      const [first, second] = names.map((name) => bystander({ ...given, name }));
      const object = bench.managed(type, await configured("adopt"));
      await object.attempt({ ...given, name: names[0]! });
      expect(object.id).toBe(first!.id);
      expect(bench.objects()).toEqual([first, second]);
    });

    it("takes over the one object, as the plan says, and writes nothing where it is as declared", async () => {
      const other = bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      expect(plan).toMatchObject({ action: "create", planned: { id: other.id, adopted: true } });
      expect(plan.warnings).toMatchObject([
        {
          summary: `${label} (${other.id}) is taken over instead of created`,
          path: [{ kind: "attribute", name: "name" }],
        },
      ]);
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(object.state).toMatchObject({
        ...given,
        id: other.id,
        adopted: true,
        created_at: other.createdAt,
      });
      expect(bench.objects()).toEqual([other]);
      expect(writes()).toBe(0);
    });

    it("brings it to the declared content, and manages it from then on", async () => {
      const other = bystander(sameName);
      const object = bench.managed(type, await configured("adopt"));
      expect((await object.attempt(given)).errors).toEqual([]);
      expect(bench.onlyObject()).toMatchObject({ ...given, id: other.id });
      expect((await object.settle(given)).action).toBe("no-op");
      await object.settle(changed);
      expect(object.state).toMatchObject({ ...changed, id: other.id, adopted: true });
      await object.apply(null);
      expect(bench.objects()).toEqual([]);
    });

    it("ends the search after a run that was killed with one object", async () => {
      await bench.managed(type).apply(given);
      const object = bench.managed(type, await configured("adopt"));
      await object.attempt(given);
      expect(bench.onlyObject().id).toBe(object.id);
      expect((await object.settle(given)).action).toBe("no-op");
    });

    it("creates one where there is none", async () => {
      const object = bench.managed(type, await configured("adopt"));
      bystander(changed);
      await object.settle(given);
      expect(object.state).toMatchObject({ adopted: null });
      expect(bench.objects()).toHaveLength(2);
    });

    it("takes over nothing that the list still shows by its old name", async () => {
      const { id } = bystander();
      bench.simulator.update(id, changed as object);
      bench.simulator.addFault({ operation: operations.list, effect: { type: "stale", writes: 1 } });
      await expect(bench.managed(type, await configured("adopt")).attempt(given)).rejects.toThrow(
        `${label} (${id}) is listed, but a read of it shows another name`,
      );
      expect(bench.onlyObject()).toMatchObject({ id, ...changed });
    });

    it("creates one where the other is deleted during the plan", async () => {
      const { id } = bystander();
      waits.begun = async () => bench.simulator.delete(id);
      const plan = await bench.managed(type, await configured("adopt")).refreshAndPlan(given);
      expect(plan).toMatchObject({ action: "create", planned: { adopted: null }, warnings: [] });
    });

    it("is an error, and managed by nobody, where the server refuses the declared content", async () => {
      const other = bystander(sameName);
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.addFault({ operation: operations.update, effect: { type: "status", status: 400 } });
      const { errors } = await object.carryOut(given, plan);
      expect(errors.map(({ summary }) => summary)).toEqual([`Could not update ${label} (${other.id})`]);
      expect(object.instance.state).toBeNull();
      expect(bench.objects()).toEqual([other]);
    });

    it("is refused where several have the name", async () => {
      const ids = [bystander(), bystander()].map(({ id }) => id);
      const planning = bench.managed(type, await configured("adopt")).refreshAndPlan(given);
      await expect(planning).rejects.toThrow(`${label} of this name exists already (${ids.join(", ")})`);
    });

    it("is refused where another resource turns out to manage it later", async () => {
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await configured("adopt");
      const plan = await bench.managed(type).refreshAndPlan(given, planning);
      expect(plan.planned).toMatchObject({ adopted: true });
      const problem = `${label} (${existing.id}) would be taken over by another resource`;
      await expect(existing.refreshAndPlan(given, planning)).rejects.toThrow(problem);
      await expect(existing.refreshAndPlan(null, planning)).rejects.toThrow(problem);
    });

    it("is refused where another resource turns out to manage it while it is read", async () => {
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await configured("adopt");
      const hold = bench.simulator.addFault({ operation: operations.get, nth: 1, effect: { type: "hold" } });
      const reads = bench.simulator.counts()[operations.get];
      const creating = bench.managed(type).refreshAndPlan(given, planning);
      await bench.simulator.waitForCall(operations.get, reads + 1);
      await planning.plan(type, given, existing.instance);
      bench.simulator.release(hold);
      // In the apply, where nothing tells that it is managed, this create would take it over.
      await expect(creating).rejects.toThrow(
        `${label} has the name of another resource of this configuration`,
      );
    });

    it("is refused where another resource turns out to manage it during the apply", async () => {
      const existing = bench.managed(type);
      await existing.apply(given);
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      const applying = await configured("adopt");
      // The look of the plan in the apply, and then the one before the write.
      const hold = bench.simulator.addFault({ operation: operations.get, nth: 2, effect: { type: "hold" } });
      const reads = bench.simulator.counts()[operations.get];
      const carrying = object.carryOut(given, plan, applying);
      await bench.simulator.waitForCall(operations.get, reads + 2);
      await expect(applying.plan(type, given, existing.instance)).rejects.toThrow("would be taken over");
      bench.simulator.release(hold);
      expect((await carrying).errors.map(({ detail }) => detail)).toEqual([
        expect.stringContaining("Another resource manages it."),
      ]);
      expect(object.instance.state).toBeNull();
    });

    it.each(["one after the other", "side by side"])(
      "is refused where two planned resources have the name, %s",
      async (how) => {
        bystander();
        const planning = await configured("adopt");
        const plan = () => bench.managed(type).refreshAndPlan(given, planning).then(String, String);
        const outcomes =
          how === "side by side" ? await Promise.all([plan(), plan()]) : [await plan(), await plan()];
        expect(outcomes.filter((text) => text.includes("would be taken over by two resources"))).toHaveLength(
          1,
        );
      },
    );

    it("is brought to the declared content where it changed between plan and apply", async () => {
      const { id } = bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.update(id, sameName as object);
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(bench.onlyObject()).toMatchObject({ ...given, id });
    });

    it("is refused with an error of the provider's own where another one has told of an outage", async () => {
      bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.addFault({ effect: { type: "status", status: 401 } });
      const applying = await configured("adopt");
      const other = applying.plan(type, { ...given, name: "Another" }, bench.managed(type).instance);
      await expect(other).rejects.toThrow("Check user_id");
      await expect(object.carryOut(given, plan, applying)).rejects.toThrow(
        `Could not list ${type}\nAnother error of this run says why.`,
      );
      expect(writes()).toBe(0);
    });

    it.each(["deleted", "renamed", "joined by another one"])(
      "creates nothing where it was %s between plan and apply",
      async (what) => {
        const { id } = bystander();
        const object = bench.managed(type, await configured("adopt"));
        const plan = await object.refreshAndPlan(given);
        if (what === "deleted") bench.simulator.delete(id);
        else if (what === "renamed") bench.simulator.update(id, { name: "Renamed" });
        else bystander();
        await expect(object.carryOut(given, plan)).rejects.toThrow(/inconsistent final plan|exists already/);
        expect(writes()).toBe(0);
      },
    );

    it("takes over nothing where the plan said that it creates", async () => {
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bystander();
      await expect(object.carryOut(given, plan)).rejects.toThrow("inconsistent final plan");
      expect(writes()).toBe(0);
    });

    it("replaces an object, with the one that it takes over or else a new one", async () => {
      const object = bench.managed(type, await configured("adopt"));
      await object.settle(given);
      for (const beside of [false, true]) {
        const { id: before } = object;
        const other = beside ? bystander() : undefined;
        const plan = await object.provider.run((process) =>
          process.plan(type, given, object.instance, { replace: true }),
        );
        await object.provider.run(async (applying) => {
          const deleting = deletionOf(plan);
          expect((await object.carryOut(null, deleting, applying)).errors).toEqual([]);
          expect((await object.carryOut(given, plan, applying)).errors).toEqual([]);
        });
        expect(object.id).not.toBe(before);
        if (other !== undefined) expect(object.id).toBe(other.id);
        expect(bench.onlyObject().id).toBe(object.id);
      }
    });
  });
});

it("a takeover says that it clears a description which is not declared, which no plan shows", async () => {
  bench.bystander("outreach_cluster", { name: "Sales", description: "Theirs" });
  const object = bench.managed("outreach_cluster", await bench.configured({ existing_name: "adopt" }));
  const plan = await object.refreshAndPlan({ name: "Sales", description: null });
  expect(plan.warnings[0]!.detail).toContain("overwrites its own, and clears what is not declared");
  expect((await object.carryOut({ name: "Sales", description: null }, plan)).errors).toEqual([]);
  expect(bench.onlyObject()).toMatchObject({ id: object.id, description: null });
});
