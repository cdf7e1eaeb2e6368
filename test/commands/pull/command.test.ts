import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { workspaceBench } from "../workspace-project";

const bench = workspaceBench();

const TEXT = "one\ntwo\nthree\n";

const NOTHING = "Nothing to pull. Compared 1 object.\n";

/** A snippet of a stack with one prompt file, edited at the server since. */
function editedSnippet(ours: string | Buffer = TEXT, edited = TEXT.replace("two", "2"), file = "prompt.md") {
  const object = bench.snippet("Opener", TEXT);
  bench.project().stack("one", [{ object, name: "opener", file }]);
  if (ours !== "") bench.project().write(file, ours);
  bench.simulator().update(object.id, { prompt: edited });
  return object;
}

it("an edit at the server alone is written into the file, and the next run has nothing to pull", async () => {
  const project = bench.project();
  editedSnippet();
  const states = project.read("terraform.one.tfstate");
  expect(await project.run("pull", "--dry-run")).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('Would write prompt.md: outreach_snippet.opener of one, "Opener".'),
  });
  expect(project.read("prompt.md")).toBe(TEXT);
  const pulled = await project.run("pull");
  expect(pulled).toMatchObject({ status: 2, stderr: "" });
  expect(pulled.stdout).toMatch(/^Wrote prompt\.md: .*\n {2}one\n- two\n\+ 2\n {2}three\n$/);
  expect(project.read("prompt.md")).toBe(TEXT.replace("two", "2"));
  expect(await project.run("pull")).toMatchObject({ status: 0, stdout: NOTHING });
  expect(project.read("terraform.one.tfstate")).toBe(states);
});

it("edits in different lines are merged, and the file keeps its line ends, byte order mark and end", async () => {
  editedSnippet("\ufeffone\r\ntwo\r\nTHREE\r\n\r\n", TEXT.replace("one", "1"));
  expect((await bench.project().run("pull")).status).toBe(2);
  expect(bench.project().read("prompt.md")).toBe("\ufeff1\r\ntwo\r\nTHREE\r\n\r\n");
});

it("edits in the same lines become conflict markers, once", async () => {
  const project = bench.project();
  editedSnippet("one\nours\nthree\n", TEXT.replace("two", "theirs"));
  const marked = "one\n<<<<<<< file\nours\n=======\ntheirs\n>>>>>>> Outreach\nthree\n";
  const dry = await project.run("pull", "--dry-run");
  expect(dry).toMatchObject({ status: 2, stdout: expect.stringContaining("Would conflict prompt.md: ") });
  expect(project.read("prompt.md")).toBe("one\nours\nthree\n");
  const pulled = await project.run("pull", "--json");
  expect(pulled.status).toBe(2);
  expect(JSON.parse(pulled.stdout)).toMatchObject({
    objects: [{ result: "conflict", file: "prompt.md", stack: "one" }],
  });
  expect(project.read("prompt.md")).toBe(marked);
  const again = await project.run("pull");
  expect(again).toMatchObject({ status: 1, stdout: expect.stringContaining("still has conflict markers") });
  expect(project.read("prompt.md")).toBe(marked);
});

it.each<[options: string[], written: string[], status: number]>([
  [["--stack", "one"], ["opener.md"], 2],
  [["--match", "Repl?"], ["reply.md"], 2],
  [["--match", "First*"], ["opener.md"], 2],
  [["--stack", "two", "--match", "Opener"], [], 1],
  [["--stack", "three"], [], 0],
])("pull with %j writes the files of the selected objects only", async (options, written, status) => {
  const project = bench.project();
  const [opener, reply] = [bench.snippet("Opener", TEXT), bench.snippet("Reply", TEXT)];
  project.stack("one", [{ object: opener, name: "opener", file: "opener.md" }]);
  project.stack("two", [{ object: reply, name: "reply", file: "reply.md" }]);
  project.stack("three", []);
  for (const file of ["opener.md", "reply.md"]) project.write(file, TEXT);
  for (const { id } of [opener, reply]) bench.simulator().update(id, { prompt: `${TEXT}four\n` });
  bench.simulator().update(opener.id, { name: "First mail" });
  expect((await project.run("pull", ...options)).status).toBe(status);
  const isWritten = (file: string) => project.read(file) !== TEXT;
  expect(["opener.md", "reply.md"].filter(isWritten)).toEqual(written);
});

