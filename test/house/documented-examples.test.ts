import { execFileSync } from "node:child_process";
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
import ts from "typescript";

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

/** What the compiler says about these programs, each as the text of a file. */
function problemsOf(programs: readonly string[]): string[] {
  const files = programs.map((text, index) => {
    const file = join(folder, `example-${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    paths: {
      "cdktf-outreach": [join(root, "src/constructs/index.ts")],
      cdktf: [join(root, "node_modules/cdktf")],
    },
  });
  return files.flatMap((file, index) =>
    [...program.getSemanticDiagnostics(program.getSourceFile(file))].map(
      ({ messageText }) => `${programs[index]}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    ),
  );
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
  expect([examples.length, apps.length]).toEqual([13, 1]);
  expect(problemsOf([...examples.map((example) => PREAMBLE + example), ...apps])).toEqual([]);
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

test("the type check in the block of the README accepts its app, and rejects a misspelled property", () => {
  const [command] = blocksOf("README.md", /^npx tsc (.*?)(?: +#.*)?$/gm);
  const { options, fileNames, errors } = ts.parseCommandLine(command!.split(" "));
  expect([fileNames, errors, options.noEmit]).toEqual([["main.ts"], [], true]);
  // The packages that the block installs.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/cdktf-outreach"));
  for (const name of ["cdktf", "constructs"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  const [app] = blocksOf("README.md", APP);
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  writeFileSync(join(folder, "main.ts"), app!);
  writeFileSync(join(folder, "typo.ts"), app!.replace("description:", "descripton:"));
  const files = ["main.ts", "typo.ts"].map((name) => join(folder, name));
  const program = ts.createProgram(files, options);
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, "\n")]);
  expect(problems).toEqual([[files[1], expect.stringContaining("'descripton' does not exist in type")]]);
});
