import { RuleBroken } from "../sdk/core";
import { credentials, useWorkbench } from "./workbench";

const bench = useWorkbench();
const { workspace_id: workspaceId } = credentials;

describe("an import by id", () => {
  it.each([
    ["with a description", "Ours"],
    ["without one", null],
  ])("imports a cluster %s, and nothing is left to do", async (_what, description) => {
    const object = bench.simulator.create("cluster", workspaceId, {
      name: "Sales",
      description,
      associatedCount: 3,
    });
    const cluster = bench.cluster();
    expect(await cluster.import(object.id)).toEqual({
      id: object.id,
      name: "Sales",
      description,
      force_destroy: null,
      adopted: null,
      workspace_id: workspaceId,
      associated_count: 3,
      created_at: object.createdAt,
      last_updated_at: object.lastUpdatedAt,
    });
    expect((await cluster.settle({ name: "Sales", description })).action).toBe("no-op");
  });

  it.each(["", "Hi {first_name}\r\n"])("imports a snippet with the prompt %p", async (prompt) => {
    const object = bench.simulator.create("snippet", workspaceId, { name: "Opener", prompt });
    const snippet = bench.snippet();
    expect(await snippet.import(object.id)).toEqual({
      id: object.id,
      name: "Opener",
      prompt,
      variables: prompt === "" ? [] : ["first_name"],
      adopted: null,
      acknowledged_warnings: null,
      workspace_id: workspaceId,
      created_at: object.createdAt,
      last_updated_at: object.lastUpdatedAt,
    });
    expect((await snippet.settle({ name: "Opener", prompt })).action).toBe("no-op");
  });
});

describe("an object in two states", () => {
  const declared = { name: "Sales" };
  const twice = /^outreach_cluster \(.+\) is managed by two resources/;

  it("is reported if both are read, but not if one resource is read in two runs of one process", async () => {
    const process = await bench.configured();
    const cluster = await bench.cluster(process).settled(declared);
    await process.refresh(cluster.type, cluster.instance);
    await process.configure(bench.settings);
    await process.refresh(cluster.type, cluster.instance);
    const again = process.refresh(cluster.type, cluster.instance);
    await expect(again).rejects.toThrow(twice);
    await expect(again).rejects.toThrow("a moved block (CDKTF: moveFromId) in place of the import");
  });

  it.each([
    [declared, null],
    [null, declared],
    [declared, declared],
  ])(
    "is reported without a refresh if one is planned as %j and the other one as %j",
    async (first, second) => {
      const cluster = await bench.cluster().settled(declared);
      const planning = await bench.configured();
      await planning.plan(cluster.type, first, cluster.instance);
      await expect(planning.plan(cluster.type, second, cluster.instance)).rejects.toThrow(twice);
    },
  );

  it.each([declared, null])("is reported if one of them is planned as %j already", async (planned) => {
    const process = await bench.configured();
    const cluster = await bench.cluster(process).settled(declared);
    await process.refresh(cluster.type, cluster.instance);
    await process.plan(cluster.type, planned, cluster.instance);
    await expect(process.import(cluster.type, cluster.id)).rejects.toThrow(/is managed by two resources/);
  });

  describe("under -minimal-refresh of Terraform 1.17, which plans, and only reads and plans again what is to change,", () => {
    const other = { name: "Marketing" };

    it("is not reported for one resource that changes, but for a second one after it", async () => {
      const cluster = await bench.cluster().settled(declared);
      const planning = await bench.configured();
      await planning.plan(cluster.type, other, cluster.instance);
      const read = await planning.refresh(cluster.type, cluster.instance);
      const plan = await planning.plan(cluster.type, other, read);
      expect(plan.action).toBe("update");
      await expect(planning.plan(cluster.type, declared, cluster.instance)).rejects.toThrow(twice);
    });

    it("is reported if one resource stays without a read and the other one is imported", async () => {
      const cluster = await bench.cluster().settled(declared);
      const planning = await bench.configured();
      await planning.plan(cluster.type, declared, cluster.instance);
      const imported = await planning.import(cluster.type, cluster.id);
      await expect(planning.plan(cluster.type, declared, imported)).rejects.toThrow(twice);
    });
  });
});

describe("an import in a run that fails already", () => {
  it("causes a short error, because Terraform would generate a configuration with only the id", async () => {
    const ids = ["Sales", "Marketing"].map(
      (name) => bench.simulator.create("cluster", workspaceId, { name }).id,
    );
    bench.simulator.addFault({ effect: { type: "status", status: 401 } });
    const process = await bench.configured();
    const sideBySide = await Promise.allSettled(ids.map((id) => process.import("outreach_cluster", id)));
    const after = await Promise.allSettled([process.import("outreach_cluster", "another")]);
    const reported = [...sideBySide, ...after].map((outcome) =>
      String((outcome as PromiseRejectedResult).reason),
    );
    expect(reported).toEqual([
      expect.stringContaining("Check user_id"),
      ...[ids[1], "another"].map(
        (id) =>
          expect.stringContaining(
            `Could not read outreach_cluster (${id})\nAnother error of this run`,
          ) as string,
      ),
    ]);
  });
});

describe("an import is refused", () => {
  it("if the object does not exist", async () => {
    await expect(bench.cluster().import("missing")).rejects.toThrow(RuleBroken);
    await expect(bench.snippet().import("missing")).rejects.toThrow(
      "Cannot import non-existent remote object",
    );
  });

  it.each(["", " ", " clu-1", "clu-1\n"])("without a call if %p cannot be an id", async (id) => {
    await expect(bench.cluster().import(id)).rejects.toThrow(
      `${JSON.stringify(id)} is not an id of outreach_cluster`,
    );
    await expect(bench.snippet().import(id)).rejects.toThrow(
      `${JSON.stringify(id)} is not an id of outreach_snippet`,
    );
    expect(bench.simulator.journal()).toEqual([]);
  });
});
