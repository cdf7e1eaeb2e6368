import { afterRead } from "../../../src/objects/text-edits";
import type { SimulatedObject } from "../../../src/simulator";
import { WORKSPACE_ID, workspaceBench } from "../workspace-project";

const bench = workspaceBench();

/** Runs check. Otherwise it would wait until the writes of the test had time to become visible. */
const check = (...args: string[]) =>
  bench.project().runWith({ OUTREACH_VISIBILITY_TIMEOUT: "0" }, "check", ...args);

it("check exits with 0 if the states hold every object", async () => {
  bench.project().stack("one", [{ object: bench.cluster("Europe"), name: "europe" }]);
  // As its own process, which has to end by itself.
  expect(await bench.project().start(["check"]).finished).toMatchObject({
    status: 0,
    stdout: "1 of 1 objects of the workspace are managed.\n",
    stderr: "",
  });
});

it("check lists unmanaged objects, objects that only a state holds, and objects of two resources, and exits with 2", async () => {
  const project = bench.project();
  const [managed, twice, deleted] = [
    bench.cluster("Managed"),
    bench.snippet("Twice", "Hi\n"),
    bench.cluster("Deleted"),
  ];
  const unmanaged = { id: "s\u202e1", name: "Un\u202emanaged\n", prompt: "Hi\n" };
  bench.simulator().seed({ workspaceId: WORKSPACE_ID, snippets: [unmanaged] });
  project.stack("one", [
    { object: managed, name: "managed" },
    { object: twice, name: "twice" },
    { object: deleted, name: "deleted" },
  ]);
  project.stack("two", [{ object: twice, name: "again" }]);
  bench.simulator().delete(deleted.id);
  const { status, stdout } = await check();
  expect(status).toBe(2);
  expect(stdout).toContain("2 of 3 objects of the workspace are managed.\n");
  expect(stdout).toMatch(/\nUnmanaged \(1\):\n {2}snippet ".*managed.*" \(s⟨U\+202E⟩1\)\n/);
  expect(stdout).not.toContain("\u202e");
  expect(stdout).toContain(
    `\nIn a state, but not in the workspace (1):\n  outreach_cluster.deleted of one (${deleted.id})\n`,
  );
  expect(stdout).toContain(
    `\nManaged by several resources (1):\n  snippet "Twice" (${twice.id}): ` +
      `outreach_snippet.twice of one (${twice.id}), outreach_snippet.again of two (${twice.id})\n`,
  );
  const json = await check("--json");
  expect(json.status).toBe(2);
  expect(JSON.parse(json.stdout)).toEqual({
    total: 3,
    managed: [
      { kind: "cluster", id: managed.id, name: "Managed" },
      { kind: "snippet", id: twice.id, name: "Twice" },
    ],
    unmanaged: [{ kind: "snippet", id: unmanaged.id, name: unmanaged.name }],
    leftOut: [],
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
    edited: [],
    unknown: [],
    unlisted: [],
    incomplete: [],
    hasOtherNames: false,
    ofOtherWorkspaces: 0,
    withoutState: [],
  });
});

/** A stack with a renamed snippet, a snippet with an edited prompt, and a cluster with an edited description. */
function edited() {
  const project = bench.project();
  const [opener, reply] = [bench.snippet("Opener", "Hi\n"), bench.snippet("Reply", "Yes\n")];
  const [europe, asia] = [bench.cluster("Europe", "Sales"), bench.cluster("Asia", "Sales")];
  project.stack("one", [
    { object: opener, name: "opener", file: "app/prompts/opener.md" },
    { object: reply, name: "reply", file: "app/prompts/reply.md", sensitive: ["prompt"] },
    { object: europe, name: "europe" },
  ]);
  project.stack("two", [{ object: asia, name: "asia" }]);
  const row = { id: "europe", name: "Europe", description: "Sales", objectId: europe.id };
  project.write("app/objects.json", JSON.stringify({ version: 1, clusters: [row], snippets: [] }));
  bench.simulator().update(opener.id, { name: "First mail" });
  bench.simulator().update(reply.id, { prompt: "No secret\n" });
  bench.simulator().update(europe.id, { description: "Sales in Europe" });
  return { opener, reply, europe, asia };
}

