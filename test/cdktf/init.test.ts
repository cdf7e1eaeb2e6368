/// <reference types="@cdktf/node-pty-prebuilt-multiarch" />
import type * as nodePty from "@lydell/node-pty";
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { BUILT } from "../terraform/project";
import { ENGINE } from "../terraform/engine";
import { addTsx, type CdktfProject, cdktfBench, COMMAND, ROOT, succeeded } from "./harness";

const bench = cdktfBench();

/** A folder whose packages the projects below it share. */
function folderOfProjects(): CdktfProject {
  const folder = bench.project();
  folder.link("@types/node", join(ROOT, "node_modules/@types/node"));
  addTsx(join(folder.folder, "node_modules"));
  return folder;
}

const COMBINATIONS = ["cdktf", "cdktn"].flatMap((fork) =>
  ["none", "github", "gitlab"].flatMap((ci) =>
    [undefined, "staging,production", "eu,us"].map((workspaces) => ({ fork, ci, workspaces })),
  ),
);

const nameOf = (combination: object) => Object.values(combination).join("-").replaceAll(",", "-");

test("each combination of options makes a project whose types are right and which synthesizes", async () => {
  const folder = folderOfProjects();
  for (const { fork, ci, workspaces } of COMBINATIONS) {
    const name = nameOf({ fork, ci, workspaces });
    const options = workspaces === undefined ? [] : ["--workspaces", workspaces];
    const made = await folder.command(["init", name, "--fork", fork, "--ci", ci, ...options]);
    expect(succeeded("init", made).trimEnd().split("\n")).toHaveLength(4);
  }
  folder.write(
    "tsconfig.json",
    JSON.stringify({ extends: `./${nameOf(COMBINATIONS[0]!)}/tsconfig.json`, include: ["*/*.ts"] }),
  );
  const tsc = [join(ROOT, "node_modules/typescript7/bin/tsc"), "--listFilesOnly"];
  const listed = succeeded("tsc", await folder.spawn(process.execPath, tsc));
  expect(listed.match(/\/main\.ts$/gm)).toHaveLength(COMBINATIONS.length);
  succeeded("tsc", await folder.spawn(process.execPath, tsc.slice(0, 1)));

  // The workflows do not change what the app does.
  for (const { fork, workspaces } of COMBINATIONS.filter(({ ci }) => ci === "none")) {
    const cwd = join(folder.folder, nameOf({ fork, ci: "none", workspaces }));
    const env = { GITHUB_ACTIONS: undefined, GITLAB_CI: undefined };
    const app = await folder.spawn(process.execPath, ["--import", "tsx", "main.ts"], { cwd, env });
    expect(app).toEqual({ status: 0, stdout: "", stderr: "" });
    const stacks = readdirSync(join(cwd, "cdktf.out/stacks")).sort();
    expect(stacks).toEqual((workspaces ?? "outbound").split(",").sort());
    const library = /from "(cdkt.)"/.exec(readFileSync(join(cwd, "main.ts"), "utf8"))?.[1];
    expect(library).toBe(fork);
    for (const stack of stacks) {
      const text = readFileSync(join(cwd, "cdktf.out/stacks", stack, "cdk.tf.json"), "utf8");
      expect(text.includes(`\${var.${stack}_workspace_id}`)).toBe(workspaces !== undefined);
    }
  }
});

