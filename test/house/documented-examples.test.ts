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
  import { type TerraformStack, TerraformOutput, TerraformVariable } from "cdktf";
  import { DataOutreachCluster, DataOutreachClusters, DataOutreachSnippet, DataOutreachSnippets } from "cdktf-outreach";
  import { OutreachCluster, OutreachProvider, OutreachSnippet } from "cdktf-outreach";
  import { promptFile, promptVariables, removed, variable } from "cdktf-outreach";
  declare const stack: TerraformStack;
`;

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

test("the examples in TypeScript of the reference compile", () => {
  const pages = ["resources", "data-sources", "functions"].flatMap((name) =>
    readdirSync(join(root, "docs", name)).map((page) => join("docs", name, page)),
  );
  const examples = ["docs/index.md", "docs/guides/remote-state.md", ...pages].flatMap((page) =>
    blocksOf(page, /^```ts\n([^]*?)^```$/gm),
  );
  expect(examples.length).toBe(15);
  for (const [index, text] of examples.entries())
    writeFileSync(join(folder, `example-${index}.ts`), PREAMBLE + text);
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

test("the .gitignore of the guide, which init writes, ignores the files that its table leaves out, and no other file", () => {
  const page = "docs/guides/commit.md";
  const [text] = blocksOf(page, /^```gitignore\n([^]*?)^```$/gm);
  expect(readFileSync(join(root, "examples/starter/gitignore"), "utf8")).toBe(text);
  writeFileSync(join(folder, ".gitignore"), text!);
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

test("the type check of the guide accepts an app and exported code, and rejects a misspelled property", () => {
  const [command] = blocksOf("docs/guides/setups.md", /^npx tsc (.*)$/gm);
  // The packages that the guide installs.
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/cdktf-outreach"));
  for (const name of ["cdktf", "constructs", "@types/node"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  const exported = { fork: "cdktf", isModule: false, place: "outreach" } as const;
  writeFileSync(join(folder, "exported.ts"), indexModule(exported).contents ?? "");
  const starter = (file: string) => readFileSync(join(root, "examples/starter", file), "utf8");
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  for (const file of ["main.ts", "outbound.ts"]) writeFileSync(join(folder, file), starter(file));
  writeFileSync(join(folder, "typo.ts"), starter("outbound.ts").replace("description:", "descripton:"));
  expect(tsc(...command!.split(" "), "exported.ts", "typo.ts")).toEqual([
    expect.stringMatching(/^typo\.ts.*'descripton' does not exist in type/),
  ]);
});
