import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { WORKSPACE_ID, workspaceBench } from "../workspace-project";

const bench = workspaceBench();

/** Returns the files that an uninterrupted export of the same objects writes. */
async function whole(...args: string[]): Promise<Record<string, string>> {
  const project = bench.project();
  expect(await project.run("export", ...args)).toMatchObject({ status: 0, stderr: "" });
  return project.files("outreach");
}

/** Kills an export at each step of its writing, and returns how many steps there are. */
async function atEachStep(
  prepare: () => void,
  check: () => Promise<void>,
  ...args: string[]
): Promise<number> {
  for (let step = 1; ; step += 1) {
    prepare();
    const { signal } = await bench.project().runKilled(step, "export", ...args);
    if (signal === null) return step - 1;
    await check();
  }
}

describe("an export that is killed while it writes", () => {
  it("leaves no folder or the complete new folder, and a rerun completes it", async () => {
    bench.cluster("Europe", "Sales");
    bench.snippet("Opener", "Hi {name}\n");
    const expected = await whole();
    const project = bench.project();
    const prepare = () => rmSync(join(project.folder, "outreach"), { recursive: true, force: true });
    const check = async () => {
      const isThere = existsSync(join(project.folder, "outreach"));
      if (isThere) expect(project.files("outreach")).toEqual(expected);
      expect((await project.run("export")).status).toBe(0);
      expect(project.files()).toEqual(expected);
    };
    expect(await atEachStep(prepare, check)).toBeGreaterThan(8);
  });

  it.each(["cdktf", "hcl"])(
    "leaves whole files in the folder of an earlier export (%s), and a rerun completes it",
    async (format) => {
      const project = bench.project();
      bench.cluster("Europe");
      bench.snippet("Opener", "Hi {name}\n");
      const before = await whole("--format", format);
      bench.snippet("Nudge", "Still {name}?\n");
      const expected = await whole("--format", format);
      const prepare = () => {
        rmSync(join(project.folder, "outreach"), { recursive: true });
        for (const [file, contents] of Object.entries(before))
          project.write(file, Buffer.from(contents, "latin1"));
      };
      const check = async () => {
        for (const [file, contents] of Object.entries(project.files("outreach"))) {
          if (!file.endsWith(".new")) expect([before[file], expected[file]]).toContain(contents);
        }
        expect((await project.run("export", "--format", format)).status).toBe(0);
        expect(project.files("outreach")).toEqual(expected);
      };
      expect(await atEachStep(prepare, check, "--format", format)).toBeGreaterThan(6);
    },
  );
});

it("Ctrl-C while an export reads leaves no file, and the error names the signal", async () => {
  const project = bench.project();
  bench.snippet("Opener", "Hi\n");
  bench.simulator().addFault({ operation: "GetSnippet", effect: { type: "hold" } });
  const { child, finished } = project.start(["export"]);
  await bench.simulator().waitForCall("GetSnippet", 1);
  child.kill("SIGINT");
  expect(await finished).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "cdktf-outreach: Interrupted by SIGINT.\n",
  });
  expect(project.files()).toEqual({});
});

it("a failed read is reported with its object and its error, and the next run reads only missing objects", async () => {
  const project = bench.project();
  const refused = bench.snippet("Refused", "Hi\n");
  bench.snippet("Read", "Hi\n");
  bench.simulator().addFault({
    operation: "GetSnippet",
    match: { id: refused.id },
    effect: { type: "status", status: 422 },
  });
  const first = await project.run("export", "--json");
  expect(first.status).toBe(1);
  expect(JSON.parse(first.stdout)).toMatchObject({
    added: [{ name: "Read" }],
    failures: [{ kind: "snippet", id: refused.id, name: "Refused", message: expect.stringContaining("422") }],
  });
  bench.simulator().clearFaults();
  bench.simulator().clearJournal();
  const second = await project.run("export");
  expect(second).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Exported 0 clusters and 1 snippet"),
  });
  expect(bench.simulator().counts().GetSnippet).toBe(1);
});

it("an object that is listed but not found by its read is reported", async () => {
  bench.snippet("Opener", "Hi\n");
  bench.simulator().addFault({ operation: "GetSnippet", effect: { type: "status", status: 404 } });
  const { status, stdout } = await bench.project().run("export");
  expect(status).toBe(1);
  expect(stdout).toContain('Not read: snippet "Opener"');
});

