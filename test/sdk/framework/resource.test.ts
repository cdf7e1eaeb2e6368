import { encode } from "@msgpack/msgpack";
import { fc } from "../../fast-check";
import { PrivateState } from "../../../src/sdk/framework/definitions";
import { createLog, Redactor } from "../../../src/sdk/process/log";
import { objectType } from "../../../src/sdk/schema";
import { decodeMsgpack, encodeMsgpack, type ObjectValue } from "../../../src/sdk/values";
import { Provider as Rpcs } from "../../../src/sdk/wire/generated/tfplugin6";
import { Core, nothing, type Instance, type Plan } from "../core";
import {
  applyThing,
  attemptThing,
  configured,
  provider,
  thing,
  THING,
  type Given,
  type Things,
} from "./things";

let things: Things;
let core: Core<Things>;

beforeEach(async () => {
  ({ things, core } = await configured());
});

const applied = (given: Given, before?: Instance) => applyThing(core, given, before);
const attempt = (given: Given | null, before?: Instance) => attemptThing(core, given, before);
const cutOff = () => {
  throw new Error("cut off");
};

describe("applying a change", () => {
  it("saves the state and the private state of plan and create", async () => {
    const saved = await applied({ title: "a" });
    expect(saved.state).toMatchObject({ id: "thing-1", title: "a", region: "here", revision: 1 });
    const memory = new PrivateState(saved.private);
    expect([memory.get("planned"), memory.get("created")]).toEqual([true, "thing-1"]);
  });

  it("saves the planned text when the server normalised it", async () => {
    things.normalise = (text) => text.trim();
    expect((await applied({ title: " a " })).state).toMatchObject({ title: " a " });
    expect(things.stored.get("thing-1")).toMatchObject({ title: "a" });
  });

  it("saves the planned value of a computed attribute that changed since the plan; the next read reports drift", async () => {
    const first = await applied({ title: "hinted" });
    expect(first.state).toMatchObject({ hint: "planned by the hook" });
    const second = await applied({ title: "b" }, first);
    expect(second.state).toMatchObject({ hint: "planned by the hook" });
    expect((await core.refresh(THING, second)).state).toMatchObject({ hint: "moved meanwhile" });
  });

  it("saves what a failed create recorded, so that the object does not become an orphan", async () => {
    things.beforeAnswer = cutOff;
    const { saved, errors } = await attempt({ title: "a" });
    expect(errors.map(({ detail }) => detail)).toEqual([expect.stringContaining("cut off")]);
    expect(saved).toMatchObject({ tainted: true, state: { id: "thing-1", title: "a", revision: null } });
  });

  it("saves what a failed update recorded, and the prior state after a failed delete", async () => {
    const before = await applied({ title: "a" });
    things.beforeAnswer = cutOff;
    const update = await attempt({ title: "b" }, before);
    expect(update.saved.state).toMatchObject({ title: "b", revision: 1 });
    const destroy = await attempt(null, before);
    expect(destroy.saved.state).toEqual(before.state);
    expect(destroy.errors).toHaveLength(1);
  });

  it("saves the prior state when it fails before a hook runs", async () => {
    const before = await applied({ title: "a" });
    const destroy = await core.plan(THING, null, before);
    core = new Core(provider(things));
    const { saved, errors } = await core.apply(THING, null, before, destroy);
    expect(errors.map(({ summary }) => summary)).toEqual(["The provider is not configured"]);
    expect(saved.state).toEqual(before.state);
    expect(things.stored.size).toBe(1);
  });

  it("reports that a write is in flight until it returns", async () => {
    const seen: boolean[] = [];
    things.beforeAnswer = () => seen.push(core.runtime.writing);
    await applied({ title: "a" });
    expect([...seen, core.runtime.writing]).toEqual([true, false]);
  });
});

