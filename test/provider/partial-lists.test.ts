import { partialSigns } from "../../src/simulator/fault-rules";
import { useApprovals } from "./approving";
import { KINDS, kindInTurn } from "./kinds";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

/** From now on, lists show only their first objects, with a sign of that. */
function showPart(sign: (typeof partialSigns)[number] = "206", items = 0): string {
  return bench.fault(["ListClusters", "ListSnippet"], { type: "partial", sign, items });
}

describe("a list that may lack objects", () => {
  it.each(partialSigns.map((sign, row) => [sign, kindInTurn(row)] as const))(
    "proves no delete (%s)",
    async (sign, { type, given, operations }) => {
      const object = await bench.managed(type).settled(given);
      bench.fault(operations.get, 404);
      showPart(sign);
      await expect(object.refresh()).rejects.toThrow(
        /cannot be read, and the list of the API does not prove that it is deleted[^]*The list may lack objects: /,
      );
      expect(object.state).toMatchObject(given);
    },
  );

  it.each(partialSigns.map((sign, row) => [sign, kindInTurn(row + 1)] as const))(
    "does not lead to a second object after the result of a create is lost (%s)",
    async (sign, { type, given, operations }) => {
      bench.fault(operations.create, { type: "reset", when: "after" }, { times: 1 });
      const object = bench.managed(type);
      const plan = await object.plan(given);
      showPart(sign);
      const { errors } = await object.carryOut(given, plan);
      expectOnly(
        errors,
        `${type} may have been created, and the list of the API does not show whether it was`,
        "So no further create was sent.",
      );
      expect(bench.objects()).toHaveLength(1);
    },
  );

  it("shows no object as new that it lacked before the create", async () => {
    const { id } = bench.bystander("outreach_snippet", { name: "Opener", prompt: "Hi" });
    const object = bench.snippet();
    const given = { name: "Opener", prompt: "Hi" };
    const plan = await object.plan(given);
    bench.fault("ListSnippet", { type: "partial", sign: "206" }, { times: 1 });
    bench.fault("CreateSnippet", { type: "reset" }, { times: 1 });
    const { errors } = await object.carryOut(given, plan);
    expect(JSON.stringify(errors)).toContain(id);
    expectOnly(errors, "may be the one that was created");
    expect(bench.objects()).toHaveLength(1);
  });
});

describe.each(KINDS)("a partial list of %s", (_type, kind) => {
  const { type, given, changed } = kind;
  const { approve } = useApprovals(bench, type);

  it("is reported once for each run, with its sign", async () => {
    const objects = [bench.managed(type), bench.managed(type)] as const;
    showPart("has-more");
    await bench.provider.run(async (planning) => {
      await objects[0].refreshAndPlan(given, planning);
      await objects[1].refreshAndPlan(changed, planning);
      expectOnly(
        planning.said,
        `The list of ${type} that the API returned may lack objects: the field has_more is true`,
      );
    });
  });

  it.each(["fail", "adopt"])('proves no free name for existing_name = "%s"', async (mode) => {
    bench.bystander(type, given);
    const object = bench.managed(type, await bench.configured({ existing_name: mode }));
    showPart();
    await expect(object.plan(given)).rejects.toThrow(`${type}: nothing proves that no object has this name`);
  });

  it("proves no free name for an approved create", async () => {
    approve({ action: "create", after: given });
    showPart();
    await expect(bench.managed(type).plan(given)).rejects.toThrow(
      "nothing proves that no object has this name",
    );
  });

  it("is an error for the data source that lists all objects", async () => {
    bench.bystander(type, given);
    showPart("link", 1);
    await expect(bench.provider.readDataSource(`${type}s`, {})).rejects.toThrow(
      `${type}s: the list of the API may lack objects`,
    );
  });

  it("still shows the object that a data source looks up by name", async () => {
    const { id } = bench.bystander(type, given);
    showPart("link", 1);
    const { name } = given;
    expect(await bench.provider.readDataSource(type, { name: name! })).toMatchObject({ id });
    await expect(bench.provider.readDataSource(type, { name: "Other" })).rejects.toThrow(
      "The list may lack objects: the header Link names a next page.",
    );
  });
});
