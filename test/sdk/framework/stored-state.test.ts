import { unchanged, type Resource } from "../../../src/sdk/framework";
import { Provider as Rpcs } from "../../../src/sdk/wire/generated/tfplugin6";
import { Core } from "../core";
import { configured, provider, thing, THING, Things } from "./things";

let core: Core<Things>;

beforeEach(async () => {
  ({ core } = await configured());
});

describe("upgrading a stored state", () => {
  const upgrade = (version: number, json: unknown) =>
    core.rpc(Rpcs.UpgradeResourceState, {
      typeName: THING,
      version,
      rawState: { json: Buffer.from(JSON.stringify(json)) },
    });

  it("drops removed attributes and sets new ones to null", async () => {
    expect((await upgrade(2, { id: "thing-1", title: "a", gone: 1 })).diagnostics).toEqual([]);
  });

  it("runs the upgrade of the version that wrote it", async () => {
    const { upgradedState, diagnostics } = await upgrade(1, { id: "thing-1", label: "a" });
    expect(diagnostics).toEqual([]);
    expect(Buffer.from(upgradedState!.msgpack).toString("latin1")).toContain("thing-1");
  });

  it.each([
    [2, { id: "thing-1", title: "a", size: "many" }, "size: a number is required."],
    [2, [], "an object is required."],
    [2, null, "an object is required, found null."],
    [1, null, "an object is required, found null."],
    [1, { id: "thing-1", label: {} }, "label: a string is required."],
  ])("reports the problem of a state of version %i that is %j", async (version, json, problem) => {
    const { diagnostics } = await upgrade(version, json);
    expect(diagnostics).toMatchObject([
      {
        summary: "The state of test_thing cannot be read",
        detail: expect.stringContaining(problem) as string,
      },
    ]);
    expect(diagnostics[0]!.detail).toContain("terraform state rm");
  });

  it.each([
    ["that it does not contain", undefined],
    ["in the form of Terraform 0.11", {}],
  ])("reports that it cannot read a state %s", async (_what, rawState) => {
    const { upgradedState, diagnostics } = await core.rpc(Rpcs.UpgradeResourceState, {
      typeName: THING,
      version: 2,
      rawState,
    });
    expect(upgradedState).toBeUndefined();
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      "The state of test_thing has a form that this provider cannot read",
    ]);
  });

  it("reports which version is needed when there is no upgrade", async () => {
    const { diagnostics } = await upgrade(0, {});
    expect(diagnostics.map(({ summary }) => summary)).toEqual([expect.stringContaining("schema version 0")]);
  });
});

/** The states that the hooks received in their last calls. */
let upgraded: unknown;
let read: unknown;
let planned: unknown;
let deleted: unknown;

const watched: Resource<Things> = {
  ...(thing as Resource<Things>),
  held: (state) => void (upgraded = state),
  read: async (state) => {
    read = state;
    return unchanged;
  },
  modifyPlan: ({ prior }) => {
    planned = prior;
    return {};
  },
  delete: async (prior) => void (deleted = prior),
};

async function useWatched() {
  core = new Core({ ...provider(new Things()), resources: { [THING]: watched } });
  await core.configure({});
}

async function upgradedBy(version: number, state: object) {
  const { upgradedState } = await core.rpc(Rpcs.UpgradeResourceState, {
    typeName: THING,
    version,
    rawState: { json: Buffer.from(JSON.stringify(state)) },
  });
  return upgradedState!;
}

/** Sends the response to the upgrade back, as Terraform does, to be read, planned and deleted. */
async function sendBack(state: Awaited<ReturnType<typeof upgradedBy>>) {
  await core.rpc(Rpcs.ReadResource, { typeName: THING, currentState: state });
  const request = { typeName: THING, priorState: state, proposedNewState: state, config: state };
  await core.rpc(Rpcs.PlanResourceChange, request);
  const nothing = { msgpack: Buffer.of(0xc0) };
  const deletion = { typeName: THING, priorState: state, plannedState: nothing, config: nothing };
  await core.rpc(Rpcs.ApplyResourceChange, deletion);
}

const stored = (title: string) => ({ id: "thing-1", title, size: 3, tags: ["b", "a"] });

describe("a state that Terraform sends with the bytes of its upgrade", () => {
  beforeEach(useWatched);

  it("the read, the plan and the apply reuse a state that the upgrade decoded", async () => {
    await sendBack(await upgradedBy(2, stored("a")));
    expect(upgraded).toMatchObject({ title: "a", size: 3 });
    expect(read).toBe(upgraded);
    expect(planned).toBe(upgraded);
    expect(deleted).toBe(upgraded);
  });

  it.each([
    ["it is long", 2, { ...stored("a"), note: "x".repeat(20_000) }],
    ["another version of the schema has written it", 1, { id: "thing-1", label: "a" }],
  ])("a state is decoded again if %s", async (_title, version, state) => {
    await sendBack(await upgradedBy(version, state));
    expect(read).not.toBe(upgraded);
    expect(read).toEqual(upgraded);
    expect(planned).toEqual(upgraded);
  });

  it("a state is decoded again after 128 other states", async () => {
    const first = await upgradedBy(2, stored("first"));
    const kept = upgraded;
    for (let index = 0; index < 127; index += 1) await upgradedBy(2, stored(`${index}`));
    await core.rpc(Rpcs.ReadResource, { typeName: THING, currentState: first });
    expect(read).toBe(kept);
    await upgradedBy(2, stored("one too many"));
    await core.rpc(Rpcs.ReadResource, { typeName: THING, currentState: first });
    expect(read).not.toBe(kept);
    expect(read).toEqual(kept);
  });
});
