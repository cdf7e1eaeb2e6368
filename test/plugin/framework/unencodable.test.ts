import { createLog, Redactor } from "../../../src/plugin/process/log";
import { Core, nothing } from "../core";
import { configured, provider, Things } from "./things";

const TYPE = "test_thing";

describe("a value that cannot be encoded", () => {
  it("does not make a created object an orphan: the other values are saved, with an error", async () => {
    const { things, core } = await configured();
    things.normalise = (text) => `${text}\ud800`;
    const given = { title: "a", size: 7 };
    const plan = await core.plan(TYPE, given, nothing);
    const { saved, errors } = await core.apply(TYPE, given, nothing, plan);
    expect(errors).toMatchObject([{ detail: expect.stringContaining("a lone surrogate") as string }]);
    expect([...things.stored.keys()]).toEqual(["thing-1"]);
    expect(saved).toMatchObject({ tainted: true, state: { id: "thing-1", title: null, size: 7 } });
  });

  it("does not make a created object an orphan when it is in the private state", async () => {
    const { things, core } = await configured();
    things.memory.create = 1n;
    const plan = await core.plan(TYPE, { title: "a" }, nothing);
    const { saved, errors } = await core.apply(TYPE, { title: "a" }, nothing, plan);
    expect(errors).toMatchObject([{ detail: expect.stringContaining("BigInt") as string }]);
    expect(saved).toMatchObject({ tainted: true, state: { id: "thing-1", title: "a" } });
    expect(saved.private).toEqual(plan.private);
  });

  it.each(["plan", "read", "import"] as const)(
    "is an error where a %s wants to remember it",
    async (hook) => {
      const { things, core } = await configured();
      const plan = await core.plan(TYPE, { title: "a" }, nothing);
      const { saved } = await core.apply(TYPE, { title: "a" }, nothing, plan);
      things.memory[hook] = 1n;
      const calls = {
        plan: () => core.plan(TYPE, { title: "b" }, saved),
        read: () => core.refresh(TYPE, saved),
        import: () => core.import(TYPE, "thing-1"),
      };
      await expect(calls[hook]()).rejects.toThrow(
        new RegExp(`The provider failed during ${hook}[^]*BigInt[^]*defect`),
      );
    },
  );

  it("does not lose the recorded state when the thrown value has no text", async () => {
    const things = new Things();
    const log = createLog(new Redactor(), "trace", () => undefined);
    const core = new Core(provider(things), log);
    await core.configure({});
    const odd = Object.assign(Object.create(null) as object, { self: {} });
    odd.self = odd;
    things.beforeAnswer = () => {
      throw odd;
    };
    const plan = await core.plan(TYPE, { title: "a" }, nothing);
    const { saved, errors } = await core.apply(TYPE, { title: "a" }, nothing, plan);
    expect(errors).toHaveLength(1);
    expect(saved).toMatchObject({ tainted: true, state: { id: "thing-1", title: "a" } });
  });

  it("keeps the other values after an update", async () => {
    const { things, core } = await configured();
    const created = await core.apply(
      TYPE,
      { title: "a" },
      nothing,
      await core.plan(TYPE, { title: "a" }, nothing),
    );
    things.normalise = (text) => `${text}\ud800`;
    const plan = await core.plan(TYPE, { title: "b" }, created.saved);
    const { saved, errors } = await core.apply(TYPE, { title: "b" }, created.saved, plan);
    expect(errors).toHaveLength(1);
    expect(saved.state).toMatchObject({ id: "thing-1", title: null });
  });
});
