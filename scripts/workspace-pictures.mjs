// Runs the commands whose output is pictured in the guides to existing workspaces and edited prompts. They
// are real commands on a simulator, with the engine.
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
// Loaded as CommonJS, because the harness finds the repository by __dirname.
/** @type {typeof import("../test/cdktf/harness.ts")} */
const { CdktfProject, ROOT, WORKSPACE_ID } = require("../test/cdktf/harness.ts");
/** @type {typeof import("../src/simulator/index.ts")} */
const { startSimulator } = require("../src/simulator/index.ts");

const opener = `Write the first email of a sequence to {first_name}, who works at {company}.

Open with one sentence on what {company} does.
Then one sentence on what we do: we keep the mailboxes of sales teams out of spam folders.
Length: at most 90 words.
End with one question that can be answered with yes or no.
`;

const seed = {
  workspaceId: WORKSPACE_ID,
  clusters: [
    { id: "0d9e4c71", name: "DACH sales", description: "Sales in Germany, Austria and Switzerland." },
    { id: "77c20e9b", name: "EMEA sales", description: "Sales in Europe and Africa." },
  ],
  snippets: [
    { id: "5b1f8a02", name: "Sequence 1: opener", prompt: opener },
    { id: "c41d2f60", name: "Sequence 1: nudge", prompt: "Remind {first_name} of the first email.\n" },
    { id: "e07a93b5", name: "Goodbye", prompt: "Say goodbye to {first_name} in two sentences.\n" },
  ],
};

/** Returns the runs of the two pictures, as terminalPage takes them. */
export async function workspaceRuns() {
  const simulator = await startSimulator({ seed: 1 });
  const project = new CdktfProject(simulator.url);
  const command = async (...args) => {
    const script = join(ROOT, "dist/cli/cdktf-outreach.cjs");
    const { status, stdout, stderr } = await project.spawn(process.execPath, [script, ...args]);
    if (status === 1) throw new Error(stderr);
    return { command: `npx cdktf-outreach ${args.join(" ")}`, output: stdout + stderr };
  };
  try {
    simulator.seed(seed);
    project.link("typescript", join(ROOT, "node_modules/typescript"));
    rmSync(join(project.folder, "cdktf.json"));
    // The app below is JavaScript, which needs no compiler.
    const exported = await command("export", "--language", "js", "--verify");
    const data = readFileSync(join(project.folder, "outreach/objects.json"), "utf8");
    const [rows] = /^ {2}"clusters"[^]*/m.exec(data) ?? [""];
    project.app({
      outreach: 'new OutreachProvider(stack, "outreach"); require("./outreach").declareWorkspace(stack);',
    });
    await project.synth();
    await project.apply("outreach");
    simulator.update("5b1f8a02", {
      prompt: opener.replace("at most 90 words.", "at most 70 words.\nLanguage: that of {language}."),
    });
    simulator.update("c41d2f60", { name: "Sequence 1: reminder" });
    const pulled = [await command("pull"), await command("check")];
    return { exported: [exported, { command: "cat outreach/objects.json", output: `…\n${rows}` }], pulled };
  } finally {
    project.dispose();
    await simulator.close();
  }
}
