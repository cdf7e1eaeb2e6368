import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import {
  type CdktfProject,
  cdktfBench,
  COMMAND,
  type CommandOutcome,
  ROOT,
  succeeded,
  WORKSPACE_ID,
} from "./harness";

// From a full workspace to code, and back: export, plan, apply, check, edits in Outreach, pull.

const bench = cdktfBench({ provider: "in-process" });

/** Names and texts that come from a server, whose users do not think of code. */
const NAMES = [
  ...[
    "Opener",
    "Opener",
    "opener",
    "a/b",
    "../../etc",
    "CON",
    "con",
    "nul",
    "",
    "😀",
    "名前",
    "Ärger",
    "123 go",
  ],
  ...[
    "*/ end",
    "${danger}",
    "%{if}",
    "$${x}",
    "quote\"'`",
    "line\nbreak",
    "\u202eright",
    "  spaced  ",
    "outreach",
  ],
  ...[
    "e\u0301cole",
    "tab\tx",
    "\\back",
    "${TfToken[TOKEN.0]}",
    "a\u2028b",
    "default",
    "// c",
    "x".repeat(10_000),
  ],
];
const EDITED = "one\ntwo\nthree\nfour\nfive\n";
const PROMPTS = [
  ...[
    "Hi {name}\n",
    "\ufeffmarked\n",
    "no end",
    "",
    "${x} %{y} $${z}\n",
    "a\r\nb\r\n",
    '"q" \\ \t\n',
    "e\u0301\n",
  ],
  ...["```\n{a}\n```\n", "<<EOF\nEOF\n", "${TfToken[TOKEN.7]} x\n", EDITED],
];

function seedWorkspace(): void {
  bench.simulator().seed({
    workspaceId: WORKSPACE_ID,
    clusters: NAMES.map((name, index) => ({ name, ...(index % 2 === 0 && { description: `of ${name}` }) })),
    snippets: NAMES.map((name, index) => ({ name, prompt: PROMPTS[index % PROMPTS.length]! })),
  });
}

function command(project: CdktfProject, ...args: string[]): Promise<CommandOutcome> {
  return project.command(args);
}

/** The bytes of every file below a folder, by path. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), "latin1"),
    ]),
  );
}

/** Edits every snippet of a prompt at the server, as people do in Outreach. */
function editAtServer(prompt: string, edited: string): number {
  const found = bench
    .simulator()
    .objects()
    .filter((object) => object.kind === "snippet" && object.prompt === prompt);
  for (const { id } of found) bench.simulator().update(id, { prompt: edited });
  return found.length;
}

const CLEAN = `Verified with the engine: ${2 * NAMES.length} to import, 0 to add, 0 to change, 0 to destroy.\n`;

/** What follows once the exported objects are applied; `plan` returns the status of -detailed-exitcode. */
async function editAndPull(project: CdktfProject, plan: () => Promise<number | null>): Promise<void> {
  const edits = editAtServer(EDITED, EDITED.replace("two", "2"));
  expect(await plan()).toBe(2);
  const pulled = await command(project, "pull");
  expect(pulled).toMatchObject({ status: 2, stderr: "" });
  expect(pulled.stdout.match(/^Wrote /gm)).toHaveLength(edits);
  expect(await command(project, "pull")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Nothing to pull\. Compared \d+ objects\.\n$/) as string,
  });
  expect(await plan()).toBe(0);

  bench.simulator().create("cluster", WORKSPACE_ID, { name: "New" });
  const checked = await command(project, "check", "--json");
  expect(checked.status).toBe(2);
  const { unmanaged } = JSON.parse(checked.stdout) as { unmanaged: { name: string }[] };
  expect(unmanaged).toMatchObject([{ name: "New" }]);
}

test("a workspace becomes HCL that plans clean, and edits come back to its files", async () => {
  const project = bench.project();
  rmSync(join(project.folder, "cdktf.json"));
  seedWorkspace();
  // An id is data: if it were evaluated, the import would look for the object "stolen".
  const id = '${trimspace(file("secret"))}';
  project.write("secret", "stolen\n");
  bench.simulator().seed({ workspaceId: WORKSPACE_ID, clusters: [{ id, name: "Hostile id" }] });
  const total = 2 * NAMES.length + 1;
  const exported = await command(project, "export", "--format", "hcl", "--out", ".", "--verify");
  expect(exported).toMatchObject({ status: 0, stderr: CLEAN.replace(/\d+/, `${total}`) });

  succeeded("install", await command(project, "install"));
  const engine = (...args: string[]) => project.spawn(ENGINE, [...args, "-input=false", "-no-color"]);
  succeeded("init", await engine("init"));
  succeeded("apply", await engine("apply", "-auto-approve"));
  await editAndPull(project, async () => (await engine("plan", "-detailed-exitcode")).status);

  succeeded("settle", await command(project, "export", "--format", "hcl", "--out", ".", "--settle"));
  expect(existsSync(join(project.folder, "outreach-imports.tf.json"))).toBe(false);
  const before = filesIn(project.folder);
  const again = await command(project, "export", "--format", "hcl", "--out", ".", "--json", "--verify");
  expect(JSON.parse(again.stdout)).toMatchObject({ added: [{ name: "New" }], managed: total, gone: [] });
  expect(again).toMatchObject({ status: 0, stderr: CLEAN.replace(/\d+/, "1") });
  const data = join(project.folder, "outreach-export.json");
  for (const [file, bytes] of Object.entries(before)) {
    if (file !== data) expect(readFileSync(file, "latin1")).toBe(bytes);
  }
  const { import: imports } = JSON.parse(
    readFileSync(join(project.folder, "outreach-imports.tf.json"), "utf8"),
  ) as { import: object[] };
  expect(imports).toMatchObject([{ to: "outreach_cluster.new" }]);
});

