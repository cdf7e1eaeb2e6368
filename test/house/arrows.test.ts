import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { ALLOWED, ALLOWED_WITHIN, LAYERS } from "./allowed-imports";
import {
  filesOfSrc,
  type Graph,
  graphOf,
  type Import,
  imports,
  modulesIn,
  reachableFrom,
  SRC,
} from "./imports";

/** Returns the path below src that a relative import leads to, split at its slashes. */
function stepsOf({ file, target }: Import): string[] {
  return relative(SRC, resolve(SRC, dirname(file), target)).split("/");
}

/** Returns the folder of src that a relative import leads to. */
function folderOf(one: Import): string {
  return stepsOf(one)[0]!;
}

/** `node:module` is not allowed: with it a file could import what this test does not see. */
const isBuiltin = (target: string) =>
  (target.startsWith("node:") || builtinModules.includes(target)) && !/^(node:)?module$/.test(target);
const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

const all = imports();

/** Lists the imports whose both ends are below a folder. */
function within(folder: string): Import[] {
  const leadsInside = (one: Import) => `${stepsOf(one).join("/")}/`.startsWith(`${folder}/`);
  return all.filter(
    (one) => one.file.startsWith(`${folder}/`) && one.target.startsWith(".") && leadsInside(one),
  );
}

describe("the imports of src", () => {
  it.each([
    'import { x } from "../there";',
    'import "../there";',
    'export const one = 1; import "../there";',
    'import type { X } from "../there";',
    'import x = require("../there");',
    'export * from "../there";',
    'export type { X } from "../there";',
    'type X = import("../there").X;',
    'const x = () => import(/* why */ "../there");',
    "const x = () => import(`../there`);",
    'const { x } = require("../there");',
    'const x = require.resolve("../there");',
    '/// <reference path="../there" />',
  ])("are recognised in %s", (text) => {
    expect(modulesIn(text)).toEqual(["../there"]);
  });

  it("are not recognised in comments and strings, and a computed import keeps a name that no rule allows", () => {
    expect(modulesIn('// from "../there"\nconst x = `from "../there"`;')).toEqual([]);
    expect(modulesIn("const x = (name: string) => import(name);")).toEqual(["(name)"]);
  });

  it("have a rule for every folder of src", () => {
    expect([...new Set(all.map(({ folder }) => folder))].sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it("lead only to folders that the importing folder may use", () => {
    const wrong = all
      .filter(({ target }) => target.startsWith("."))
      .filter((one) => folderOf(one) !== one.folder && !ALLOWED[one.folder]?.folders.includes(folderOf(one)));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it.each(Object.entries(ALLOWED_WITHIN))("lead within src/%s only downwards", (folder, allowed) => {
    const depth = folder.split("/").length;
    const inside = within(folder)
      .filter(({ file }) => file.split("/").length > depth + 1)
      .map((one) => ({ ...one, from: one.file.split("/")[depth]!, to: stepsOf(one)[depth] ?? "" }));
    expect([...new Set(inside.map(({ from }) => from))].sort()).toEqual(Object.keys(allowed).sort());
    const wrong = inside.filter(({ from, to }) => from !== to && !allowed[from]?.includes(to));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it.each(Object.entries(LAYERS))(
    "lead within src/%s only to the same or a lower layer",
    (folder, layers) => {
      const layerOf = new Map(layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)));
      const parts = filesOfSrc().filter((file) => file.startsWith(`${folder}/`));
      const names = new Set(parts.map((file) => file.split("/")[1]!.replace(/\.ts$/, "")));
      expect([...layerOf.keys()].sort()).toEqual([...names].sort());
      const wrong = within(folder).filter((one) => {
        const from = one.file.split("/")[1]!.replace(/\.ts$/, "");
        return layerOf.get(stepsOf(one)[1]!)! > layerOf.get(from)!;
      });
      expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    },
  );

  it("are those that the table in CONTRIBUTING.md shows", () => {
    const text = readFileSync(join(SRC, "../CONTRIBUTING.md"), "utf8");
    const rows = Array.from(text.matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm), ([, folder, arrows]) => [
      folder!,
      Array.from(arrows!.matchAll(/`(\w+)`/g), ([, name]) => name!).sort(),
    ]);
    const allowed = Object.entries(ALLOWED).map(([name, { folders }]) => [name, [...folders].sort()]);
    expect(Object.fromEntries(rows.filter(([folder]) => (folder as string) in ALLOWED))).toEqual(
      Object.fromEntries(allowed),
    );
  });

  it("lead only to packages that the importing folder may use", () => {
    const wrong = all
      .filter(({ target }) => !target.startsWith(".") && !isBuiltin(target))
      .filter(({ folder, target }) => !ALLOWED[folder]?.packages.includes(packageOf(target)));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("reach HTTP only from the client, the simulator and the requests of ci", () => {
    const http = all.filter(({ target }) =>
      ["http", "https", "node:http", "node:https", "undici"].includes(target),
    );
    expect([...new Set(http.map(({ folder }) => folder))].sort()).toEqual(["client", "simulator"]);
    const withGlobals = filesOfSrc().filter((file) =>
      /\b(?:fetch|WebSocket|EventSource)\(/.test(readFileSync(join(SRC, file), "utf8")),
    );
    // The requests to a code host, and a script that runs in a browser.
    expect(withGlobals.sort()).toEqual(["commands/ci/requests.ts", "simulator/page/script.ts"]);
  });

  it("reach no module of Node from the contract and from prompts, except from the reader of prompt files", () => {
    const impure = all.filter(
      ({ folder, target }) => ["api", "prompts"].includes(folder) && isBuiltin(target),
    );
    expect([...new Set(impure.map(({ file }) => file))]).toEqual(["prompts/file.ts"]);
    const graph = graphOf(all);
    expect(reachableFrom("prompts/index.ts", graph)).not.toContain("prompts/file.ts");
    expect(graph.get("prompts/public.ts")).toContain("prompts/file.ts");
  });
});

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
    const graph = graphOf(all);
    expect(graph.get("sdk/process/reattach.ts")).toContain("sdk/process/serving.ts");
    expect(circlesOf(graph)).toEqual([]);
  });
});

test.each([
  ["create", "provider"],
  ["read", "provider"],
  ["request", "client"],
  ["review", "commands/review"],
])("the path of a %s in CONTRIBUTING names files that its first one leads to", (of, folder) => {
  const page = readFileSync(join(SRC, "../CONTRIBUTING.md"), "utf8");
  const [, section] = page.split(`### The path of a ${of}\n`);
  const steps = Array.from(
    section!.split("\n#")[0]!.matchAll(/^\d+\. `([^`]+)`: /gm),
    ([, file]) => `${folder}/${file}`,
  );
  expect(steps.length).toBeGreaterThan(4);
  const [first, ...others] = steps;
  const reachable = reachableFrom(first!, graphOf(all));
  expect(others.filter((file) => !reachable.has(file))).toEqual([]);
});
