import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { carriers, versionPattern, withVersion } from "../../scripts/version-carriers";
import { version } from "../../package.json";

const root = resolve(__dirname, "../..");

/** The files that people write, without tests, which read package.json, and without the changelog. */
const written = [
  ".ci",
  ".github",
  "README.md",
  "bench",
  "docs",
  "examples",
  "package.json",
  "scripts",
  "src",
];
const generated = "src/constructs/generated/";

function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) =>
    name === "node_modules" || name === "images" ? [] : filesBelow(`${path}/${name}`),
  );
}

const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const mentions = (text: string) => versionPattern(version).test(text);

test("the version is in package.json and in the files to which npm version carries it", () => {
  const files = written.flatMap(filesBelow).filter((path) => mentions(textOf(path)));
  expect(files.filter((path) => !path.startsWith(generated)).sort()).toEqual([...carriers].sort());
});

test("npm version carries a new version to every file that repeats the old one", () => {
  for (const path of carriers) {
    const carried = withVersion(path, textOf(path), { from: version, to: "9.8.7" });
    // npm itself has written the first line that says the version of the package.
    const text = carried.replace(/^ {2}"version": .*\n/m, "");
    expect({ path, old: mentions(text), fresh: text.includes("9.8.7") }).toEqual({
      path,
      old: false,
      fresh: true,
    });
  }
});

test.each(["", "scripts/release/", "test/cdktf/terrain/"])(
  "%spackage-lock.json names no registry, and has the hash of each package",
  (folder) => {
    const { packages } = JSON.parse(textOf(`${folder}package-lock.json`)) as {
      packages: Record<string, { integrity?: string; resolved?: string; inBundle?: true }>;
    };
    const isFetched = ([path, { inBundle }]: [string, { inBundle?: true }]) =>
      path !== "" && inBundle !== true;
    const installed = Object.entries(packages).filter(isFetched);
    expect(installed.length).toBeGreaterThan(0);
    for (const [path, { integrity, resolved }] of installed)
      expect([path, integrity, resolved]).toEqual([path, expect.stringMatching(/^sha512-/), undefined]);
    expect(textOf(`${folder}.npmrc`)).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  },
);
