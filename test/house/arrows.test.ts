import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
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

/** What each folder of src may import: other folders of src, and packages. */
const ALLOWED: Readonly<Record<string, { folders: readonly string[]; packages: readonly string[] }>> = {
  shared: { folders: [], packages: [] },
  api: { folders: [], packages: [] },
  prompt: { folders: [], packages: [] },
  page: { folders: [], packages: [] },
  client: { folders: ["api", "shared"], packages: ["undici"] },
  plugin: { folders: ["shared"], packages: [] },
  objects: { folders: ["client", "api", "shared"], packages: [] },
  approval: { folders: ["objects", "shared"], packages: [] },
  provider: { folders: ["plugin", "client", "objects", "approval", "prompt"], packages: [] },
  files: { folders: [], packages: [] },
  install: { folders: ["shared"], packages: [] },
  constructs: { folders: ["prompt", "install"], packages: ["cdktf", "cdktn", "constructs"] },
  simulator: { folders: ["api", "files", "page", "shared"], packages: [] },
  cli: {
    folders: [
      "api",
      "approval",
      "client",
      "files",
      "objects",
      "prompt",
      "provider",
      "install",
      "page",
      "shared",
      "simulator",
    ],
    packages: ["@cdktf/hcl2json", "@cdktn/hcl2json"],
  },
};

/** Which other folders within a folder of src each of its folders may import, and which files beside them. */
const ALLOWED_WITHIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  plugin: {
    values: [],
    wire: [],
    transport: [],
    schema: ["values"],
    framework: ["schema", "thrown", "values"],
    rpc: ["framework", "schema", "thrown", "transport", "values", "wire"],
    process: ["framework", "thrown", "transport", "wire"],
  },
  client: {
    errors: [],
    connection: ["errors"],
    messages: ["connection", "errors"],
    retries: ["connection", "errors"],
  },
  provider: {
    settings: ["version"],
    wording: [],
    run: ["settings", "wording"],
    lifecycle: ["run", "settings", "wording"],
    resources: ["lifecycle", "run", "wording"],
    "data-sources": ["lifecycle", "resources", "run", "wording"],
  },
};

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
    const inside = all
      .filter(({ file, target }) => file.startsWith(`${folder}/`) && target.startsWith("."))
      .map((one) => ({ ...one, steps: stepsOf(one), from: one.file.split("/").slice(1, -1)[0] }))
      .filter(({ from, steps }) => from !== undefined && steps[0] === folder)
      .map(({ from, steps, ...one }) => ({ ...one, from: from!, to: steps[1] ?? "" }));
    expect([...new Set(inside.map(({ from }) => from))].sort()).toEqual(Object.keys(allowed).sort());
    const wrong = inside.filter(({ from, to }) => from !== to && !allowed[from]?.includes(to));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("lead only to packages that the importing folder may use", () => {
    const wrong = all
      .filter(({ target }) => !target.startsWith(".") && !isBuiltin(target))
      .filter(({ folder, target }) => !ALLOWED[folder]?.packages.includes(packageOf(target)));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("reach HTTP only from the client and the simulator", () => {
    const http = all.filter(({ target }) =>
      ["http", "https", "node:http", "node:https", "undici"].includes(target),
    );
    expect([...new Set(http.map(({ folder }) => folder))].sort()).toEqual(["client", "simulator"]);
    const withGlobals = filesOfSrc().filter((file) =>
      /\b(?:fetch|WebSocket|EventSource)\(/.test(readFileSync(join(SRC, file), "utf8")),
    );
    // Runs in a browser.
    expect(withGlobals).toEqual(["simulator/page/script.ts"]);
  });

  it("reach no module of Node from the contract, the grammar and the shared folder", () => {
    const impure = all.filter(
      ({ folder, target }) => ["api", "prompt", "shared"].includes(folder) && isBuiltin(target),
    );
    expect(impure).toEqual([]);
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
    expect(graph.get("plugin/process/serving.ts")).toContain("plugin/process/services.ts");
    expect(circlesOf(graph)).toEqual([]);
  });
});

test.each(["create", "read"])(
  "the road of a %s in CONTRIBUTING names files that its first one leads to",
  (of) => {
    const page = readFileSync(join(SRC, "../CONTRIBUTING.md"), "utf8");
    const [, road] = page.split(`### The road of a ${of}\n`);
    const steps = Array.from(
      road!.split("\n#")[0]!.matchAll(/^\d+\. `([^`]+)`: /gm),
      ([, file]) => `provider/${file}`,
    );
    expect(steps.length).toBeGreaterThan(8);
    const [first, ...others] = steps;
    const reachable = reachableFrom(first!, graphOf(all));
    expect(others.filter((file) => !reachable.has(file))).toEqual([]);
  },
);
