import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Matches the relative path of a module in an import or an export; its text may be that of a comment. */
const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
const CODE = /\.[cm]?[jt]sx?$/;

/** What a path may lack in an app that tsx runs, or that is compiled. */
const ENDINGS = ["", ".ts", ".mts", ".tsx", ".js", ".mjs", "/index.ts", "/index.js"];

/**
 * Lists an ES module and the modules that it imports by relative paths, directly or not. Node.js does not list the ES
 * modules that it has loaded, so this function reads their imports. It does not know imports by computed paths or
 * aliases. `isOwn` excludes files.
 */
export function moduleSources(program: string, isOwn: (file: string) => boolean): string[] {
  const found = new Set([program]);
  for (const file of found) {
    for (const path of CODE.test(file) ? importsOf(file) : []) {
      const source = sourceAt(resolve(dirname(file), path));
      if (source !== undefined && isOwn(source)) found.add(source);
    }
  }
  return [...found];
}

function importsOf(file: string): string[] {
  try {
    return Array.from(readFileSync(file, "utf8").matchAll(IMPORT), ([, path]) => path!);
  } catch {
    return [];
  }
}

/** Returns the file of an imported path. TypeScript's `./x.js` may be the file `x.ts`. */
function sourceAt(path: string): string | undefined {
  const written = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const paths = [...ENDINGS.map((ending) => path + ending), written];
  return paths.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true);
}