it("pull --stack leaves a stack out that has no state here, and refuses a name that no stack has", async () => {
  const project = bench.project();
  project.stack("one", [{ object: bench.snippet("Opener", TEXT), name: "opener", file: "opener.md" }]);
  project.stack("two", [], { added: { "outreach_snippet.new": "opener.md" } });
  project.write("opener.md", TEXT);
  rmSync(join(project.folder, "terraform.two.tfstate"));
  expect((await project.run("pull")).status).toBe(1);
  expect((await project.run("pull", "--stack", "one")).status).toBe(0);
  const { status, stderr } = await project.run("pull", "--stack", "on");
  expect([status, stderr]).toEqual([1, expect.stringContaining('--stack takes one or two, not "on".')]);
});

it("a name and a description are reported with their difference", async () => {
  const project = bench.project();
  const [snippet, cluster] = [bench.snippet("Opener", TEXT), bench.cluster("Europe", "Sales")];
  project.stack("one", [
    { object: snippet, name: "opener", file: "prompt.md" },
    { object: cluster, name: "europe" },
  ]);
  project.write("prompt.md", TEXT);
  bench.simulator().update(snippet.id, { name: "First mail" });
  bench.simulator().update(cluster.id, { description: "Sales in Europe" });
  const { status, stdout } = await project.run("pull");
  expect(status).toBe(2);
  expect(stdout).toMatch(
    /^Not written: outreach_snippet\.opener .*\nIts name was edited\..*\n- Opener\n\+ First mail\n/,
  );
  expect(stdout).toMatch(
    /outreach_cluster\.europe .*\nIts description was edited\..*\n- Sales\n\+ Sales in Europe\n$/,
  );
});

it("an edit in a file that a stack of another workspace uses is written, and the report names that stack", async () => {
  const project = bench.project();
  const [staging, production] = [bench.snippet("Opener", TEXT), bench.snippet("Opener", TEXT)];
  project.write("prompt.md", TEXT);
  project.stack("staging", [{ object: staging, name: "opener", file: "prompt.md" }]);
  const attributes = { workspace_id: "another" };
  project.stack("production", [{ object: production, name: "opener", file: "prompt.md", attributes }]);
  bench.simulator().update(staging.id, { prompt: TEXT.replace("two", "2") });
  const json = await project.run("pull", "--dry-run", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ objects: [{ sharedWith: ["production"] }] });
  const { status, stdout } = await project.run("pull");
  expect(status).toBe(2);
  expect(stdout).toContain(
    "The stack production uses this file, too: its next plan shows the change for its workspace.\n",
  );
  expect(project.read("prompt.md")).toBe(TEXT.replace("two", "2"));
});

it("a sensitive prompt is written into its file, and neither it nor a sensitive name is printed", async () => {
  const project = bench.project();
  const object = bench.snippet("Codename", TEXT);
  const sensitive = ["name", "prompt"];
  project.stack("one", [{ object, name: "opener", file: "prompt.md", sensitive }]);
  project.write("prompt.md", TEXT);
  bench.simulator().update(object.id, { name: "Renamed", prompt: "one\nsecret\nthree\n" });
  const json = await project.run("pull", "--dry-run", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    objects: [{ name: "(sensitive)" }, { name: "(sensitive)" }],
  });
  expect(json.stdout).not.toMatch(/Codename|Renamed|secret/);
  const { status, stdout } = await project.run("pull");
  expect(status).toBe(2);
  expect(stdout).toBe(
    "Not written: outreach_snippet.opener of one, (sensitive).\nIts name was edited. Copy the edit into the code.\n\n" +
      "Wrote prompt.md: outreach_snippet.opener of one, (sensitive).\n",
  );
  expect(project.read("prompt.md")).toContain("secret");
});

