import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finished } from "../command";
import { type Applied, WORKSPACE_ID, workspaceBench } from "../workspace-project";

const bench = workspaceBench();

/** Runs an export, with a program in place of the engine that only prints a state. */
function exporting(...args: string[]): Promise<Finished> {
  const project = bench.project();
  const engine = join(project.command.folder, "engine");
  const script =
    '#!/bin/sh\nif [ "$1" = state ] && [ -e terraform.tfstate ]; then cat terraform.tfstate; fi\n';
  writeFileSync(engine, script, { mode: 0o755 });
  return project.runWith({ TERRAFORM_BINARY_NAME: engine }, "export", ...args);
}

/** Returns the files of the project's export. A mark of the workspace has a random salt. */
function exported(): Record<string, string> {
  const marked = Object.entries(bench.project().files("outreach"));
  return Object.fromEntries(
    marked.map(([file, text]) => [file, text.replace(/("(?:salt|digest)": )"[0-9a-f]+"/g, '$1""')]),
  );
}

/** Returns the files that an uninterrupted export writes. */
async function whole(...args: string[]): Promise<Record<string, string>> {
  expect(await exporting(...args)).toMatchObject({ status: 0, stderr: "" });
  return exported();
}

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
  expect(project.read("outreach/objects.json")).not.toMatch(/In a (stack|file)/);
});

it("an object that was made again under the id of a state's object is not managed, and the error says so", async () => {
  const project = bench.project();
  const [europe, opener, same] = [
    bench.cluster("Europe"),
    bench.snippet("Opener", "Hi\n"),
    bench.snippet("Same", "Hi\n"),
  ];
  const attributes = { created_at: "2026-01-01T00:00:00.000Z" };
  project.stack("one", [
    { object: europe, name: "europe", attributes },
    { object: opener, name: "opener", attributes, sensitive: ["name"] },
    { object: same, name: "same" },
  ]);
  const { status, stdout } = await project.run("export");
  expect(status).toBe(1);
  expect(stdout).toContain("Left out, because a state holds them: 1.\n");
  for (const [name, object, address] of [
    ['"Europe"', europe, "outreach_cluster.europe"],
    ['"(sensitive)"', opener, "outreach_snippet.opener"],
  ] as const) {
    expect(stdout).toContain(
      `Not exported: ${object.kind} ${name} (${object.id}): The state of one has an object with this id, at ${address}. ` +
        `Its id belongs to another object now: the object of the state was created at ${attributes.created_at}, and this one at `,
    );
  }
  expect(project.files()).not.toHaveProperty("outreach/objects.json");
});

it.each(["cdktf", "hcl"])(
  "an object that was renamed or deleted in Outreach is reported, also after --settle, and its code stays (%s)",
  async (format) => {
    const project = bench.project();
    const [renamed, deleted] = [bench.cluster("Old name"), bench.cluster("Deleted")];
    bench.cluster("Kept, and not applied");
    await whole("--format", format);
    const applied = [
      { object: renamed, name: "old-name" },
      { object: deleted, name: "deleted" },
    ];
    const place = format === "hcl" ? "outreach/terraform.tfstate" : "terraform.outreach.tfstate";
    project.stack("outreach", applied);
    const state = project.read("terraform.outreach.tfstate");
    if (format === "hcl") {
      rmSync(join(project.folder, "cdktf.out"), { recursive: true });
      project.write(place, state);
    }
    expect(await exporting("--format", format, "--settle")).toMatchObject({ status: 0 });
    expect(await exporting("--format", format)).toMatchObject({ status: 0 });
    const before = exported();
    bench.simulator().update(renamed.id, { name: "New name" });
    bench.simulator().delete(deleted.id);
    const { status, stdout } = await exporting("--format", format);
    expect(status).toBe(2);
    expect(stdout).toContain('Renamed: old-name is "New name" at the server, and "Old name" in the code.');
    expect(stdout).toContain("Gone: the workspace no longer has the object of deleted.");
    expect(exported()).toEqual(before);
  },
);

