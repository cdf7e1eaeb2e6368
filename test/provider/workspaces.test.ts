import { credentials, useWorkbench } from "./workbench";

const bench = useWorkbench();

const other = { user_id: "usr-2a8d-juniper", workspace_id: "wsp-5c3b-clover" };

describe("two providers with different workspaces", () => {
  it("work side by side, each in its own", async () => {
    const providers = [bench.provider, await bench.configured(other)] as const;
    const given = { name: "Sales", description: "Same in both" };
    const [ours, theirs] = providers.map((provider) => bench.cluster(provider)) as [
      ReturnType<typeof bench.cluster>,
      ReturnType<typeof bench.cluster>,
    ];
    await Promise.all([ours.settle(given), theirs.settle(given)]);
    expect(ours.id).not.toBe(theirs.id);
    expect(bench.simulator.objects(credentials.workspace_id)).toMatchObject([{ id: ours.id }]);
    expect(bench.simulator.objects(other.workspace_id)).toMatchObject([{ id: theirs.id }]);

    await Promise.all([ours.settle({ name: "Ours" }), theirs.settle({ name: "Theirs" })]);
    await ours.apply(null);
    expect(bench.simulator.objects(credentials.workspace_id)).toEqual([]);
    expect((await theirs.settle({ name: "Theirs" })).action).toBe("no-op");
  });
});
