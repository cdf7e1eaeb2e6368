import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
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

/** Lists every import of every file below `src`, type imports included. */
export function imports(): Import[] {
  return filesOfSrc().flatMap((file) =>
    modulesIn(readFileSync(join(SRC, file), "utf8")).map((target) => ({
      file,
      folder: file.split("/")[0]!,
      target,
    })),
  );
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
