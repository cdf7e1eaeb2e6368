import { isObject, parseJson } from "../../shared/json";
import { type Kind, kindOfType } from "../workspace/objects";

/** An object of the workspace that a state holds. */
export interface StateObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** Such as `outreach_snippet.opener`. */
  readonly address: string;
  /** The name of the stack or of the state file. */
  readonly source: string;
  /** The workspace of the object; null if the state does not name it. */
  readonly workspaceId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The attributes that the configuration marks as sensitive. */
  readonly sensitive: ReadonlySet<string>;
}

interface StateResource {
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly module?: string;
  readonly instances: readonly {
    readonly index_key?: string | number;
    readonly deposed?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    /** Paths of the sensitive places; the first step of each path is the attribute. */
    readonly sensitive_attributes?: readonly (readonly { readonly value?: unknown }[])[];
  }[];
}

/**
 * Lists the clusters and snippets of a state in format version 4. An empty text is an empty state.
 * @throws Error naming the source if the text is no state in that format.
 */
export function objectsOfState(text: string, source: string): StateObject[] {
  if (text.trim() === "") return [];
  return parseState(text, source).flatMap((resource) => objectsOfResource(resource, source));
}

function objectsOfResource(resource: StateResource, source: string): StateObject[] {
  const { mode, type, name, module } = resource;
  const kind = kindOfType(type);
  if (mode !== "managed" || kind === undefined) return [];
  const prefix = module === undefined ? "" : `${module}.`;
  return resource.instances.flatMap(({ index_key: key, attributes = {}, sensitive_attributes = [] }) => {
    const { id, name: objectName, workspace_id: workspaceId } = attributes;
    if (typeof id !== "string") return [];
    return {
      kind,
      id,
      name: typeof objectName === "string" ? objectName : "",
      address: `${prefix}${type}.${name}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`,
      source,
      workspaceId: typeof workspaceId === "string" ? workspaceId : null,
      attributes,
      sensitive: new Set(sensitive_attributes.map(([step]) => String(step?.value))),
    };
  });
}

function parseState(text: string, source: string): readonly StateResource[] {
  const state = parseJson(text);
  if (state === undefined) throw new Error(`The state of ${source} is not JSON.`);
  if (isObject(state.value) && state.value.version === 4)
    return (state.value.resources ?? []) as readonly StateResource[];
  throw new Error(`The state of ${source} is not in format version 4, which Terraform 0.12 and newer write.`);
}