describe("reading a resource", () => {
  it("saves drift, and keeps the known form of normalised values", async () => {
    const before = await applied({ title: "a", note: "n" });
    things.stored.set("thing-1", { ...things.stored.get("thing-1")!, title: "a  ", note: "other" });
    expect((await core.refresh(THING, before)).state).toMatchObject({ title: "a", note: "other" });
  });

  it("fails when a hook returns no value for an attribute that must not be null and is missing in an older state", async () => {
    const { state, ...before } = await applied({ title: "a" });
    things.stored.set("thing-1", { ...things.stored.get("thing-1")!, revision: null as unknown as number });
    const older = { ...before, state: { ...state, revision: null } };
    await expect(core.refresh(THING, older)).rejects.toThrow("The provider returned no value for revision");
  });

  it("removes an object from the state that is confirmed deleted", async () => {
    const before = await applied({ title: "a" });
    things.stored.clear();
    expect(await core.refresh(THING, before)).toEqual(nothing);
  });

  it("keeps state and private state when a read learned nothing, with the hook's warning and without an error", async () => {
    const before = await applied({ title: " a ", note: "n" });
    things.stored.clear();
    things.readable = false;
    const schema = core.resourceSchema(THING);
    const currentState = { msgpack: encodeMsgpack(objectType(schema), before.state) };
    const wire = await core.rpc(Rpcs.ReadResource, {
      typeName: THING,
      currentState,
      private: before.private,
    });
    expect(wire.diagnostics.map(({ summary }) => summary)).toEqual([" a  was not read"]);
    expect(await core.refresh(THING, before)).toEqual(before);
  });

  it("returns numbers as text, also when a read learned nothing", async () => {
    const { state, private: memory } = await applied({ title: "a", size: 3 });
    const type = objectType(core.resourceSchema(THING));
    // As Terraform encodes the state, with an integer.
    const currentState = { msgpack: encode(state, { sortKeys: true }) };
    const asText = { msgpack: Buffer.from(encodeMsgpack(type, state)) };
    expect(Buffer.from(currentState.msgpack)).not.toEqual(asText.msgpack);
    for (const readable of [true, false]) {
      things.readable = readable;
      if (!readable) things.stored.clear();
      const request = { typeName: THING, currentState, private: memory };
      const { newState } = await core.rpc(Rpcs.ReadResource, request);
      expect(Buffer.from(newState!.msgpack)).toEqual(asText.msgpack);
    }
  });

  it("keeps state and private state when a hook throws, and reports a defect of the provider", async () => {
    const before = await applied({ title: "a" });
    jest.spyOn(things.stored, "get").mockImplementation(() => {
      throw new Error("broken");
    });
    const wire = await core.rpc(Rpcs.ReadResource, { typeName: THING, private: before.private });
    expect(wire.diagnostics).toEqual([]);
    await expect(core.refresh(THING, before)).rejects.toThrow(/failed during read[\s\S]*broken/);
  });

  it("logs the stack of an unexpected error, and nothing about a DiagnosticError", async () => {
    const lines: string[] = [];
    const log = createLog(new Redactor(), "debug", (line) => lines.push(line));
    core = new Core(provider(things), log);
    await core.configure({});
    await expect(core.import(THING, "")).rejects.toThrow("Give the id of a thing.");
    expect(lines).toEqual([]);
    const before = await applied({ title: "a" });
    things.stored.get = function brokenStore() {
      throw new TypeError("broken");
    };
    await expect(core.refresh(THING, before)).rejects.toThrow("TF_LOG=debug logs more details");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        "@level": "error",
        "@message": "The provider failed during read",
        error: expect.stringMatching(/^TypeError: broken\n +at .*brokenStore/) as string,
      },
    ]);
  });
});

describe("importing a resource", () => {
  it("reads every value, including those that are semantically equal to null", async () => {
    await applied({ title: "a", note: "n" });
    expect((await core.import(THING, "thing-1")).state).toMatchObject({
      id: "thing-1",
      title: "a",
      note: "n",
    });
  });
});

// Terraform has brought them into the normal form of its own Unicode, and this Node.js may know a newer one.
describe("strings that Node.js would normalise", () => {
  const title = "e\u0301";
  const type = objectType(thing.schema);
  const titleOf = (wire: { msgpack: Uint8Array } | undefined) =>
    (decodeMsgpack(type, wire!.msgpack) as ObjectValue)["title"];
  const empty = Object.fromEntries(Object.keys(thing.schema.attributes).map((name) => [name, null]));
  const config = { msgpack: encodeMsgpack(type, { ...empty, title }) };
  const nil = { msgpack: encodeMsgpack(type, null) };

  it("a plan and an apply leave a string that Node.js would normalise unchanged", async () => {
    const request = { typeName: THING, config, priorState: nil };
    const plan = await core.rpc(Rpcs.PlanResourceChange, { ...request, proposedNewState: config });
    expect(titleOf(plan.plannedState)).toBe(title);
    const { plannedState, plannedPrivate } = plan;
    const applied = await core.rpc(Rpcs.ApplyResourceChange, { ...request, plannedState, plannedPrivate });
    expect(titleOf(applied.newState)).toBe(title);
  });

  it("a state upgrade leaves a string that Node.js would normalise unchanged", async () => {
    const json = Buffer.from(JSON.stringify({ ...empty, title }));
    const { upgradedState } = await core.rpc(Rpcs.UpgradeResourceState, {
      typeName: THING,
      version: 2,
      rawState: { json },
    });
    expect(titleOf(upgradedState)).toBe(title);
  });
});

describe("any sequence of configurations", () => {
  const text = fc.constantFrom("a", "b", " a ", "");
  const given: fc.Arbitrary<Given> = fc.record({
    title: text,
    note: fc.option(text),
    size: fc.option(fc.integer()),
    public: fc.option(fc.boolean()),
    tags: fc.option(fc.uniqueArray(text)),
    lines: fc.option(fc.array(text)),
  });

  it("violates no rule of Terraform, and a second plan is empty", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(given, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (steps, trims) => {
          things.normalise = trims ? (value) => value.trim() : (value) => value;
          let instance: Instance = nothing;
          for (const step of steps) {
            const plan: Plan = await core.plan(THING, step, instance);
            const { saved, errors } = await core.apply(THING, step, instance, plan);
            expect(errors).toEqual([]);
            instance = await core.refresh(THING, saved);
            expect((await core.plan(THING, step, instance)).action).toBe("no-op");
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a value that cannot be encoded", () => {
  it("does not make a created object an orphan: the other values are saved, with an error", async () => {
    things.normalise = (text) => `${text}\ud800`;
    const { saved, errors } = await attempt({ title: "a", size: 7 });
    expect(errors).toMatchObject([{ detail: expect.stringContaining("a lone surrogate") as string }]);
    expect([...things.stored.keys()]).toEqual(["thing-1"]);
    expect(saved).toMatchObject({ tainted: true, state: { id: "thing-1", title: null, size: 7 } });
  });
});
