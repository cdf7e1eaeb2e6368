import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addTsx, cdktfBench, succeeded } from "./harness";
import { commandsOf } from "./guide-commands";

const bench = cdktfBench({ provider: "in-process" });
const README = "examples/staging-production/README.md";

/** The objects of a workspace by name: their texts or ids. */
function objectsOf(workspace: string, member: "text" | "id"): Record<string, string | null> {
  const own = bench.simulator().objects(workspace);
  return Object.fromEntries(
    own.map((one) => [one.name, member === "id" ? one.id : "prompt" in one ? one.prompt : one.description]),
  );
}

async function madeByInit() {
  const project = bench.project();
  project.linkCommands();
  addTsx(join(project.folder, "node_modules"));
  succeeded("init", await project.command(["init", "made", "--workspaces", "staging,production"]));
  const cwd = join(project.folder, "made");
  // The types are checked by the test of init.
  writeFileSync(
    join(cwd, "cdktf.json"),
    '{ "language": "typescript", "app": "node --import tsx main.ts", "projectId": "made" }',
  );
  const commands = commandsOf(README).replaceAll("node_modules/.bin/", "../node_modules/.bin/");
  const [exports = "", deployStaging = "", review = "", deployProduction = ""] = commands.split("\n");
  const run = (command: string) =>
    project.spawn("bash", ["-e", "-c", `${exports}\n${command}`], {
      cwd,
      env: { GITHUB_ACTIONS: undefined, GITLAB_CI: undefined },
    });
  const edit = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(cwd, file), "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(join(cwd, file), change(text));
  };
  const both = async () => {
    for (const one of [deployStaging, review, deployProduction]) succeeded(one, await run(one));
  };
  return { run, edit, both, review };
}

test("production takes only texts that staging has, and a rename keeps the objects of both", async () => {
  const { run, edit, both, review } = await madeByInit();
  await both();
  const opener = "Write an opener to {first_name} at {company}.\n";
  const reminder = "Write a reminder of our last mail to {first_name}.\n";
  expect(objectsOf("production", "text")).toEqual({ Opener: opener, "Sales Europe": "Warm mailboxes" });
  expect(objectsOf("staging", "text")).toEqual({
    ...objectsOf("production", "text"),
    Reminder: reminder,
  });

  edit("prompts/opener.md", () => "Write a short opener to {first_name}.\n");
  const refused = await run(review.replace(/ \|\| .*/, ""));
  expect(refused.status).toBe(3);
  expect(refused.stdout).toContain("the stack staging does not have this prompt");
  await both();
  expect(objectsOf("production", "text")).toMatchObject({
    Opener: "Write a short opener to {first_name}.\n",
  });

  const ids = ["staging", "production"].map((name) => objectsOf(name, "id"));
  const rename = /```ts\n(const opener = [^]*?)```/.exec(readFileSync(README, "utf8"))![1]!;
  edit("outbound.ts", (text) => text.replace(/^ *new OutreachSnippet\(scope, "opener".*\n/m, rename));
  await both();
  expect(["staging", "production"].map((name) => objectsOf(name, "id"))).toEqual(ids);
});