it("--ignore leaves out the objects that a file names", async () => {
  const project = bench.project();
  const [released] = [
    bench.snippet("Released", "Hi\n"),
    bench.cluster("Europe"),
    bench.snippet("New", "Hi\n"),
  ];
  project.write("unmanaged.txt", `# Edited in Outreach\noutreach_snippet.${released.id}\n`);
  const { stdout, stderr, status } = await project.run("export", "--ignore", "unmanaged.txt");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("Exported 1 cluster and 1 snippet to outreach.\n");
  expect(project.read("outreach/objects.json")).not.toContain("Released");
  expect(await project.run("export", "--ignore", "missing.txt")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("missing.txt"),
  });
  for (const other of ["--settle", "--adopt"])
    expect(await project.run("export", other, "--ignore", "unmanaged.txt")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${other} does not go with --ignore`),
    });
});

/** Objects that are not the one with the same id. */
const OTHERS: [string, Partial<Applied>][] = [
  ["of another kind", { kind: "snippet" }],
  ["of another workspace", { attributes: { workspace_id: "workspace-of-others" } }],
];

describe("--settle", () => {
  it.each(["cdktf", "hcl"])(
    "ends the imports of objects that a state holds, and no other (%s)",
    async (format) => {
      const project = bench.project();
      const applied = bench.cluster("Applied");
      bench.cluster("Declared");
      await whole("--format", format);
      const before = project.files("outreach");
      project.stack("one", [{ object: applied, name: "applied" }]);
      const settle = (...args: string[]) => exporting("--format", format, "--settle", ...args);
      const kept = "Kept, because no state of this workspace holds their objects: 1.\n";
      expect((await settle("--dry-run")).stdout).toBe(`Would remove 1 import from outreach.\n${kept}`);
      expect(project.files("outreach")).toEqual(before);
      expect(await settle()).toMatchObject({
        status: 0,
        stdout: `Removed 1 import from outreach.\n${kept}`,
      });
      const data = format === "hcl" ? "outreach-export.json" : "objects.json";
      const { clusters } = JSON.parse(project.read(`outreach/${data}`)) as { clusters: object[] };
      expect(clusters).toMatchObject([{ id: "applied", settled: true }, { id: "declared" }]);
      if (format === "hcl")
        expect(project.read("outreach/outreach-imports.tf.json")).not.toContain(applied.id);
      expect((await exporting("--format", format)).stdout).toContain("Exported 0 clusters");
    },
  );

  it.each<[string, Partial<Applied>]>([
    ...OTHERS,
    ["without a workspace", { attributes: { workspace_id: null } }],
    ["that was last seen at another address", { seenAt: "https://staging.example" }],
  ])("keeps the import of an object if a state holds only one with the same id %s", async (_, applied) => {
    const project = bench.project();
    const object = bench.cluster("Europe");
    await whole();
    const before = project.files("outreach");
    project.stack("one", [{ object, name: "europe", ...applied }]);
    expect((await project.run("export", "--settle")).stdout).toContain("Removed 0 imports");
    expect(project.files("outreach")).toEqual(before);
  });
});

it.each(OTHERS)(
  "an object is exported although a state holds one with the same id %s",
  async (_, applied) => {
    const object = bench.cluster("Europe");
    bench.project().stack("one", [{ object, name: "europe", ...applied }]);
    expect((await bench.project().run("export")).stdout).toContain("Exported 1 cluster and 0 snippets");
  },
);

describe("without proof that an object is deleted, an export does not say so, and ends with status 1", () => {
  const list = (body: unknown) =>
    bench.simulator().addFault({ operation: "ListClusters", effect: { type: "status", status: 200, body } });

  it.each([
    ["null", { clusters: null, nextToken: null }, "may lack objects (the field clusters is"],
    ["empty", { clusters: [], nextToken: null }, "shows no cluster, although the code or a state has one"],
  ])("if the list is %s", async (_, body, reason) => {
    bench.cluster("Europe");
    bench.snippet("Opener", "Hi\n");
    await whole();
    list(body);
    const { status, stdout } = await bench.project().run("export");
    expect(stdout).toContain(reason);
    expect(stdout).not.toContain("Gone");
    expect(status).toBe(1);
  });

  it("if a read still finds the object that the list lacks", async () => {
    const { id } = bench.cluster("Europe");
    bench.cluster("Asia");
    await whole();
    bench.simulator().addFault({ operation: "ListClusters", effect: { type: "omit", ids: [id] } });
    const { status, stdout } = await bench.project().run("export");
    expect(stdout).toContain("Not known: The list lacks the object of europe, but a read finds it.");
    expect(status).toBe(1);
  });

  it("if the workspace shows no objects at all", async () => {
    for (const format of ["cdktf", "hcl"]) {
      const { status, stdout } = await bench.project().run("export", "--format", format, "--verify");
      expect(stdout).toContain(
        "Exported 0 clusters and 0 snippets to outreach.\nNot known: The workspace shows",
      );
      expect(status).toBe(1);
    }
    expect(bench.project().files()).toEqual({});
  });
});

it("a folder of another workspace is refused before an engine reads a state, and nothing is written", async () => {
  const project = bench.project();
  bench.cluster("Europe");
  await whole();
  await whole("--format", "hcl", "--out", "hcl");
  const engine = join(project.folder, "engine");
  writeFileSync(engine, `#!/bin/sh\ntouch "${project.folder}/started"\n`, { mode: 0o755 });
  project.stack("one", []);
  project.write("cdktf.out/stacks/one/cdk.tf.json", JSON.stringify({ terraform: { backend: { s3: {} } } }));
  const before = project.files();
  const env = { OUTREACH_WORKSPACE_ID: "workspace-2", TERRAFORM_BINARY_NAME: engine };
  for (const args of [[], ["--dry-run"], ["--settle"], ["--format", "hcl", "--out", "hcl"]]) {
    const { status, stdout, stderr } = await project.runWith(env, "export", ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("belongs to another workspace than the configured one, so nothing was written.");
  }
  expect(project.files()).toEqual(before);
  // Into another folder, the same export reads the state.
  await project.runWith(env, "export", "--out", "new");
  expect(existsSync(join(project.folder, "started"))).toBe(true);
});

it("an app without synthesized stacks is refused, unless --no-states says that no stack has the objects", async () => {
  const project = bench.project();
  bench.cluster("Europe");
  project.write("cdktf.json", JSON.stringify({ app: "node main.js" }));
  for (const args of [[], ["--settle"]]) {
    const { status, stderr } = await project.run("export", ...args);
    expect(status).toBe(1);
    expect(stderr).toContain("There are no synthesized stacks");
    expect(stderr).toContain("Run cdktf synth first, or");
  }
  expect(existsSync(join(project.folder, "outreach"))).toBe(false);
  const { status, stdout } = await project.run("export", "--no-states");
  expect(status).toBe(0);
  expect(stdout).toContain("No state was read. Objects that a stack manages were not left out.");
});

it("a folder with an index of its own is refused, because nothing would call the code", async () => {
  const project = bench.project();
  bench.cluster("Europe");
  project.write("outreach/index.ts", "export {};\n");
  const { status, stderr } = await project.run("export");
  expect(status).toBe(1);
  expect(stderr).toContain("outreach/index.ts is no code of an export");
  expect(Object.keys(project.files())).toEqual(["outreach/index.ts"]);
});

it("code for an app in another folder is refused: the stacks of that app were not read", async () => {
  const project = bench.project();
  const object = bench.cluster("Europe");
  project.stack("one", [{ object, name: "europe" }]);
  project.write("infra/cdktf.json", "{}");
  const { status, stderr } = await project.run("export", "--out", "infra/outreach");
  expect(status).toBe(1);
  expect(stderr).toContain(`The app of this code is in ${join(project.folder, "infra")}`);
  expect(existsSync(join(project.folder, "infra/outreach"))).toBe(false);
  const named = await project.run("export", "--out", "infra/outreach", "--cdktf-out", "cdktf.out");
  expect(named.stdout).toContain("Left out, because a state holds them: 1.");
});

it("new objects may be in the state of a stack that is not on this machine, so they are not known to be unmanaged", async () => {
  const project = bench.project();
  const object = bench.cluster("Europe");
  project.stack("one", [{ object, name: "europe" }]);
  rmSync(join(project.folder, "terraform.one.tfstate"));
  const { status, stdout } = await project.run("export");
  expect(stdout).toContain("Not known: The stack one has no state on this machine.");
  expect(status).toBe(1);
});

it("a name that the list cuts is no rename, and makes the selection by name uncertain", async () => {
  const project = bench.project();
  await bench.restart({ listedNames: "ellipsis" });
  bench.cluster("A name with more than twenty characters");
  await whole();
  expect(await project.run("export")).toMatchObject({
    status: 0,
    stdout: expect.not.stringContaining("Renamed"),
  });
  rmSync(join(project.folder, "outreach"), { recursive: true });
  const { status, stdout } = await project.run("export", "--match", "A name*");
  expect(status).toBe(1);
  expect(stdout).toContain("Not known: The list shows other names than the objects have");
});

it("a prompt file of a person keeps its contents, also behind a link: the new snippet gets another name", async () => {
  const project = bench.project();
  project.write("outreach/prompts/opener.md", "Mine\n");
  project.write("elsewhere.md", "Elsewhere\n");
  symlinkSync(join(project.folder, "elsewhere.md"), join(project.folder, "outreach/prompts/linked.md"));
  bench.snippet("Opener", "Theirs\n");
  bench.snippet("Linked", "Theirs\n");
  const files = await whole();
  expect(files["outreach/prompts/opener.md"]).toBe("Mine\n");
  expect(project.read("elsewhere.md")).toBe("Elsewhere\n");
  expect(Object.keys(files).filter((file) => /-[0-9a-f]{8}\.md$/.test(file))).toHaveLength(2);
});

it("the texts of other workspaces, the credentials and the workspace id are in no file", async () => {
  bench.cluster("Europe", "Sales");
  bench.snippet("Opener", "Hi\n");
  for (const contents of Object.values(await whole())) {
    expect(contents).not.toContain(WORKSPACE_ID);
    expect(contents).not.toContain("user-1");
  }
});
