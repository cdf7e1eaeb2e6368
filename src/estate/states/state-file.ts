import { type Kind, kindOfType } from "../../objects/kinds";
import { readPrivateState, type RememberedPlace } from "../../objects/private-state";
import { isObject, type JsonObject, parseJson } from "../../util/json";
import { messageOf } from "../../util/message-of";
import { having, listOf, object, textLike } from "../../util/shape";
import { count } from "../../util/text";

export interface StateSource {
  readonly name: string;
  /** Path of the state file; null if the engine fetched the state. */
  readonly file: string | null;
}

export interface StateObject extends RememberedPlace {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** True if another object has replaced this object at its address: the next apply deletes this object. */
  readonly isDeposed: boolean;
  readonly source: StateSource;
  readonly workspaceId: string | null;
  /** ISO 8601, like `lastUpdatedAt`; null if the state has no time. */
  readonly createdAt: string | null;
  readonly lastUpdatedAt: string | null;
  readonly attributes: JsonObject;
  readonly sensitive: ReadonlySet<string>;
}

export function textOf({ attributes }: StateObject, attribute: string): string {
  const value = attributes[attribute];
  return typeof value === "string" ? value : "";
}

export function describeSource({ name, file }: StateSource): string {
  return file === null || file === name ? name : `${name} (${file})`;
}

export function stackWithoutState(source: StateSource): string {
  return `stack ${describeSource(source)} has no state here. Deploy it, or bring its state to this machine.`;
}

/** `others`: the number of objects of other workspaces. */
export function notCompared(stacks: readonly StateSource[], others: number, isAnyOwn: boolean): string[] {
  const notes = stacks.map((source) => `Not compared: the ${stackWithoutState(source)}`);
  if (others === 0) return notes;
  const advice = "No compared state has an object of the configured workspace. Check OUTREACH_WORKSPACE_ID.";
  notes.push(`Not compared: ${count(others, "object")} of other workspaces.`);
  return isAnyOwn ? notes : [...notes, advice];
}

/**
 * An empty text is a state without objects.
 * @throws Error naming the source if the text is no state in format version 4
 */
export function parseState(text: string, source: StateSource): StateObject[] {
  if (text.trim() === "") return [];
  const state = parseJson(text)?.value;
  const of = `The state of ${describeSource(source)}`;
  if (!isObject(state) || state.version !== 4)
    throw new Error(`${of} is not JSON in format version 4, which Terraform 0.12 and newer write.`);
  try {
    const resources = listOf(object)(state.resources ?? [], "resources");
    return resources.flatMap((resource) => objectsOfResource(resource, source));
  } catch (cause) {
    throw new Error(
      `${of} is malformed: ${messageOf(cause)}. Restore it from a backup, or remove the resource from it (terraform ` +
        "state rm ADDRESS, which deletes nothing at the API) and import the object again.",
      { cause },
    );
  }
}

const INSTANCES = listOf(having({ attributes: having({ id: textLike("an id", /./) }) }));

function objectsOfResource(resource: JsonObject, source: StateSource): StateObject[] {
  const { mode, type, name, module, instances } = resource;
  const kind = typeof type === "string" ? kindOfType(type) : undefined;
  if (mode !== "managed" || kind === undefined) return [];
  const address = `${typeof module === "string" ? `${module}.` : ""}outreach_${kind}.${String(name)}`;
  INSTANCES(instances, address);
  return (instances as JsonObject[]).map((instance) => objectOf(instance, { kind, address, source }));
}

function objectOf(
  instance: JsonObject,
  { address, ...place }: Pick<StateObject, "kind" | "address" | "source">,
): StateObject {
  const { index_key: key, sensitive_attributes: paths = [], deposed } = instance;
  const attributes = instance.attributes as JsonObject;
  const at = key === undefined || key === null ? address : `${address}[${JSON.stringify(key)}]`;
  const textAt = (name: string) => {
    const value = attributes[name];
    return typeof value === "string" ? value : null;
  };
  return {
    ...place,
    id: textAt("id")!,
    name: textAt("name") ?? "",
    address: at,
    isDeposed: deposed !== undefined,
    workspaceId: textAt("workspace_id"),
    createdAt: textAt("created_at"),
    lastUpdatedAt: textAt("last_updated_at"),
    ...readPrivateState(instance.private),
    attributes,
    // Each path leads to a sensitive part. The first step of the path is the attribute.
    sensitive: new Set(
      listOf(listOf(object))(paths, `${at}.sensitive_attributes`).flatMap(([step]) => String(step?.value)),
    ),
  };
}
