import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Applied, WORKSPACE_ID, workspaceBench } from "../workspace-project";

const bench = workspaceBench();
const FILE = "cdktf.out/stacks/outreach/outreach-adopt.tf.json";

type Resources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Synthesizes a stack with these resources, by address, and with a state that has the applied ones. */
function synthesized(
  resources: Resources,
  {
    applied = [],
    stack = "outreach",
    ...rest
  }: { applied?: Applied[]; stack?: string; [block: string]: unknown } = {},
): void {
  const project = bench.project();
  project.stack(stack, applied);
  const resource: Record<string, Record<string, object>> = {};
  for (const [address, body] of Object.entries(resources)) {
    const [type, name] = address.split(".") as [string, string];
    resource[type] = { ...resource[type], [name]: body };
  }
  const path = join(project.folder, `terraform.${stack}.tfstate`);
  const terraform = { backend: { local: { path } } };
  project.write(`cdktf.out/stacks/${stack}/cdk.tf.json`, JSON.stringify({ terraform, resource, ...rest }));
}

async function adopting(...args: string[]) {
  const { status, stdout, stderr } = await bench.project().run("export", "--adopt", ...args);
  return { status, output: stdout + stderr };
}

/** Returns the imports of a stack: the id for each address; null if there is no file. */
function imports(file = FILE): Record<string, string> | null {
  const text = bench.project().files()[file];
  if (text === undefined) return null;
  const { import: blocks } = JSON.parse(text) as { import: { to: string; id: string }[] };
  return Object.fromEntries(blocks.map(({ to, id }) => [to, id]));
}

it("after the loss of a state, the command imports each declared object by its name, and removes the imports of objects that the state has again", async () => {
  const [europe, opener] = [bench.cluster("Europe"), bench.snippet("Opener", "Hi")];
  const declared = {
    "outreach_cluster.europe": { name: "Europe" },
    "outreach_snippet.opener": { name: "Opener\n", prompt: "Hi" },
  };
  synthesized(declared);
  rmSync(join(bench.project().folder, "terraform.outreach.tfstate"));
  expect(await adopting()).toEqual({
    status: 0,
    output: expect.stringMatching(/^Wrote imports for 2 of 2 declared resources/),
  });
  expect(imports()).toEqual({ "outreach_cluster.europe": europe.id, "outreach_snippet.opener": opener.id });
  const applied = [
    { object: europe, name: "europe" },
    { object: opener, name: "opener" },
  ];
  synthesized(declared, { applied });
  expect(await adopting()).toMatchObject({ status: 0, output: expect.stringContaining(`Removed ${FILE}`) });
  expect(imports()).toBeNull();
});

it("a name that several objects have, that two resources declare or that no object has is left out with status 2", async () => {
  const [first, second] = [bench.snippet("Two objects", "1"), bench.snippet("Two objects", "2")];
  bench.snippet("Two resources", "Hi");
  const held = bench.snippet("Held", "Hi");
  const single = bench.snippet("Single", "Hi");
  synthesized(
    {
      "outreach_snippet.objects": { name: "Two objects" },
      "outreach_snippet.a": { name: "Two resources" },
      "outreach_snippet.copy": { name: "Held" },
      "outreach_snippet.single": { name: "Single" },
      "outreach_snippet.new": { name: "New" },
    },
    { moved: [{ from: "outreach_snippet.before", to: "outreach_snippet.held" }] },
  );
  synthesized(
    { "outreach_snippet.b": { name: "Two resources" }, "outreach_snippet.held": { name: "Held" } },
    {
      ...{ stack: "second", applied: [{ object: held, name: "before" }] },
      moved: [{ from: "outreach_snippet.before", to: "outreach_snippet.held" }],
    },
  );
  const { status, output } = await adopting();
  expect(status).toBe(2);
  expect(output.match(/^Left out: .*$/gm)).toEqual([
    `Left out: outreach_snippet.objects of outreach. Several unmanaged objects have its name. Import the right one: ${first.id}, ${second.id}.`,
    expect.stringContaining(
      "outreach_snippet.a of outreach. outreach_snippet.b of second has the same name.",
    ),
    expect.stringContaining("outreach_snippet.copy of outreach. No unmanaged object has its name"),
    expect.stringContaining("outreach_snippet.new of outreach. No unmanaged object has its name"),
    expect.stringContaining(
      "outreach_snippet.b of second. outreach_snippet.a of outreach has the same name.",
    ),
  ]);
  expect(imports()).toEqual({ "outreach_snippet.single": single.id });
  expect(imports("cdktf.out/stacks/second/outreach-adopt.tf.json")).toBeNull();
});

it("resources of another workspace, of import blocks and with names that only the engine knows are not matched", async () => {
  const [, imported] = [bench.snippet("Elsewhere", "Hi"), bench.snippet("Imported", "Hi")];
  synthesized(
    {
      "outreach_snippet.elsewhere": { name: "Elsewhere", provider: "outreach.other" },
      "outreach_snippet.imported": { name: "Imported" },
      "outreach_snippet.copy": { name: "Imported" },
      "outreach_snippet.computed": { name: "${var.name}" },
      "outreach_snippet.many": { name: "Many", for_each: {} },
    },
    {
      provider: { outreach: [{}, { alias: "other", workspace_id: "workspace-2" }] },
      import: [{ to: "outreach_snippet.imported", id: imported.id }],
    },
  );
  const { status, output } = await adopting();
  expect(status).toBe(1);
  expect(output.match(/^(Left|Not known).*$/gm)).toEqual([
    expect.stringContaining("Left out: outreach_snippet.copy of outreach."),
    expect.stringContaining("Not known: outreach_snippet.computed of outreach. Its name is computed"),
    expect.stringContaining("Not known: outreach_snippet.many of outreach."),
  ]);
  expect(imports()).toBeNull();
});

