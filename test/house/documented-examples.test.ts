import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexModule } from "../../src/commands/export/cdktf-code";

const root = join(__dirname, "../..");

/** What an example may use without importing it. Its stack is called `stack`. */
const PREAMBLE = `
  import { ref, type TerraformStack, TerraformOutput, TerraformVariable } from "cdktf";
  import { DataOutreachCluster, DataOutreachClusters, DataOutreachSnippet, DataOutreachSnippets } from "cdktf-outreach";
  import { OutreachCluster, OutreachProvider, OutreachSnippet, promptFile, variable } from "cdktf-outreach";
  declare const stack: TerraformStack;
`;

/** Matches the app in the block of the README. */
const APP = /<<'\w+' *> *main\.ts\n([^]*?)^\w+$/gm;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-documented-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs TypeScript 7 in the folder, for a quarter of the CPU time of TypeScript 5, and returns its errors. */
function tsc(...args: string[]): string[] {
  const script = join(root, "node_modules/typescript7/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: "utf8" });
  return stdout.split("\n").filter((line) => /\berror TS\d+:/.test(line));
}

function blocksOf(page: string, language: RegExp): string[] {
  return Array.from(readFileSync(join(root, page), "utf8").matchAll(language), ([, block]) => block!);
}

test("the examples in TypeScript compile, those of the reference and the app of the README", () => {
  const pages = ["resources", "data-sources", "functions"].flatMap((name) =>
    readdirSync(join(root, "docs", name)).map((page) => join("docs", name, page)),
  );
  const examples = ["docs/index.md", "docs/guides/remote-state.md", ...pages].flatMap((page) =>
    blocksOf(page, /^```ts\n([^]*?)^```$/gm),
  );
  const apps = blocksOf("README.md", APP);
  expect([examples.length, apps.length]).toEqual([14, 1]);
  const programs = [...examples.map((example) => PREAMBLE + example), ...apps];
  for (const [index, text] of programs.entries()) writeFileSync(join(folder, `example-${index}.ts`), text);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
    paths: {
      "cdktf-outreach": [join(root, "src/constructs/index.ts")],
      cdktf: [join(root, "node_modules/cdktf")],
    },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  // The sources need types that an app does not need, and the type check of the repository checks them.
  expect(tsc().filter((line) => !/^[^(]*\/src\/[^(]*\.ts\(/.test(line))).toEqual([]);
});

test("the .gitignore of the guide ignores the files that its table leaves out, and no other file", () => {
  const page = "docs/guides/commit.md";
  writeFileSync(join(folder, ".gitignore"), blocksOf(page, /^```gitignore\n([^]*?)^```$/gm)[0]!);
  const rows = blocksOf(page, /^(\| `.*)$/gm).map((row) => row.split("|").map((cell) => cell.trim()));
  const files = rows.flatMap(([, names, committed]) =>
    Array.from(names!.matchAll(/`([^`]+)`/g), ([, name]) => ({ name: name!, isIgnored: committed === "no" })),
  );
  expect(files.length).toBeGreaterThan(15);
  execFileSync("git", ["-c", "init.defaultBranch=main", "init", "--quiet"], { cwd: folder });
  const input = files.map(({ name }) => name).join("\n");
  const ignored = execFileSync("git", ["check-ignore", "--stdin"], { cwd: folder, input, encoding: "utf8" });
  expect(ignored.trim().split("\n")).toEqual(
    files.filter(({ isIgnored }) => isIgnored).map(({ name }) => name),
  );
});

test("the type check of README and guide accepts the app and exported code, and rejects a misspelled property", () => {
  const [command] = blocksOf("README.md", /^npx tsc (.*?)(?: +#.*)?$/gm);
  expect(blocksOf("docs/guides/setups.md", /^npx tsc (.*)$/gm)).toEqual([command]);
  // The packages that the block installs.
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/cdktf-outreach"));
  for (const name of ["cdktf", "constructs", "@types/node"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  const exported = { fork: "cdktf", isModule: false, place: "outreach" } as const;
  writeFileSync(join(folder, "exported.ts"), indexModule(exported).contents ?? "");
  const [app] = blocksOf("README.md", APP);
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  writeFileSync(join(folder, "main.ts"), app!);
  writeFileSync(join(folder, "typo.ts"), app!.replace("description:", "descripton:"));
  expect(tsc(...command!.split(" "), "exported.ts", "typo.ts")).toEqual([
    expect.stringMatching(/^typo\.ts.*'descripton' does not exist in type/),
  ]);
});
