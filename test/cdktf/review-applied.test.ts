import { join } from "node:path";
import { cdktfBench, WORKSPACE_ID } from "./harness";
import { review, stackOf, synthesized } from "./reviewing";

// Reviews of stacks that have been applied.

const bench = cdktfBench({ provider: "in-process" });

describe("cdktf-outreach review", () => {
  it("says in one line that an applied stack has no changes, fails on its destroy, and shows what was changed outside", async () => {
    const project = await synthesized(bench.project(), {
      emea: stackOf("A", "Write to {first_name}.\nBe brief.\n"),
    });
    await project.apply("emea");
    const unchanged = "## Plan review of `emea`: no changes\n";
    expect(await review(project, ["emea"])).toMatchObject({ status: 0, stdout: unchanged });

    const cluster = bench
      .simulator()
      .objects()
      .find(({ name }) => name === "Cluster A")!;
    bench.simulator().setAssociatedCount(cluster.id, 7);
    project.app({ emea: 'new OutreachProvider(stack, "outreach");' });
    await project.synth();
    const destroying = await review(project, ["--fail-on", "destroy,warning"]);
    expect(destroying.status).toBe(3);
    expect(destroying.stdout).toContain(
      "| **delete**, 7 linked mailboxes and other resources lose their cluster | cluster `Cluster A` | −1 |",
    );

    project.app({ emea: stackOf("A", "Write to {first_name}.\nBe brief.\n") });
    await project.synth();
    for (const { id, name } of bench.simulator().objects()) {
      if (name === "Cluster A") bench.simulator().delete(id);
      else bench.simulator().update(id, { prompt: "Write to {name}.\nBe brief.\n" });
    }
    const { status, stdout } = await review(project, ["--format", "text"]);
    expect(status).toBe(2);
    expect(stdout).toContain("- Write to ⟦{name}⟧.\n    + Write to ⟦{first_name}⟧.");
    expect(stdout).toMatch(
      /CREATE cluster "Cluster A".*\n(.*\n)?  This change undoes drift: it was deleted outside/,
    );
  });

  it("says of a stack that reads from another one what has to be applied first, as long as that is so", async () => {
    const project = bench.project();
    const app = (name: string, reads: readonly string[]) =>
      project.app({
        base: `${stackOf("A", "Hi.\n").replace("Cluster A", name)}
          global.cluster = stack.node.findChild("cluster");`,
        reader: `new OutreachProvider(stack, "outreach");
          for (const value of [${reads.map((read) => `cluster.${read}`).join(", ")}])
            new OutreachSnippet(stack, "s" + stack.node.children.length, { name: value, prompt: "p" });`,
      });

    const apply = ["apply", "-auto-approve"];
    app("Europe", ["id"]);
    await project.synth();
    const first = await review(project, ["--format", "text"]);
    expect(first.status).toBe(1);
    expect(first.stdout).toContain(
      "Error: reader reads outputs that base has not written yet\n" +
        "  Apply base first, then review reader again.\n",
    );
    expect(first.stdout).not.toContain("remote state");

    await project.apply("base");
    app("Europe", ["id", "createdAt"]);
    await project.synth();
    expect((await review(project, ["--format", "text"])).stdout).toContain(
      "Error: reader reads outputs that base has not written yet\n",
    );

    await project.engine("base", apply);
    await project.apply("reader");
    app("Asia", ["id", "createdAt"]);
    await project.synth();
    const marked = await review(project, ["--format", "text", "--fail-on", "warning"]);
    expect(marked.status).toBe(3);
    expect(marked.stdout).toContain(
      "Warning: reader depends on base: an apply of base may change more in reader\n",
    );

    await project.engine("base", apply);
    expect((await review(project)).stdout).toMatch(/^## Plan review: no changes\n/);
  });

  it("shows the delete that the engine plans beside a refused create, also of a folder that --dir names", async () => {
    const provider =
      'new OutreachProvider(stack, "outreach", { visibilityTimeout: 0, existingName: "fail" });';
    const project = await synthesized(bench.project(), {
      emea: `${provider} new OutreachCluster(stack, "cluster", { name: "Europe" });`,
    });
    await project.apply("emea");
    bench.simulator().create("snippet", WORKSPACE_ID, { name: "Opener", prompt: "Made in Outreach." });
    project.app({
      emea: `${provider} new OutreachSnippet(stack, "opener", { name: "Opener", prompt: "Hello." });`,
    });
    await project.synth();
    const args = ["--format", "text", "--fail-on", "destroy", "--approval", join(project.folder, "approval")];
    const failed = await review(project, args);
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("No approval is written") as string,
    });
    expect(failed.stdout).toMatch(
      /^Plan review of emea: the plan failed, 1 to delete, 1 error\n[^]*\nError: outreach_snippet of this name exists already \(\w+\)\n[^]*\n    snippet "Opener", outreach_snippet\.opener,[^]*\nThe plan stopped at an error, so this review lacks 1 object: snippet "Opener" outreach_snippet\.opener\n[^]*\nDELETE cluster "Europe"/,
    );
    const folder = join("cdktf.out", "stacks", "emea");
    const plain = await review(project, ["--dir", folder, ...args]);
    expect({ ...plain, stdout: plain.stdout.replaceAll(folder, "emea") }).toEqual(failed);
  });
});
