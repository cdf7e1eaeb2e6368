import {
  ImportableResource,
  type TerraformElement,
  type TerraformProvider,
  TerraformResource,
  Token,
  TerraformStack,
} from "cdktf";
import type { IConstruct } from "constructs";
import { sharedState } from "../util/shared-state";
import { userError } from "./mistakes";
import {
  hasInstances,
  overridesOf,
  providerWithoutAlias,
  sharingVersionCheck,
  warnOnce,
  writtenArguments,
} from "./stack";
import { resolveAtSynth, textToHclTerraform, textToKey, textToTerraform } from "./text";

/** What CDKTF writes for an element: for JSON or for HCL, in a form that CDKTF does not describe. */
type Written = ReturnType<TerraformElement["toTerraform"]>;

/**
 * A resource of this package. In contrast to a resource of CDKTF, ids of imports and keys of moves are text:
 * Terraform evaluates nothing in them. References of CDKTF still resolve.
 */
export class ManagedResource extends TerraformResource {
  /** Makes the resource an existing object of the workspace, by its id. The next apply imports that object. */
  override importFrom(id: string, provider?: TerraformProvider): void {
    sharingVersionCheck(this, () => super.importFrom(id, provider));
    registerImport(this, id);
  }

  /** Moves this resource to the resource with this move target, or to one of its instances. */
  override moveTo(moveTarget: string, index?: string | number): void {
    const key = typeof index === "string" ? String(textToKey(index, this, "moveTo key")) : index;
    super.moveTo(moveTarget, key);
  }

  /** Moves this resource to an address, such as `outreach_snippet.new`. Throws if the text is no address. */
  override moveToId(id: string): void {
    refuseNoAddress(id, this, this.moveToId);
    super.moveToId(id);
  }

  /** Moves a resource here from its address, such as `outreach_snippet.old`. Throws if the text is no address. */
  override moveFromId(id: string): void {
    refuseNoAddress(id, this, this.moveFromId);
    super.moveFromId(id);
  }

  override toTerraform(): Written {
    return withIdAsText(super.toTerraform(), this);
  }

  override toHclTerraform(): Written {
    return withIdAsText(super.toHclTerraform(), this);
  }
}

/** The import for which the engine generates the configuration. Its id is text, as in `ManagedResource`. */
export class GeneratedImport extends ImportableResource {
  override toTerraform(): Written {
    return withIdAsText(super.toTerraform(), this);
  }

  override toHclTerraform(): Written {
    return withIdAsText(super.toHclTerraform(), this);
  }
}

/** An id in HCL is an object with its value. */
interface ImportBlock {
  id: string | { value: unknown };
}

function withIdAsText(written: { import?: ImportBlock[] }, element: TerraformElement): Written {
  for (const block of written.import ?? []) {
    const { id } = block;
    if (typeof id === "object") id.value = textToHclTerraform(id.value as string, element, "import id");
    else block.id = textToTerraform(id, element, "import id") as string;
  }
  return written;
}

const NAME = String.raw`[\p{ID_Start}_][\p{ID_Continue}\-]*`;
/** Pattern of an index or a key, which may be missing. Terraform accepts no template in a key. */
const INDEX = String.raw`(?:\[(?:\d+|"(?:[^"\\$%\r\n]|\\.|[$%](?!\{)|\$\$\{|%%\{)*")\])?`;
const ADDRESS = String.raw`^(?:module\.${NAME}${INDEX}\.)*${NAME}\.${NAME}${INDEX}$`;

/**
 * Throws if a text is not the address of a resource. CDKTF would write any text unchanged, and in HCL, a line
 * break in the text would end the argument. `called` is the method that got the text.
 */
function refuseNoAddress(text: string, { node }: TerraformResource, called: (id: string) => void): void {
  if (Token.isUnresolved(text) || new RegExp(ADDRESS, "u").test(text)) return;
  throw userError(
    `${called.name} of ${node.path} needs the address of a resource, such as outreach_snippet.opener. A plan shows the ` +
      "addresses of all resources.",
    called,
  );
}

/** The resources of each app that import an object, by type and id, in the order of their imports. */
const importers = sharedState(
  "imports",
  () => new WeakMap<IConstruct, Map<string, Set<TerraformResource>>>(),
);

const ids = sharedState("imported ids", () => new WeakMap<TerraformResource, string>());

/**
 * Records the object that a resource imports. At synth, checks that no earlier resource of the app imports
 * the same object of the same workspace: an error in a stack, else a warning (docs/design/constructs.md).
 */
function registerImport(resource: TerraformResource, id: string): void {
  if (!ids.has(resource)) resource.node.addValidation({ validate: () => errorsOfImport(resource) });
  ids.set(resource, id);
  const { root } = resource.node;
  const ofApp = importers.get(root) ?? new Map<string, Set<TerraformResource>>();
  const key = `${resource.terraformResourceType} ${id}`;
  importers.set(root, ofApp.set(key, new Set([...(ofApp.get(key) ?? []), resource])));
}

function errorsOfImport(resource: TerraformResource): string[] {
  const id = ids.get(resource)!;
  const all = [...importers.get(resource.node.root)!.get(`${resource.terraformResourceType} ${id}`)!];
  const earlier = all.slice(0, all.indexOf(resource));
  // Most objects have one importer.
  if (earlier.length === 0) return [];
  const workspace = workspaceOf(resource);
  const other = earlier.find((one) => ids.get(one) === id && workspaceOf(one) === workspace);
  if (workspace === undefined || other === undefined) return [];
  const object = Token.isUnresolved(id) ? "the same object" : `the object ${JSON.stringify(id)}`;
  const what = `${other.node.path} also imports ${object} (${resource.terraformResourceType}).`;
  const harm =
    "Each resource would overwrite the content of the other, and a delete of either deletes the object.";
  if (TerraformStack.of(other) === TerraformStack.of(resource))
    return [`${what} ${harm} Remove one of the two resources.`];
  warnOnce(
    resource,
    `${what} If both stacks manage the same workspace: ${harm} Remove one of the two resources. If they do not, set ` +
      "workspaceId or baseUrl of their providers.",
  );
  return [];
}

/**
 * Returns the settings which decide what workspace a resource belongs to, as synth writes them. Returns
 * undefined if the resource may have no instance, or if synth does not know its provider.
 */
function workspaceOf(resource: TerraformResource): string | undefined {
  const overrides = overridesOf(resource);
  const isOpen = ["count", "for_each", "provider"].some((argument) => argument in overrides);
  const provider = resource.provider ?? providerWithoutAlias(TerraformStack.of(resource));
  if (isOpen || !hasInstances(resource) || provider?.terraformResourceType !== "outreach") return undefined;
  const { base_url: url, workspace_id: workspace } = writtenArguments(provider);
  return JSON.stringify([url, workspace].map((value) => resolveAtSynth(resource, value) ?? null));
}
