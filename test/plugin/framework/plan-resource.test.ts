import { PrivateState } from "../../../src/plugin/framework";
import { list, objectType, optional, requiresReplace, string } from "../../../src/plugin/schema";
import { decodeMsgpack, isUnknown, unknown } from "../../../src/plugin/values";
import { Provider as Rpcs } from "../../../src/plugin/wire/generated/tfplugin6";
import { Core, nothing, RuleBroken, type Instance } from "../core";
import { encodeJson } from "../values/json-encode";
import { configured, provider, thing, type Things, applyThing, THING, type Given } from "./things";

let things: Things;
let core: Core<Things>;

beforeEach(async () => {
  ({ things, core } = await configured());
});

const applied = (given: Given, before?: Instance) => applyThing(core, given, before);

describe("planning a create", () => {
  it("plans computed values as unknown, defaults as known and all others as null", async () => {
    const { action, planned } = await core.plan(THING, { title: "a" }, nothing);
    expect(action).toBe("create");
    const unknowns = Object.keys(planned!).filter((name) => isUnknown(planned![name]!));
    expect(unknowns.sort()).toEqual(["hint", "id", "region", "revision"]);
    expect(planned).toMatchObject({ title: "a", note: null, size: 3, tags: null });
  });

  it("plans configured values, including unknown ones", async () => {
    const { planned } = await core.plan(THING, { title: unknown, region: "there", size: 7 }, nothing);
    expect(planned).toMatchObject({ title: unknown, region: "there", size: 7 });
  });

  it("is rejected by Terraform when the plan hook drops a configured value", async () => {
    const forgetful = { ...thing, plan: () => ({ note: null }) };
    core = new Core({ ...provider(things), resources: { [THING]: forgetful } });
    await core.configure({});
    const given = { title: "a", note: "b" };
    await expect(core.plan(THING, given, nothing)).rejects.toThrow(RuleBroken);
    const before = await applied({ title: "a" });
    await expect(core.plan(THING, given, before)).rejects.toThrow("note: planned value does not match");
  });

  it("lets the plan hook set values, warn and write private state", async () => {
    const { planned, warnings, private: bytes } = await core.plan(THING, { title: "hinted" }, nothing);
    expect(planned).toMatchObject({ hint: "planned by the hook" });
    expect(warnings.map(({ summary }) => summary)).toEqual(["A new thing"]);
    expect(PrivateState.decode(bytes).get("planned")).toBe(true);
  });
});

