import { relative } from "node:path";
import { sameText } from "../../objects/text";
import { afterRead, editIn, keepsEdit, type TextEdit } from "../../objects/text-edits";
import { conflictsIn } from "../../prompts";
import { messageOf } from "../../util/message-of";
import { type StateObject, textOf } from "../../estate/states/state-file";
import type { Found } from "../../estate/workspace/find-objects";
import type { FoundObject } from "../../estate/workspace/objects";
import { mergePrompts } from "./merge";
import type { Decision, PullOutcome } from "./outcome";
import type { Place, Project } from "./project";
import { readPromptFile } from "./prompt-files";
import type { Pulled } from "./pulled";

const DELETED =
  "The workspace no longer has this object. The next plan creates it again, unless you remove it from the code.";

type Places = Pick<Project, "folder" | "placeOf" | "declaredText" | "sharersOf"> & {
  readonly pulled: Pick<Pulled, "textOf">;
};

/** Returns the decisions about one object; an empty list for an object without edits. */
export function decide({ state, finding }: Found, project: Places): Decision[] {
  if (finding.is === "unknown") return [{ outcome: { state, result: "error", reason: finding.reason } }];
  if (finding.is === "deleted") return [{ outcome: { state, result: "reported", reason: DELETED } }];
  return editsOf(state, finding.object).flatMap((edit) =>
    edit.attribute === "prompt" ? decidePrompt(edit, project) : reported(edit, project),
  );
}

interface Edit {
  readonly state: StateObject;
  readonly attribute: "name" | "description" | "prompt";
  readonly before: string;
  readonly after: string;
  /** Undefined if the provider wrote or accepted the text that the server shows. */
  readonly edit: TextEdit | undefined;
  /** Whether a refresh has stored an edit in the state. The file may lack that edit, and a merge cannot show it. */
  readonly isStored: boolean;
}

function editsOf(state: StateObject, object: FoundObject): Edit[] {
  const editOf = (attribute: Edit["attribute"], after: string): Edit => {
    const before = textOf(state, attribute);
    const history = state.historyOf(attribute, before);
    const edit = editIn(afterRead(history, { before, found: after, isOlder: false }), after);
    return { state, attribute, before, after, edit, isStored: editIn(history, before) !== undefined };
  };
  const text =
    object.kind === "snippet"
      ? editOf("prompt", object.prompt)
      : editOf("description", object.description ?? "");
  return [editOf("name", object.name), text];
}

/** Returns the decision about an edit that pull only reports; none if the code already has the new text. */
function reported(edit: Edit, project: Places): Decision[] {
  const { state, attribute } = edit;
  if (edit.edit === undefined) return [];
  const place = project.placeOf(state);
  const declared = project.declaredText(state, attribute);
  // A text that the state already has may be the one that the code computes.
  if (declared === undefined ? sameText(edit.before, edit.after) : keepsEdit(edit.edit, declared)) return [];
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
  const { state, before: applied, after: theirs } = edit;
  const place = project.placeOf(state);
  if (!("file" in place)) return reported(edit, project);
  // The file has seen the text of an earlier pull, whatever a person has made of it since.
  const seen = place.is === "file" ? project.pulled.textOf(state) : undefined;
  if (edit.edit === undefined && (seen === undefined || sameText(seen, theirs))) return [];
  const base = seen ?? applied;
  const file = relative(project.folder, place.file);
  try {
    const { bytes, text: ours, head } = readPromptFile(place.file, project.folder);
    if (sameText(ours, theirs)) return [];
    if (isUnresolved(ours, base)) {
      // A pull that was killed, or that could not write its record, has left the markers without one.
      const left = mergePrompts({ base, ours: withoutTheirs(ours), theirs });
      const isOurs = place.is === "file" && left.isConflict && sameText(left.text, ours);
      const outcome = failed({ state, file }, "the file still has conflict markers");
      return [{ outcome, ...(isOurs && { pulled: theirs }) }];
    }
    const { text, isConflict } = mergePrompts({ base, ours, theirs });
    if (edit.isStored && edit.edit !== undefined && !isConflict && !keepsEdit(edit.edit, text)) {
      const change = changeOf({ ...edit, before: ours });
      return [{ outcome: { state, result: "reported", file, reason: STORED, change } }];
    }
    if (sameText(text, ours)) {
      const hasEdit =
        seen === undefined || sameText(mergePrompts({ base: applied, ours, theirs }).text, ours);
      return hasEdit ? [] : [{ outcome: { state, result: "kept", file, reason: KEPT } }];
    }
    if (place.is === "shared file") return reported(edit, project);
    const shared = { sharedWith: project.sharersOf(place.file, state) };
    const outcome: PullOutcome = isConflict
      ? { state, result: "conflict", file, reason: CONFLICT, ...shared }
      : {
          state,
          result: "written",
          file,
          change: changeOf({ ...edit, before: ours, after: text }),
          ...shared,
        };
    return [{ outcome, write: { file: place.file, expected: bytes, contents: head + text }, pulled: theirs }];
  } catch (error) {
    return [{ outcome: failed({ state, file }, messageOf(error)) }];
  }
}

function failed(place: Pick<PullOutcome, "state" | "file">, problem: string): PullOutcome {
  return { ...place, result: "error", reason: `Its prompt was edited, but ${problem}.` };
}

/** Returns the text of a file before `mergePrompts` has written its conflict markers. */
function withoutTheirs(text: string): string {
  const [end, rest] = ["(?:\\r\\n?|\\n)", "[^]*?"];
  const conflict = `^<{7} file${end}(${rest})^={7}${end}${rest}^>{7} Outreach(?:${end}|$(?![^]))`;
  return text.replace(new RegExp(conflict, "gm"), "$1");
}

/** Reports whether a file has conflict markers of pull, or those of Git that the applied prompt lacks. */
function isUnresolved(ours: string, base: string): boolean {
  return /^<{7} file\r?$/m.test(ours) || conflictsIn(ours).length > conflictsIn(base).length;
}

const KEPT =
  "Its edit was pulled before, and the file was changed since. The next deploy replaces the edit by the text of the file.";

const STORED =
  "Its prompt was edited, and the state has the edit already, so it cannot be merged. Copy the edit into the file.";

const CONFLICT =
  "The file and the server have changed the same lines. Resolve the conflict markers in the file, then deploy.";

/** Returns the texts before and after; undefined if they are sensitive. */
function changeOf({ state: { sensitive }, attribute, before, after }: Edit): PullOutcome["change"] {
  return sensitive.has(attribute) ? undefined : { attribute, before, after };
}
