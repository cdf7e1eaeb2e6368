import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CdktfProject, cdktfBench, ROOT, type Outcome, succeeded, WORKSPACE_ID } from "./harness";

// From a workspace that is full to code, and back: export, plan, apply, check, edits in Outreach, pull.

const bench = cdktfBench();
const COMMAND = join(ROOT, "dist/cli/cdktf-outreach.cjs");

/** Names and texts that come from a server, and from nobody who thinks of code. */
const NAMES = [
  ...["Opener", "Opener", "opener", "a/b", "../../etc", "CON", "con", "nul", "", "😀", "名前", "Ärger", "123 go"],
  ...["*/ end", "${danger}", "%{if}", "$${x}", "quote\"'`", "line\nbreak", "\u202eright", "  spaced  ", "outreach"],
  ...["e\u0301cole", "tab\tx", "\\back", "${TfToken[TOKEN.0]}", "a\u2028b", "default", "// c", "x".repeat(10_000)],
];
const PROMPTS = [
  ...["Hi {name}\n", "\ufeffmarked\n", "no end", "", "${x} %{y} $${z}\n", "a\r\nb\r\n", '"q" \\ \t\n', "e\u0301\n"],
  ...["```\n{a}\n```\n", "<<EOF\nEOF\n", "${TfToken[TOKEN.7]} x\n", "one\ntwo\nthree\nfour\nfive\n"],
];

function seedWorkspace(): void {
  bench.simulator().seed(WORKSPACE_ID, {
    clusters: NAMES.map((name, index) => ({ name, ...(index % 2 === 0 && { description: `of ${name}` }) })),
    snippets: NAMES.map((name, index) => ({ name, prompt: PROMPTS[index % PROMPTS.length]! })),
  });
}

function command(project: CdktfProject, ...args: string[]): Promise<Outcome> {
  return project.spawn(process.execPath, [COMMAND, ...args]);
}

/** Every file below a folder, by its path. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "latin1")]),
  );
}

/** Edits the snippet with this prompt at the server, as a person does in Outreach. */
function edit(prompt: string, edited: string): string {
  const { id } = bench.simulator().objects().find((one) => one.kind === "snippet" && one.prompt === prompt)!;
  bench.simulator().update(id, { prompt: edited });
  return id;
}

test("a workspace becomes HCL that plans clean, and edits come back to its files", async () => {
  const project = bench.project();
  seedWorkspace();
  const exported = await command(project, "export", "--format", "hcl", "--out", ".", "--verify");
  expect(exported.stderr).toContain(`${2 * NAMES.length} to import, 0 to add, 0 to change, 0 to destroy`);
  expect(exported.status).toBe(0);

  succeeded("install", await command(project, "install"));
  await project.terraform(["init"]);
  await project.terraform(["apply", "-auto-approve"]);
  project.remove("cdktf.json");
  expect(await command(project, "check")).toMatchObject({ status: 0 });

  edit("one\ntwo\nthree\nfour\nfive\n", "one\n2\nthree\nfour\nfive\n");
  expect(await command(project, "pull")).toMatchObject({ status: 2, stderr: "" });
  const { status } = await project.spawnEngine(["plan", "-detailed-exitcode"]);
  expect(status).toBe(0);
  expect(await command(project, "pull")).toMatchObject({ status: 0, stdout: "Nothing to pull.\n" });
});