test("init copies the workflows of the host, with the names of the workspaces and the command of the library", async () => {
  const folder = bench.project();
  const examples = readdirSync(join(ROOT, "examples/pull-request")).filter((name) => name.endsWith(".yml"));
  const options = ["--fork", "cdktn", "--workspaces", "eu,us"];
  for (const ci of ["github", "gitlab"])
    succeeded("init", await folder.command(["init", ci, "--ci", ci, ...options]));
  const made = (...path: string[]) => join(folder.folder, ...path);
  const workflows = readdirSync(made("github/.github/workflows"));
  expect(workflows.sort()).toEqual(examples.filter((name) => name !== "gitlab-ci.yml").sort());
  expect(existsSync(made("gitlab/.github"))).toBe(false);
  expect(existsSync(made("github/.gitlab-ci.yml"))).toBe(false);
  for (const path of ["github/.github/workflows/review.yml", "gitlab/.gitlab-ci.yml"]) {
    const [, dependency] = /git grep -q '(.*?)'/.exec(readFileSync(made(path), "utf8"))!;
    expect(readFileSync(made(path.split("/")[0]!, "package.json"), "utf8")).toContain(dependency);
  }
  const deploys = ["github/.github/workflows/deploy.yml", "gitlab/.gitlab-ci.yml"];
  for (const text of deploys.map((path) => readFileSync(made(path), "utf8"))) {
    expect(text).toMatch(/\beu\b[^]*\bus\b/);
    expect(text).toContain("npx cdktn ");
    expect(text).not.toMatch(/staging|production|npx cdktf /i);
  }
});

test("the test of a new project deploys it into the simulator, and its app refuses a state that CI would lose", async () => {
  const folder = folderOfProjects();
  succeeded("init", await folder.command(["init", "made"]));
  const cwd = join(folder.folder, "made");
  folder.linkCommands();
  // The stand-in for tsx runs a program, and no test.
  folder.link("tsx", join(ROOT, "node_modules/tsx"));
  const env = { ...BUILT, TERRAFORM_BINARY_NAME: ENGINE };
  expect(succeeded("npm test", await folder.spawn("npm", ["test"], { cwd, env }))).toContain("pass 1");
  expect(bench.simulator().objects()).toEqual([]);
  expect(existsSync(join(cwd, "terraform.outbound.tfstate"))).toBe(false);

  const inCi = { GITHUB_ACTIONS: "true" };
  const app = await folder.spawn(process.execPath, ["--import", "tsx", "main.ts"], { cwd, env: inCi });
  expect(app.status).toBe(1);
  expect(app.stderr).toContain("Declare a backend in main.ts.");
});

/** Returns the paths and texts of all files below a folder. */
function filesOf(folder: string): [path: string, text: string][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path, lstatSync(path).isFile() ? readFileSync(path, "utf8") : "a link"]);
}

