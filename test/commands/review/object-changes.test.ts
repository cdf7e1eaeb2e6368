import { changeOf, resource, stackOf } from "./planned-change";

describe("the list of changes", () => {
  it("leaves out unchanged objects, objects that are only read, and data sources", () => {
    const { changes } = stackOf({
      resource_changes: [
        resource({ name: "a", change: { actions: ["no-op"] } }),
        resource({ name: "b", mode: "data", change: { actions: ["read"] } }),
        resource({ name: "c", change: { actions: ["something new"] } }),
      ],
    });
    expect(changes).toEqual([]);
  });

  it("is sorted from the most to the least dangerous change, then by address with numbers by value", () => {
    const { changes } = stackOf({
      resource_changes: [
        resource({ name: "i", change: { actions: ["no-op"], importing: { id: "1" } } }),
        resource({ name: "c", change: { actions: ["create"] } }),
        resource({ name: "u", address: "t.u[10]" }),
        resource({ name: "u", address: "t.u[9]" }),
        resource({ name: "f", change: { actions: ["forget"] } }),
        resource({ name: "r", change: { actions: ["create", "delete"] } }),
        resource({ name: "d", change: { actions: ["delete"] } }),
      ],
    });
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "delete other_thing.d",
      "replace other_thing.r",
      "forget other_thing.f",
      "update t.u[9]",
      "update t.u[10]",
      "create other_thing.c",
      "none other_thing.i",
    ]);
    expect(changes[1]!.createsBeforeDestroy).toBe(true);
  });

  it("tells a deposed object from the current object at its address", () => {
    const { address, reason } = changeOf({ deposed: "abcd1234", change: { actions: ["delete"] } });
    expect(address).toBe("other_thing.x (deposed object abcd1234)");
    expect(reason).toContain("left behind");
  });

  it.each([
    ["replace_because_tainted", /tainted/],
    ["delete_because_no_resource_config", /no longer in the configuration/],
    ["delete_because_each_key", /no longer in for_each/],
  ])("has the engine's reason in a sentence: %s", (action_reason, words) => {
    expect(changeOf({ action_reason, change: { actions: ["delete"] } }).reason).toMatch(words);
  });

  it("has drift sorted by address, and outputs by name", () => {
    const drifted = (name: string) => resource({ name, change: { before: { a: 1 }, after: { a: 2 } } });
    const output = { actions: ["create"], before: null, after: 1 };
    const { drift, outputs } = stackOf({
      resource_drift: [drifted("b"), drifted("a")],
      output_changes: { b: output, a: output },
    });
    expect(drift.map(({ address }) => address)).toEqual(["other_thing.a", "other_thing.b"]);
    expect(outputs.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("leaves out drift that no plan would revert", () => {
    const { drift } = stackOf({
      resource_drift: [
        resource({
          type: "outreach_cluster",
          change: { before: { name: "a", associated_count: 1 }, after: { name: "a", associated_count: 2 } },
        }),
      ],
    });
    expect(drift).toEqual([]);
  });
});

describe("the number of mailboxes of a cluster", () => {
  const cluster = { associated_count: 7 };
  it.each<[string[], number | null]>([
    [["delete"], 7],
    [["delete", "create"], 7],
    [["create", "delete"], 7],
    [["update"], null],
  ])("that is planned to %j is %p", (actions, count) => {
    const change = { actions, before: cluster, after: cluster };
    expect(changeOf({ type: "outreach_cluster", change }).associatedCount).toBe(count);
    expect(changeOf({ type: "other_cluster", change }).associatedCount).toBeNull();
  });
});
