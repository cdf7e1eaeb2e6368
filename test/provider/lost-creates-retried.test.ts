import { itInTurn, KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { waits } from "./quick-waits";
import { expectOnly, identity, useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });
const MAY_EXIST = "so the object may exist.";

describe.each(KINDS)("%s, whose create has an ambiguous result,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { bystander, lose, losing: create, creates, hide } = losing(bench, kind);

  /** What a refresh says, of which nothing is saved. */
  const reported = ({ instance }: Managed) =>
    bench.provider.run(async (process) => {
      await process.refresh(type, instance);
      return process.said;
    });

  it("is found if the retry is rejected because of it", async () => {
    bench.simulator.setDialect({ duplicateNames: "rejected" });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    hide(1);
    await object.settle(given);
    expect(bench.onlyObject()).toMatchObject({ ...given, id: object.id });
    expect(creates()).toBe(2);
  });

  it("is reported as an object that may exist if it is not visible and the retry is rejected", async () => {
    bench.simulator.setDialect({ duplicateNames: "rejected" });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    hide();
    const { errors } = await object.attempt(given);
    expectOnly(errors, MAY_EXIST);
    expect(creates()).toBe(2);
    bench.simulator.release();
    expectOnly((await object.plan(given)).warnings, bench.onlyObject().id);
  });

  it("is reported as an object that may exist if the credentials expire before the retry", async () => {
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    lose({ type: "status", status: 401 }, 2);
    hide();
    const { errors } = await object.attempt(given);
    const retried = "The create was retried, and the retry was rejected.";
    expectOnly(errors, retried, "the server responded with 401", MAY_EXIST);
  });

  it("is not retried after a redirect, and is reported as one that may exist, with the reason", async () => {
    const object = bench.managed(type);
    const headers = { location: "https://elsewhere.example/" };
    bench.fault(operations.create, { type: "status", status: 302, headers });
    const { errors } = await object.attempt(given);
    expectOnly(errors, "a redirect to elsewhere.example", MAY_EXIST);
    expect(creates()).toBe(1);
  });

  it("is reported as an object that may exist, with the reason why no list was read", async () => {
    const process = await bench.configured();
    const [object, other] = [bench.managed(type), bench.managed(type)];
    const plans = [await object.plan(given), await other.plan(changed)] as const;
    lose({ type: "reset", when: "after" });
    bench.fault(operations.list, 401, { nth: 2, times: 2 });
    const { errors } = await object.carryOut(given, plans[0], process);
    expectOnly(errors, "The lookup of its object failed, too.", "the server responded with 401", MAY_EXIST);
    expectOnly(
      (await other.carryOut(changed, plans[1], process)).errors,
      "Another error of this run reports the reason. Fix the reason, then run again.",
    );
  });

  it("is not reported as retried if a stop comes before the retry", async () => {
    const object = bench.managed(type);
    const plan = await object.plan(given);
    lose({ type: "reset" });
    const applying = await bench.configured({ requests_per_second: 1 });
    let turns = 0;
    // After the first list, these wait for their turn: the create, the list for its object, and the second
    // create.
    waits.begun = () => (++turns === 3 ? applying.stop() : undefined);
    const { errors } = await object.carryOut(given, plan, applying);
    expectOnly(errors, MAY_EXIST);
    expect(errors[0]!.detail).not.toContain("sent again");
    expect(creates()).toBe(1);
  });

  it("does not end the run if it is found after a retry that the credentials refuse", async () => {
    const process = await bench.configured();
    const [object, other] = [bench.managed(type), bench.managed(type)];
    const plan = await object.plan(given);
    lose({ type: "reset", when: "after" });
    lose({ type: "status", status: 401 }, 2);
    hide(1);
    expect((await object.carryOut(given, plan, process)).errors).toEqual([]);
    expect((await other.carryOut(changed, await other.plan(changed), process)).errors).toEqual([]);
  });

  it("is not created again if a list has shown a candidate that a later list lacks", async () => {
    const process = await bench.configured({ visibility_timeout: 1 });
    const appear = () => {
      const { id } = bystander({ ...changed, name: given["name"]! });
      waits.begun = async () => {
        waits.begun = () => undefined;
        bench.simulator.delete(id);
      };
      return id;
    };
    const { made: id, errors } = await create({ type: "reset" }, appear, { process });
    expectOnly(errors, id);
    expect(creates()).toBe(1);
  });

  it("is distinguished by the plan after a retry from objects that had its name before", async () => {
    bystander();
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.attempt(given);
    expect(await reported(object)).toEqual([]);
    const { id } = bystander();
    const said = await reported(object);
    expectOnly(said, id);
    expect(said[0]!.detail.match(/terraform import/g)).toHaveLength(1);
  });

  it("is named by the first plan that can list, and fails no plan that cannot", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.apply(given);
    const { id } = bystander();
    bench.fault(operations.list, 500);
    expect(await reported(object)).toEqual([]);
    bench.simulator.clearFaults();
    expectOnly(await reported(object), id);
  });

  it("is looked for by no plan if its create was sent once", async () => {
    const object = await bench.managed(type).applied(given);
    bench.simulator.clearJournal();
    await object.refresh();
    expect(bench.simulator.counts()).toMatchObject({ [operations.get]: 1, [operations.list]: 0 });
  });

  it("is named by the next plan, and only by that, if its create is carried out after the retry", async () => {
    const object = bench.managed(type);
    lose({ type: "reset" });
    await object.apply(given);
    expect(await reported(object)).toEqual([]);
    const { id } = bystander();
    const summary = `${type} (${object.id}) may have been created twice`;
    expectOnly(await reported(object), summary, `terraform import ${type}.NAME ${id}`);
    await object.refresh();
    expect(await reported(object)).toEqual([]);
  });
});
