import { renameSync } from "node:fs";
import { join } from "node:path";
import { workspaceBench } from "../workspace-project";

const bench = workspaceBench();

it("check exits with 0 if the states hold every object", async () => {
  bench.project().stack("one", [{ object: bench.cluster("Europe"), name: "europe" }]);
  expect(await bench.project().run("check")).toMatchObject({
    status: 0,
    stdout: "1 of 1 objects of the workspace are managed.\n",
    stderr: "",
  });
});

it("check reads the stacks from the folder that cdktf.json names", async () => {
  const project = bench.project();
  project.stack("one", [{ object: bench.cluster("Europe"), name: "europe" }]);
  renameSync(join(project.folder, "cdktf.out"), join(project.folder, "elsewhere"));
  project.write("cdktf.json", JSON.stringify({ output: "elsewhere" }));
  expect(await project.run("check")).toMatchObject({ status: 0, stderr: "" });
});

it("check lists unmanaged objects, objects that only a state holds, and objects of two resources, and exits with 2", async () => {
  const project = bench.project();
  const [managed, twice, deleted] = [
    bench.cluster("Managed"),
    bench.snippet("Twice", "Hi\n"),
    bench.cluster("Deleted"),
  ];
  const unmanaged = bench.snippet("Un\u202emanaged\n", "Hi\n");
  project.stack("one", [
    { object: managed, name: "managed" },
    { object: twice, name: "twice" },
    { object: deleted, name: "deleted" },
  ]);
  project.stack("two", [{ object: twice, name: "again" }]);
  bench.simulator().delete(deleted.id);
  const { status, stdout } = await project.run("check");
  expect(status).toBe(2);
  expect(stdout).toContain("2 of 3 objects of the workspace are managed.\n");
  expect(stdout).toMatch(
    new RegExp(`\\nUnmanaged \\(1\\):\\n {2}snippet ".*managed.*" \\(${unmanaged.id}\\)\\n`),
  );
  expect(stdout).not.toContain("\u202e");
  expect(stdout).toContain(
    `\nIn a state, but not in the workspace (1):\n  outreach_cluster.deleted of one (${deleted.id})\n`,
  );
  expect(stdout).toContain(
    `\nManaged by several resources (1):\n  snippet "Twice" (${twice.id}): ` +
      `outreach_snippet.twice of one (${twice.id}), outreach_snippet.again of two (${twice.id})\n`,
  );
  const json = await project.run("check", "--json");
  expect(json.status).toBe(2);
  expect(JSON.parse(json.stdout)).toEqual({
    managed: [
      { kind: "cluster", id: managed.id, name: "Managed" },
      { kind: "snippet", id: twice.id, name: "Twice" },
    ],
    unmanaged: [{ kind: "snippet", id: unmanaged.id, name: unmanaged.name }],
    gone: [{ kind: "cluster", id: deleted.id, address: "outreach_cluster.deleted", stack: "one" }],
    managedTwice: [
      {
        ...{ kind: "snippet", id: twice.id, name: "Twice" },
        by: [
          { kind: "snippet", id: twice.id, address: "outreach_snippet.twice", stack: "one" },
          { kind: "snippet", id: twice.id, address: "outreach_snippet.again", stack: "two" },
        ],
      },
    ],
    ofOtherWorkspaces: 0,
  });
});

it("check counts the objects of a --state file, and leaves out objects of other workspaces", async () => {
  const project = bench.project();
  const [here, elsewhere] = [bench.cluster("Here"), bench.cluster("Elsewhere")];
  project.stack("one", [
    { object: here, name: "here" },
    { object: elsewhere, name: "elsewhere", attributes: { workspace_id: "another" } },
  ]);
  project.write("other.tfstate", project.read("terraform.one.tfstate"));
  project.stack("one", []);
  const { status, stdout } = await project.run("check", "--state", "other.tfstate");
  expect(status).toBe(2);
  expect(stdout).toContain("1 of 2 objects of the workspace are managed.");
  expect(stdout).toContain("Not compared: 1 objects of other workspaces.");
});

it.each([
  [
    "a state file is missing",
    ["--state", "missing.tfstate"],
    "The state file missing.tfstate cannot be read",
  ],
  ["a state file is no state", ["--state", "cdktf.out/manifest.json"], "is not in format version 4"],
  ["there is no such folder of synth", ["--cdktf-out", "missing"], "missing/manifest.json is missing."],
])("check exits with 1 if %s", async (_, args, message) => {
  bench.project().stack("one", []);
  const { status, stdout, stderr } = await bench.project().run("check", ...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(message);
});

it("check exits with 1 if a list fails, and prints no incomplete comparison", async () => {
  bench.project().stack("one", [{ object: bench.cluster("Europe"), name: "europe" }]);
  bench.simulator().addFault({ operation: "ListSnippet", effect: { type: "status", status: 422 } });
  const { status, stdout, stderr } = await bench.project().run("check");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("422");
});

it("a check that is killed leaves every file as it was, and a rerun completes it", async () => {
  const project = bench.project();
  project.stack("one", [{ object: bench.cluster("Europe"), name: "europe" }]);
  const before = project.files();
  const held = bench.simulator().addFault({ operation: "ListClusters", effect: { type: "hold" } });
  const { child, finished } = project.start(["check"]);
  await bench.simulator().waitForCall("ListClusters", 1);
  child.kill("SIGKILL");
  await finished;
  expect(project.files()).toEqual(before);
  bench.simulator().clearFaults(held);
  bench.simulator().release(held);
  expect((await project.run("check")).status).toBe(0);
  expect(project.files()).toEqual(before);
});
