import { PrivateState } from "../../../src/sdk/framework/definitions";
import { isUnknown, Unknown, unknown } from "../../../src/sdk/values";
import { Core, nothing, RuleBroken, type Instance } from "../core";
import { configured, provider, thing, type Things, applyThing, THING, type Given } from "./things";

let things: Things;
let core: Core<Things>;

beforeEach(async () => {
  ({ things, core } = await configured());
});

const applied = (given: Given, before?: Instance) => applyThing(core, given, before);

describe("planning a create", () => {
  it("plans computed values as unknown and all others that are not configured as null", async () => {
    const { action, planned } = await core.plan(THING, { title: "a" }, nothing);
    expect(action).toBe("create");
    const unknowns = Object.keys(planned!).filter((name) => isUnknown(planned![name]!));
    expect(unknowns.sort()).toEqual(["hint", "id", "region", "revision"]);
    expect(planned).toMatchObject({ title: "a", note: null, size: null, tags: null });
  });

  it("plans configured values, including unknown ones", async () => {
    // A number that is not null, and less than 2^60: Terraform sends what it knows of an unknown value.
    const size = new Unknown(Buffer.from("8201c20492cf1000000000000000c2", "hex"));
    expect((await core.plan(THING, { title: unknown, size }, nothing)).planned).toMatchObject({
      title: unknown,
      size,
    });
    expect((await core.plan(THING, { title: "a", size: 7 }, nothing)).planned).toMatchObject({ size: 7 });
  });

  it("Terraform rejects a plan whose modifyPlan hook drops a configured value", async () => {
    const forgetful = { ...thing, modifyPlan: () => ({ note: null }) };
    core = new Core({ ...provider(things), resources: { [THING]: forgetful } });
    await core.configure({});
    const given = { title: "a", note: "b" };
    await expect(core.plan(THING, given, nothing)).rejects.toThrow(RuleBroken);
    const before = await applied({ title: "a" });
    await expect(core.plan(THING, given, before)).rejects.toThrow("note: planned value does not match");
  });

  it("lets the modifyPlan hook set values, warn and write private state", async () => {
    const { planned, warnings, private: bytes } = await core.plan(THING, { title: "hinted" }, nothing);
    expect(planned).toMatchObject({ hint: "planned by the hook" });
    expect(warnings.map(({ summary }) => summary)).toEqual(["A new thing"]);
    expect(new PrivateState(bytes).get("planned")).toBe(true);
  });
});

describe("planning an update", () => {
  it("plans no change when nothing differs", async () => {
    const saved = await applied({ title: "a", tags: ["x", "y"] });
    expect((await core.plan(THING, { title: "a", tags: ["x", "y"] }, saved)).action).toBe("no-op");
  });

  it("plans computed values anew when `ignore_changes` makes Terraform send them as configured", async () => {
    const saved = await applied({ title: "a" });
    const { id, revision } = saved.state!;
    const { planned } = await core.plan(THING, { title: "b", id: id!, revision: revision! }, saved);
    expect(planned).toMatchObject({ title: "b", id, revision: unknown });
  });

  it("plans a value with useStateForUnknown as unknown when the state has none", async () => {
    const saved = await applied({ title: "a" });
    expect(saved.state).toMatchObject({ hint: null });
    expect((await core.plan(THING, { title: "b" }, saved)).planned).toMatchObject({ hint: unknown });
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
