import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Simulator } from "../../src/simulator";
import { ENGINE } from "../terraform/engine";
import { type CdktfProject, ROOT, WORKSPACE_ID } from "./harness";

// The workspace in the pictures of export and pull in docs/images.

const OPENER = `Write the first email of a sequence to {first_name}, who works at {company}.

Open with one sentence on what {company} does.
Then one sentence on what we do: we keep the mailboxes of sales teams out of spam folders.
Length: at most 90 words.
End with one question that can be answered with yes or no.
`;

/** The prompt of the opener after {@link editPictured}. */
export const EDITED_OPENER = OPENER.replace(
  "at most 90 words.",
  "at most 70 words.\nLanguage: that of {language}.",
);

/** The names of the renamed snippet, before and after {@link editPictured}. */
export const RENAMED = ["Sequence 1: nudge", "Sequence 1: reminder"] as const;

/** Puts the objects of the pictures into the workspace. */
export function seedPictured(simulator: Simulator): void {
  simulator.seed({
    workspaceId: WORKSPACE_ID,
    clusters: [
      { id: "0d9e4c71", name: "DACH sales", description: "Sales in Germany, Austria and Switzerland." },
      { id: "77c20e9b", name: "EMEA sales", description: "Sales in Europe and Africa." },
    ],
    snippets: [
      { id: "5b1f8a02", name: "Sequence 1: opener", prompt: OPENER },
      { id: "c41d2f60", name: RENAMED[0], prompt: "Remind {first_name} of the first email.\n" },
      { id: "e07a93b5", name: "Goodbye", prompt: "Say goodbye to {first_name} in two sentences.\n" },
    ],
  });
}

/** Edits two snippets, as people do in Outreach. */
export function editPictured(simulator: Simulator): void {
  simulator.update("5b1f8a02", { prompt: EDITED_OPENER });
  simulator.update("c41d2f60", { name: RENAMED[1] });
}

/** Returns the part of `outreach/objects.json` that a picture shows. */
export function picturedRows(objects: string): string {
  const [rows] = /^ {2}"clusters"[^]*?^ {2}\],\n/m.exec(objects) ?? [];
  if (rows === undefined) throw new Error("outreach/objects.json lists no clusters.");
  return `…\n${rows}…\n`;
}

/** Makes a project an empty folder in which the packages of the guides are installed, and fills the workspace. */
export function fullWorkspace(project: CdktfProject, simulator: Simulator): CdktfProject {
  rmSync(join(project.folder, "cdktf.json"));
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  project.linkCommands();
  seedPictured(simulator);
  return project;
}

/** Runs the commands of a guide, with the engine that the tests use. */
export const bash = (project: CdktfProject, commands: string, ...options: string[]) =>
  project.spawn("bash", [...options, "-c", commands], { env: { TERRAFORM_BINARY_NAME: ENGINE } });

/** What a plan of the exported workspace says. */
export const IMPORTS = "5 to import, 0 to add, 0 to change, 0 to destroy";
