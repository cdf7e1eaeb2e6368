import { unchanged, type Resource } from "../../../src/plugin/framework";
import { Provider as Rpcs } from "../../../src/plugin/wire/generated/tfplugin6";
import { Core } from "../core";
import { provider, thing, Things } from "./things";

const TYPE = "test_thing";
/** The states that the hooks received in their last calls. */
let upgraded: unknown;
let read: unknown;
let planned: unknown;
let deleted: unknown;
let core: Core<Things>;

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

beforeEach(async () => {
  const things = new Things();
  core = new Core({ ...provider(things), resources: { [TYPE]: watched } });
  await core.configure({});
});

async function upgrade(version: number, state: object) {
  const { upgradedState } = await core.rpc(Rpcs.UpgradeResourceState, {
    typeName: TYPE,
    version,
    rawState: { json: Buffer.from(JSON.stringify(state)) },
  });
  return upgradedState!;
}

/** Sends the response to the upgrade back, as Terraform does, to be read, planned and deleted. */
async function sendBack(state: Awaited<ReturnType<typeof upgrade>>) {
  await core.rpc(Rpcs.ReadResource, { typeName: TYPE, currentState: state });
  const request = { typeName: TYPE, priorState: state, proposedNewState: state, config: state };
  await core.rpc(Rpcs.PlanResourceChange, request);
  const nothing = { msgpack: Buffer.of(0xc0) };
  const deletion = { typeName: TYPE, priorState: state, plannedState: nothing, config: nothing };
  await core.rpc(Rpcs.ApplyResourceChange, deletion);
}

const stored = (title: string) => ({ id: "thing-1", title, size: 3, tags: ["b", "a"] });

describe("a state that Terraform sends with the bytes of its upgrade", () => {
  it("is not decoded again for the read, the plan and the apply", async () => {
    await sendBack(await upgrade(2, stored("a")));
    expect(upgraded).toMatchObject({ title: "a", size: 3 });
    expect(read).toBe(upgraded);
    expect(planned).toBe(upgraded);
    expect(deleted).toBe(upgraded);
  });

  it.each([
    ["it is long", 2, { ...stored("a"), note: "x".repeat(20_000) }],
    ["another version of the schema has written it", 1, { id: "thing-1", label: "a" }],
  ])("is decoded again if %s", async (_title, version, state) => {
    await sendBack(await upgrade(version, state));
    expect(read).not.toBe(upgraded);
    expect(read).toEqual(upgraded);
    expect(planned).toEqual(upgraded);
  });

  it("is decoded again after many other states", async () => {
    const first = await upgrade(2, stored("first"));
    const kept = upgraded;
    for (let index = 0; index < 127; index += 1) await upgrade(2, stored(`${index}`));
    await core.rpc(Rpcs.ReadResource, { typeName: TYPE, currentState: first });
    expect(read).toBe(kept);
    await upgrade(2, stored("one too many"));
    await core.rpc(Rpcs.ReadResource, { typeName: TYPE, currentState: first });
    expect(read).not.toBe(kept);
    expect(read).toEqual(kept);
  });
});