it("objects that a state holds, in a stack or in a named file, are left out and counted", async () => {
  const project = bench.project();
  const [inStack, inFile] = [bench.cluster("In a stack"), bench.snippet("In a file", "Hi\n")];
  bench.snippet("New", "Hi\n");
  project.stack("other", [{ object: inFile, name: "in_file" }]);
  project.write("other.tfstate", project.read("terraform.other.tfstate"));
  rmSync(join(project.folder, "cdktf.out"), { recursive: true });
  project.stack("one", [{ object: inStack, name: "in_stack" }]);
  rmSync(join(project.folder, "cdktf.out/stacks/other"), { recursive: true, force: true });
  project.write(
    "cdktf.out/manifest.json",
    JSON.stringify({ stacks: { one: { name: "one", workingDirectory: "stacks/one" } } }),
  );
  const { stdout } = await project.run("export", "--state", "other.tfstate");
  expect(stdout).toContain(
    "Exported 0 clusters and 1 snippet to outreach.\nLeft out, because a state holds them: 2.",
  );
  expect(project.read("outreach/objects.ts")).not.toMatch(/In a (stack|file)/);
});

it("an object that was renamed or deleted in Outreach is reported, and its code stays", async () => {
  const project = bench.project();
  const [renamed, deleted] = [bench.cluster("Old name"), bench.cluster("Deleted")];
  const before = await whole();
  bench.simulator().update(renamed.id, { name: "New name" });
  bench.simulator().delete(deleted.id);
  const { stdout } = await project.run("export");
  expect(stdout).toContain('Renamed: old-name is "New name" at the server, and "Old name" in the code.');
  expect(stdout).toContain("Gone: the workspace no longer has the object of deleted.");
  expect(project.files("outreach")).toEqual(before);
});

it("--settle removes the import ids of objects that a state holds, and no other import id", async () => {
  const project = bench.project();
  const applied = bench.cluster("Applied");
  bench.cluster("Declared");
  await whole();
  const before = project.read("outreach/objects.ts");
  project.stack("one", [{ object: applied, name: "applied" }]);
  expect((await project.run("export", "--settle", "--dry-run")).stdout).toBe(
    "1 import ids would be removed from outreach.\n",
  );
  expect(project.read("outreach/objects.ts")).toBe(before);
  expect((await project.run("export", "--settle")).stdout).toBe("1 import ids were removed from outreach.\n");
  expect(project.read("outreach/objects.ts")).toBe(before.replace(`, objectId: "${applied.id}"`, ""));
});

it("a prompt file of a person keeps its contents: the new snippet gets another name", async () => {
  const project = bench.project();
  bench.cluster("Europe");
  await whole();
  project.write("outreach/prompts/Opener.md", "Mine\n");
  bench.snippet("Opener", "Theirs\n");
  const files = await whole();
  expect(files["outreach/prompts/Opener.md"]).toBe("Mine\n");
  expect(Object.keys(files).filter((file) => /opener-[0-9a-f]{8}\.md$/.test(file))).toHaveLength(1);
});

it("a prompt file that is a link is not written through", async () => {
  const project = bench.project();
  bench.cluster("Europe");
  await whole();
  project.write("elsewhere.md", "Elsewhere\n");
  project.write("outreach/prompts/other.md", "");
  symlinkSync(join(project.folder, "elsewhere.md"), join(project.folder, "outreach/prompts/opener.md"));
  bench.snippet("Opener", "Theirs\n");
  await whole();
  expect(project.read("elsewhere.md")).toBe("Elsewhere\n");
});

it("the request is retried without a page size if the server rejects the size", async () => {
  bench.snippet("Opener", "Hi\n");
  bench.simulator().addFault({
    operation: "ListSnippet",
    match: { maxItems: 250 },
    effect: { type: "status", status: 400 },
  });
  expect((await bench.project().run("export")).stdout).toContain("Exported 0 clusters and 1 snippet");
});

it("the texts of other workspaces, the credentials and the workspace id are in no file", async () => {
  bench.cluster("Europe", "Sales");
  bench.snippet("Opener", "Hi\n");
  for (const contents of Object.values(await whole())) {
    expect(contents).not.toContain(WORKSPACE_ID);
    expect(contents).not.toContain("user-1");
  }
});

it("--verify of a workspace without objects has nothing to plan, and writes nothing", async () => {
  for (const format of ["cdktf", "hcl"]) {
    const outcome = await bench.project().run("export", "--format", format, "--verify");
    expect(outcome).toMatchObject({ status: 0, stdout: "Exported 0 clusters and 0 snippets to outreach.\n" });
  }
  expect(bench.project().files()).toEqual({});
});
