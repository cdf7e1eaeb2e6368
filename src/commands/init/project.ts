import { lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { findProviderPackage } from "../../placing/provider-package";
import { readJsonFile, readText } from "../../util/files/read-file";
import { writeFiles } from "../../util/files/write-whole";
import { UsageError } from "../../util/usage-error";
import { type Fork, isMusl, packageJson } from "./package-json";

export const WORKSPACES = ["staging", "production"] as const;

export interface Choices {
  readonly fork: Fork;
  readonly ci: "github" | "gitlab" | "none";
  /** Names of two workspaces that replace the names in the examples; empty for a single workspace. */
  readonly workspaces: readonly string[];
}

export function projectFiles({ fork, ci, workspaces }: Choices): Map<string, string> {
  const root = join(findProviderPackage().folder, "../..");
  const example = (name: string) => textsIn(join(root, "examples", name));
  const own = readJsonFile(join(root, "package.json"), "is not JSON. Install cdktf-outreach again.");
  const texts = [
    ...example("starter"),
    // The main.ts and outbound.ts of this example replace those of the starter.
    ...(workspaces.length > 0 ? example("staging-production") : []),
    ...example("pull-request").flatMap(([name, text]) => {
      if (!name.endsWith(".yml") || (name === "gitlab-ci.yml" ? "gitlab" : "github") !== ci) return [];
      return [[ci === "gitlab" ? `.${name}` : `.github/workflows/${name}`, text] as const];
    }),
  ].filter(([path]) => path !== "README.md");
  refuseTaken(texts, workspaces);
  const files = new Map(
    texts.map(([path, text]) => [
      path.replace(/^git(?=ignore|attributes)/, ".git"),
      withNames(withFork(text, fork), workspaces),
    ]),
  );
  return files.set("package.json", `${JSON.stringify(packageJson(fork, own, isMusl()), null, 2)}\n`);
}

function textsIn(folder: string): [path: string, text: string][] {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .map((path) => [path, readText(join(folder, path))]);
}

/** Imports and commands contain the library's name. */
function withFork(text: string, fork: Fork): string {
  if (fork === "cdktf") return text;
  return text
    .replaceAll('"cdktf-outreach"', '"cdktf-outreach/cdktn"')
    .replaceAll(/(?<=")cdktf(?=")|(?<=npx )cdktf(?= )/g, fork);
}

/** Keys of GitLab, the environment that has NOTE_TOKEN, and words that YAML reads as another type. */
const RESERVED =
  /^(after_script|before_script|cache|false|image|include|nil|no|notes|null|off|on|pages|services|spec|stages|true|workflow|yes)$/;

/**
 * @throws UsageError if a workspace has the name of another job in a workflow, because one job would replace
 * the other
 */
function refuseTaken(texts: readonly (readonly [string, string])[], workspaces: readonly string[]): void {
  const workflows = texts.filter(([path]) => path.endsWith(".yml"));
  const isKey = (name: string) => workflows.some(([, text]) => new RegExp(`^${name}:`, "m").test(text));
  const others = workspaces.filter((name) => !WORKSPACES.some((one) => one === name));
  const taken = others.find((name) => workflows.length > 0 && (RESERVED.test(name) || isKey(name)));
  if (taken !== undefined)
    throw new UsageError(`--workspaces: ${taken} has another meaning in the workflows. Choose another name.`);
}

function withNames(text: string, workspaces: readonly string[]): string {
  return text.replaceAll(/(?<![a-z])(staging|production)(?![a-z])/gi, (found) => {
    const name = workspaces[WORKSPACES.findIndex((one) => one === found.toLowerCase())] ?? found;
    return found === found.toUpperCase() ? name.toUpperCase() : name;
  });
}

/** @throws Error naming all files that exist already, and all files and links in place of a folder */
export function writeProject(folder: string, files: ReadonlyMap<string, string>): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === false) throw new Error(`${folder} is no folder, so nothing was written.`);
  const taken = new Set([...files.keys()].flatMap((path) => inTheWay(folder, path) ?? []));
  if (taken.size > 0) {
    const list = [...taken].sort().map((path) => `\n  ${path}`);
    throw new Error(
      `These files of ${folder} stand in the way, so nothing was written. Move them, or name a new folder:${list.join("")}`,
    );
  }
  mkdirSync(folder, { recursive: true });
  writeFiles(
    folder,
    Array.from(files, ([path, contents]) => ({ path, contents, expected: null })),
  );
}

function inTheWay(folder: string, path: string): string | undefined {
  const steps = path.split("/");
  for (let length = 1; length <= steps.length; length++) {
    const step = steps.slice(0, length).join("/");
    const stat = lstatSync(join(folder, step), { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (!stat.isDirectory() || length === steps.length) return step;
  }
  return undefined;
}
