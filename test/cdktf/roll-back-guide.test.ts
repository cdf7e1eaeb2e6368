import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandsOf } from "./guide-commands";
import { cdktfBench, succeeded } from "./harness";

const bench = cdktfBench({ provider: "in-process" });
const GUIDE = "docs/guides/roll-back.md";

test("the commands of the guide to a roll back bring the earlier text back, and create nothing", async () => {
  const project = bench.project();
  project.linkCommands();
  const run = (commands: string, env: NodeJS.ProcessEnv = {}) =>
    project.spawn("bash", ["-e", "-c", commands], { env });
  const git = async (...args: string[]) => {
    const author = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    return succeeded(`git ${args.join(" ")}`, await project.spawn("git", [...author, ...args])).trim();
  };
  const deploy = "node_modules/.bin/cdktf deploy production --auto-approve";
  const declare = (further = "") =>
    project.app({
      production: `new OutreachProvider(stack, "outreach");
  new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile("prompts/opener.md") });${further}`,
    });
  const commit = async (prompt: string) => {
    project.write("prompts/opener.md", prompt);
    await git("add", ".");
    await git("commit", "-qm", prompt.trim());
    succeeded("the deploy", await run(deploy));
  };
  const deployed = () => bench.simulator().objects();
  project.write(".gitignore", "*\n!main.js\n!prompts/**\n!prompts\n");
  declare();
  await git("init", "-q", "-b", "main");
  await commit("Tuesday.\n");
  await commit("Wrong.\n");
  const { id } = deployed()[0]!;
  expect(deployed()).toMatchObject([{ prompt: "Wrong.\n" }]);

  const names = { GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x@example.com" };
  const committer = { GIT_COMMITTER_NAME: "x", GIT_COMMITTER_EMAIL: "x@example.com" };
  const env = { ...names, ...committer, COMMIT: await git("rev-parse", "HEAD") };
  const reverted = await run(commandsOf(GUIDE, "## With a review"), env);
  expect(reverted.stdout).toContain("Wrong.");
  expect(reverted).toMatchObject({ status: 2, stdout: expect.stringContaining("1 to update") as string });
  expect(readFileSync(join(project.folder, "review.html"), "utf8")).toContain("Tuesday.");

  const emergency = commandsOf(GUIDE, "## In an emergency").replace(
    /(cdktf deploy \w+)$/m,
    "$1 --auto-approve",
  );
  expect(emergency).toContain("--auto-approve");
  // For the provider in this process, which does not see what the commands export.
  const allowed = { OUTREACH_ALLOW: "update" };
  expect(emergency).toContain("export OUTREACH_ALLOW=update\n");
  declare('\n  new OutreachCluster(stack, "new", { name: "New" });');
  const refused = await run(emergency, allowed);
  expect(refused.status).toBe(1);
  expect(deployed()).toMatchObject([{ id, prompt: "Wrong.\n" }]);
  declare();
  succeeded("the emergency", await run(emergency, allowed));
  expect(deployed()).toMatchObject([{ id, prompt: "Tuesday.\n" }]);
});
