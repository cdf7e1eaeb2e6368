import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject } from "../../util/json";
import { readJsonFile } from "../../util/files/read-file";

const FORKS = ["cdktf", "cdktn"] as const;
const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Returns the fork that a project uses. The nearest package.json that names one fork decides, else the nearest
 * node_modules with one fork, else it is cdktf. In a workspace of npm, both may be in a parent folder.
 */
export function forkOf(folder: string): "cdktf" | "cdktn" {
  const named = (around: string) => {
    const project = readJson(join(around, "package.json")) ?? {};
    return FORKS.filter((fork) => DEPENDENCIES.some((key) => isObject(project[key]) && fork in project[key]));
  };
  const installed = (around: string) =>
    FORKS.filter((fork) => existsSync(join(around, "node_modules", fork, "package.json")));
  for (const forksIn of [named, installed]) {
    for (const around of foldersAround(folder)) {
      const [fork, other] = forksIn(around);
      if (fork !== undefined && other === undefined) return fork;
    }
  }
  return "cdktf";
}

/** Reports whether Node.js reads a file of the folder as an ES module if its name ends with `.js`. */
export function isModule(folder: string): boolean {
  const files = foldersAround(folder).map((around) => join(around, "package.json"));
  const file = files.find((one) => existsSync(one));
  return file !== undefined && readJson(file)?.["type"] === "module";
}

/** Returns the folder in which the app runs: the nearest with a cdktf.json, else the working directory. */
export function folderOfApp(folder: string): string {
  return foldersAround(folder).find((around) => existsSync(join(around, "cdktf.json"))) ?? process.cwd();
}

/** Returns the command of the app in cdktf.json; undefined if there is none. */
export function appOf(folder: string): string | undefined {
  const app = readJson(join(folderOfApp(folder), "cdktf.json"))?.["app"];
  return typeof app === "string" ? app : undefined;
}

function foldersAround(folder: string): string[] {
  const around = dirname(folder);
  return around === folder ? [folder] : [folder, ...foldersAround(around)];
}

function readJson(file: string): JsonObject | undefined {
  return existsSync(file) ? readJsonFile(file, "is not a JSON object. Correct it.") : undefined;
}