it("check lists edited names, descriptions and prompts with the place in the code, prints no text, and exits with 2", async () => {
  const { opener, reply, europe } = edited();
  const { status, stdout, stderr } = await check();
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  expect(stdout).toBe(
    [
      "4 of 4 objects of the workspace are managed.\n",
      "Edited in Outreach (3):",
      `  outreach_snippet.opener of one (${opener.id}): its name`,
      `  outreach_snippet.reply of one (${reply.id}): its prompt, in app/prompts/reply.md`,
      `  outreach_cluster.europe of one (${europe.id}): its description, in row "europe" of app/objects.json\n`,
      "The next deploy overwrites these edits. To keep them, run cdktf-outreach pull, which shows them and writes prompts " +
        "into their files, and copy names and descriptions into the code.\n",
    ].join("\n"),
  );
  const json = JSON.parse((await check("--json")).stdout) as { edited: object[] };
  expect(json.edited).toHaveLength(3);
  expect(json.edited[2]).toEqual({
    ...{ kind: "cluster", id: europe.id, address: "outreach_cluster.europe", stack: "one" },
    ...{ attribute: "description", place: 'row "europe" of app/objects.json' },
  });
});

it.each<[selection: string[], edited: string[], status: number]>([
  [["--match", "Reply"], ["reply"], 2],
  [["--match", "First*", "--match", "open*"], ["opener"], 2],
  [["--exclude", "*e*"], ["opener"], 2],
  [["--kind", "cluster"], ["europe"], 2],
  [["--stack", "one"], ["opener", "reply", "europe"], 2],
  [["--stack", "two"], [], 0],
])(
  "%j selects what check reports, and an unmanaged object is of no stack",
  async (selection, names, status) => {
    edited();
    const unmanaged = bench.cluster("New");
    const report = await check("--json", "--exclude", "New", ...selection);
    const found = JSON.parse(report.stdout) as { edited: { address: string }[]; leftOut: { id: string }[] };
    expect(found.edited.map(({ address }) => address.split(".")[1])).toEqual(names);
    expect([report.status, found.leftOut.map(({ id }) => id)]).toEqual([status, [unmanaged.id]]);
    expect((await check("--stack", "two")).status).toBe(0);
  },
);

it("check --stack names the stacks if there is none of that name", async () => {
  edited();
  const { status, stderr } = await check("--stack", "three");
  expect(status).toBe(1);
  expect(stderr).toContain('--stack takes one or two, not "three".');
});

it("another spelling by the server is no edit, nor is one of a deposed object or one that the state has", async () => {
  const project = bench.project();
  const [opener, old, stored] = [
    bench.snippet("Opener ", "Hi\r\nCafe\u0301\n\n"),
    bench.snippet("Old", "Hi"),
    bench.snippet("Stored", "New"),
  ];
  const edits = { prompt: afterRead({}, { before: "Hi", found: "New", isOlder: false }) };
  const memory = Buffer.from(JSON.stringify({ seen_at: project.url, edits })).toString("base64");
  project.stack("one", [
    { object: opener, name: "opener", attributes: { name: "Opener", prompt: "Hi\nCaf\u00e9\n" } },
    { object: old, name: "old", attributes: { prompt: "Ha" }, instance: { deposed: "8d2e4f1a" } },
    { object: stored, name: "stored", instance: { private: memory } },
  ]);
  expect(await check()).toMatchObject({ status: 0 });
});

it("check names an edit if the code cannot be read, and does not know an object that cannot be read", async () => {
  const { europe } = edited();
  bench.project().write("cdktf.out/stacks/one/outreach-prompts.json", "[");
  expect((await check("--match", "Reply")).stdout).toMatch(/: its prompt\n/);
  bench.simulator().addFault({ operation: "GetCluster", effect: { type: "status", status: 422 } });
  const { status, stdout } = await check("--kind", "cluster", "--match", "Europe");
  expect(status).toBe(1);
  expect(stdout).toContain(`\nNot known (1):\n  outreach_cluster.europe of one (${europe.id}): `);
});

it("check --stack and --match also select deleted objects, and those that several resources manage", async () => {
  const project = bench.project();
  const [twice, deleted, other] = [bench.cluster("Twice"), bench.cluster("Deleted"), bench.cluster("Other")];
  project.stack("one", [
    { object: twice, name: "twice" },
    { object: deleted, name: "deleted" },
  ]);
  project.stack("two", [{ object: twice, name: "again" }]);
  project.stack("three", [{ object: other, name: "other" }]);
  bench.simulator().delete(deleted.id);
  const found = async (...args: string[]) => {
    const { status, stdout } = await check("--json", ...args);
    const { gone, managedTwice } = JSON.parse(stdout) as { gone: object[]; managedTwice: object[] };
    return [status, gone.length, managedTwice.length];
  };
  expect(await found()).toEqual([2, 1, 1]);
  expect(await found("--stack", "two")).toEqual([2, 0, 1]);
  expect(await found("--stack", "three")).toEqual([0, 0, 0]);
  expect(await found("--match", "Del*")).toEqual([2, 1, 0]);
  expect(await found("--match", "Other")).toEqual([0, 0, 0]);
});

