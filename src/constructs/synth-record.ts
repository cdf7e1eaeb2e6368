import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import {
  currentCommit,
  digestOf,
  digestOfFile,
  placeFile,
  repositoryOf,
  SYNTH_RECORD,
  type SynthRecord,
} from "../placing";
import { readPromptFiles } from "./prompt-files";
import { sharedState } from "./stack";

/** What an app was made from, as the app has read it: later edits are not in the stacks. */
interface Made {
  readonly digests: Map<string, string | undefined>;
  commit: string | null | undefined;
  modules: readonly string[] | undefined;
}

const made = sharedState<Made>("synth record", () => ({
  digests: new Map(),
  commit: undefined,
  modules: undefined,
}));

/**
 * Records the content of a file that the app has read. If the app has read another content of the same file before,
 * some stack is out of date, so the recorded digest is that of no content.
 */
export function rememberRead(file: string, content: Buffer): void {
  const digest = digestOf(content);
  const known = made.digests.get(file) ?? digest;
  made.digests.set(file, known === digest ? digest : "read with several contents");
}

/** Records beside a synthesized stack what it was made from: the commit, the prompt files and the app's sources. */
export function recordSynth(stackFolder: string): void {
  made.commit ??= currentCommit(process.cwd());
  digestLoaded();
  const sources = [...made.digests, ...promptFolders().map((path) => [path, digestOfFile(path)] as const)];
  const paths = sources.flatMap(([file, digest]) =>
    digest === undefined ? [] : [[relative(stackFolder, file).split(sep).join("/"), digest] as const],
  );
  const record: SynthRecord = {
    version: 1,
    commit: made.commit,
    sources: Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  placeFile(join(stackFolder, SYNTH_RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Lists the folders of prompt files: an app may make one snippet for each file. Not that of the project, because
 * commands write into it.
 */
function promptFolders(): string[] {
  const folders = new Set(readPromptFiles().map((file) => dirname(file)));
  folders.delete(process.cwd());
  return [...folders];
}

/** Adds the digests of cdktf.json, and of the repository's files that Node.js has loaded. */
function digestLoaded(): void {
  const project = process.cwd();
  const start = join(repositoryOf(project) ?? project, sep);
  // Generated bindings are no sources, and an app with all of a provider's bindings has thousands.
  const isOwn = (file: string) =>
    file.startsWith(start) && !file.split(sep).some((name) => name === "node_modules" || name === ".gen");
  made.modules ??= modulesOf(process.argv[1], isOwn);
  const all = [join(project, "cdktf.json"), ...made.modules];
  const { digests } = made;
  for (const file of new Set([...all, ...Object.keys(require.cache)]))
    if (isOwn(file) && !digests.has(file)) digests.set(file, digestOfFile(file));
}

/** Lists the ES modules of the program; only its file if it is CommonJS, whose modules `require.cache` has. */
function modulesOf(program: string | undefined, isOwn: (file: string) => boolean): string[] {
  if (program === undefined) return [];
  const file = resolve(program);
  return require.cache[file] === undefined ? moduleSources(file, isOwn) : [file];
}

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
