import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { builtinModules } from "node:module";

const SRC = resolve(__dirname, "../../src");

/** What each folder of src may import: other folders of src, and packages. */
const ALLOWED: Readonly<Record<string, { folders: readonly string[]; packages: readonly string[] }>> = {
  api: { folders: [], packages: [] },
  prompt: { folders: [], packages: [] },
  client: { folders: ["api"], packages: ["undici"] },
  plugin: { folders: [], packages: [] },
  provider: { folders: ["plugin", "client", "prompt"], packages: [] },
  constructs: { folders: ["prompt"], packages: ["cdktf", "constructs"] },
  simulator: { folders: ["api"], packages: [] },
  cli: { folders: ["prompt", "provider", "simulator"], packages: [] },
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

const IMPORT = /(?:from\s+|import\s*\(\s*|require\s*\(\s*|^import\s+)["']([^"']+)["']/gm;

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function imports(): Import[] {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    return Array.from(text.matchAll(IMPORT), ([, target]) => ({
      file,
      folder: file.split("/")[0]!,
      target: target!,
    }));
  });
}

/** The steps below src that a relative import leads to. */
function stepsOf({ file, target }: Import): string[] {
  return relative(SRC, resolve(SRC, dirname(file), target)).split("/");
}

/** The first of them. */
function folderOf(one: Import): string {
  return stepsOf(one)[0]!;
}

const isBuiltin = (target: string) => target.startsWith("node:") || builtinModules.includes(target);
const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

describe("the arrows between the folders of src", () => {
  const all = imports();

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
      .filter(({ file, target }) => /^plugin\/.*\//.test(file) && target.startsWith("."))
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
  });
});
