import { withExistingName } from "./existing-name";
import { itInTurn, KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("a planned create of %s whose name exists already", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given } = kind;
  const { configured } = withExistingName(bench, kind);

  describe.each(["adopt", "fail"])("with existing_name = %p, beside a resource that manages it", (mode) => {
    it.each(["is planned first", "is read first", "is planned later", "is planned in between"])(
      "is refused in the plan, because an apply does not show that resource, which %s",
      async (order) => {
        const existing = await bench.managed(type).applied(given);
        const planning = await configured(mode);
        const create = () => bench.managed(type).refreshAndPlan(given, planning);
        const stay = () => planning.plan(type, given, existing.instance);
        const read = () => planning.refresh(type, existing.instance);
        const orders: Record<string, () => readonly Promise<unknown>[]> = {
          "is planned first": () => [stay().then(create)],
          "is read first": () => [read().then(create).then(stay)],
          "is planned later": () => [create(), stay()],
          "is planned in between": () => [create(), read().then(stay)],
        };
        const outcomes = await Promise.allSettled(orders[order]!());
        const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
        expect(refusals).toHaveLength(1);
        expect(refusals[0]).toMatch(/has the name of another resource/);
        expect(refusals[0]).toContain("write a moved block (CDKTF: moveFromId)");
        expect(bench.writes()).toBe(1);
      },
    );

    it.each([
      ["gets another name", "before"],
      ["gets another name", "after"],
      ["goes", "before"],
      ["goes", "after"],
    ])(
      "is refused in the plan, because the apply may create it first, if that resource %s, planned %s it",
      async (what, order) => {
        const existing = await bench.managed(type).applied(given);
        const planning = await configured(mode);
        await planning.refresh(type, existing.instance);
        const renamed = { ...given, name: "Renamed" };
        const end = () => planning.plan(type, what === "goes" ? null : renamed, existing.instance);
        const create = () => bench.managed(type).refreshAndPlan(given, planning);
        const [first, second] = order === "before" ? [end, create] : [create, end];
        await first();
        await expect(second()).rejects.toThrow("has the name of another resource of this configuration");
      },
    );

    it("is planned if that resource is the replaced one", async () => {
      const existing = await bench.managed(type).applied(given);
      const planning = await configured(mode);
      await planning.refresh(type, existing.instance);
      const plan = await existing.planReplace(given, planning);
      expect(plan).toMatchObject({ action: "replace", planned: { adopted: null } });
    });
  });

  it.each(["warn", "adopt", "fail"])(
    "does not conflict with the tainted object that it replaces unread, with existing_name = %p",
    async (mode) => {
      const existing = await bench.managed(type).applied(given);
      existing.instance = { ...existing.instance, tainted: true };
      const planning = await configured(mode);
      const plan = await planning.plan(type, given, existing.instance);
      expect(plan).toMatchObject({ action: "replace", planned: { adopted: null }, warnings: [] });
    },
  );
});
