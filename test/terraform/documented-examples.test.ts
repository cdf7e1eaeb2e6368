import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { itWith, workbench } from "./harness";

const DOCS = resolve(__dirname, "../../docs");

/** The pages of the reference that show HCL, with their blocks in order. */
const pages = ["index.md", "resources", "data-sources", "functions"]
  .flatMap((entry) =>
    entry.endsWith(".md") ? [entry] : readdirSync(join(DOCS, entry)).map((page) => join(entry, page)),
  )
  .map((page) => {
    const text = readFileSync(join(DOCS, page), "utf8");
    return { page, blocks: Array.from(text.matchAll(/^```hcl\n([^]*?)^```$/gm), ([, block]) => block!) };
  });

describe("the examples in HCL", () => {
  const bench = workbench();

  itWith("functions")("are valid for the engine", async () => {
    expect(pages.length).toBe(8);
    const project = await bench.project();
    const [provider, ...others] = pages.flatMap(({ blocks }) => blocks);
    const examples = [provider!, ...others.map((block) => requirement(provider!) + block)];
    const write = (folder: string, example: string) => {
      mkdirSync(join(project.folder, folder, "prompts"), { recursive: true });
      project.write(join(folder, "prompts/opener.md"), "Write an opener to {first_name}.\n");
      project.write(join(folder, "main.tf"), example);
    };
    // The engine validates all examples at once, as modules, except those that only a root module can have.
    const isForRoot = (example: string) => /^(import|moved|removed|variable) /m.test(example);
    const modules = examples.filter((example) => !isForRoot(example));
    modules.forEach((example, index) => write(`example-${index}`, example));
    const calls = modules.map((_, index) => `module "m${index}" {\n  source = "./example-${index}"\n}\n`);
    write(".", calls.join(""));
    await project.succeed(["get"]);
    await project.succeed(["validate", "-no-color"]);
    for (const example of examples.filter(isForRoot)) {
      write(".", example);
      await project.succeed(["validate", "-no-color"]);
    }
  });
});

/** The block that requires the provider, without the provider block of the example that has it. */
function requirement(example: string): string {
  return /^terraform \{[^]*?^\}\n/m.exec(example)![0];
}