it.each([
  [["--match", "Typing*"]],
  [["--stack", "one", "--match", "Asia"]],
  // Its state is that of another Terraform workspace, for example.
  [["--stack", "empty"]],
])("check %j compares nothing, and exits with 1", async (selection) => {
  const project = bench.project();
  const [europe, asia] = [bench.cluster("Europe"), bench.cluster("Asia")];
  project.stack("one", [{ object: europe, name: "europe" }]);
  project.stack("two", [{ object: asia, name: "asia" }]);
  project.stack("empty", [], { added: { "outreach_cluster.africa": "app/africa.md" } });
  const { status, stdout, stderr } = await check(...selection);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("The options select no object of the workspace and of the states");
});

it.each(["gone", "managed twice"])(
  "check exits with 2 if an object is %s, and everything else is managed",
  async (what) => {
    const project = bench.project();
    const [object, other] = [bench.cluster("Europe"), bench.cluster("Asia")];
    project.stack("one", [
      { object, name: "europe" },
      { object: other, name: "asia" },
      ...(what === "gone" ? [] : [{ object, name: "europe", instance: { deposed: "8d2e4f1a" } }]),
    ]);
    if (what === "gone") bench.simulator().delete(object.id);
    const { status, stdout } = await check();
    expect(status).toBe(2);
    expect(stdout).toContain(
      what === "gone"
        ? "1 of 1 objects of the workspace are managed.\n\nIn a state, but not in the workspace (1):\n"
        : `outreach_cluster.europe of one (${object.id}), outreach_cluster.europe of one (${object.id}, deposed)\n`,
    );
  },
);

it("a cluster and a snippet with the same id are two objects", async () => {
  const project = bench.project();
  const [cluster, snippet] = [bench.cluster("Europe"), bench.snippet("Opener", "Hi\n")];
  project.stack("one", [
    { object: cluster, name: "europe" },
    { object: snippet, name: "opener", attributes: { id: cluster.id } },
  ]);
  const { status, stdout } = await check("--json");
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    managed: [{ kind: "cluster", id: cluster.id }],
    unmanaged: [{ kind: "snippet", id: snippet.id }],
    gone: [{ kind: "snippet", id: cluster.id }],
    managedTwice: [],
  });
});

it("an unmanaged object is left out by --match, --exclude, --ignore and --kind, and a sensitive name is not printed", async () => {
  const project = bench.project();
  const [europe, asia] = [bench.cluster("Europe"), bench.cluster("Sales Asia")];
  const snippet = bench.snippet("Opener", "Hi\n");
  project.stack("one", [{ object: europe, name: "europe", sensitive: ["name"] }]);
  project.write(
    "ignored",
    `\ufeff# nobody manages these\r\n\r\noutreach_snippet.*\r\noutreach_cluster.${asia.id} \r\n`,
  );
  const leftOut = async (...args: string[]) => {
    const { status, stdout } = await check("--json", ...args);
    expect(stdout).not.toContain('"Europe"');
    const report = JSON.parse(stdout) as Record<"leftOut" | "unmanaged", { id: string }[]>;
    return [status, ...[report.leftOut, report.unmanaged].map((objects) => objects.map(({ id }) => id))];
  };
  expect(await leftOut("--ignore", "ignored")).toEqual([0, [asia.id, snippet.id], []]);
  expect(await leftOut("--exclude", "Open?r", "--exclude", "*Asia")).toEqual([0, [asia.id, snippet.id], []]);
  expect(await leftOut("--match", "Sales*")).toEqual([2, [snippet.id], [asia.id]]);
  expect(await leftOut("--kind", "snippet")).toEqual([2, [], [snippet.id]]);
  const { stdout } = await check("--ignore", "ignored");
  expect(stdout).toBe(
    "1 of 3 objects of the workspace are managed.\nLeft out by the options: 2 unmanaged objects.\n",
  );
});

