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
    mkdirSync(join(project.folder, "prompts"));
    project.write("prompts/opener.md", "Write an opener to {first_name}.\n");
    const [provider, ...others] = pages.flatMap(({ blocks }) => blocks);
    project.write("main.tf", provider!);
    await project.init();
    for (const example of [provider!, ...others.map((block) => requirement(provider!) + block)]) {
      project.write("main.tf", example);
      await project.succeed(["validate", "-no-color"]);
    }
  });
});

/** The block that requires the provider, without the provider block of the example that has it. */
function requirement(example: string): string {
  return /^terraform \{[^]*?^\}\n/m.exec(example)![0];
}
