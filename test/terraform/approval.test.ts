import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, contentOf, notKnown, writeApproval, type ReviewedChange } from "../../src/approval";
import { kindOfType } from "../../src/objects/kinds";
import { workbench, WORKSPACE_ID, type PlanJson, type Project } from "./harness";

const bench = workbench();

/** Returns what a review of a plan approves: every change that the plan shows. */
function changesIn(plan: PlanJson): ReviewedChange[] {
  const workspace = { address: bench.simulator().url, workspaceId: WORKSPACE_ID };
  return (plan.resource_changes ?? []).flatMap(({ address, type, change }) => {
    const { actions, before, after, after_unknown: unknown } = change;
    const kind = kindOfType(type)!;
    return ACTIONS.filter((action) => actions.includes(action)).map((action) => ({
      workspace,
      kind,
      action,
      id: action === "create" ? null : (before!["id"] as string),
      before: action === "create" ? null : contentOf(kind, (name) => before![name]),
      after:
        action === "delete"
          ? null
          : contentOf(kind, (name) => (unknown[name] === true ? notKnown : after![name])),
      resource: { stack: "", address },
    }));
  });
}

/** Writes the approval of a plan, and returns the environment that enforces it. */
function approve(project: Project, plan: PlanJson): NodeJS.ProcessEnv {
  const file = join(project.folder, "approval.json");
  writeFileSync(file, writeApproval(changesIn(plan)));
  return { OUTREACH_APPROVED: file };
}

const snippet = (name: string, prompt = "Hi {first_name}") => ({ name, prompt });
const APPLY = ["apply", "-auto-approve"];

it("an approved plan applies, and a plan that changed since is refused before the first write", async () => {
  const project = await bench.project({ env: { OUTREACH_VISIBILITY_TIMEOUT: "0" } });
  const cluster = { outreach_cluster: { full: { name: "Full", description: "Declared" } } };
  project.configure({ resource: { ...cluster, outreach_snippet: { a: snippet("A"), b: snippet("B") } } });
  await project.init();
  await project.apply();

  const outreach_snippet = {
    a: snippet("A", "Bye"),
    c: snippet("C", "${outreach_snippet.a.last_updated_at}"),
  };
  project.configure({ resource: { outreach_snippet } });
  const env = approve(project, await project.plan("-replace=outreach_snippet.a"));
  const before = bench.writes();

  project.configure({ resource: { outreach_snippet: { ...outreach_snippet, d: snippet("D") } } });
  const [error, ...others] = await project.fail([...APPLY, "-replace=outreach_snippet.a"], env);
  expect(error).toMatchObject({
    address: "outreach_snippet.d",
    summary: "outreach_snippet: this create is not approved",
  });
  expect([others, bench.writes()]).toEqual([[], before]);

  project.configure({ resource: { outreach_snippet } });
  await project.succeed([...APPLY, "-no-color", "-replace=outreach_snippet.a"], env);
  expect(bench.writes().slice(before.length).sort()).toEqual([
    "CreateSnippet",
    "CreateSnippet",
    "DeleteCluster",
    "DeleteSnippet",
    "DeleteSnippet",
  ]);
  await project.expectEmptyPlan();

  bench.simulator().update(bench.object("A").id, { prompt: "Edited in Outreach" });
  const [edited] = await project.fail(APPLY, env);
  expect(edited).toMatchObject({ address: "outreach_snippet.a" });
});
