import { relative } from "node:path";
import { sameText } from "../../objects/text";
import { messageOf } from "../../shared/message-of";
import type { StateObject } from "../states/state-file";
import type { Current } from "./edits";
import { mergePrompts } from "./merge";
import { readPromptFile } from "./prompt-files";

/** The result of pull for one object. */
export interface Outcome {
  readonly state: StateObject;
  /**
   * `written`: the edit is in the file; `conflict`: the file has conflict markers; `reported`: a person has
   * to copy the edit; `error`: the file cannot be read.
   */
  readonly result: "written" | "conflict" | "reported" | "error";
  /** The prompt file, relative to the project; undefined if the edit concerns no file. */
  readonly file?: string | undefined;
  /** Why the edit was not written, or what went wrong. */
  readonly reason?: string;
  /** The attribute with its text before and after; undefined if the configuration marks it as sensitive. */
  readonly change?: Readonly<Record<"attribute" | "before" | "after", string>> | undefined;
}

/** An outcome, and the file to write for it. Files are written after the decisions about all objects. */
export interface Decision {
  readonly outcome: Outcome;
  readonly write?: { readonly file: string; readonly contents: string };
}

export interface Project {
  /** The folder in which files may be written. */
  readonly folder: string;
  /** The file that holds an object's prompt; undefined if the prompt is composed in code. */
  fileOf(current: Current): string | undefined;
  /** Whether several objects take their prompt from this file. */
  isShared(file: string): boolean;
}

/** Returns the decisions about the edits of one object; an empty list for an object without edits. */
export function decide(current: Current, project: Project): Decision[] {
  const { state, object } = current;
  if (object === undefined) {
    const reason =
      "The workspace no longer has this object. The next plan creates it again, unless you remove it from the code.";
    return [{ outcome: { state, result: "reported", reason } }];
  }
  const texts = object.kind === "cluster" ? { description: object.description } : {};
  const others = Object.entries({ name: object.name, ...texts }).flatMap(([attribute, now]) =>
    edited(current, attribute, now ?? ""),
  );
  return object.kind === "snippet" ? [...others, ...decidePrompt(current, object.prompt, project)] : others;
}

/** Returns the decision about an edit of a name or a description, which pull only reports. */
function edited({ state }: Current, attribute: string, now: string): Decision[] {
  const before = textOf(state.attributes[attribute]);
  if (sameText(before, now)) return [];
  const reason = `Its ${attribute} was edited. Copy the edit into the code.`;
  const change = changeOf(state, attribute, [before, now]);
  return [{ outcome: { state, result: "reported", reason, change } }];
}

function decidePrompt(current: Current, theirs: string, project: Project): Decision[] {
  const { state } = current;
  const base = textOf(state.attributes["prompt"]);
  if (sameText(base, theirs)) return [];
  const file = project.fileOf(current);
  const name = file && relative(project.folder, file);
  const change = changeOf(state, "prompt", [base, theirs]);
  const report = (reason: string): Decision[] => [
    { outcome: { state, result: "reported", file: name, reason, change } },
  ];
  if (file === undefined)
    return report(
      "Its prompt was edited. The prompt is composed in code, so there is no file to write. Copy the edit into the code.",
    );
  if (project.isShared(file))
    return report(
      "Its prompt was edited, and several snippets use its file. Copy the edit into the code or the file yourself.",
    );
  try {
    const { text: ours, head } = readPromptFile(file, project.folder);
    if (sameText(ours, theirs)) return [];
    if (/^<{7} file\r?$/m.test(ours)) throw new Error("the file still has conflict markers");
    const { text, isConflict } = mergePrompts({ base, ours, theirs });
    const outcome: Outcome = isConflict
      ? { state, result: "conflict", file: name, reason: CONFLICT }
      : { state, result: "written", file: name, change: changeOf(state, "prompt", [ours, text]) };
    return [{ outcome, write: { file, contents: head + text } }];
  } catch (error) {
    const reason = `Its prompt was edited, but ${messageOf(error)}.`;
    return [{ outcome: { state, result: "error", file: name, reason } }];
  }
}

const CONFLICT =
  "The file and the server have changed the same lines. Resolve the conflict markers in the file, then deploy.";

/** Returns the texts before and after; undefined if they are sensitive. */
function changeOf(
  { sensitive }: Current["state"],
  attribute: string,
  [before, after]: readonly [string, string],
) {
  return sensitive.has(attribute) ? undefined : { attribute, before, after };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
