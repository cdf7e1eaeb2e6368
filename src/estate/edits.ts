import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterRead, editIn, type TextEdit } from "../objects/text-edits";
import { readText } from "../util/files/read-file";
import { isObject, isText, objectsIn, parseJson } from "../util/json";
import type { Declared } from "./rows";
import { type StateObject, textOf } from "./states/state-file";
import { type FoundObject, keyOf, KINDS } from "./workspace/workspace";

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
 * or a construct; null if unknown. `rows` is from `exportedRows`.
 */
export function placeOf(
  { attribute, state }: Edit,
  declared: Declared | undefined,
  rows: () => ReadonlyMap<string, string>,
): string | null {
  const { files: own = [], block = null, constructPath = null } = declared ?? {};
  if (attribute === "prompt" && own.length > 0) return own.map((file) => relative("", file)).join(" or ");
  const row = rows().get(keyOf(state));
  return row ?? (block === null ? constructPath : `${relative("", block.file)}:${block.line}`);
}

/** Returns the row of each object in an objects.json, which an export writes beside the folder of its prompt files. */
export function exportedRows(promptFiles: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Set(promptFiles.map((file) => dirname(dirname(file))));
  const rows = [...folders].flatMap((folder) => {
    const file = join(folder, "objects.json");
    const data = existsSync(file) ? parseJson(readText(file))?.value : undefined;
    return KINDS.flatMap((kind) =>
      (isObject(data) ? objectsIn(data[`${kind}s`]) : []).flatMap(({ id, objectId }) => {
        const row = `row ${JSON.stringify(id)} of ${relative("", file)}`;
        return isText(objectId) ? [[keyOf({ kind, id: objectId }), row] as const] : [];
      }),
    );
  });
  // The first row of an object counts.
  return new Map(rows.reverse());
}
