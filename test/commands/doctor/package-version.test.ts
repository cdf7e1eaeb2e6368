import { join } from "node:path";
import { checkPackageVersion } from "../../../src/commands/doctor/package-version";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

/** Returns the findings about the installed version, in a folder of the project. */
function found(app = "."): string[] {
  return checkPackageVersion({ ...bench.context(), folder: join(bench.folder(), app) }).map(lineOf);
}

const lockWith = (version: string) => ({ packages: { "node_modules/cdktf-outreach": { version } } });

test("a project without the package has no version to compare", () => {
  bench.writeJson("package-lock.json", lockWith("1.0.0"));
  expect(found()).toEqual([]);
});

test("a version that is not the one of the lock file is a warning, also in a workspace", () => {
  bench.installPackage("cdktf-outreach", "1.2.0");
  const file = bench.writeJson("package-lock.json", lockWith("1.1.0"));
  expect(found("packages/app")).toEqual([
    `warning: cdktf-outreach 1.2.0 is installed, but ${file} has 1.1.0, so another machine may plan with another version. ` +
      "Run npm ci, or update the lock file.",
  ]);
  bench.writeJson("package-lock.json", lockWith("1.2.0"));
  expect(found("packages/app")).toEqual([]);
});

test("a version that is not the one of this doctor is a warning", () => {
  bench.installPackage("cdktf-outreach", "1.3.0");
  expect(found()).toEqual([
    "warning: This doctor belongs to version 1.2.0, but the project has cdktf-outreach 1.3.0. Run npx cdktf-outreach doctor " +
      "in the project.",
  ]);
});

test("a lock file that is not JSON is an error that names it, and a byte order mark is not", () => {
  bench.installPackage("cdktf-outreach", "1.2.0");
  const file = bench.write("package-lock.json", "<<<<<<< HEAD\n{}");
  expect(found()).toEqual([
    `error: ${file} is not JSON. Restore it from version control, or remove it and run npm install.`,
  ]);
  bench.write("package-lock.json", "\ufeff{}");
  expect(found()).toEqual([]);
});