test("a workspace becomes code for CDKTF that plans clean, and edits come back to its files", async () => {
  const project = bench.project();
  project.link("typescript", join(ROOT, "node_modules/typescript"));
  seedWorkspace();
  const exported = await command(project, "export", "--verify", "--no-states");
  expect(exported).toMatchObject({ status: 0, stderr: CLEAN });
  await compileStrictly(project);

  project.app({
    whole: 'new OutreachProvider(stack, "outreach"); require("./outreach").declareWorkspace(stack);',
  });
  // CDKTF checks the version of the engine for each import.
  project.write("engine", `#!/bin/sh\necho run >> runs\nexec ${ENGINE} "$@"\n`);
  chmodSync(join(project.folder, "engine"), 0o755);
  await project.synthInProcess({ TERRAFORM_BINARY_NAME: "./engine" });
  expect(readFileSync(join(project.folder, "runs"), "utf8")).toBe("run\n");
  await project.apply("whole");
  await editAndPull(project, async () => {
    await project.synth();
    const args = ["plan", "-detailed-exitcode", "-input=false"];
    return (await project.spawn(ENGINE, args, { cwd: project.stackFolder("whole") })).status;
  });

  const before = filesIn(join(project.folder, "outreach"));
  expect((await command(project, "export")).stdout).toContain("Exported 1 cluster and 0 snippets");
  const data = join(project.folder, "outreach/objects.json");
  for (const [file, bytes] of Object.entries(before)) {
    if (file !== data) expect(readFileSync(file, "latin1")).toBe(bytes);
  }
  succeeded("settle", await command(project, "export", "--settle"));
  const rows = Object.values(JSON.parse(readFileSync(data, "utf8")) as Record<string, unknown>)
    .filter((list) => Array.isArray(list))
    .flat() as { id: string; settled?: boolean }[];
  expect(rows.filter(({ settled }) => settled !== true)).toMatchObject([{ id: "new" }]);
});

/**
 * As a project with TypeScript's strictest settings does, and with only the types of Node.js; the JavaScript
 * goes beside the code. Node.js itself runs TypeScript whose syntax can be erased.
 */
async function compileStrictly(project: CdktfProject): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noUnusedLocals: true, noUnusedParameters: true },
    ...{
      exactOptionalPropertyTypes: true,
      erasableSyntaxOnly: true,
      noPropertyAccessFromIndexSignature: true,
    },
    ...{
      target: "es2022",
      module: "node16",
      skipLibCheck: true,
      types: ["node"],
    },
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["outreach"] }));
  const tsc = join(ROOT, "node_modules/typescript7/bin/tsc");
  succeeded("tsc", await project.spawn(process.execPath, [tsc, "-p", "."]));
}

test("an export that is killed while it reads leaves nothing, and one whose read fails goes on with the next run", async () => {
  const project = bench.project();
  seedWorkspace();
  const { simulator } = bench;
  const before = readdirSync(project.folder).sort();
  const held = simulator().addFault({ operation: "GetSnippet", nth: 20, effect: { type: "hold" } });
  const killed = project.spawn(process.execPath, [...COMMAND, "export", "--no-states"]);
  await simulator().waitForCall("GetSnippet", 20);
  project.killAll();
  await killed;
  simulator().release(held);
  simulator().clearFaults();
  expect(readdirSync(project.folder).sort()).toEqual(before);

  // Of one object, not of the nth call: calls of the killed export may still arrive.
  const { id } = simulator()
    .objects()
    .find(({ kind }) => kind === "snippet")!;
  simulator().addFault({
    operation: "GetSnippet",
    match: { id },
    times: 1_000,
    effect: { type: "status", status: 422 },
  });
  const first = await command(project, "export", "--no-states");
  expect(first.status).toBe(1);
  expect(first.stdout).toMatch(/Not exported: snippet ".*" \(\w+\): .*422/);
  simulator().clearFaults();
  expect((await command(project, "export", "--no-states")).stdout).toContain(
    "Exported 0 clusters and 1 snippet to outreach.",
  );
});
