import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { builtinModules } from "node:module";
import ts from "typescript";

const SRC = resolve(__dirname, "../../src");

/** What each folder of src may import: other folders of src, and packages. */
const ALLOWED: Readonly<Record<string, { folders: readonly string[]; packages: readonly string[] }>> = {
  shared: { folders: [], packages: [] },
  api: { folders: [], packages: [] },
  prompt: { folders: [], packages: [] },
  page: { folders: [], packages: [] },
  client: { folders: ["api", "shared"], packages: ["undici"] },
  plugin: { folders: ["shared"], packages: [] },
  provider: { folders: ["plugin", "client", "prompt"], packages: [] },
  install: { folders: [], packages: [] },
  constructs: { folders: ["prompt", "install"], packages: ["cdktf", "cdktn", "constructs"] },
  simulator: { folders: ["api", "page"], packages: [] },
  cli: { folders: ["client", "prompt", "provider", "install", "page", "shared", "simulator"], packages: ["node-diff3"] },
};

/** The same for the folders of the SDK. What every folder may use is a file beside them. */
const ALLOWED_IN_PLUGIN: Readonly<Record<string, readonly string[]>> = {
  values: [],
  wire: [],
  transport: [],
  schema: ["values"],
  framework: ["schema", "values"],
  rpc: ["framework", "schema", "transport", "values", "wire"],
  process: ["framework", "transport", "wire"],
};
const SHARED_IN_PLUGIN = ["thrown"];

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function filesOfSrc(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[cm]?[jt]sx?$/.test(file),
  );
}

function imports(): Import[] {
  return filesOfSrc().flatMap((file) =>
    modulesIn(readFileSync(join(SRC, file), "utf8")).map((target) => ({
      file,
      folder: file.split("/")[0]!,
      target,
    })),
  );
}

/** The modules that a text imports, in whatever way. One that the program computes has a name that nothing allows. */
function modulesIn(text: string): string[] {
  const source = ts.createSourceFile("any.ts", text, ts.ScriptTarget.Latest);
  const modules = source.referencedFiles.map(({ fileName }) => fileName);
  const visit = (node: ts.Node): void => {
    const module = moduleOf(node, source);
    if (module !== undefined) {
      modules.push(ts.isStringLiteralLike(module) ? module.text : `(${module.getText(source)})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return modules;
}

function moduleOf(node: ts.Node, source: ts.SourceFile): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  }
  const loads = ts.isCallExpression(node) && /^(import|require)\b/.test(node.expression.getText(source));
  return loads ? node.arguments[0] : undefined;
}

/** The steps below src that a relative import leads to. */
function stepsOf({ file, target }: Import): string[] {
  return relative(SRC, resolve(SRC, dirname(file), target)).split("/");
}

/** The first of them. */
function folderOf(one: Import): string {
  return stepsOf(one)[0]!;
}

/** `node:module` makes functions that import what this test does not see. */
const isBuiltin = (target: string) =>
  (target.startsWith("node:") || builtinModules.includes(target)) && !/^(node:)?module$/.test(target);
const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

describe("the arrows between the folders of src", () => {
  const all = imports();

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
  ])("are seen in %s", (text) => {
    expect(modulesIn(text)).toEqual(["../there"]);
  });

  it("are not seen in comments and texts, and no computed one passes for nothing", () => {
    expect(modulesIn('// from "../there"\nconst x = `from "../there"`;')).toEqual([]);
    expect(modulesIn("const x = (name: string) => import(name);")).toEqual(["(name)"]);
  });

  it("are looked at in every folder", () => {
    expect([...new Set(all.map(({ folder }) => folder))].sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it("go one way", () => {
    const wrong = all
      .filter(({ target }) => target.startsWith("."))
      .filter((one) => folderOf(one) !== one.folder && !ALLOWED[one.folder]?.folders.includes(folderOf(one)));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("go one way between the folders of the SDK", () => {
    const inside = all
      .filter((one) => /^plugin\/.*\//.test(one.file) && one.target.startsWith("."))
      .filter((one) => folderOf(one) === "plugin")
      .map((one) => ({ ...one, from: one.file.split("/")[1]!, to: stepsOf(one)[1] ?? "" }));
    expect([...new Set(inside.map(({ from }) => from))].sort()).toEqual(
      Object.keys(ALLOWED_IN_PLUGIN).sort(),
    );
    const wrong = inside.filter(
      ({ from, to }) =>
        from !== to && !SHARED_IN_PLUGIN.includes(to) && !ALLOWED_IN_PLUGIN[from]?.includes(to),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("lead to packages only where the folder needs them", () => {
    const wrong = all
      .filter(({ target }) => !target.startsWith(".") && !isBuiltin(target))
      .filter(({ folder, target }) => !ALLOWED[folder]?.packages.includes(packageOf(target)));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("keep HTTP in the client and the simulator", () => {
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

  it("leave the contract, the grammar and what all share without anything of Node", () => {
    const impure = all.filter(
      ({ folder, target }) => ["api", "prompt", "shared"].includes(folder) && isBuiltin(target),
    );
    expect(impure).toEqual([]);
  });
});
