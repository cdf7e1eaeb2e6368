import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { BUILT, workbench, WORKSPACE_ID, type Configuration, type Project } from "./harness";

/** One review runs the built provider, and everything else the one within this process. */
const bench = workbench();

const KEY = "a key of at least 16 characters";
const APPLY = ["apply", "-auto-approve"];
const snippet = (name: string, prompt = "Hi {first_name}") => ({ name, prompt });
const snippets = (outreach_snippet: object): Configuration => ({
  // Without this block, the engine adds an error to each one about the settings.
  provider: { outreach: {} },
  resource: { outreach_snippet },
});

async function deployed(configuration: Configuration, provider?: "both"): Promise<Project> {
  const project = await bench.deployed(configuration, {
    provider,
    env: { OUTREACH_VISIBILITY_TIMEOUT: "0" },
  });
  return project;
}

/** Runs a command that must fail without a write, and returns the first paragraph of each of its errors. */
async function refusal(project: Project, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const written = bench.writes();
  const errors = await project.fail(args, env);
  expect(bench.writes()).toEqual(written);
  return errors.map(({ address = "provider", detail }) => `${address}: ${detail.split("\n")[0]}`);
}

it("a deploy makes the approved changes, and anything else is refused before the first write, with its reason", async () => {
  const earlier = { opener: snippet("Opener"), closer: snippet("Closer") };
  const project = await deployed(snippets(earlier), "both");
  const [opener, closer] = [bench.object("Opener"), bench.object("Closer")];
  project.configure(snippets({ ...earlier, opener: snippet("Opener", "Older") }));
  await project.actions();
  renameSync(join(project.folder, "plan"), join(project.folder, "older"));

  const reviewed = { ...earlier, opener: snippet("Opener", "Newer"), ps: snippet("PS") };
  project.configure(snippets(reviewed));
  const approval = await project.approve([], { ...BUILT, OUTREACH_APPROVAL_KEY: KEY });
  const text = readFileSync(approval, "utf8");
  const approved = { OUTREACH_APPROVED: approval, OUTREACH_APPROVAL_KEY: KEY };

  const refused = (args = APPLY, env: NodeJS.ProcessEnv = approved) => refusal(project, args, env);
  const withCode = async (outreach_snippet: object) => {
    project.configure(snippets(outreach_snippet));
    const said = await refused();
    project.configure(snippets(reviewed));
    return said;
  };
  const withFile = (changed: string) => {
    const file = join(project.folder, "changed.json");
    writeFileSync(file, changed);
    return refused(["plan"], { ...approved, OUTREACH_APPROVED: file });
  };
  const simulator = bench.simulator();
  const edited = async () => {
    simulator.update(opener.id, { prompt: "Edited" });
    const said = await refused();
    simulator.update(opener.id, { prompt: "Hi {first_name}" });
    return said;
  };
  const deleted = async () => {
    const { id, name, createdAt, lastUpdatedAt } = closer;
    simulator.delete(id);
    const said = await refused();
    simulator.create("snippet", WORKSPACE_ID, { id, ...snippet(name), createdAt, lastUpdatedAt });
    return said;
  };
  const elsewhere = { ...approved, OUTREACH_WORKSPACE_ID: "workspace-other" };
  const inOther = [...APPLY, "-state=other.tfstate", "-target=outreach_snippet.ps"];
  const { ps, ...others } = reviewed;
  const changed = "Write the approval again with cdktf-outreach review --approval.";
  const file = `provider["${PROVIDER_ADDRESS}"]: The approval ${join(project.folder, "changed.json")}`;
  const key =
    "Set the same OUTREACH_APPROVAL_KEY for cdktf-outreach review --approval, and write the approval again.";
  expect({
    "a third change": await withCode({ ...reviewed, third: snippet("Third") }),
    "an older approval": await withCode({ ...reviewed, opener: snippet("Opener", "Newest") }),
    "one create twice": (await withCode({ ...others, ps_1: ps, ps_2: ps })).map((said) => said.slice(21)),
    "an edit": await edited(),
    "a deleted object": await deleted(),
    "another workspace": await refused(inOther, elsewhere),
    "an older plan": await refused(["apply", "older"]),
    "a tampered file": await withFile(text.replace("outreach_snippet.ps", "outreach_snippet.pp")),
    "a truncated file": await withFile(text.slice(0, -20)),
    "an unsigned file": await withFile(text.replace(/,\s*"signature": "[^"]+"/, "")),
    "a newer file": await withFile(text.replace('"version": 1', '"version": 2')),
  }).toEqual({
    "a third change": [
      "outreach_snippet.third: OUTREACH_APPROVED does not cover this change. Nothing was written.",
    ],
    "an older approval": [
      "outreach_snippet.opener: The content differs from the approved one: prompt. Nothing was written.",
    ],
    "one create twice": [
      ": OUTREACH_APPROVED covers this create less often than this run makes it (approved: 1). Nothing was written.",
    ],
    "an edit": [
      "outreach_snippet.opener: Changed in Outreach since the approval: prompt. The reviewers saw other content of this object. Nothing was written.",
    ],
    "a deleted object": [
      "outreach_snippet.closer: OUTREACH_APPROVED does not cover this change. Nothing was written.",
    ],
    "another workspace": [
      "outreach_snippet.ps: The approval has this change for another workspace, or for another address of the API (base_url). Nothing was written.",
    ],
    "an older plan": [
      "outreach_snippet.opener: The content differs from the approved one: prompt. Nothing was written.",
    ],
    "a tampered file": [
      `${file} has a signature that does not fit: the file was changed after it was signed, or signed with another key. ${key}`,
    ],
    "a truncated file": [`${file} is not JSON, for example because it is cut off. ${changed}`],
    "an unsigned file": [`${file} is not signed, but OUTREACH_APPROVAL_KEY is set. ${key}`],
    "a newer file": [
      `${file} has version 2 of the format, and this version of cdktf-outreach reads version 1. Use the version of cdktf-outreach that wrote the approval, also where the approval is applied.`,
    ],
  });

  await project.succeed([...APPLY, "-no-color"], approved);
  expect([bench.object("Opener"), bench.object("PS")]).toMatchObject([reviewed.opener, ps]);
  await project.expectEmptyPlan();
});

it("a deploy whose state is lost is refused, although the approval has its creates", async () => {
  const project = await bench.project();
  const each = { for_each: '${toset([for n in range(10) : "Snippet ${n}"])}', ...snippet("${each.key}") };
  project.configure(snippets({ each }));
  const env = { OUTREACH_APPROVED: await project.approve() };
  await project.succeed([...APPLY, "-no-color"], env);
  rmSync(join(project.folder, "terraform.tfstate"));
  const said = await refusal(project, APPLY, env);
  expect(said).toHaveLength(10);
  expect(said[0]).toContain("no change of the object that has the name now, so its reviewers saw none.");
});

it("an approval holds for -replace, -target, values that only the apply knows, deletes, and a destroy", async () => {
  const cluster = { outreach_cluster: { full: { name: "Full", description: "Declared" } } };
  const project = await deployed({
    resource: { ...cluster, outreach_snippet: { a: snippet("A"), b: snippet("B") } },
  });
  const c = snippet("C", "${outreach_snippet.a.last_updated_at}");
  project.configure(snippets({ a: snippet("A", "Bye"), c }));
  const replacing = "-replace=outreach_snippet.a";
  await project.actions(replacing);
  const env = { OUTREACH_APPROVED: await project.approve(["--plan", "plan"]) };
  const before = bench.writes();

  await project.succeed([...APPLY, "-no-color", "-target=outreach_cluster.full"], env);
  await project.succeed([...APPLY, "-no-color", replacing], env);
  expect(bench.writes().slice(before.length).sort()).toEqual([
    "CreateSnippet",
    "CreateSnippet",
    "DeleteCluster",
    "DeleteSnippet",
    "DeleteSnippet",
  ]);
  await project.expectEmptyPlan();

  const destroy = ["destroy", "-auto-approve", "-refresh=false"];
  // An engine may not plan what depends on the refused delete.
  const [kept] = await refusal(project, destroy, env);
  expect(kept).toContain("OUTREACH_APPROVED does not cover this change.");
  await project.actions("-destroy");
  await project.succeed([...destroy, "-no-color"], {
    OUTREACH_APPROVED: await project.approve(["--plan", "plan"]),
  });
  expect(bench.simulator().objects()).toEqual([]);
});

it("an approval holds for an import, and for the workspace of each alias", async () => {
  const outside = bench.simulator().create("snippet", WORKSPACE_ID, snippet("Imported", "Theirs"));
  const project = await bench.project();
  const configure = (provider: string) =>
    project.configure({
      ...snippets({ imported: snippet("Imported", "Ours"), other: { ...snippet("EU"), provider } }),
      provider: { outreach: [{}, { alias: "eu", workspace_id: "workspace-eu" }] },
      import: [{ to: "outreach_snippet.imported", id: outside.id }],
    });
  configure("outreach.eu");
  const env = { OUTREACH_APPROVED: await project.approve() };
  configure("outreach");
  expect(await refusal(project, APPLY, env)).toEqual([
    expect.stringContaining("other: The approval has this change for another workspace"),
  ]);
  configure("outreach.eu");
  bench.simulator().update(outside.id, { prompt: "Edited" });
  expect(await refusal(project, APPLY, env)).toEqual([
    expect.stringContaining("imported: Changed in Outreach since the approval: prompt."),
  ]);
  bench.simulator().update(outside.id, { prompt: "Theirs" });
  await project.succeed([...APPLY, "-no-color"], env);
  expect([bench.object("Imported"), bench.object("EU")]).toMatchObject([
    { id: outside.id, prompt: "Ours", workspaceId: WORKSPACE_ID },
    { workspaceId: "workspace-eu" },
  ]);
  await project.expectEmptyPlan();
});

it("a deploy passes although an object that was removed from the code has been deleted in Outreach", async () => {
  const project = await deployed(snippets({ a: snippet("A"), b: snippet("B") }));
  bench.simulator().delete(bench.object("B").id);
  project.configure(snippets({ a: snippet("A", "Bye") }));
  const limits: readonly NodeJS.ProcessEnv[] = [
    { OUTREACH_APPROVED: await project.approve() },
    { OUTREACH_MAX_DELETES: "0" },
    { OUTREACH_ALLOW: "create,update" },
  ];
  for (const env of limits) {
    await project.succeed(["plan", "-no-color"], env);
    await project.succeed(["plan", "-no-color", "-refresh=false"], env);
    await project.succeed(["plan", "-no-color", "-refresh-only"], env);
  }
  await project.succeed([...APPLY, "-no-color"], limits[0]);
  expect(bench.simulator().objects()).toMatchObject([snippet("A", "Bye")]);
  await project.expectEmptyPlan();
});

it.each(["list-only", "get-only"] as const)(
  "an approval of a forced delete has the mailboxes that the deploy counts if the API shows them %s",
  async (associatedCount) => {
    bench.simulator().setDialect({ associatedCount });
    const full = { name: "Full", force_destroy: true };
    const project = await deployed(
      { provider: { outreach: {} }, resource: { outreach_cluster: { full } } },
      "both",
    );
    const { id } = bench.simulator().objects()[0]!;
    bench.simulator().setAssociatedCount(id, 3);
    project.configure({ provider: { outreach: {} } });
    const env = { OUTREACH_APPROVED: await project.approve([], BUILT) };
    bench.simulator().setAssociatedCount(id, 4);
    expect(await refusal(project, APPLY, env)).toEqual([
      expect.stringContaining("Resources linked to the cluster now: 4. The reviewers saw 3."),
    ]);
    bench.simulator().setAssociatedCount(id, 3);
    await project.succeed([...APPLY, "-no-color"], env);
    expect(bench.simulator().objects()).toEqual([]);
  },
);
