import { startSimulator, type Simulator } from "../../src/simulator";
import { deletionOf } from "../sdk/core";
import { itInTurn, KINDS } from "./kinds";
import { expectOnly, identity, useWorkbench, type Managed } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench();
let other: Simulator;

beforeAll(async () => {
  other = await startSimulator();
});

beforeEach(() => other.reset());

afterAll(() => other.close());

/** The same resource where `base_url` leads to another deployment. */
async function elsewhere({ type, instance }: Managed, settings = {}): Promise<Managed> {
  const moved = bench.managed(type, await bench.configured({ base_url: other.url, ...settings }));
  moved.instance = instance;
  return moved;
}

/**
 * Puts the objects of the workspace into the other deployment, as where the platform gets another address.
 */
function move(change: { readonly createdAt?: string | undefined } = {}): void {
  for (const { kind, ...object } of bench.objects()) {
    other.seed({ workspaceId, [`${kind}s`]: [{ ...seedOf(object), ...change }] });
  }
}

function seedOf(object: object): object {
  const internal = ["sequence", "workspaceId"];
  return Object.fromEntries(Object.entries(object).filter(([name]) => !internal.includes(name)));
}

describe.each(KINDS)("%s, last seen at another address of the API,", (type, kind) => {
  const { given, changed, operations } = kind;
  const it = itInTurn(kind);
  const notFound = (object: Managed) =>
    `${type} (${object.id}) is not found at ${other.url}, but was last seen at ${bench.simulator.url}`;

  const settled = () => bench.managed(type).settled(given);

  it("does not count as deleted if it is not found: the error names both addresses and the next steps", async () => {
    const moved = await elsewhere(await settled());
    const before = moved.state;
    await expect(moved.refresh()).rejects.toThrow(notFound(moved));
    await expect(moved.refresh()).rejects.toThrow(
      `Set base_url (OUTREACH_BASE_URL) to ${bench.simulator.url}`,
    );
    await expect(moved.refresh()).rejects.toThrow("terraform state rm ADDRESS");
    expect(moved.state).toEqual(before);
  });

  it("causes one error for the run, and no more calls than run at a time", async () => {
    const objects = [];
    for (let index = 0; index < 15; index += 1) {
      const object = await bench.managed(type).applied({ ...given, name: `${index}` });
      objects.push(object);
    }
    const process = await bench.configured({ base_url: other.url });
    const reads = await Promise.allSettled(objects.map((object) => process.refresh(type, object.instance)));
    expect(reads.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const states = reads.flatMap((read) => (read.status === "fulfilled" ? [read.value.state] : []));
    expect(states).not.toContain(null);
  });

  it.each(["with", "without"])(
    "is not removed from the state by a destroy %s a read in its plan",
    async (look) => {
      const object = await settled();
      const moved = await elsewhere(object);
      if (look === "with") {
        await expect(moved.plan(null)).rejects.toThrow(notFound(moved));
        return;
      }
      const plan = await object.plan(null);
      const { errors, saved } = await moved.carryOut(null, plan);
      expectOnly(errors, notFound(moved));
      expect(saved.state).toEqual(object.state);
      expect(other.counts()[operations.delete]).toBe(0);
    },
  );

  it("is not replaced or updated there", async () => {
    const object = await settled();
    const moved = await elsewhere(object);
    const plan = await object.plan(changed);
    const { errors, saved } = await moved.carryOut(changed, plan);
    expectOnly(errors, notFound(moved));
    expect(saved.state).toEqual(object.state);
    const deleted = await moved.carryOut(null, deletionOf(await object.planReplace(given)));
    expectOnly(deleted.errors, notFound(moved));
    expect(other.objects()).toEqual([]);
  });

  it("is accepted if it is found with the same id and creation date, and then counts as deleted only there", async () => {
    const object = await settled();
    move();
    const moved = await elsewhere(object);
    expect((await moved.refreshAndPlan(given)).action).toBe("no-op");
    other.delete(object.id);
    expect(await moved.refresh()).toBeNull();
  });

  it("has no address in a state of an earlier version until a read finds it", async () => {
    const object = await settled();
    object.instance = { ...object.instance, private: new Uint8Array() };
    const found = await object.refresh();
    bench.simulator.delete(object.id);
    const moved = await elsewhere(object);
    await expect(moved.refresh()).rejects.toThrow("was last seen at");
    moved.instance = { ...moved.instance, state: found, private: new Uint8Array() };
    expect(await moved.refresh()).toBeNull();
  });

  it("has its address after an import and every plan, read and write, without a change of its state", async () => {
    const { id } = bench.bystander(type, given);
    const object = bench.managed(type);
    await object.import(id);
    const privates = [Buffer.from(object.instance.private).toString()];
    for (const declared of [given, changed]) {
      await object.settle(declared);
      privates.push(Buffer.from(object.instance.private).toString());
    }
    expect(privates.every((memory) => memory.includes(JSON.stringify(bench.simulator.url)))).toBe(true);
    const before = object.instance;
    await object.refresh();
    expect(object.instance).toEqual(before);
  });
});

describe("a list that shows other objects than those of the state", () => {
  const given = { name: "Opener", prompt: "Hi" };

  async function snippets(count: number): Promise<Managed[]> {
    const all = [];
    for (let index = 0; index < count; index += 1) {
      const snippet = await bench.snippet().applied({ ...given, name: `Opener ${index}` });
      all.push(snippet);
    }
    return all;
  }

  async function refreshed(all: readonly Managed[]): Promise<string[]> {
    const process = await bench.configured();
    await Promise.all(all.map(({ type, instance }) => process.refresh(type, instance)));
    return process.said.map(({ summary }) => summary);
  }

  it("causes one warning if none of several objects is listed", async () => {
    const all = await snippets(4);
    for (const { id } of all) bench.simulator.delete(id);
    bench.bystander("outreach_snippet", { ...given, name: "Theirs" });
    expect(await refreshed(all)).toEqual([
      "The API lists other outreach_snippet, but none of the 4 that this run looked for, so these count as deleted",
    ]);
  });

  it("causes no warning if one object is listed, or only one was searched for", async () => {
    const all = await snippets(4);
    bench.bystander("outreach_snippet", { ...given, name: "Theirs" });
    for (const { id } of all.slice(1)) bench.simulator.delete(id);
    expect(await refreshed(all)).toEqual([]);
    expect(await refreshed(all.slice(1, 2))).toEqual([]);
  });
});
