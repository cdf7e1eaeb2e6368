import { fc } from "../fast-check";
import { outreachProvider } from "../../src/provider/provider";
import { sameText } from "../../src/objects/text";
import type { SimulatedObject } from "../../src/simulator";
import { nothing } from "../sdk/core";
import { anyDialect } from "../programs/dialects";
import { useWorkbench, type Given, type Managed } from "./workbench";

const bench = useWorkbench();

const text = fc.constantFrom(
  "",
  "a",
  "b {x}",
  "b {y}",
  "c\n",
  "d\r\ne {x}",
  "caf\u00e9 {\u00e9}",
  "cafe\u0301 {e\u0301}",
);

const configurations: Readonly<Record<Managed["type"], fc.Arbitrary<Given>>> = {
  outreach_cluster: fc.record({ name: text, description: fc.option(text) }),
  outreach_snippet: fc.record({ name: text, prompt: text }),
};

/** What others do to the object between two runs. */
const outside = (type: Managed["type"]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("nothing" as const) },
    { weight: 1, arbitrary: fc.constant("delete" as const) },
    fc.constant({}),
    fc.record({ name: text }),
    type === "outreach_cluster" ? fc.record({ description: fc.option(text) }) : fc.record({ prompt: text }),
  );

function happen(managed: Managed, event: Partial<SimulatedObject> | "nothing" | "delete"): void {
  if (managed.instance.state === null || event === "nothing") return;
  if (event === "delete") {
    bench.simulator.delete(managed.id);
    // Where the server leaves out empty lists, nothing proves that it is gone: a user removes it from the
    // state.
    if (bench.simulator.dialect.emptyList !== "array") managed.instance = nothing;
  } else bench.simulator.update(managed.id, event);
}

/** What is to be there after an apply: what an existing object has already, where that is ignored. */
function expected(managed: Managed, given: Given): Given {
  const [object] = bench.objects() as unknown as Given[];
  if (object === undefined) return given;
  const kept = managed.ignored.filter((name) => name in given).map((name) => [name, object[name]!]);
  return { ...given, ...(Object.fromEntries(kept) as Given) };
}

/** The one object of a workspace holds what is declared, up to what servers normalise. */
function holds(managed: Managed, declared: Given): void {
  const object = bench.onlyObject() as unknown as Readonly<Record<string, string | null>>;
  expect(object["id"]).toBe(managed.id);
  for (const [name, value] of Object.entries(declared)) {
    expect([name, object[name], value, sameText(object[name]!, value as string | null)]).toContain(true);
  }
}

describe.each(["outreach_cluster", "outreach_snippet"] as const)("any sequence of runs on one %s", (type) => {
  const step = fc.record({ event: outside(type), given: fc.option(configurations[type], { freq: 6 }) });
  const anySteps = fc.array(step, { minLength: 1, maxLength: 5 });
  const { attributes } = outreachProvider.resources[type]!.schema;
  const names = Object.keys(attributes);
  // What the provider decides cannot be ignored, whatever Terraform sends for it.
  const decided = names.filter((name) => attributes[name]!.mode === "computed");
  const anyIgnored = fc.oneof(fc.subarray(names), fc.subarray(decided));

  it("breaks no rule of Terraform, ends as declared, and leaves nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyDialect, anyIgnored, async (steps, dialect, ignored) => {
        bench.simulator.reset();
        bench.simulator.setDialect(dialect);
        const managed = bench.managed(type);
        managed.ignored = ignored;
        for (const { event, given } of steps) {
          happen(managed, event);
          if (given === null) {
            await managed.apply(null);
            expect(bench.objects()).toEqual([]);
          } else {
            const declared = expected(managed, given);
            await managed.settle(given);
            holds(managed, declared);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
