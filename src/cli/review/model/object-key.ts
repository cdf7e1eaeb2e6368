import { keyOf, kindOfType } from "../../../objects/kinds";

/** The attributes that identify an object, on one side of a change. */
type Partly = { readonly id?: unknown; readonly workspace_id?: unknown } | null | undefined;

/** Returns one text for the object on a side of a change; undefined for other types, or without a known id. */
export function keyOfObject(type: string, side: unknown, id?: string): string | undefined {
  const kind = kindOfType(type);
  const { id: ownId, workspace_id: workspaceId } = (side as Partly) ?? {};
  const known = id ?? ownId;
  if (kind === undefined || typeof known !== "string") return undefined;
  return keyOf({ kind, id: known, workspaceId: workspaceIn(workspaceId) });
}

/** Returns the workspace id of a side; empty if the plan does not show it. */
export function workspaceIn(workspaceId: unknown): string {
  return typeof workspaceId === "string" ? workspaceId : "";
}