it("an object that cannot be read, or whose name is cut in the list only, is not adopted by its listed name", async () => {
  await bench.restart({ listedNames: "cut" });
  const [long, other] = [bench.snippet("Long ".repeat(40), "Hi"), bench.snippet("Broken", "Hi")];
  bench.simulator().addFault({
    operation: "GetSnippet",
    match: { id: other.id },
    effect: { type: "status", status: 422 },
  });
  synthesized({
    "outreach_snippet.long": { name: "Long ".repeat(40) },
    "outreach_snippet.short": { name: "Long ".repeat(4) },
    "outreach_snippet.broken": { name: "Broken" },
  });
  const { status, output } = await adopting();
  expect(status).toBe(1);
  expect(output).toContain(
    `Not known: outreach_snippet.broken of outreach. The snippet ${other.id} cannot be read`,
  );
  expect(imports()).toEqual({ "outreach_snippet.long": long.id });
});

describe("a person's import", () => {
  const ambiguous = {
    "outreach_snippet.twice": { name: "Twice" },
    "outreach_snippet.once": { name: "Once" },
  };
  const written = (blocks: readonly object[], rest: object = {}) =>
    bench.project().write(FILE, JSON.stringify({ import: blocks, ...rest }));

  it("in the file of the command, of a resource that the command leaves out, is refused and stays", async () => {
    const [right, , once] = [
      bench.snippet("Twice", "1"),
      bench.snippet("Twice", "2"),
      bench.snippet("Once", ""),
    ];
    synthesized(ambiguous);
    expect(await adopting()).toMatchObject({ status: 2 });
    const by = { to: "outreach_snippet.twice", id: right.id };
    written([{ to: "outreach_snippet.once", id: once.id }, by]);
    expect(await adopting()).toEqual({
      status: 1,
      output: expect.stringMatching(
        /outreach-adopt\.tf\.json has the import of outreach_snippet\.twice, which this command does not write, and the next one would remove\. Move it to another file, or remove it\./,
      ),
    });
    expect(imports()).toEqual({ "outreach_snippet.once": once.id, "outreach_snippet.twice": right.id });
  });

  it.each([
    ["another id", [{ to: "outreach_snippet.once", id: "mine" }], {}, "the import of outreach_snippet.once"],
    [
      "an undeclared resource",
      [{ to: "outreach_snippet.mine", id: "x" }],
      {},
      "the import of outreach_snippet",
    ],
    ["another block", [], { locals: { a: 1 } }, '"locals"'],
  ])("with %s in the file of the command is refused and stays", async (_, blocks, rest, addition) => {
    bench
      .simulator()
      .seed({ workspaceId: WORKSPACE_ID, snippets: [{ id: "s-once", name: "Once", prompt: "" }] });
    synthesized({ "outreach_snippet.once": { name: "Once" } });
    written(blocks, rest);
    const before = bench.project().files();
    const { status, output } = await adopting();
    expect({ status, before: bench.project().files() }).toEqual({ status: 1, before });
    expect(output).toContain(`outreach-adopt.tf.json has ${addition}`);
  });
});

it("a run for one kind keeps the imports that an earlier run has written for the other", async () => {
  const [europe, opener] = [bench.cluster("Europe"), bench.snippet("Opener", "Hi")];
  synthesized({
    "outreach_cluster.europe": { name: "Europe" },
    "outreach_snippet.opener": { name: "Opener", prompt: "Hi" },
  });
  await adopting();
  const both = { "outreach_cluster.europe": europe.id, "outreach_snippet.opener": opener.id };
  expect(imports()).toEqual(both);
  expect(await adopting("--kind", "snippet")).toMatchObject({ status: 0 });
  expect(imports()).toEqual(both);
});

it("a list without an array and a workspace without objects are errors, and nothing is written", async () => {
  synthesized({ "outreach_snippet.opener": { name: "Opener" } });
  expect(await adopting()).toEqual({
    status: 1,
    output: expect.stringContaining("The workspace shows no snippet"),
  });
  bench.snippet("Opener", "Hi");
  bench.simulator().addFault({ operation: "ListSnippet", effect: { type: "status", status: 200, body: {} } });
  expect(await adopting()).toEqual({
    status: 1,
    output: expect.stringContaining("may lack objects (the field snippets is missing)"),
  });
  expect(imports()).toBeNull();
});

it("--dry-run and --json report without writing, --stack limits the stacks, and other options are refused", async () => {
  const { id } = bench.snippet("Opener", "Hi");
  synthesized({ "outreach_snippet.opener": { name: "Opener" } });
  synthesized({ "outreach_snippet.opener": { name: "Opener" } }, { stack: "staging" });
  const { status, output } = await adopting("--stack", "staging", "--dry-run", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(output)).toEqual({
    resources: [{ stack: "staging", kind: "snippet", address: "outreach_snippet.opener", is: "found", id }],
    gaps: [],
    files: [{ path: "cdktf.out/stacks/staging/outreach-adopt.tf.json", isRemoved: false }],
  });
  expect(imports("cdktf.out/stacks/staging/outreach-adopt.tf.json")).toBeNull();
  expect(await adopting("--stack", "none")).toMatchObject({
    status: 1,
    output: expect.stringContaining("outreach, staging"),
  });
  expect(await adopting("--no-states")).toMatchObject({
    status: 1,
    output: expect.stringContaining("--adopt does not go with --no-states."),
  });
});