it("an unmanaged object whose name the list cuts is not left out by that name, and exits with 1", async () => {
  const project = bench.project();
  await bench.restart({ listedNames: "cut" });
  const managed = bench.cluster("Europe");
  project.stack("one", [{ object: managed, name: "europe" }]);
  const { id } = bench.cluster("A name of a test, step 1");
  const { status, stdout } = await check("--match", "*step 1");
  expect(status).toBe(1);
  expect(stdout).toContain("Not known: The list shows other names than the objects have");
  project.write("ignored", `outreach_cluster.${id}\n`);
  expect((await check("--ignore", "ignored")).status).toBe(0);
});

it.each(["null", "absent", "array"] as const)(
  "a list without objects (%s) proves nothing about objects of states, and exits with 1",
  async (emptyList) => {
    const project = bench.project();
    bench.simulator().setDialect({ emptyList });
    const snippet = bench.snippet("Opener", "Hi\n");
    project.stack("one", [
      { object: snippet, name: "opener" },
      { object: bench.cluster("Europe"), name: "europe" },
    ]);
    bench.simulator().delete(snippet.id);
    const { status, stdout } = await check();
    expect(status).toBe(1);
    expect(stdout).toContain("\n\nNot known (1):\n  outreach_snippet.opener of one");
    expect(stdout.includes("the list of snippets may lack objects (the field")).toBe(emptyList !== "array");
    expect((await check("--kind", "cluster")).status).toBe(0);
  },
);

it.each(["empty", "incomplete"])(
  "check exits with 1 if a list is %s, although a read finds an object that the list has to show",
  async (list) => {
    const createdAt = "2026-01-05T08:00:00.000Z";
    const clusters = ["Europe", "Asia"].map((name) => ({ name, createdAt }));
    const [europe, asia] = bench.simulator().seed({ workspaceId: WORKSPACE_ID, clusters }) as [
      SimulatedObject,
      SimulatedObject,
    ];
    bench.project().stack("one", [
      { object: europe, name: "europe" },
      { object: asia, name: "asia" },
    ]);
    const ids = list === "empty" ? [europe.id, asia.id] : [europe.id];
    bench.simulator().addFault({ operation: "ListClusters", effect: { type: "omit", ids } });
    const { status, stdout } = await check();
    expect(status).toBe(1);
    expect(stdout).toContain("2 of 2 objects of the workspace are managed.\n");
    expect(stdout).toContain(
      "\nNot known: the list of clusters lacks objects that a read finds, so it may omit unmanaged ones, too. Run the command again later, or choose the other kind with --kind.\n",
    );
    expect((await check("--kind", "snippet")).status).toBe(0);
  },
);

it("check trusts a list that lacks a managed object created within the visibility timeout", async () => {
  const object = bench.cluster("Europe");
  bench.project().stack("one", [{ object, name: "europe" }]);
  bench.simulator().addFault({ operation: "ListClusters", effect: { type: "omit", ids: [object.id] } });
  expect((await bench.project().run("check")).status).toBe(0);
});

it("check exits with 1 if the selected states have objects of other workspaces only", async () => {
  const project = bench.project();
  project.stack("one", [
    { object: bench.cluster("There"), name: "there", attributes: { workspace_id: "other" } },
  ]);
  project.stack("two", [{ object: bench.cluster("Here"), name: "here" }]);
  const { status, stdout } = await check("--stack", "one");
  expect(status).toBe(1);
  expect(stdout).toContain("No compared state has an object of the configured workspace.");
});

it("check counts a state once that an option names, too", async () => {
  bench.project().stack("one", [{ object: bench.cluster("Europe"), name: "europe" }]);
  expect((await check("--state", "terraform.one.tfstate")).status).toBe(0);
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
  expect(stdout).toContain("Not compared: 1 object of other workspaces.");
});

it.each([
  [
    "a state file is missing",
    ["--state", "missing.tfstate"],
    "The state file missing.tfstate cannot be read",
  ],
  ["a state file is no state", ["--state", "cdktf.out/manifest.json"], "is not JSON in format version 4"],
  ["there is no such folder of synth", ["--cdktf-out", "missing"], "missing/manifest.json is missing."],
  ["an ignore file is missing", ["--ignore", "missing"], "The ignore file missing cannot be read"],
  [
    "an ignore file is malformed",
    ["--ignore", "cdktf.out/manifest.json"],
    "manifest.json, line 1 names no object",
  ],
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

it("check without a stack and without --state compares nothing, and exits with 1", async () => {
  const { status, stdout, stderr } = await check();
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("so nothing was compared. Run cdktf synth first.");
});
