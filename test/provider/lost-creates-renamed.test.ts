import type { Dialect } from "../../src/simulator";
import { itInTurn, KINDS } from "./kinds";
import { losing } from "./lost-creates";
import { expectOnly, identity, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

const LONG = "Welcome sequence for the EMEA region, step 1";

/** What a server makes of names, which lists and reads show. */
const REWRITTEN: readonly (readonly [Dialect["storedText"], string])[] = [
  ["html-escaped", `R&D <b>"it's"</b>`],
  ["smart-quotes", `The "big" one's`],
  ["nfkc", "\ufb01ne \u2460"],
  ["no-emoji", "Sales \u{1f680}"],
  ["no-emoji", "\u{1f680}\u{1f680}"],
  ["no-invisible", "Sa\u200bles"],
];

/** What lists alone show of a name; reads show it whole. */
const CUT = ["cut", "ellipsis"] as const;

describe.each(KINDS)("%s, whose create has an ambiguous result,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, operations } = kind;
  const { bystander, lose, losing: create, creates, hide, together } = losing(bench, kind);
  const content = type === "outreach_cluster" ? "description" : "prompt";

  it.each(CUT)("is found where lists show its name %s", async (listedNames) => {
    bench.simulator.setDialect({ listedNames });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    await object.settle({ ...given, name: LONG });
    expect(bench.onlyObject().id).toBe(object.id);
    expect(creates()).toBe(1);
  });

  it.each(CUT)("is found among others where lists show all their names %s", async (listedNames) => {
    bench.simulator.setDialect({ listedNames });
    // The first one has the very name that lists show of the others.
    const names = [LONG.slice(0, 20), ...[1, 2, 3].map((step) => LONG.replace("1", `${step}`))];
    const objects = await together(
      names.map((name) => ({ ...given, name })),
      () => bench.fault(operations.create, { type: "reset", when: "after" }, { nth: 1, times: 4 }),
    );
    const made = bench.objects().map(({ id, name }) => [id, name]);
    expect(made.sort()).toEqual(objects.map(({ id }, at) => [id, names[at]]).sort());
  });

  it.each(REWRITTEN)("is named where the server stores its name %s: %j", async (storedText, name) => {
    bench.simulator.setDialect({ storedText });
    const object = bench.managed(type);
    lose({ type: "reset", when: "after" });
    const { errors } = await object.attempt({ ...given, name });
    const { id } = bench.onlyObject();
    expectOnly(errors, "1 object may be the one that was created", `terraform import ${type}.NAME ${id}`);
    expect(creates()).toBe(1);
  });

  const rewrites: [string, (name: string) => string][] = [
    ["escaped twice", (name) => name.replace("&", "&amp;amp;")],
    ["with numbered entities", (name) => name.replace("&", "&#38;").replace("\u00f6", "&#xF6;")],
    ["with named entities", (name) => name.replace("&", "&amp;").replace("\u00f6", "&ouml;")],
    ["without marks", (name) => name.replace("\u00f6", "o")],
    ["with question marks", (name) => name.replace("\u00f6", "?").replace("\u{1f680}", "????")],
    ["cut", (name) => name.slice(0, 22)],
    ["in capitals", (name) => name.toUpperCase()],
    ["not yet", () => ""],
    ["as a name that nothing explains", () => "object-7"],
  ];
  it.each(rewrites)("is named where a server keeps its name %s", async (_how, rewrite) => {
    const name = "R&D for the gr\u00f6\u00dfte rocket \u{1f680}";
    const keep = () => bench.simulator.update(bench.onlyObject().id, { name: rewrite(name) });
    const { errors } = await create({ type: "reset", when: "after" }, keep, {
      declared: { ...given, name },
      when: "after",
    });
    expectOnly(errors, bench.onlyObject().id);
    expect(creates()).toBe(1);
  });

  const late = () => {
    lose({ type: "reset", when: "after" });
    hide(1);
  };
  const expectTwinNamed = async (name: string) => {
    const object = bench.managed(type);
    late();
    const { warnings } = await object.attempt({ ...given, name });
    const duplicate = bench.objects().find(({ id }) => id !== object.id)!;
    expectOnly(warnings, "may have been created twice", `terraform import ${type}.NAME ${duplicate.id}`);
  };

  it.each(CUT)("is named after a second one where lists show its name %s", async (listedNames) => {
    bench.simulator.setDialect({ listedNames });
    await expectTwinNamed(LONG);
  });

  /** Another run makes these while the first create is under way, which is then lost. */
  const meanwhile = async (others: readonly Given[], settings: Given = {}) => {
    const make = () => {
      bench.simulator.clearJournal();
      return others.map((other) => bystander(other).id);
    };
    const process = await bench.configured(settings);
    const { made: ids, ...outcome } = await create({ type: "reset" }, make, { process });
    return { ids, ...outcome };
  };

  it("is retried beside new objects with other names, each of which is read once", async () => {
    const others = ["Sal", "Sales EU", "Ours", "\u6771\u4eac"].map((name) => ({ name, [content]: "theirs" }));
    const { object, ids, errors } = await meanwhile(others, { visibility_timeout: 0.2 });
    expect(errors).toEqual([]);
    expect(ids).not.toContain(object.id);
    const reads = bench.simulator.journal({ operation: operations.get }).map(({ body }) => {
      const { clusterId, snippetId } = body as { clusterId?: string; snippetId?: string };
      return clusterId ?? snippetId;
    });
    expect(reads.filter((id) => ids.includes(id!)).sort()).toEqual([...ids].sort());
  });

  it("is not retried beside a new object with the same content and an unrelated name", async () => {
    const { ids, errors } = await meanwhile([{ ...given, name: "object-7" }]);
    expectOnly(errors, ids[0]!);
    expect(bench.objects()).toHaveLength(1);
  });

  it("is distinguished from the objects of other creates with the same content", async () => {
    await together(
      [1, 2, 3].map((step) => ({ ...given, name: `Step ${step}` })),
      () => bench.fault(operations.create, { type: "reset", when: "after" }, { nth: 1, times: 3 }),
    );
    expect(bench.simulator.counts()).toMatchObject({ [operations.create]: 3, [operations.get]: 6 });
  });
});
