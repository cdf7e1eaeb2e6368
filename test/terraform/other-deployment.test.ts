import { startSimulator, type Simulator } from "../../src/simulator";
import { WORKSPACE_ID, workbench, type Project } from "./harness";

describe("a base_url that leads to another deployment", () => {
  const bench = workbench();
  const resource = {
    outreach_cluster: { a: { name: "A", description: "First" } },
    outreach_snippet: { b: { name: "B", prompt: "First" } },
  };
  let other: Simulator;

  beforeEach(async () => {
    other = await startSimulator({ seed: 2 });
  });

  afterEach(() => other.close());

  async function applied(): Promise<Project> {
    const project = await bench.deployed({ resource });
    return project;
  }

  const configure = (project: Project) =>
    project.configure({ provider: { outreach: { base_url: other.url } }, resource });

  it("keeps the state in a plan, an apply and a destroy, with one error that names both addresses", async () => {
    const project = await applied();
    const before = project.state();
    configure(project);
    for (const args of [["plan"], ["apply", "-auto-approve"], ["destroy", "-auto-approve"]]) {
      const errors = await project.fail([...args, "-no-color"]);
      expect(errors).toHaveLength(1);
      expect(errors[0]!.summary).toContain(
        `is not found at ${other.url}, but was last seen at ${bench.simulator().url}`,
      );
    }
    const errors = await project.fail(["destroy", "-auto-approve", "-refresh=false", "-no-color"]);
    expect(errors[0]!.summary).toContain(`was last seen at ${bench.simulator().url}`);
    expect(project.state()).toEqual(before);
    expect(other.objects()).toEqual([]);
  });

  it("objects at the same address show no drift", async () => {
    const project = await applied();
    const { status } = await project.run(["plan", "-refresh-only", "-detailed-exitcode", "-no-color"]);
    expect(status).toBe(0);
  });

  it("the provider accepts a new address at which it finds the same objects, and plans nothing", async () => {
    const project = await applied();
    for (const { kind, name, id, createdAt, lastUpdatedAt } of bench.simulator().objects()) {
      const content = kind === "cluster" ? { description: "First" } : { prompt: "First" };
      const seed = { name, id, createdAt, lastUpdatedAt, ...content };
      other.seed({ workspaceId: WORKSPACE_ID, [`${kind}s`]: [seed] });
    }
    configure(project);
    await project.expectEmptyPlan();
    await project.apply();
    // Now they are known there. They were written a moment ago, and would be waited for.
    for (const { id } of other.objects()) other.delete(id);
    const found = await project.announcements([], { OUTREACH_VISIBILITY_TIMEOUT: "0" });
    expect(found.filter((one) => one.startsWith("create"))).toHaveLength(2);
  });
});
