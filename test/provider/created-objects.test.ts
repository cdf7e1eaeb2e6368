import type { SimulatedObject } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { expectOnly, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench();

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

describe.each(KINDS)(
  "a create of %s that is answered with the id of an object that existed before",
  (_type, kind) => {
    const it = itInTurn(kind);
    const { type, given, changed, operations, text } = kind;

    /** The server answers the next create with this id. */
    const answerWith = (id: string) => {
      const body = { clusterId: id, snippetId: id };
      bench.fault(operations.create, { type: "status", status: 200, body }, { nth: 1 });
    };

    /** A colleague makes an object after the first list of the run, and the server answers the create with its id. */
    async function answeredWith(seed: Given, settings: Given = {}) {
      const object = bench.managed(type, await bench.configured(settings));
      const plan = await object.plan(given);
      let theirs!: SimulatedObject;
      const make = () => {
        theirs = bench.bystander(type, seed);
        answerWith(theirs.id);
      };
      const start = () => object.carryOut(given, plan);
      const outcome = await bench.during(operations.list, start, make, { nth: 1, when: "after" });
      return { object, theirs, ...outcome };
    }

    /** An apply of two creates: the first one of the changed content is carried out. */
    async function afterAnother() {
      const process = await bench.configured();
      const [first, object] = [bench.managed(type), bench.managed(type)];
      const plans = [await first.plan(changed), await object.plan(given)] as const;
      expect((await first.carryOut(changed, plans[0], process)).errors).toEqual([]);
      return { first, object, create: () => object.carryOut(given, plans[1], process) };
    }

    it.each([
      ["its creation time, which is before the create", { createdAt: ago(200) }],
      ["its content and its creation time, seconds before the create", { [text]: "X", createdAt: ago(10) }],
      ["its name and content, which are others", changed],
      ["its content and its creation time", { ...changed, name: given["name"]!, createdAt: ago(200) }],
    ])("leaves that object alone, as shown by %s", async (_what, own) => {
      const { object, theirs, errors } = await answeredWith({ ...given, ...own });
      expectOnly(
        errors,
        `${type}: the API responded to a create with the id of an existing object (${theirs.id})`,
        "import",
      );
      expect(object.instance.state).toBeNull();
      expect(object.instance.tainted ?? false).toBe(false);
      expect(bench.onlyObject()).toEqual(theirs);
      const next = await object.refreshAndPlan(given);
      expect(next.action).toBe("create");
      expect(bench.onlyObject()).toEqual(theirs);
    });

    it("leaves that object alone although the first reads do not show it", async () => {
      bench.fault(operations.get, 404, { nth: 1 });
      const { object, theirs, errors } = await answeredWith(
        { ...given, createdAt: ago(200) },
        { visibility_timeout: 60 },
      );
      expect(errors).toHaveLength(1);
      expect(object.instance.state).toBeNull();
      expect(bench.onlyObject()).toEqual(theirs);
    });

    it("leaves that object alone if it is older than an object that the run has made before", async () => {
      const { object, create } = await afterAnother();
      answerWith(bench.bystander(type, { ...given, createdAt: ago(5) }).id);
      expect((await create()).errors).toHaveLength(1);
      expect(object.instance.state).toBeNull();
    });

    it("leaves the object of another create of the run to that create", async () => {
      const { first, object, create } = await afterAnother();
      answerWith(first.id);
      expect((await create()).errors).toHaveLength(1);
      expect(object.instance.state).toBeNull();
      expect(bench.onlyObject()).toMatchObject(changed);
    });
  },
);

/** A server whose objects have other times than its Date header. */
describe.each([-45, -3_600, -19_800, 45, 3_600])(
  "a create at a server whose times are %i seconds ahead of its clock",
  (seconds) => {
    const shifted = useWorkbench({ now: () => new Date(Date.now() + seconds * 1_000) });

    it("is recorded, and so is the next one of the run", async () => {
      const process = await shifted.configured();
      const [first, second] = [shifted.snippet(), shifted.snippet()];
      for (const [name, object] of [
        ["One", first],
        ["Two", second],
      ] as const) {
        const given = { name, prompt: "Hi" };
        const plan = await object.plan(given);
        expect((await object.carryOut(given, plan, process)).errors).toEqual([]);
      }
      expect(shifted.objects()).toHaveLength(2);
    });
  },
);

it("a create is recorded after an update whose time is local time, unlike that of a creation", async () => {
  const [first, second] = [bench.snippet(), bench.snippet()];
  const [one, two, changed] = ["One", "Two", "Changed"].map((name) => ({ name, prompt: "Hi" }));
  await first.settle(one!);
  const plans = [await first.refreshAndPlan(changed!), await second.plan(two!)] as const;
  const { id, createdAt } = bench.onlyObject();
  const body = { snippetId: id, ...changed, createdAt, lastUpdatedAt: ago(-7_200) };
  const effect = { type: "status", status: 200, body } as const;
  bench.fault("GetSnippet", effect, { nth: 2 });
  await bench.provider.run(async (applying) => {
    expect((await first.carryOut(changed!, plans[0], applying)).errors).toEqual([]);
    expect(first.state["last_updated_at"]).toBe(body.lastUpdatedAt);
    expect((await second.carryOut(two!, plans[1], applying)).errors).toEqual([]);
  });
});
