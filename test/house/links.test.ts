import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");

/** The files of the top folder and of these folders, without those that an installation or a synth writes. */
const files = [
  ...readdirSync(ROOT),
  ...["src", "docs", "examples", "bench", "test", ".ci"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ),
].filter((file) => !/(^|\/)(node_modules|cdktf\.out|\.gen)\//.test(file));
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Returns a page without code, in which `#` is no heading and `[…](…)` no link. */
function prose(page: string): string {
  return textOf(page)
    .replace(/^(```+)[^]*?^\1$/gm, "")
    .replace(/`[^`\n]+`/g, (code) => code.replace(/[[\]]/g, ""));
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading] of prose(page).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\-_ ]/gu, "")
      .replaceAll(" ", "-");
    let anchor = slug;
    for (let again = 1; found.has(anchor); again += 1) anchor = `${slug}-${again}`;
    found.add(anchor);
  }
  return found;
}

/** Returns why a link of a page is broken; undefined if it is not. */
function whyBroken(page: string, link: string): string | undefined {
  const [path, anchor] = link.split("#") as [string, string | undefined];
  const target = path === "" ? page : relative(ROOT, resolve(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${page}: there is no ${target}`;
  if (anchor === undefined || anchors(target).has(anchor)) return undefined;
  return `${page}: ${target} has no heading #${anchor}`;
}

test("every link of a page leads to a file and a heading that exist", () => {
  const links = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) =>
      Array.from(prose(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g), ([, link]) => ({ page, link: link! })),
    );
  expect(links).toContainEqual({ page: "README.md", link: "docs/guides/safety.md" });
  expect(links.flatMap(({ page, link }) => whyBroken(page, link) ?? [])).toEqual([]);
});

test("every page that the code names exists", () => {
  const named = files
    .filter((file) => /\.(c|m)?ts$|\.mjs$|\.cjs$|\.yml$/.test(file))
    .flatMap((file) =>
      Array.from(textOf(file).matchAll(/\b(?:docs|bench)\/[\w/-]+\.md\b/g), ([page]) => ({ file, page })),
    );
  expect(named).toContainEqual({
    file: "src/constructs/resources.ts",
    page: "docs/guides/troubleshooting.md",
  });
  expect(named.filter(({ page }) => !files.includes(page))).toEqual([]);
});
