import { commandsOf } from "./guide-commands";
import { reviewingBeside } from "../terraform/review-facts";
import { cdktfBench, succeeded } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

test("the commands of the guide to the deploy apply what was approved, and refuse an edit made since", async () => {
  const project = bench.project();
  project.linkCommands();
  const script = commandsOf("docs/guides/deploy.md")
    .replaceAll("npx ", "node_modules/.bin/")
    .replace("$(openssl rand -hex 32)", "0123456789abcdef");
  // Up to the deploy, one step writes the approval; the other one exports the variable that names it.
  const at = script.indexOf("export OUTREACH_APPROVED");
  const [approve, deploy] = [script.slice(0, at), script.slice(at)];
  const declare = (prompt: string) =>
    project.app({
      emea: `new OutreachProvider(stack, "outreach");
  new OutreachSnippet(stack, "opener", { name: "Opener", prompt: ${JSON.stringify(prompt)} });`,
    });
  // What the guide exports, for the provider within this process.
  const exported = Object.fromEntries(
    Array.from(script.matchAll(/^export (\w+)=(\S+)/gm), ([, name, value]) => [
      name!,
      value!.replace("$PWD", project.folder),
    ]),
  );
  const run = (commands: string, env: NodeJS.ProcessEnv = {}) =>
    project.spawn("bash", ["-e", "-c", commands], { env });
  declare("Hi.\n");
  const reviewing = reviewingBeside(project.folder);
  const approved = await run(approve, reviewing);
  succeeded("the review", approved);
  expect(approved.stderr).toContain("Approval of 1 change, signed: written to approval.json.\n");
  const deployed = succeeded("the deploy", await run(deploy, exported));
  expect(deployed).toContain("1 added, 0 changed, 0 destroyed");
  const review = await run("node_modules/.bin/cdktf-outreach review");
  expect(succeeded("the review", review)).toContain("## Plan review of `emea`: no changes");

  declare("Hello.\n");
  succeeded("the review", await run(approve, reviewing));
  const { id } = bench.simulator().objects()[0]!;
  bench.simulator().update(id, { prompt: "Edited in Outreach.\n" });
  const refused = await run(deploy, exported);
  expect(refused.status).toBe(1);
  expect(refused.stdout + refused.stderr).toMatch(/this update is not approved[^]*Changed in Outreach since/);
  expect(bench.simulator().objects()).toMatchObject([{ prompt: "Edited in Outreach.\n" }]);
});