it("a deposed object is not pulled, and a written file keeps its mode", async () => {
  const project = bench.project();
  const [object, deposed] = [bench.snippet("Opener", TEXT), bench.snippet("Opener", TEXT)];
  project.stack("one", [
    { object, name: "opener", file: "prompt.md", instance: { status: "tainted" } },
    { object: deposed, name: "opener", file: "prompt.md", instance: { deposed: "8d2e4f1a" } },
  ]);
  project.write("prompt.md", TEXT);
  chmodSync(join(project.folder, "prompt.md"), 0o664);
  for (const { id } of [object, deposed]) bench.simulator().update(id, { prompt: TEXT.replace("two", "2") });
  const { status, stdout } = await project.run("pull");
  expect({ status, outcomes: stdout.match(/^\w.*: .* of one/gm) }).toEqual({
    status: 2,
    outcomes: ["Wrote prompt.md: outreach_snippet.opener of one"],
  });
  expect(statSync(join(project.folder, "prompt.md")).mode & 0o777).toBe(0o664);
});

it("an object that cannot be read is named, a deleted one is reported, and the others are pulled", async () => {
  const project = bench.project();
  const names = ["edited", "refused", "deleted"];
  const objects = names.map((name) => bench.snippet(name, TEXT));
  project.stack(
    "one",
    objects.map((object) => ({ object, name: object.name, file: `${object.name}.md` })),
  );
  for (const name of names) project.write(`${name}.md`, TEXT);
  const [edited, refused, deleted] = objects.map(({ id }) => id);
  bench.simulator().update(edited!, { prompt: TEXT.replace("two", "2") });
  bench.simulator().delete(deleted!);
  const fault = bench.simulator().addFault({
    ...{
      operation: "GetSnippet" as const,
      match: { id: refused! },
      effect: { type: "status" as const, status: 403 },
    },
  });
  // Otherwise the command waits until the delete had time to become visible.
  const env = { OUTREACH_VISIBILITY_TIMEOUT: "0" };
  const { status, stdout } = await project.runWith(env, "pull");
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Wrote edited\.md: /);
  expect(stdout).toMatch(/\nError: outreach_snippet\.refused .*\nIt cannot be read: .*403/);
  expect(stdout).toMatch(
    /\nNot written: outreach_snippet\.deleted .*\nThe workspace no longer has this object/,
  );
  bench.simulator().clearFaults(fault);
  expect((await project.runWith(env, "pull")).status).toBe(2);
});

it("objects of other workspaces are counted, and if there are no others, nothing was compared", async () => {
  const project = bench.project();
  const [here, there] = [bench.snippet("Here", TEXT), bench.snippet("There", TEXT)];
  const attributes = { workspace_id: "another" };
  project.stack("one", [
    { object: here, name: "here" },
    { object: there, name: "there", attributes },
  ]);
  const said = "Not compared: 1 object of other workspaces.\n";
  expect(await project.run("pull")).toMatchObject({ status: 0, stdout: `${NOTHING}\n${said}` });
  project.stack("one", [{ object: there, name: "there", attributes }]);
  expect(await project.run("pull")).toMatchObject({
    status: 1,
    stdout: `${said}\nNo compared state has an object of the configured workspace. Check OUTREACH_WORKSPACE_ID.\n`,
  });
});

it("a stack whose state is not on this machine is named, and the exit status is 1", async () => {
  const project = bench.project();
  editedSnippet("one\n2\nthree\n");
  rmSync(join(project.folder, "terraform.one.tfstate"));
  const { status, stdout } = await project.run("pull");
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout:
      "Not compared: the stack one (terraform.one.tfstate) has no state here. Deploy it, or bring its state to this machine.\n",
  });
});

it("if the code declares objects and no state holds any, pull names the states that it read, and exits with 1", async () => {
  const project = bench.project();
  project.stack("one", [], { added: { "outreach_snippet.opener": "prompt.md" } });
  project.stack("two", []);
  const { status, stdout } = await project.run("pull");
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout:
      "Nothing was compared: the code declares clusters or snippets, and none is in the states that were read: " +
      "one (terraform.one.tfstate), two (terraform.two.tfstate). Check TF_WORKSPACE and the backend of the stacks, or " +
      "deploy them first.\n",
  });
  const json = await project.run("pull", "--json");
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ compared: 0, withoutObjects: ["one", "two"] });
});

