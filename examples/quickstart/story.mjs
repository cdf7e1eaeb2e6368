import { readFileSync } from "node:fs";
import { heading, say, yellow } from "./terminal.mjs";

const OPENER = "Sequence 1: opener";
/**
 * The import step creates this snippet "in Outreach". main.ts declares the snippet if QUICKSTART_IMPORT_ID
 * has its id.
 */
const WELCOME = { name: "Welcome", file: "examples/quickstart/prompts/welcome.md" };

/** Throws if a step has another result than its text says. */
export async function tellStory({ simulator, workspace, commands, url }) {
  heading(
    "1 of 6",
    "Plan: what would be created",
    "cdktf writes the app as JSON, the engine plans it, and the review shows the plan to the person who approves it.",
  );
  await commands.cdktf(["synth"]);
  await expectChange(commands, true);

  heading("2 of 6", "Deploy: the plan is carried out", "The provider makes one object for each declaration.");
  say(`  ${await deploy(commands, "7 added")}. Look at them now: ${url}/__simulator/`);

  heading(
    "3 of 6",
    "Drift: a prompt changes in Outreach",
    `A colleague adds a line to "${OPENER}" in the web app, without Terraform. The next plan finds it:`,
  );
  const opener = simulator.objects(workspace).find(({ name }) => name === OPENER);
  simulator.update(opener.id, { prompt: `${opener.prompt.trimEnd()}\nMention our anniversary discount.\n` });
  await expectChange(commands, true);
  say(
    yellow(`▲ The line with "Mention our anniversary discount." is theirs. A deploy removes it; to keep it,`),
  );
  say(yellow("  copy it into examples/quickstart/prompts/opener.md before the deploy."));

  heading(
    "4 of 6",
    "Repair: the next deploy restores the code's version",
    "Then a plan finds nothing to do.",
  );
  say(`  ${await deploy(commands, "1 changed")}.`);
  await expectChange(commands, false);

  heading(
    "5 of 6",
    "Import: an object made in Outreach comes under management",
    `The snippet "${WELCOME.name}" was written in the web app. In the code it gets one call, importFrom("<its id>"):`,
  );
  const prompt = readFileSync(WELCOME.file, "utf8");
  const { id } = simulator.create("snippet", workspace, { name: WELCOME.name, prompt });
  await commands.cdktf(["synth"], { QUICKSTART_IMPORT_ID: id });
  await expectChange(commands, true);
  say(`  ${await deploy(commands, "1 imported, 0 added, 0 changed")}. Its id is still ${id}.`);

  heading(
    "6 of 6",
    "Teardown: everything is deleted",
    "In Outreach a delete is permanent; here it is a simulation.",
  );
  const destroyed = await commands.cdktf(["destroy", "--skip-synth", "--auto-approve"]);
  say(`  ${resultIn(destroyed, "8 destroyed")}.`);
  const left = simulator.objects(workspace);
  if (left.length > 0) throw new Error(`The teardown left ${left.length} objects in the workspace.`);
}

async function expectChange(commands, wanted) {
  if ((await commands.review()) === wanted) return;
  throw new Error(`Expected a plan with ${wanted ? "changes" : "nothing to do"}.`);
}

async function deploy(commands, expected) {
  return resultIn(await commands.cdktf(["deploy", "--skip-synth", "--auto-approve"]), expected);
}

/** For example `7 added, 0 changed, 0 destroyed`. */
function resultIn(output, expected) {
  const result = /complete! Resources: (.*)\./.exec(output)?.[1] ?? "nothing";
  if (result.includes(expected)) return result;
  throw new Error(`Expected ${expected}, and the engine says ${result}.`);
}
