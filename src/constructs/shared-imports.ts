import { type TerraformResource, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { hasInstances, providerWithoutAlias, sharedState, writtenArguments } from "./stack";
import { overridesOf, warnOnce } from "./synth-checks";
import { resolveAtSynth } from "./text-at-synth";

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
export function registerImport(resource: TerraformResource, id: string): void {
  if (!ids.has(resource)) resource.node.addValidation({ validate: () => errorsOfImport(resource) });
  ids.set(resource, id);
  importersOf(resource, id).add(resource);
}

function importersOf({ node, terraformResourceType }: TerraformResource, id: string): Set<TerraformResource> {
  const ofApp = importers.get(node.root) ?? new Map<string, Set<TerraformResource>>();
  importers.set(node.root, ofApp);
  const key = `${terraformResourceType} ${id}`;
  const found = ofApp.get(key) ?? new Set();
  ofApp.set(key, found);
  return found;
}

function errorsOfImport(resource: TerraformResource): string[] {
  const id = ids.get(resource)!;
  const all = [...importersOf(resource, id)];
  // Most objects have one importer.
  if (all.length === 1) return [];
  const earlier = all.slice(0, all.indexOf(resource));
  const workspace = workspaceOf(resource);
  const other = earlier.find((one) => ids.get(one) === id && workspaceOf(one) === workspace);
  if (workspace === undefined || other === undefined) return [];
  const object = Token.isUnresolved(id) ? "the same object" : `the object ${JSON.stringify(id)}`;
  const what = `${other.node.path} also imports ${object} (${resource.terraformResourceType}).`;
  const harm =
    "Each resource would overwrite the content of the other, and a delete of either deletes the object.";
  if (TerraformStack.of(other) === TerraformStack.of(resource)) {
    return [`${what} ${harm} Remove one of the two resources.`];
  }
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
