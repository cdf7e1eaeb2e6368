import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { filesOfSrc, imports, SRC } from "./imports";

type Graph = ReadonlyMap<string, readonly string[]>;

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

/** Lists the nodes that one or more steps lead to; the start is one of them only if it is part of a circle. */
function reachableFrom(start: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return found;
}

/** Returns the file of src that a relative import of another one loads; throws where there is none. */
function fileOf(from: string, target: string): string {
  const path = resolve(SRC, dirname(from), target.replace(/\.c?js$/, ""));
  const file = [`${path}.ts`, join(path, "index.ts")].find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${from} imports ${target}, which is no file of src`);
  return relative(SRC, file);
}

function graphOfSrc(): Graph {
  const graph = new Map<string, string[]>(filesOfSrc().map((file) => [file, []]));
  for (const { file, target } of imports()) {
    if (target.startsWith(".")) graph.get(file)?.push(fileOf(file, target));
  }
  return graph;
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
    expect(graph.get("plugin/rpc/index.ts")).toEqual(["plugin/rpc/methods.ts"]);
    expect(circlesOf(graph)).toEqual([]);
  });
});
