import { type TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";
import { OutreachCluster } from "./generated/outreach-cluster";
import { OutreachSnippet } from "./generated/outreach-snippet";
import type { OutreachProvider } from "./generated/provider";
import { hasInstances, providersOf, providerWithoutAlias, resourcesIn } from "./stack";
import { overridesOf, warnOnce } from "./synth-checks";
import { REFERENCE, textAtSynth } from "./text-at-synth";

type Named = OutreachCluster | OutreachSnippet;

/** Warns, for the first provider of a stack only, of resources with the same type, provider and name. */
export function warnOfSameNames(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider) return;
  const first = new Map<TerraformProvider | undefined, Map<string, Named>>();
  for (const resource of resourcesIn(stack).filter(isNamed)) {
    const name = knownName(resource);
    if (name === null) continue;
    const used = resource.provider ?? providerWithoutAlias(stack);
    const named = first.get(used) ?? new Map<string, Named>();
    first.set(used, named);
    const key = `${resource.terraformResourceType} ${name}`;
    const other = named.get(key);
    if (other === undefined) named.set(key, resource);
    else warnOnce(resource, sentenceOn(resource, name, other));
  }
}

function sentenceOn({ terraformResourceType: type }: Named, name: string, other: Named): string {
  return (
    `${type} ${JSON.stringify(name)}: ${other.node.path} declares another resource with this name. If neither object exists yet, an apply creates duplicates that ` +
    "differ only in their ids, and existing_name cannot decide which resource owns which object. Rename one of the two."
  );
}

/** Reports whether a resource is of this package and certainly has instances. */
function isNamed(resource: TerraformResource): resource is Named {
  if (!(resource instanceof OutreachCluster || resource instanceof OutreachSnippet)) return false;
  return hasInstances(resource);
}

/** Returns the name in Unicode form NFC, as Terraform stores it; null if only Terraform knows the name. */
function knownName(resource: Named): string | null {
  const overrides = overridesOf(resource);
  if ("name" in overrides || "count" in overrides || "for_each" in overrides) return null;
  const name = textAtSynth(resource, resource.nameInput);
  return name === null || name.includes(REFERENCE) ? null : name.normalize("NFC");
}