test("init ends with three lines of what comes next, with a folder that a shell can change into", async () => {
  const { stdout } = await bench.project().command(["init", "it's new", "--ci", "gitlab"]);
  const [, install, deploy, remote, ...rest] = stdout.trimEnd().split("\n");
  expect(install).toContain(`cd 'it'\\''s new' && npm install && npm test`);
  expect(deploy).toMatch(
    /TF_VAR_staging_workspace_id, TF_VAR_production_workspace_id \(check, .* OUTREACH_WORKSPACE_ID: one .*: npx cdktf deploy staging$/,
  );
  expect(remote).toContain("declare a remote state, and set the secrets");
  expect(rest).toEqual([]);
});

test("init overwrites nothing: it names all that stands in the way, and writes no file", async () => {
  const folder = bench.project();
  folder.write("taken/main.ts", "mine");
  folder.write("taken/prompts", "a file where a folder would be");
  folder.write("taken/tsconfig.json/file", "a folder where a file would be");
  folder.write("taken/README.md", "no file of a new project");
  symlinkSync("/nowhere", join(folder.folder, "taken/.gitignore"));
  const taken = join(folder.folder, "taken");
  const before = filesOf(taken);
  const { status, stdout, stderr } = await folder.command(["init", "taken"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe(
    `cdktf-outreach: These files of ${taken} stand in the way, so nothing was written. Move them, or name a new folder:\n  .gitignore\n  main.ts\n  prompts\n  tsconfig.json\n`,
  );
  expect(filesOf(taken)).toEqual(before);

  const file = await folder.command(["init", "taken/README.md"]);
  expect(file).toMatchObject({ status: 1, stderr: expect.stringContaining("README.md is no folder") });
});

test.each([
  [["--fork", "pulumi"], "--fork takes cdktf or cdktn"],
  [["--ci", "jenkins"], "--ci takes github, gitlab, none"],
  [["--workspaces", "staging"], "--workspaces takes two names"],
  [["--workspaces", "pre-prod,prod"], "--workspaces takes two names"],
  [["--workspaces", "prod,prod"], "--workspaces takes two names"],
  [["--ci", "github", "--workspaces", "none"], "--workspaces takes two names"],
  [["--ci", "gitlab", "--workspaces", "review,live"], "review has another meaning in the workflows"],
  [["--ci", "gitlab", "--workspaces", "notes,live"], "notes has another meaning in the workflows"],
  [["--ci", "gitlab", "--workspaces", "stages,live"], "stages has another meaning in the workflows"],
  [["--ci", "github", "--workspaces", "live,on"], "on has another meaning in the workflows"],
  [["one", "two"], "init takes one folder"],
])("init refuses %j, and writes nothing", async (args, message) => {
  const folder = bench.project({ package: "none" });
  const cwd = filesOf(folder.folder);
  const refused = await folder.command(["init", ...args]);
  expect(refused).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(message) });
  expect(filesOf(folder.folder)).toEqual(cwd);
});

/** The package is installed by another name than the one that its types declare. */
const { spawn } = jest.requireActual<typeof nodePty>("@cdktf/node-pty-prebuilt-multiarch");

/** Runs init on a terminal, and types an answer after each question. A question too many ends init. */
function onTerminal(cwd: string, args: readonly string[], answers: readonly string[]) {
  const left = [...answers];
  const terminal = spawn(process.execPath, [...COMMAND, "init", ...args], { cwd, env: process.env });
  return new Promise<{ status: number; shown: string }>((done) => {
    let shown = "";
    let seen = 0;
    terminal.onData((text) => {
      shown += text;
      const questions = shown.match(/\]: /g)?.length ?? 0;
      for (; seen < questions; seen++) {
        const answer = left.shift();
        if (answer === undefined) terminal.kill();
        else terminal.write(answer);
      }
    });
    terminal.onExit(({ exitCode }) => done({ status: exitCode, shown }));
  });
}

test("on a terminal, init asks for what no option says, and an empty answer is the default", async () => {
  const { folder } = bench.project();
  const asked = await onTerminal(folder, ["made", "--fork", "cdktn"], ["gitlab\r", "\r"]);
  expect(asked).toEqual({ status: 0, shown: expect.stringContaining("Made a project in made.") });
  expect(asked.shown).not.toContain("Library");
  expect(readdirSync(join(folder, "made"))).toEqual(expect.arrayContaining([".gitlab-ci.yml", "main.ts"]));
  expect(readFileSync(join(folder, "made/main.ts"), "utf8")).toContain('"staging", "production"');
});

test.each<[string, string[], string[], string]>([
  ["a wrong answer", [], ["pulumi\r", "\r", "\r"], "--fork takes cdktf or cdktn"],
  ["a wrong option", ["--ci", "jenkins"], [], "--ci takes github, gitlab, none"],
  ["Ctrl-C", [], ["\r", "\u0003"], "Not all questions have an answer, so nothing was written."],
  ["Ctrl-D", [], ["\r", "\u0004"], "Not all questions have an answer, so nothing was written."],
])("after %s on a terminal, init writes nothing and ends with 1", async (_, options, answers, message) => {
  const { folder } = bench.project();
  const { status, shown } = await onTerminal(folder, ["made", ...options], answers);
  expect([status, shown]).toEqual([1, expect.stringContaining(message)]);
  expect(shown.includes("[cdktf]: ")).toBe(options.length === 0);
  expect(existsSync(join(folder, "made"))).toBe(false);
});
