import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import { renderMarkdown, renderText } from "./every-format";

const COUNT = 200;
/**
 * Allowed number of reads of one object. A search of all objects for each object reads each object a hundred
 * times on average; with tens of thousands of objects, it takes minutes.
 */
const FEW = 10;

/** Returns the objects, and counts how often their addresses are read. */
function watched<T extends { readonly address: string }>(things: readonly T[]) {
  let reads = 0;
  const seen = things.map((thing) =>
    Object.defineProperty({ ...thing }, "address", {
      enumerable: true,
      get: () => {
        reads += 1;
        return thing.address;
      },
    }),
  );
  return { seen, reads: () => reads };
}

function resources(type: string, change: (i: number) => object) {
  return Array.from({ length: COUNT }, (_, i) => ({
    address: `${type}.r${i}`,
    mode: "managed",
    type,
    name: `r${i}`,
    change: change(i) as { actions: string[] },
  }));
}

describe("the work for a large plan grows with its size", () => {
  it.each([
    {
      what: "another provider's objects are created",
      diagnostics: [],
      changes: resources("terraform_data", (i) => ({
        actions: ["create"],
        before: null,
        after: { input: `${i}` },
        after_unknown: { id: true },
      })),
    },
    {
      what: "prompts of a plan file are checked",
      diagnostics: null,
      changes: resources("outreach_snippet", (i) => ({
        actions: ["create"],
        before: null,
        after: { name: `r${i}`, prompt: "Dear {first name}" },
      })),
    },
  ])("if $what", ({ changes, diagnostics }) => {
    const { seen, reads } = watched(changes.map(({ address }) => ({ address, expressions: { input: {} } })));
    const plan = { resource_changes: changes, configuration: { root_module: { resources: seen } } };
    const { totals } = reviewOf([{ name: "large", plan, diagnostics }]);
    expect(totals.create).toBe(COUNT);
    expect(reads()).toBeGreaterThan(0);
    expect(reads()).toBeLessThan(FEW * COUNT);
  });

  it.each([
    ["markdown", (review: Review) => renderMarkdown(review, Infinity)],
    ["text", (review: Review) => renderText(review)],
  ])("if many deleted objects have drifted, in %s", (_, render) => {
    const before = (i: number, name: string) => ({ id: `id-${i}`, name, prompt: "Hi." });
    const type = "outreach_snippet";
    const plan = {
      resource_changes: resources(type, (i) => ({
        actions: ["delete"],
        before: before(i, "old"),
        after: null,
      })),
      resource_drift: resources(type, (i) => ({
        actions: ["update"],
        before: before(i, "old"),
        after: before(i, "new"),
      })),
    };
    const review = reviewOf([{ name: "large", plan, diagnostics: [] }]);
    const [stack] = review.stacks;
    const { seen, reads } = watched(stack!.drift);
    const text = render({ ...review, stacks: [{ ...stack!, drift: seen }] });
    expect(text).toContain("edit made outside of Terraform");
    expect(reads()).toBeGreaterThan(0);
    expect(reads()).toBeLessThan(FEW * COUNT);
  });
});
