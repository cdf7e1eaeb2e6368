import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const examples = ["docs/index.md", ...pages].flatMap((page) => blocksOf(page, /^```ts\n([^]*?)^```$/gm));
  const apps = blocksOf("README.md", /<<'\w+' *> *main\.ts\n([^]*?)^\w+$/gm);
  expect([examples.length, apps.length]).toEqual([12, 1]);
  expect(problemsOf([...examples.map((example) => PREAMBLE + example), ...apps])).toEqual([]);
});
