import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { copyForRegistry } from "../../scripts/release/build-release";
import { outreachProvider } from "../../src/provider/provider";
import { temporaryFolder } from "../constructs/stacks";

// The rules that the registry's documentation states for docs/ ("Provider Documentation": directory structure,
// storage limits, YAML frontmatter). HashiCorp's tfplugindocs validate checks the same rules, but needs Go.

const root = temporaryFolder();
copyForRegistry(resolve(__dirname, "../.."), root);
const docs = join(root, "docs");
const folders = ["data-sources", "functions", "guides", "resources"];
const pages = [
  "index.md",
  ...folders.flatMap((folder) => readdirSync(join(docs, folder)).map((name) => `${folder}/${name}`)),
];

const MAX_PAGE_BYTES = 500_000;
const MAX_PAGES = 2000;

/** Returns the names and values at the start of a page. */
function frontMatter(page: string): Record<string, string> {
  const [, lines] = /^---\n([^]*?)\n---\n/.exec(readFileSync(join(docs, page), "utf8")) ?? [];
  return Object.fromEntries(
    Array.from((lines ?? "").matchAll(/^(\w+): *(.*)$/gm), ([, name, value]) => [name!, value!]),
  );
}

it("the registry shows each page of its folders", () => {
  expect(existsSync(join(root, "website"))).toBe(false);
  expect(pages.length).toBeLessThanOrEqual(MAX_PAGES);
  const hidden = pages.filter(
    (page) => !page.endsWith(".md") || statSync(join(docs, page)).size > MAX_PAGE_BYTES,
  );
  expect(hidden).toEqual([]);
});

it.each(pages)(
  "the front matter of %s has what the registry reads, and nothing of its old layout",
  (page) => {
    const names = Object.keys(frontMatter(page));
    expect(names).toEqual(expect.arrayContaining(["page_title", "description"]));
    expect(names).not.toEqual(expect.arrayContaining(["layout"]));
    expect(names).not.toEqual(expect.arrayContaining(["sidebar_current"]));
    if (page === "index.md") expect(names).not.toContain("subcategory");
  },
);

it.each([
  ["resources", outreachProvider.resources],
  ["data-sources", outreachProvider.dataSources],
  ["functions", outreachProvider.functions],
])("the folder %s has one page for each of them, named as the registry looks for it", (folder, things) => {
  const names = Object.keys(things ?? {}).map((name) => `${name.replace(/^outreach_/, "")}.md`);
  expect(names.length).toBeGreaterThan(0);
  expect(readdirSync(join(docs, folder)).sort()).toEqual(names.sort());
});
