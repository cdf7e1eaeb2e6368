import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFork, findInstalled } from "../../src/placing/installed-package";

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-packages-")))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, value: unknown): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

const version = (name: string, from: string, env: NodeJS.ProcessEnv = {}) =>
  findInstalled(name, join(folder, from), env)?.version;

test("a package is found in the folder, in a parent folder and in NODE_PATH, in this order", () => {
  write("a/b/node_modules/@scope/near/package.json", { version: "1.0.0" });
  for (const name of ["@scope/near", "far"])
    write(`a/node_modules/${name}/package.json`, { version: "2.0.0" });
  for (const name of ["@scope/near", "far", "global"])
    write(`global/${name}/package.json`, { version: "3.0.0" });
  const env = { NODE_PATH: `/nowhere:${join(folder, "global")}` };
  expect(["@scope/near", "far", "global", "none"].map((name) => version(name, "a/b", env))).toEqual([
    "1.0.0",
    "2.0.0",
    "3.0.0",
    undefined,
  ]);
});

test("a package is found from a folder that does not exist yet, and from within node_modules", () => {
  write("node_modules/one/package.json", { version: "1.0.0" });
  expect(version("one", "not/made/yet")).toBe("1.0.0");
  expect(version("one", "node_modules/two/lib")).toBe("1.0.0");
});

test("a linked package has the real path of its folder", () => {
  write("store/one/package.json", { version: "1.0.0" });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync("../store/one", join(folder, "node_modules/one"));
  expect(findInstalled("one", folder)).toMatchObject({ folder: join(folder, "store/one"), version: "1.0.0" });
});

test("a package that is a link to nothing is not installed there", () => {
  write("node_modules/one/package.json", { version: "1.0.0" });
  mkdirSync(join(folder, "app/node_modules"), { recursive: true });
  symlinkSync("nowhere", join(folder, "app/node_modules/one"));
  expect(version("one", "app")).toBe("1.0.0");
});

test.each(["{", "[]", "null", ""])("a package.json with %j is an error that names it", (text) => {
  const file = write("node_modules/one/package.json", text);
  expect(() => version("one", ".")).toThrow(
    `${file} is not an object of JSON. Correct it, or install its package again.`,
  );
});

test("the fork is the one that the nearest package.json with either of them names", () => {
  write("package.json", { dependencies: { cdktf: "*" } });
  write("a/package.json", { peerDependencies: { cdktn: "*" }, dependencies: null });
  write("a/b/package.json", { dependencies: { constructs: "*" }, devDependencies: ["cdktf"] });
  expect(["a/b", "a", "."].map((at) => findFork(join(folder, at), {}))).toEqual(["cdktn", "cdktn", "cdktf"]);
});

test("a package.json that names both forks decides nothing: one further away does", () => {
  write("package.json", { dependencies: { cdktn: "*" } });
  write("app/package.json", { dependencies: { cdktf: "*", cdktn: "*" } });
  expect(findFork(join(folder, "app"), {})).toBe("cdktn");
});

test("the fork is the nearest installed one if no package.json decides", () => {
  expect(findFork(folder, {})).toBeUndefined();
  write("node_modules/cdktn/package.json", {});
  expect(findFork(folder, {})).toBe("cdktn");
  write("app/node_modules/cdktf/package.json", {});
  expect(findFork(join(folder, "app"), {})).toBe("cdktf");
  write("node_modules/cdktf/package.json", {});
  expect(findFork(folder, {})).toBeUndefined();
});
