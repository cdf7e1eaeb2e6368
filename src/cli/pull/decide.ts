import { relative } from "node:path";
import { sameText } from "../../objects/text";
import { conflictsIn } from "../../prompt";
import { messageOf } from "../../shared/message-of";
import { type StateObject, textOf } from "../states/state-file";
import type { Found } from "../workspace/find-objects";
import type { FoundObject } from "../workspace/objects";
import { mergePrompts } from "./merge";
import type { Decision, PullOutcome } from "./outcome";
import type { Place, Project } from "./project";
import { readPromptFile } from "./prompt-files";

const DELETED =
  "The workspace no longer has this object. The next plan creates it again, unless you remove it from the code.";

type Places = Pick<Project, "folder" | "placeOf" | "declaredText">;

/** Returns the decisions about one object; an empty list for an object without edits. */
export function decide({ state, finding }: Found, project: Places): Decision[] {
  if (finding.is === "unknown") return [{ outcome: { state, result: "error", reason: finding.reason } }];
  if (finding.is === "deleted") return [{ outcome: { state, result: "reported", reason: DELETED } }];
  return editsOf(state, finding.object).flatMap((edit) => {
    if (sameText(edit.before, edit.after)) return [];
    return edit.attribute === "prompt" ? decidePrompt(edit, project) : reported(edit, project);
  });
}

interface Edit {
  readonly state: StateObject;
  readonly attribute: "name" | "description" | "prompt";
  readonly before: string;
  readonly after: string;
}

function editsOf(state: StateObject, object: FoundObject): Edit[] {
  const edit = (attribute: Edit["attribute"], after: string): Edit => {
    return { state, attribute, before: textOf(state, attribute), after };
  };
  const name = edit("name", object.name);
  return object.kind === "snippet"
    ? [name, edit("prompt", object.prompt)]
    : [name, edit("description", object.description ?? "")];
}

/** Returns the decision about an edit that pull only reports; none if the code already has the new text. */
function reported(edit: Edit, project: Places): Decision[] {
  const { state, attribute } = edit;
  const place = project.placeOf(state);
  const declared = project.declaredText(state, attribute);
  if (declared !== undefined && sameText(declared, edit.after)) return [];
  const file = "file" in place ? relative(project.folder, place.file) : undefined;
  const reason = `Its ${attribute} was edited${consequence(place, attribute, project.folder)}`;
  const shown = attribute === "prompt" ? { file } : {};
  return [{ outcome: { state, result: "reported", ...shown, reason, change: changeOf(edit) } }];
}

const COPY = "Copy the edit into the code.";

/** Returns the end of the sentence about an edit: why it is not written, and what to do. */
function consequence(place: Place, attribute: Edit["attribute"], folder: string): string {
  if (place.is === "nowhere")
    return (
      ", but its resource is not in the synthesized code, so the next deploy deletes the object. " +
      "Run cdktf synth again, or keep the edit elsewhere."
    );
  if (attribute !== "prompt") return `. ${COPY}`;
  if (place.is === "one of several files") {
    const files = place.files.map((file) => relative(folder, file)).join(" and ");
    return `, and ${files} have the same content. Copy the edit into the one that this prompt comes from.`;
  }
  if (place.is === "shared file")
    return ", and other prompts use its file, too. Copy the edit into the code or the file yourself.";
  return `. The prompt is composed in code, so there is no file to write. ${COPY}`;
}

function decidePrompt(edit: Edit, project: Places): Decision[] {
  const { state, before: base, after: theirs } = edit;
  const place = project.placeOf(state);
  if (!("file" in place)) return reported(edit, project);
  const file = relative(project.folder, place.file);
  try {
    const { bytes, text: ours, head } = readPromptFile(place.file, project.folder);
    if (sameText(ours, theirs)) return [];
    if (isUnresolved(ours, base)) throw new Error("the file still has conflict markers");
    const { text, isConflict } = mergePrompts({ base, ours, theirs });
    // The file has the edit already, and other edits besides.
    if (sameText(text, ours)) return [];
    if (place.is === "shared file") return reported(edit, project);
    const outcome: PullOutcome = isConflict
      ? { state, result: "conflict", file, reason: CONFLICT }
      : { state, result: "written", file, change: changeOf({ ...edit, before: ours, after: text }) };
    return [{ outcome, write: { file: place.file, expected: bytes, contents: head + text } }];
  } catch (error) {
    const reason = `Its prompt was edited, but ${messageOf(error)}.`;
    return [{ outcome: { state, result: "error", file, reason } }];
  }
}

/** Reports whether a file has conflict markers of pull, or those of Git that the applied prompt lacks. */
function isUnresolved(ours: string, base: string): boolean {
  return /^<{7} file\r?$/m.test(ours) || conflictsIn(ours).length > conflictsIn(base).length;
}

const CONFLICT =
  "The file and the server have changed the same lines. Resolve the conflict markers in the file, then deploy.";

/** Returns the texts before and after; undefined if they are sensitive. */
function changeOf({ state: { sensitive }, attribute, before, after }: Edit): PullOutcome["change"] {
  return sensitive.has(attribute) ? undefined : { attribute, before, after };
}
