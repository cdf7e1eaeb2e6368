import { relative } from "node:path";
import type { Declared, DeclaredRow, Row } from "../../estate/rows";
import { literalOf } from "../../estate/hcl/configuration";
import { type Edit, editsOf } from "../../estate/edits";
import type { StateObject } from "../../estate/states/state-file";
import { sameText } from "../../objects/text";
import { keepsEdit } from "../../objects/text-edits";
import { isInWorkspace } from "../../objects/kinds";
import { conflictsIn } from "../../prompts";
import { realPath } from "../../util/files/read-file";
import { groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { mergePrompts, readPromptFile } from "./prompt-files";

export interface PullOutcome {
  readonly state: StateObject;
  /**
   * `kept`: a person changed the file after an earlier pull wrote the edit. `reported`: a person has to act.
   * `error`: pull could not compare the object or write its file.
   */
  readonly result: "written" | "conflict" | "kept" | "reported" | "error";
  /** The prompt file, relative to the project. */
  readonly file?: string | undefined;
  readonly reason?: string | undefined;
  /** The edit in the attribute; undefined if the configuration marks the attribute as sensitive. */
  readonly change?: Readonly<Record<"attribute" | "before" | "after", string>> | undefined;
  /** Stacks for other workspaces that use the written file. Their next plans show the edit as a change. */
  readonly sharedWith?: readonly string[];
  /**
   * `expected`: the file's content when pull decided. `pulled`: the text of the server, which is recorded.
   */
  readonly write?: Readonly<Record<"file" | "contents" | "pulled", string>> & { readonly expected: Buffer };
}

type Place =
  | "file"
  /** Other prompts or overrides for this workspace use the same file. */
  | "shared file"
  | "one of several files"
  /** The text is in the code, or in a module, which pull does not read. */
  | "code"
  /** The code has no such resource, so the next apply deletes the object. */
  | "nowhere";

export interface Source {
  readonly place: Place;
  readonly declared: Pick<Declared, "wholeFile" | "sameFiles" | "body">;
  readonly sharedWith: readonly string[];
  /** The prompt that an earlier pull wrote into the file; undefined after an apply of the object. */
  readonly pulled: string | undefined;
}

/**
 * Several rows of a workspace may share a file: a snippet with `count` has several objects, and another
 * snippet may not be applied yet. A row without an object belongs to all workspaces of its stack.
 */
export function sourcesIn(
  rows: readonly DeclaredRow[],
  workspaceId: string,
  pulledOf: (state: StateObject) => string | undefined,
): (state: StateObject) => Source {
  const applied = groupBy(rows, ({ held, declared }) => (held === undefined ? null : declared.stack));
  const isOwn = ({ held }: Row) => isInWorkspace(held!.workspaceId, workspaceId);
  const isHere = (row: DeclaredRow) =>
    row.held === undefined ? (applied.get(row.declared.stack)?.some(isOwn) ?? true) : isOwn(row);
  const here = new Set(rows.filter(isHere));
  const users = groupBy(
    rows.flatMap((row) => row.declared.files.map((file) => ({ file, row }))),
    ({ file }) => file,
  );
  const rowOf = new Map(rows.map((row) => [row.held, row]));
  return (state) => {
    const { declared } = rowOf.get(state)!;
    const using =
      (declared.wholeFile && users.get(realPath(declared.wholeFile))?.map(({ row }) => row)) || [];
    const place = placeOf(declared, using.filter((one) => here.has(one)).length > 1);
    const others = using.map((row) => row.declared.stack).filter((stack) => stack !== declared.stack);
    const pulled = place === "file" ? pulledOf(state) : undefined;
    return { place, declared, sharedWith: [...new Set(others)], pulled };
  };
}

function placeOf({ wholeFile, sameFiles, body, address }: Declared, isShared: boolean): Place {
  if (wholeFile !== undefined) return isShared ? "shared file" : "file";
  if (sameFiles.length > 0) return "one of several files";
  return body === undefined && !address.startsWith("module.") ? "nowhere" : "code";
}

const DELETED =
  "The workspace no longer has this object. The next plan creates it again, unless you remove it from the code.";

export function decide(row: Omit<Row, "declared">, source: Source, folder: string): PullOutcome[] {
  const { held: state, server, verdict, why: reason } = row;
  if (state === undefined) return [];
  if (verdict === "unknown") return [{ state, result: "error", reason }];
  if (verdict === "deleted") return [{ state, result: "reported", reason: DELETED }];
  if (server === undefined || !("lastUpdatedAt" in server)) return [];
  return editsOf(state, server).flatMap((edit) =>
    edit.attribute === "prompt" ? decidePrompt(edit, source, folder) : reported(edit, source, folder),
  );
}

function reported(edit: Edit, source: Source, folder: string): PullOutcome[] {
  const { state, attribute } = edit;
  if (edit.edit === undefined) return [];
  const { wholeFile, body } = source.declared;
  const declared = literalOf(body?.[attribute]);
  // If the code computes the text, the state's text is compared instead.
  if (declared === undefined ? sameText(edit.before, edit.after) : keepsEdit(edit.edit, declared)) return [];
  const file = attribute === "prompt" && wholeFile ? relative(folder, wholeFile) : undefined;
  const reason = `Its ${attribute} was edited${consequence(source, attribute, folder)}`;
  return [{ state, result: "reported", file, reason, change: changeOf(edit) }];
}

const COPY = "Copy the edit into the code.";

function consequence({ place, declared }: Source, attribute: Edit["attribute"], folder: string): string {
  if (place === "nowhere")
    return (
      ", but its resource is not in the synthesized code, so the next deploy deletes the object. " +
      "Run cdktf synth again, or keep the edit elsewhere."
    );
  if (attribute !== "prompt") return `. ${COPY}`;
  if (place === "one of several files") {
    const files = declared.sameFiles.map((file) => relative(folder, file)).join(" and ");
    return `, and ${files} have the same content. Copy the edit into the one that this prompt comes from.`;
  }
  if (place === "shared file")
    return ", and other prompts use its file, too. Copy the edit into the code or the file yourself.";
  return `. The prompt is composed in code, so there is no file to write. ${COPY}`;
}

function decidePrompt(edit: Edit, source: Source, folder: string): PullOutcome[] {
  const { state, before: applied, after: theirs } = edit;
  // An earlier pull wrote the text into the file. Later changes by a person are intended.
  const { place, pulled: seen, sharedWith } = source;
  const path = source.declared.wholeFile;
  if (path === undefined) return reported(edit, source, folder);
  if (edit.edit === undefined && (seen === undefined || sameText(seen, theirs))) return [];
  const base = seen ?? applied;
  const about = { state, file: relative(folder, path) };
  try {
    const { bytes, text: ours, head } = readPromptFile(path, folder);
    if (sameText(ours, theirs)) return [];
    // Markers of an earlier pull are an unresolved conflict. Git's markers are allowed if the applied prompt
    // has them.
    if (/^<{7} file\r?$/m.test(ours) || conflictsIn(ours).length > conflictsIn(base).length)
      throw new Error("the file still has conflict markers");
    const { text, isConflict } = mergePrompts({ base, ours, theirs });
    if (edit.isStored && edit.edit !== undefined && !isConflict && !keepsEdit(edit.edit, text)) {
      const change = changeOf({ ...edit, before: ours });
      return [{ ...about, result: "reported", reason: STORED, change }];
    }
    if (sameText(text, ours)) {
      const hasEdit =
        seen === undefined || sameText(mergePrompts({ base: applied, ours, theirs }).text, ours);
      return hasEdit ? [] : [{ ...about, result: "kept", reason: KEPT }];
    }
    if (place === "shared file") return reported(edit, source, folder);
    const write = { file: path, expected: bytes, contents: head + text, pulled: theirs };
    if (isConflict) return [{ ...about, result: "conflict", reason: CONFLICT, sharedWith, write }];
    const change = changeOf({ ...edit, before: ours, after: text });
    return [{ ...about, result: "written", change, sharedWith, write }];
  } catch (error) {
    return [{ ...about, result: "error", reason: `Its prompt was edited, but ${messageOf(error)}.` }];
  }
}

const KEPT =
  "Its edit was pulled before, and the file was changed since. The next deploy replaces the edit by the text of the file.";

const STORED =
  "Its prompt was edited, and the state has the edit already, so it cannot be merged. Copy the edit into the file.";

const CONFLICT =
  "The file and the server have changed the same lines. Resolve the conflict markers in the file, then deploy.";

function changeOf({ state: { sensitive }, attribute, before, after }: Edit): PullOutcome["change"] {
  return sensitive.has(attribute) ? undefined : { attribute, before, after };
}
