import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const linesOf = (page: string): string[] => readFileSync(join(ROOT, page), "utf8").trimEnd().split("\n");

/** Lists the pages below a folder, relative to the repository. */
function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file));
}

/** Pages without a limit: `npm run generate` writes the first, and the second is one table. */
const UNLIMITED = ["docs/guides/prompt-warnings.md", "docs/design/faults.md"];

test("README has 180 lines at most, the performance guide 120, other guides 220, and design pages 150", () => {
  const [design, guides] = [pagesBelow("docs/design"), pagesBelow("docs/guides")];
  expect(Math.min(design.length, guides.length)).toBeGreaterThan(8);
  const limits = new Map([
    ...guides.map((page) => [page, 220] as const),
    ...design.map((page) => [page, 150] as const),
    ["README.md", 180],
    ["docs/guides/performance.md", 120],
  ]);
  UNLIMITED.forEach((page) => limits.delete(page));
  const long = [...limits].filter(([page, most]) => linesOf(page).length > most);
  expect(long.map(([page]) => `${page} has ${linesOf(page).length} lines`)).toEqual([]);
});

test("prose wraps at 120 columns", () => {
  const pages = [
    "README.md",
    "AGENTS.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "bench/NOTES.md",
    ...pagesBelow("docs"),
  ];
  const long = pages.flatMap((page) => {
    let isCode = false;
    return linesOf(page).filter((line) => {
      if (/^ *```/.test(line)) isCode = !isCode;
      // A table row and a picture cannot wrap.
      return !isCode && line.length > 120 && !/^ *(\||!\[|description: )/.test(line);
    });
  });
  expect(long).toEqual([]);
});

test("each proof in the table of faults names tests that exist, and parts of their titles", () => {
  const rows = linesOf("docs/design/faults.md");
  const proofs = rows.filter((line) => /^\| (?!-|fault )/.test(line)).map((row) => row.split("|").at(-2)!);
  expect(proofs.length).toBeGreaterThan(40);
  expect(proofs.flatMap(missingFrom)).toEqual([]);
});

/** Lists what a cell names and does not exist: `provider/gone` "a title, or a part of one…". */
function missingFrom(proof: string): string[] {
  const parts = Array.from(proof.matchAll(/`([^`]+)`([^`]*)/g), ([, name, titles]) => ({
    name: name!,
    titles: Array.from(titles!.matchAll(/"([^"]+)"/g), ([, title]) => title!),
  }));
  if (parts.length === 0) return [`no proof: ${proof}`];
  return parts.flatMap(({ name, titles }) => {
    const file = join(ROOT, "test", `${name}.test.ts`);
    if (existsSync(join(ROOT, "test", name))) return [];
    if (!existsSync(file)) return [name];
    const text = readFileSync(file, "utf8");
    const pieces = titles.flatMap((title) => title.split("…")).map((piece) => piece.trim());
    return pieces.filter((piece) => !text.includes(piece)).map((piece) => `${name}: ${piece}`);
  });
}
