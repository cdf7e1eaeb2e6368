import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterRead, editIn, type TextEdit } from "../objects/text-edits";
import { readText } from "../util/files/read-file";
import { isObject, objectsIn, parseJson } from "../util/json";
import type { Declared } from "./rows";
import { type StateObject, textOf } from "./states/state-file";
import type { FoundObject } from "./workspace/workspace";

export interface Edit {
  readonly state: StateObject;
  readonly attribute: "name" | "description" | "prompt";
  readonly before: string;
  readonly after: string;
  /** The edit made in Outreach; undefined if the provider wrote or accepted the server's text. */
  readonly edit: TextEdit | undefined;
  /**
   * True if a refresh stored an edit in the state. The file may lack the edit, and a merge cannot show it.
   */
  readonly isStored: boolean;
}

export function editsOf(state: StateObject, object: FoundObject): Edit[] {
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

/**
 * Returns the place of a text in the code: a prompt file, a row of an export's objects.json, a line of HCL,
 * or a construct; null if unknown. `files` are the prompt files of all stacks: objects.json is beside their
 * folder.
 */
export function placeOf(
  { attribute, state: { kind, id } }: Edit,
  declared: Declared | undefined,
  files: ReadonlySet<string>,
): string | null {
  const { files: own = [], block = null, constructPath = null } = declared ?? {};
  if (attribute === "prompt" && own.length > 0) return own.map((file) => relative("", file)).join(" or ");
  for (const folder of new Set([...files].map((file) => dirname(dirname(file))))) {
    const file = join(folder, "objects.json");
    const data = existsSync(file) ? parseJson(readText(file))?.value : undefined;
    const rows = isObject(data) ? objectsIn(data[`${kind}s`]) : [];
    const row = rows.find(({ objectId }) => objectId === id);
    if (row !== undefined) return `row ${JSON.stringify(row.id)} of ${relative("", file)}`;
  }
  return block === null ? constructPath : `${relative("", block.file)}:${block.line}`;
}
