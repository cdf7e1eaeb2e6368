import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

/** The absolute path of `src`. */
export const SRC = resolve(__dirname, "../../src");

/** One import in a file of `src`. */
export interface Import {
  /** Path of the importing file, relative to `src`. */
  readonly file: string;
  /** The first folder of that path. */
  readonly folder: string;
  /** The imported module as the file writes it; a computed one is its source text in parentheses. */
  readonly target: string;
}

/** Lists the source files below `src`, relative to it. */
export function filesOfSrc(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[cm]?[jt]sx?$/.test(file),
  );
}

/** The one import that leads out of `src`: only package.json has the version of the package. */
const isVersion = ({ file, target }: Import) =>
  file === "provider/version.ts" && target === "../../package.json";

/** Lists every import of every file below `src`, type imports included, but not that of the version. */
export function imports(): Import[] {
  return filesOfSrc()
    .flatMap((file) =>
      modulesIn(readFileSync(join(SRC, file), "utf8")).map((target) => ({
        file,
        folder: file.split("/")[0]!,
        target,
      })),
    )
    .filter((one) => !isVersion(one));
}

/** Lists the modules that a source text imports, in every form the language has. */
export function modulesIn(text: string): string[] {
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

/** Nodes, and those that an arrow leads to from each. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Lists the nodes that one or more steps lead to; the start is one of them only if it is part of a circle.
 */
export function reachableFrom(start: string, graph: Graph): ReadonlySet<string> {
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

/** Returns which files of src each file of src imports, type imports included. */
export function graphOf(all: readonly Import[]): Graph {
  const graph = new Map<string, string[]>(filesOfSrc().map((file) => [file, []]));
  for (const { file, target } of all) {
    if (target.startsWith(".")) graph.get(file)?.push(fileOf(file, target));
  }
  return graph;
}