it("without an object in the code and in the states, nothing is to pull", async () => {
  bench.project().stack("one", []);
  const { status, stdout } = await bench.project().run("pull");
  expect({ status, stdout }).toEqual({ status: 0, stdout: "Nothing to pull. Compared 0 objects.\n" });
});

it("plain HCL is not read without its parser: the error says how to install it, and nothing is compared", async () => {
  const project = bench.project();
  project.write("main.tf", 'resource "outreach_snippet" "opener" {\n  name = "Opener"\n}\n');
  // Node.js finds no packages beside this copy of the command.
  const copy = join(project.folder, "node_modules/cdktf-outreach/cli.cjs");
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(join(project.command.folder, "dist/cli/cdktf-outreach.cjs"), copy);
  const { status, stdout, stderr } = spawnSync(process.execPath, [copy, "pull"], {
    ...{ cwd: project.folder, encoding: "utf8" },
  });
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 1, stdout: "" },
    stderr:
      "cdktf-outreach: main.tf cannot be read without HashiCorp's parser for HCL, which is not installed. Install it beside " +
      "cdktf-outreach: npm install --save-dev @cdktn/hcl2json\n",
  });
});

it.each([
  [
    "no stack was synthesized",
    "cdktf.json",
    "{}",
    "No synthesized stack in cdktf.out, so nothing was compared.",
  ],
  [
    "a manifest is malformed",
    "cdktf.out/manifest.json",
    '{"stacks":{"one":null}}',
    "cdktf.out/manifest.json is not what",
  ],
])("pull exits with 1 if %s", async (_, file, contents, message) => {
  bench.project().write(file, contents);
  const { status, stdout, stderr } = await bench.project().run("pull");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(message);
});

it("a refused connection and refused credentials end with the next step", async () => {
  const project = bench.project();
  editedSnippet();
  const next = "Run npx cdktf-outreach doctor to find the cause.\n";
  const unreachable = { OUTREACH_BASE_URL: "http://127.0.0.1:9", OUTREACH_MAX_RETRIES: "0" };
  expect(await project.runWith(unreachable, "pull")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining(next),
  });
  bench.simulator().addFault({ effect: { type: "status", status: 401 } });
  expect(await project.run("pull")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining(next),
  });
});

describe("pull", () => {
  const outside = () => join(bench.project().command.folder, "outside");
  const link = (target: string, path: string) => symlinkSync(target, join(bench.project().folder, path));

  it.each<[string, string, string, () => void]>([
    ["that is a link", "prompt.md", "the file is a link", () => link(outside(), "prompt.md")],
    [
      "in a folder that links out of the project",
      "prompts/prompt.md",
      "the file is outside of the project",
      () => link(dirname(outside()), "prompts"),
    ],
    [
      "in a folder that links to another folder of the project",
      "linked/prompts/prompt.md",
      "its folder linked is a link",
      () => {
        bench.project().write("other/prompts/prompt.md", TEXT);
        link(join(bench.project().folder, "other"), "linked");
      },
    ],
    ["that is missing", "prompt.md", "the file is missing", () => {}],
    [
      "with bytes that are not UTF-8",
      "prompt.md",
      "the file is not UTF-8",
      () => bench.project().write("prompt.md", Buffer.from([0x6f, 0xff, 0x0a])),
    ],
  ])("does not write a prompt file %s", async (_, file, reason, prepare) => {
    const beside = join(dirname(outside()), "prompt.md");
    for (const path of [outside(), beside]) writeFileSync(path, TEXT);
    prepare();
    editedSnippet("", undefined, file);
    const before = bench.project().files();
    const { status, stdout } = await bench.project().run("pull");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Error /);
    expect(stdout).toContain(`Its prompt was edited, but ${reason}.`);
    expect(bench.project().files()).toEqual(before);
    for (const path of [outside(), beside]) expect(readFileSync(path, "utf8")).toBe(TEXT);
    rmSync(beside);
  });

  it("does not write a prompt file whose path leads out of the project", async () => {
    writeFileSync(outside(), TEXT);
    editedSnippet("", undefined, relative(bench.project().folder, outside()));
    expect(await bench.project().run("pull")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("the file is outside of the project"),
    });
    expect(readFileSync(outside(), "utf8")).toBe(TEXT);
  });
});
