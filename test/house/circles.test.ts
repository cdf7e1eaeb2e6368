import { graphOfSrc, reachableFrom, type Graph } from "./imports";

/** Lists the circles of a graph: each group of nodes that all reach each other, sorted. */
function circlesOf(graph: Graph): string[][] {
  const reachable = new Map(Array.from(graph.keys(), (node) => [node, reachableFrom(node, graph)]));
  const grouped = new Set<string>();
  return [...graph.keys()].sort().flatMap((node) => {
    const own = reachable.get(node)!;
    if (grouped.has(node) || !own.has(node)) return [];
    const circle = [...own].filter((other) => reachable.get(other)?.has(node)).sort();
    circle.forEach((member) => grouped.add(member));
    return [circle];
  });
}

describe("circles of imports", () => {
  it("are found with all of their members, and a file that only leads to a circle is not one of them", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["b", "d"]],
      ["d", []],
      ["self", ["self"]],
    ]);
    expect(circlesOf(graph)).toEqual([["b", "c"], ["self"]]);
  });

  it("do not exist in src, type imports included", () => {
    const graph = graphOfSrc();
    expect(graph.get("plugin/process/serving.ts")).toContain("plugin/process/services.ts");
    expect(circlesOf(graph)).toEqual([]);
  });
});