describe("planning an update", () => {
  it("is a no-op when nothing differs", async () => {
    const saved = await applied({ title: "a", tags: ["x", "y"] });
    expect((await core.plan(THING, { title: "a", tags: ["y", "x"] }, saved)).action).toBe("no-op");
  });

  it("is a no-op when `ignore_changes` names a computed attribute, whose value Terraform then sends as configured", async () => {
    const saved = await applied({ title: "a" });
    const { id, revision } = saved.state!;
    const { planned } = await core.plan(THING, { title: "b", id: id!, revision: revision! }, saved);
    expect(planned).toMatchObject({ title: "b", id, revision: unknown });
  });

  it("is a no-op when Terraform sends the values as JSON", async () => {
    const { state } = await applied({ title: "a" });
    const type = objectType(thing.schema);
    const json = (values: Given) => ({ json: Buffer.from(encodeJson(type, { ...state, ...values })) });
    const request = {
      typeName: THING,
      priorState: json({}),
      proposedNewState: json({ title: "b" }),
      config: json({ title: "b", id: null, revision: null }),
    };
    const { plannedState, diagnostics } = await core.rpc(Rpcs.PlanResourceChange, request);
    expect(diagnostics).toEqual([]);
    const planned = decodeMsgpack(type, plannedState!.msgpack);
    expect(planned).toMatchObject({ id: "thing-1", title: "b", revision: unknown });
  });

  it("keeps computed values marked as keep-state, and plans the other computed values as unknown", async () => {
    const saved = await applied({ title: "a" });
    const { action, planned } = await core.plan(THING, { title: "b" }, saved);
    expect(action).toBe("update");
    expect(planned).toMatchObject({ id: "thing-1", title: "b", revision: unknown });
  });

  it("plans a keep-state value as unknown when the state has none", async () => {
    const saved = await applied({ title: "a" });
    expect(saved.state).toMatchObject({ hint: null });
    expect((await core.plan(THING, { title: "b" }, saved)).planned).toMatchObject({ hint: unknown });
  });

  it("replaces the object when an attribute that requires replacement changes", async () => {
    const saved = await applied({ title: "a", region: "here" });
    const plan = await core.plan(THING, { title: "a", region: "there" }, saved);
    expect(plan.action).toBe("replace");
    expect(plan.requiresReplace).toEqual(["region"]);
    expect(plan.planned).toMatchObject({ id: unknown, region: "there" });
  });

  it("does not replace the object for an equivalent value", async () => {
    const { region } = thing.schema.attributes;
    const equivalent = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase();
    const attributes = {
      ...thing.schema.attributes,
      region: { ...region, options: { ...region.options, equivalent } },
    };
    const lenient = { ...thing, schema: { ...thing.schema, attributes } };
    core = new Core({ ...provider(things), resources: { [THING]: lenient } });
    await core.configure({});
    const saved = await applied({ title: "a", region: "here" });
    const plan = await core.plan(THING, { title: "a", region: "Here" }, saved);
    expect([plan.action, plan.requiresReplace]).toEqual(["update", []]);
    expect((await applied({ title: "a", region: "Here" }, saved)).state).toMatchObject({ region: "Here" });
    for (const other of ["there", unknown]) {
      expect((await core.plan(THING, { title: "a", region: other }, saved)).action).toBe("replace");
    }
  });

  it("does not ask whether a partly unknown value is equivalent", async () => {
    const equivalent = (a: readonly (string | null)[] | null, b: readonly (string | null)[] | null) =>
      a?.join().toLowerCase() === b?.map((line) => line?.toLowerCase()).join();
    const lines = optional(list(string), { description: "lines", plan: [requiresReplace], equivalent });
    const schema = { ...thing.schema, attributes: { ...thing.schema.attributes, lines } };
    core = new Core({ ...provider(things), resources: { [THING]: { ...thing, schema } } });
    await core.configure({});
    const saved = await applied({ title: "a", lines: ["one"] });
    expect((await core.plan(THING, { title: "a", lines: ["One"] }, saved)).action).toBe("update");
    expect((await core.plan(THING, { title: "a", lines: [unknown] }, saved)).action).toBe("replace");
  });

  it("updates a value that an older state lacks, without replacing the object", async () => {
    const saved = await applied({ title: "a" });
    const older = { ...saved, state: { ...saved.state, region: null } };
    const { action, planned } = await core.plan(THING, { title: "b" }, older);
    expect([action, planned]).toMatchObject(["update", { region: unknown }]);
    expect((await core.plan(THING, { title: "b", region: unknown }, older)).action).toBe("replace");
  });

  it("does not replace the object when the value of an attribute that requires replacement stays the same", async () => {
    const saved = await applied({ title: "a", region: "here" });
    expect((await core.plan(THING, { title: "b", region: "here" }, saved)).requiresReplace).toEqual([]);
  });
});

describe("planning a destroy", () => {
  it("shows the hook's warning", async () => {
    const saved = await applied({ title: "a" });
    const { action, warnings } = await core.plan(THING, null, saved);
    expect(action).toBe("delete");
    expect(warnings.map(({ summary }) => summary)).toEqual(["a goes"]);
  });

  it("fails with the hook's error", async () => {
    const saved = await applied({ title: "a", note: "protected" });
    await expect(core.plan(THING, null, saved)).rejects.toThrow("a is protected");
  });
});
