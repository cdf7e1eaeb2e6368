import { keyOf, kindOfType } from "../../../objects/kinds";

/** The attributes that identify an object, on one side of a change. */
type Partly = { readonly id?: unknown; readonly workspace_id?: unknown } | null | undefined;

/** Returns one text for the object on a side of a change; undefined for other types, or without a known id. */
export function keyOfObject(type: string, side: unknown, id?: string): string | undefined {
  const kind = kindOfType(type);
  const known = id ?? (side as Partly)?.id;
  if (kind === undefined || typeof known !== "string") return undefined;
  return keyOf({ kind, id: known, workspaceId: workspaceIn(side) });
}

/** Returns the workspace id of a side; empty if the plan does not show it. */
export function workspaceIn(side: unknown): string {
  const workspaceId = (side as Partly)?.workspace_id;
  return typeof workspaceId === "string" ? workspaceId : "";
}
