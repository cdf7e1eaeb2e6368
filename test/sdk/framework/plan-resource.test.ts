import { PrivateState } from "../../../src/sdk/framework/definitions";
import { isUnknown, Unknown, unknown } from "../../../src/sdk/values";
import { nothing, type Core, type Instance } from "../core";
import { configured, type Things, applyThing, THING, type Given } from "./things";

let core: Core<Things>;

beforeEach(async () => {
  ({ core } = await configured());
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

  it("lets the modifyPlan hook set values, warn and write private state", async () => {
    const { planned, warnings, private: bytes } = await core.plan(THING, { title: "hinted" }, nothing);
    expect(planned).toMatchObject({ hint: "planned by the hook" });
    expect(warnings.map(({ summary }) => summary)).toEqual(["A new thing"]);
    expect(new PrivateState(bytes).get("planned")).toBe(true);
  });
});

describe("planning an update", () => {
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
